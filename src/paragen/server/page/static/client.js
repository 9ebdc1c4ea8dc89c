// Requests to the server: the token it may require, what it takes, and its refusals in words.

import { byId } from "./dom.js";
import { request } from "./request.js";

export async function ask(path, data = null, signal = null) {
  for (;;) {
    const shown = token();
    try {
      return await request(path, data, signal, shown ? { Authorization: `Bearer ${shown}` } : {});
    } catch (problem) {
      if (problem.status !== 401 || !(await askToken(shown))) {
        throw problem;
      }
    }
  }
}

const TOKEN = "paragen-token"; // kept for this tab only
let held = "";
let asked = null; // the dialog's promise, while it is open

function token() {
  try {
    return sessionStorage.getItem(TOKEN) || held;
  } catch {
    return held; // storage is disabled
  }
}

function keep(value) {
  held = value;
  try {
    sessionStorage.setItem(TOKEN, value);
  } catch {
    // held in memory until the page is left
  }
}

// Ask for another token after one was refused; false if the dialog was cancelled.
function askToken(refused) {
  if (refused !== token()) {
    return Promise.resolve(true); // another request has asked meanwhile
  }
  asked ??= new Promise((resolve) => {
    const dialog = byId("token-dialog");
    byId("token").value = "";
    byId("token-wrong").hidden = !refused;
    const done = (value) => {
      asked = null;
      resolve(value);
    };
    dialog.onclose = () => done(false);
    byId("token-cancel").onclick = () => dialog.close();
    byId("token-form").onsubmit = () => {
      keep(byId("token").value);
      dialog.onclose = null;
      done(true);
    };
    dialog.showModal();
  });
  return asked;
}

const NONE = { texts: Infinity, characters: Infinity, text_characters: Infinity, n: Infinity };
let given = NONE;

export const limits = () => given;
export const setLimits = (served) => (given = { ...NONE, ...served });

const number = (count) => count.toLocaleString("en");

// Why a sentence cannot be sent; "" if it can.
export function tooLong(length) {
  const most = given.text_characters;
  return length > most
    ? `One sentence has ${number(length)} characters, and this server takes up to ${number(most)}: divide it with a full stop or an empty line.`
    : "";
}

// A refusal without the places in the request, which nobody sees here.
export function plainly(message) {
  const said = message.replace(/^texts?(?:\[\d+\])?(?:\.\w+(?:\[\d+\])*)*: */, "");
  return said === message ? said : said.charAt(0).toUpperCase() + said.slice(1);
}

// The forced wording that a refusal is about, {begin, end}; null if it is about something else.
export function blockedWording(message) {
  const found = message.match(/force: found \((\d+), (\d+), .* is blocked\./s);
  return found && { begin: Number(found[1]), end: Number(found[2]) };
}
