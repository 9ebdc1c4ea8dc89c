// The labelling page: shows a question, takes a key press or click, saves it, and moves on.

import { byId, complain, plainKey } from "./dom.js";
import { buildButtons, render } from "./render.js";
import { request } from "./request.js";

const RESTART = "Start it again with the same files: it resumes where you stopped.";
const SLOW = 300; // milliseconds until the page shows that it is waiting

const place = new URL(location.href);
let about = null;
let annotator = null;
let view = null; // the question on the page, as the program sent it
let asking = false; // saved as incorrect; a reason may follow
let reviewing = false; // going through unsure and skipped questions
let busy = false;
let judged = {}; // meaning and grammar of this question as judged so far
let actions = null; // key -> what its button does
let turn = 0; // increases with every action
let latest = 0; // index of the question shown last, to return to from the end

const worse = () => about.labels[1];

// Saving and moving

async function doing(work) {
  if (busy) {
    return; // a key pressed before the next question appears must not answer it unseen
  }
  busy = true;
  turn += 1;
  const wait = setTimeout(() => document.body.classList.add("busy"), SLOW);
  try {
    await work();
    complain("");
  } catch (error) {
    complain(error.message);
    if (error.answer?.view) {
      asking = false;
      show(error.answer.view);
    }
  } finally {
    clearTimeout(wait);
    document.body.classList.remove("busy");
    busy = false;
  }
}

const act = (action, data) => request(action, { annotator, ...data });

async function save(action, data) {
  try {
    return await act(action, data);
  } catch (error) {
    error.message = `Not saved. ${error.message}${error.status === 0 ? ` ${RESTART}` : ""}`;
    throw error;
  }
}

function send(answer, follow) {
  const seen = view.said ? view.said.seen ?? view.said.label : null;
  return save("label", { id: view.item.id, ...answer, seen, follow });
}

const onward = () => (reviewing ? "undecided" : "open");

function give(label, reason = null) {
  if (!view || !view.item || (asking && !reason)) {
    return; // while the page asks why, only reasons count: a hasty key must not reverse the answer
  }
  doing(async () => {
    const stays = label === worse() && reason === null && byId("ask-why").checked;
    const found = await send({ label, reason }, stays ? "stay" : onward());
    asking = stays;
    show(found);
  });
}

function judge(name, good) {
  if (!view || !view.item || busy) {
    return;
  }
  judged[name] = good;
  if (about.judgements.every((each) => typeof judged[each.name] === "boolean")) {
    doing(async () => show(await send({ ...judged }, onward())));
  } else {
    render(view, about, asking, judged);
  }
}

function proceed() {
  doing(async () => {
    asking = false;
    show(reviewing ? await act("again", { index: view.index }) : await act("open", { after: view.index }));
  });
}

function undo() {
  if (view && view.item && !view.said && Object.keys(judged).length) {
    judged = {};
    render(view, about, asking, judged);
    return;
  }
  if (!view || !view.last) {
    return;
  }
  doing(async () => {
    const found = await save("undo", { id: view.last.id });
    asking = false;
    reviewing = false;
    show(found);
  });
}

function step(by) {
  if (!view || !view.total) {
    return;
  }
  doing(async () => {
    const from = view.index === null ? latest + (by < 0 ? 1 : 0) : view.index;
    asking = false;
    show(await act("show", { index: from + by }));
  });
}

function again() {
  doing(async () => {
    reviewing = true;
    show(await act("again", { index: -1 }));
  });
}

// Show what another tab did in the meantime when the user returns to this one. This delays no key: the program
// refuses an answer to a question whose answer differs from what the page showed.
async function look() {
  if (document.visibilityState !== "visible" || !view || asking || busy || (!view.said && Object.keys(judged).length)) {
    return;
  }
  const begun = turn;
  try {
    const open = view.item && !view.said;
    let found = view.item ? await act("show", { index: view.index }) : await act("open", { after: -1 });
    if (open && found.said) {
      found = await act("open", { after: view.index });
    }
    if (turn === begun) {
      show(found);
    }
  } catch (error) {
    complain(error.message);
  }
}

function show(found) {
  view = found;
  judged = {};
  for (const { name } of view.said ? about.judgements : []) {
    if (typeof view.said[name] === "boolean") {
      judged[name] = view.said[name];
    }
  }
  if (view.item) {
    latest = view.index;
  } else {
    reviewing = false;
  }
  render(view, about, asking, judged);
}

// Setting up

function build() {
  actions = buildButtons(about, { judge, give, reason: (name) => give(worse(), name), proceed });
  byId("undo").addEventListener("click", undo);
  byId("back").addEventListener("click", () => step(-1));
  byId("forth").addEventListener("click", () => step(1));
  byId("again").addEventListener("click", again);
  byId("ask-why").checked = place.searchParams.get("why") !== "no";
  byId("ask-why").addEventListener("change", remember);
  const title = about.settle ? "Settle disagreements" : about.sentences ? "Label paraphrases" : "Label substitutes";
  byId("title").textContent = title;
  document.title = title;
}

function remember() {
  place.searchParams.set("annotator", annotator);
  if (byId("ask-why").checked) {
    place.searchParams.delete("why");
  } else {
    place.searchParams.set("why", "no");
  }
  history.replaceState(null, "", place.pathname + place.search);
  byId("to-agreement").href = `agreement${place.search}`;
}

function pressed(event) {
  const target = event.target;
  const writing = target.tagName === "INPUT" && target.type !== "checkbox";
  const key = plainKey(event);
  if (!key || event.repeat || writing || !view) {
    return;
  }
  const digit = /^(Digit|Numpad)[1-6]$/.test(event.code) ? event.code.slice(-1) : key; // also where digits need Shift
  const own = target.closest("#reasons button, .small button, a, input"); // the browser handles Enter and Space on these
  if (actions.has(digit)) {
    actions.get(digit)();
  } else if (key === "Z" || key === "Backspace") {
    undo();
  } else if (key === "ArrowLeft") {
    step(-1);
  } else if (key === "ArrowRight" && !asking) {
    step(1);
  } else if (asking && (key === "ArrowRight" || (!own && (key === "Enter" || key === " ")))) {
    proceed();
  } else {
    return;
  }
  event.preventDefault();
}

async function begin(name) {
  const found = await request("open", { annotator: name, after: -1 });
  annotator = found.annotator;
  byId("name-form").hidden = true;
  byId("who").textContent = about.settle ? "" : annotator;
  remember();
  show(found);
}

function askName() {
  byId("name-form").hidden = Boolean(about.annotator);
  byId("name").focus();
}

async function start() {
  about = await request("about", {});
  build();
  document.addEventListener("keydown", pressed);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("focus", look);
  const name = about.annotator || place.searchParams.get("annotator");
  byId("name-form").addEventListener("submit", (event) => {
    event.preventDefault();
    doing(() => begin(byId("name").value));
  });
  if (name) {
    await begin(name).catch((error) => {
      askName(); // the name in the address may be invalid
      throw error;
    });
  } else {
    askName();
  }
}

doing(start);
