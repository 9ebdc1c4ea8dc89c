// The page: what is typed is asked for after a moment, and drawn with its edits.

import { close, newWords, setUpAlternatives, showAlternatives } from "./alternatives.js";
import { Asking } from "./asking.js";
import { block, setUpBlocked } from "./blocked.js";
import { ask } from "./client.js";
import { byId, complain } from "./dom.js";
import { characterAt, characters } from "./offsets.js";
import { options, setUpOptions } from "./options.js";
import { draw, findMark, marks, placeOf, plain, showsChanges } from "./result.js";
import { copy, download } from "./save.js";
import { chooseSentence, setUpVersions } from "./versions.js";

const PAUSE = 200; // milliseconds without typing after which the text is asked for
const SLOW = 400; // milliseconds until the page says that it waits
const LETTER = /[\p{L}\p{M}\p{N}'’-]/u;

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
  asking.cut = null; // another model may split otherwise
  close();
  asking.restart();
}

function decide(what, sentence, begin, end, value) {
  if (what === "use") {
    sentence.use(begin, end, value);
  } else if (what === "keep") {
    sentence.keepWords(begin, end);
  } else if (what === "undo") {
    sentence.undo(begin, end);
  } else {
    sentence.undo(begin, end);
    block(value);
  }
  asking.restart();
}

// Marks: the arrow keys move between them, letters decide

function go(step, all = marks()) {
  if (!all.length) {
    return;
  }
  const at = all.indexOf(document.activeElement);
  const to = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  focusMark(all[to], all);
}

function focusMark(mark, all = marks()) {
  all.forEach((one) => (one.tabIndex = one === mark ? 0 : -1));
  mark.focus();
}

function openMark(mark) {
  const { sentence, segment } = placeOf(mark);
  focusMark(mark);
  showAlternatives(sentence, segment.begin, segment.end, mark, mark);
}

function markKeys(event) {
  const mark = event.target.closest(".edit");
  if (!mark || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const { sentence, segment } = placeOf(mark);
  const act = {
    Enter: () => openMark(mark),
    " ": () => openMark(mark),
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    Home: () => focusMark(marks()[0]),
    End: () => focusMark(marks().at(-1)),
    Escape: () => text.focus(),
    k: () => segment.kind !== "kept" && decide("keep", sentence, segment.begin, segment.end),
    b: () => newWords(segment).slice(0, 1).forEach((word) => decide("block", sentence, segment.begin, segment.end, word)),
    u: () => sentence.decided(segment.begin, segment.end) && decide("undo", sentence, segment.begin, segment.end),
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act) {
    event.preventDefault();
    act();
  }
}

// Any words: a click in the result, or a key in the text

function around(chars, at) {
  let [begin, end] = [at, at];
  while (begin > 0 && LETTER.test(chars[begin - 1])) {
    begin -= 1;
  }
  while (end < chars.length && LETTER.test(chars[end])) {
    end += 1;
  }
  return [begin, end];
}

function clicked(event) {
  const selection = getSelection();
  if (!selection.isCollapsed) {
    return; // words are being selected, to be copied
  }
  const mark = event.target.closest(".edit");
  if (mark) {
    openMark(mark);
    return;
  }
  const place = placeOf(event.target);
  if (!place || selection.anchorNode?.parentNode !== event.target) {
    return;
  }
  const { sentence, segment } = place;
  const offset = segment.begin + characterAt(segment.text, selection.anchorOffset);
  const [begin, end] = around(characters(sentence.text), offset);
  if (begin < end) {
    chooseSentence(sentence);
    showAlternatives(sentence, begin, end, event.target, text);
  }
}

// The sentence at the cursor, and where in it that is, in characters.
function atCursor() {
  let left = text.selectionStart;
  for (const piece of asking.cut === text.value ? asking.pieces : []) {
    const length = piece.text.length;
    if (!piece.gap && left <= length) {
      return { sentence: piece.sentence, at: characterAt(piece.sentence.text, left) };
    }
    left -= length;
    if (left < 0) {
      return null;
    }
  }
  return null;
}

function openAtCursor() {
  const found = atCursor();
  const [begin, end] = found ? around(characters(found.sentence.text), found.at) : [0, 0];
  if (begin === end) {
    return;
  }
  const { sentence } = found;
  const mark = findMark(sentence, begin);
  if (mark) {
    const { segment } = placeOf(mark);
    showAlternatives(sentence, segment.begin, segment.end, mark, text);
    return;
  }
  const spans = [...byId("result").children].filter((one) => placeOf(one)?.sentence === sentence);
  const anchor = spans.find((one) => placeOf(one).segment.begin <= begin && begin < placeOf(one).segment.end);
  if (anchor) {
    showAlternatives(sentence, begin, end, anchor, text);
  }
}

function listen() {
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => asking.setText(text.value), PAUSE);
  });
  document.addEventListener("selectionchange", () => {
    const found = document.activeElement === text && byId("versions").open ? atCursor() : null;
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
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.altKey) {
      event.preventDefault();
      openAtCursor();
    }
  });
  byId("result").addEventListener("keydown", markKeys);
  byId("result").addEventListener("click", clicked);
  document.addEventListener("keydown", (event) => {
    if (event.key === "F8" && !event.ctrlKey && !event.altKey && !event.metaKey && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      close();
      go(event.shiftKey ? -1 : 1);
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
  setUpBlocked(changed);
  show();
  const waiting = setTimeout(() => (byId("status").textContent = "Waiting for the server …"), SLOW);
  try {
    const { models } = await ask("v1/models");
    setUpOptions(models, changed);
    asking.setText(text.value); // a browser may bring back what was typed before
  } catch (problem) {
    complain(problem.message);
  }
  clearTimeout(waiting);
}

begin();
