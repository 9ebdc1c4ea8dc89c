// The page: typed text is sent after a moment, and drawn with its edits.

import { close, setUpAlternatives } from "./alternatives.js";
import { always, notAlways, setUpAlways } from "./always.js";
import { Asking } from "./asking.js";
import { block, setUpBlocked } from "./blocked.js";
import { ask } from "./client.js";
import { byId, complain } from "./dom.js";
import { setUpMarks } from "./marks.js";
import { options, setUpOptions } from "./options.js";
import { draw, placeOf, plain, showsChanges } from "./result.js";
import { copy, download } from "./save.js";
import { chooseSentence, setUpVersions } from "./versions.js";
import { atCursor, setUpWords } from "./words.js";

const PAUSE = 200; // milliseconds without typing after which the text is sent
const SLOW = 400; // milliseconds until the page says that it waits

const text = byId("text");
let timer = 0;
let trouble = "";

const asking = new Asking(options, show, (said, problem) => {
  trouble = problem ? "" : said;
  complain(problem ? said : "");
  report();
});
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
  let news = records.length ? `${many(edits, "edit")} in ${changed} of ${many(records.length, "sentence")}.` : "";
  if (records.length < asking.sentences.length && asking.running) {
    news = `${records.length} of ${many(asking.sentences.length, "sentence")} …`;
  }
  byId("status").textContent = [trouble || news, problem && `Left as it is: ${problem}`].filter(Boolean).join(" ");
  byId("copy").disabled = byId("download").disabled = !asking.sentences.length;
}

function changed() {
  asking.sentences.forEach((sentence) => (sentence.picked = null));
  asking.cut = null; // another model may split differently
  close();
  asking.restart();
}

function decide(what, sentence, begin, end, value) {
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
    block(value);
  }
  asking.restart();
}

function listen() {
  text.addEventListener("input", () => {
    clearTimeout(timer);
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
  byId("help").addEventListener("click", () => byId("keys").showModal());
}

async function begin() {
  listen();
  setUpAlternatives(decide);
  setUpMarks(decide);
  setUpWords(asking);
  setUpAlways(changed);
  setUpBlocked(changed);
  show();
  const waiting = setTimeout(() => (byId("status").textContent = "Waiting for the server …"), SLOW);
  try {
    const { models } = await ask("v1/models");
    setUpOptions(models, changed);
    asking.setText(text.value); // a browser may restore what was typed before
  } catch (problem) {
    complain(problem.message);
  }
  clearTimeout(waiting);
}

begin();
