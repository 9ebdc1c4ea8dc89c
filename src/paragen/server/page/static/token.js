// The token that a server may require. It is kept for this tab only.

import { byId } from "./dom.js";

const NAME = "paragen-token";
let held = "";
let asked = null; // the dialog's promise, while it is open

export function token() {
  try {
    return sessionStorage.getItem(NAME) || held;
  } catch {
    return held; // storage is disabled
  }
}

function keep(value) {
  held = value;
  try {
    sessionStorage.setItem(NAME, value);
  } catch {
    // held in memory until the page is left
  }
}

// Ask for another token after one was refused; false if the dialog was cancelled.
export function askToken(refused) {
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
