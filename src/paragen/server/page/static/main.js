// The page: typed text is sent after a moment, and drawn with its edits.

import { close, setUpAlternatives } from "./alternatives.js";
import { Asking } from "./asking.js";
import { ask, plainly, setLimits } from "./client.js";
import { byId, complain, element } from "./dom.js";
import { always, alwaysPairs, blocked, chosen, kept, notAlways, options, restoreAlways, setUpAlways, setUpOptions } from "./options.js";
import { atCursor, setUpMarks, setUpWords } from "./reaching.js";
import { draw, placeOf, plain, showsChanges } from "./result.js";
import { characters, Sentence, slice } from "./sentences.js";
import { chooseSentence, setUpVersions } from "./versions.js";

const STORED = "paragen-page"; // what a reload must not lose; the browser keeps it for this tab, until it is closed

function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED)) || {};
  } catch {
    return {}; // storage is disabled
  }
}

function store(state) {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(state));
  } catch {
    // storage is disabled or full: the page works, a reload starts afresh
  }
}

async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = element("textarea", text, "hidden"); // pages without encryption have no other clipboard
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) {
    throw new Error("The browser did not let the page copy.");
  }
}

function download(text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = "paraphrase.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const PAUSE = 200; // milliseconds without typing after which the text is sent
const SLOW = 400; // milliseconds until the page says that it waits

const EXAMPLE = `We must find a solution to this problem as soon as possible. Many people think that the new law is a big mistake, but nobody \
knows how to put it right.

She was very happy because her brother had helped her a lot. In spite of the rain, the children went on playing in the garden.`;

const text = byId("text");
const before = stored();
let timer = 0;
let trouble = "";
let notice = ""; // what became of the user's decisions, until the next one

const asking = new Asking(options, show, (said, problem) => {
  trouble = problem ? "" : said;
  complain(problem ? plainly(said) : "");
  report();
}, (wording) => (notice = `“${wording}” was your choice; a rule forbids it now, so it is gone.`));
const versions = setUpVersions(asking, (sentence, record) => {
  sentence.picked = record;
  show();
});

function show() {
  draw(asking);
  report();
  versions();
}

function report() {
  const records = asking.sentences.map((sentence) => asking.record(sentence)).filter(Boolean);
  const edits = records.reduce((sum, record) => sum + record.edits.length, 0);
  const changed = records.filter((record) => record.edits.length).length;
  const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const problem = asking.sentences.map((sentence) => asking.problem(sentence)).find(Boolean);
  const other = records.filter((record) => record.other_language).length;
  let news = records.length ? `${many(edits, "edit")} in ${changed} of ${many(records.length, "sentence")}.` : "";
  news += other ? ` Held back, in part or whole, as not in the model's language: ${many(other, "sentence")}.` : "";
  if (records.length < asking.sentences.length && asking.running) {
    news = `${records.length} of ${many(asking.sentences.length, "sentence")} …`;
  }
  byId("status").textContent = [trouble || news, notice, problem && `Left as it is: ${problem}`].filter(Boolean).join(" ");
  byId("copy").disabled = byId("download").disabled = !asking.sentences.length;
}

const wordsOf = (written) => written.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) || [];

function count() {
  const words = wordsOf(text.value).length;
  byId("words").textContent = words ? `${words.toLocaleString("en")} word${words === 1 ? "" : "s"}` : "";
  byId("example").hidden = Boolean(text.value);
}

// So that a reload brings back what the page shows.
function save() {
  const sentences = asking.sentences.map(({ raw, keep, force }) => ({ raw, keep, force }));
  store({
    ...chosen(), text: text.value, sentences, always: alwaysPairs(), blocked: blocked.phrases, forms: byId("forms").checked, kept: kept.phrases,
  });
}

function restore() {
  text.value = text.value || before.text || ""; // a browser may have restored what was typed
  asking.restored = (before.sentences || []).map(({ raw, keep, force }) => Object.assign(new Sentence(raw), { keep, force }));
  restoreAlways(before.always || []);
  blocked.restore(before.blocked || []);
  kept.restore(before.kept || []);
  byId("forms").checked = Boolean(before.forms);
  count();
}

// A rule about wording: a version that was picked stays, as single choices, unless the rule forbids them.
function ruled() {
  asking.sentences.forEach((sentence) => sentence.settle());
  changed();
}

function changed() {
  asking.sentences.forEach((sentence) => (sentence.picked = null));
  asking.cut = null; // another model may split differently
  close();
  asking.restart();
}

// A phrase that stays from now on takes back what was chosen for it.
function keepPhrase(phrase) {
  const spaced = (words) => ` ${wordsOf(words.toLowerCase()).join(" ")} `;
  asking.sentences.forEach((sentence) => sentence.settle());
  for (const sentence of phrase ? asking.sentences : []) {
    const source = characters(sentence.text);
    const stay = ([begin, end]) => spaced(slice(source, begin, end)).includes(spaced(phrase));
    sentence.force.filter(stay).forEach(([begin, end]) => asking.forget(sentence, { begin, end }));
  }
  changed();
}

function decide(what, sentence, begin, end, value) {
  notice = "";
  if (what === "use") {
    sentence.use(begin, end, value);
  } else if (what === "keep") {
    sentence.keepWords(begin, end);
  } else {
    sentence.undo(begin, end);
  }
  if (what === "undo" && value && value.kind === "always") {
    notAlways(value.edit);
  } else if (what === "always") {
    always(value.before, value.after);
  } else if (what === "block") {
    blocked.add(value);
  }
  asking.restart();
}

function listen() {
  text.addEventListener("input", () => {
    clearTimeout(timer);
    notice = "";
    count();
    timer = setTimeout(() => asking.setText(text.value), PAUSE);
  });
  document.addEventListener("selectionchange", () => {
    const found = document.activeElement === text && byId("versions").open ? atCursor(asking) : null;
    if (found) {
      chooseSentence(found.sentence);
      versions();
    }
  });
  byId("result").addEventListener("focusin", (event) => {
    if (placeOf(event.target)) {
      chooseSentence(placeOf(event.target).sentence);
      versions();
    }
  });
  byId("changes").addEventListener("click", () => {
    byId("changes").setAttribute("aria-pressed", String(!showsChanges()));
    show();
  });
  byId("copy").addEventListener("click", async () => {
    try {
      await copy(plain(asking));
      byId("status").textContent = "Copied.";
    } catch (error) {
      complain(`Not copied: ${error.message}`);
    }
  });
  byId("download").addEventListener("click", () => download(plain(asking)));
  byId("example").addEventListener("click", () => {
    text.value = EXAMPLE;
    text.dispatchEvent(new Event("input"));
    text.focus();
  });
  byId("forms").addEventListener("change", () => blocked.phrases.length && ruled());
  addEventListener("pagehide", save);
  byId("help").addEventListener("click", () => byId("keys").showModal());
}

async function begin() {
  listen();
  setUpAlternatives(decide);
  setUpMarks(decide);
  setUpWords(asking);
  setUpAlways(ruled);
  blocked.setUp(ruled);
  kept.setUp(keepPhrase);
  restore();
  show();
  const waiting = setTimeout(() => (byId("status").textContent = "Waiting for the server …"), SLOW);
  try {
    const { models, limits } = await ask("v1/models");
    setLimits(limits);
    setUpOptions(models, before, changed);
    asking.setText(text.value);
  } catch (problem) {
    complain(plainly(problem.message));
  }
  clearTimeout(waiting);
}

begin();
