// Draws the paraphrased text, with its edits as buttons; arrow keys move between them.

import { byId, element, marked } from "./dom.js";
import { characters, oneLine, slice } from "./sentences.js";

// The words in which two wordings differ

const MOST = 80; // words; longer ones differ as a whole

// Parts in order, [kind, text], of kind "same", "old" or "new"; old ones come before the new ones that replace them.
function compare(before, after) {
  const [old, now] = [before, after].map((text) => text.match(/\s+|\S+/gu) || []);
  if (old.length > MOST || now.length > MOST) {
    return merged([["old", before], ["new", after]]);
  }
  const common = lengths(old, now);
  const parts = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push(["same", old[i]]);
      [i, j] = [i + 1, j + 1];
    } else if (i < old.length && (j === now.length || common[i + 1][j] >= common[i][j + 1])) {
      parts.push(["old", old[i]]);
      i += 1;
    } else {
      parts.push(["new", now[j]]);
      j += 1;
    }
  }
  return merged(parts);
}

// The length of the longest common subsequence of the words from each pair of places on.
function lengths(old, now) {
  const found = Array.from({ length: old.length + 1 }, () => new Array(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      found[i][j] = old[i] === now[j] ? found[i + 1][j + 1] + 1 : Math.max(found[i + 1][j], found[i][j + 1]);
    }
  }
  return found;
}

// Merges neighbours of one kind; between two "same", all old words come before all new ones, including spaces among them.
function merged(parts) {
  const found = [];
  let run = { old: "", new: "" };
  const flush = () => {
    const [before, after] = [/^\s+/u, /\s+$/u].map((edge) => shared(run, edge));
    const add = (kind, text) => text && found.push([kind, text]);
    add("same", before);
    add("old", run.old);
    add("new", run.new);
    add("same", after);
    run = { old: "", new: "" };
  };
  parts.forEach(([kind, text], i) => {
    const space = kind === "same" && !text.trim();
    if (space && (run.old || run.new) && i + 1 < parts.length && parts[i + 1][0] !== "same") {
      run.old += text; // a space between changes belongs to both
      run.new += text;
    } else if (kind === "same") {
      flush();
      found.push([kind, text]);
    } else {
      run[kind] += text;
    }
  });
  flush();
  return found;
}

// Moves a space with which both sides begin or end out of them.
function shared(run, edge) {
  const [old, now] = [run.old, run.new].map((text) => (text.match(edge) || [""])[0]);
  if (!old || old !== now) {
    return "";
  }
  run.old = run.old.replace(edge, "");
  run.new = run.new.replace(edge, "");
  return old;
}

// A paraphrased sentence in pieces: plain text, edits, and kept words

function kindOf(sentence, edit) {
  const chosen = sentence.force.some(([begin]) => begin === edit.begin);
  return chosen ? "chosen" : edit.table === "forced" ? "always" : "new";
}

// Pieces in order: {kind: "plain" | "other" (not in the model's language) | "new" | "chosen" | "always" | "kept", text, begin, end, edit}; begin and end: of the source, in characters.
function segments(sentence, record) {
  const out = characters(record.text);
  const source = characters(sentence.raw);
  const marks = [
    ...record.edits.map((edit) => ({
      kind: kindOf(sentence, edit), begin: edit.begin, end: edit.end, edit,
    })),
    ...sentence.keep.map(([begin, end]) => ({ kind: "kept", begin, end, edit: null })),
  ].sort((a, b) => a.begin - b.begin);
  const found = [];
  let [at, from] = [0, 0]; // in the output, in the source
  const passages = record.other_language || [];
  const plain = (outEnd, end) => {
    for (const until of [...passages.flat().filter((place) => from < place && place < end), end]) {
      const outUntil = until === end ? outEnd : at + until - from;
      const [text, raw] = [slice(out, at, outUntil), slice(source, from, until)];
      const kind = passages.some(([first, last]) => first <= from && until <= last) ? "other" : "plain";
      found.push({ kind, text: oneLine(raw) === text ? raw : text, begin: from, end: until, edit: null }); // line ends stay
      [at, from] = [outUntil, until];
    }
  };
  for (const mark of marks) {
    const shift = at - from;
    const [outBegin, outEnd] = mark.edit
      ? [mark.edit.out_begin, mark.edit.out_end]
      : [mark.begin + shift, mark.end + shift];
    plain(outBegin, mark.begin);
    found.push({ ...mark, text: slice(out, outBegin, outEnd) });
    [at, from] = [outEnd, mark.end];
  }
  plain(out.length, source.length);
  return found.filter((piece) => piece.text || piece.edit);
}

// The text, drawn

const result = () => byId("result");
export const marks = () => [...result().querySelectorAll(".edit")];
let wanted = null; // the place to focus once its sentence has been answered
const places = new WeakMap(); // element -> {sentence, segment}

export const placeOf = (target) => places.get(target);
export const percent = (confidence) => `${Math.round(100 * confidence)} %`;
export const isSure = (one) => typeof one.confidence === "number"; // the model says how sure it is
export const showsChanges = () => byId("changes").getAttribute("aria-pressed") === "true";

// Draw all pieces of a text. Returns the text and the number of edits.
export function draw(asking) {
  const focused = placeOf(document.activeElement) || (document.activeElement === document.body ? wanted : null);
  const nodes = asking.pieces.flatMap((piece) => (piece.gap ? [document.createTextNode(piece.text)] : drawn(asking, piece.sentence)));
  result().classList.toggle("changes", showsChanges());
  result().replaceChildren(...(nodes.length ? nodes : [element("span", "What you type appears here in other words.", "empty")]));
  wanted = focused && !asking.record(focused.sentence) ? focused : null; // until its answer is here
  const all = marks();
  const again = focused && (findMark(focused.sentence, focused.segment.begin) || all.find((mark) => comesAfter(asking, mark, focused)));
  for (const mark of all) {
    mark.tabIndex = mark === (again || all[0]) ? 0 : -1;
  }
  if (focused && !wanted) {
    (again || byId("text")).focus();
  }
}

// Whether a mark comes after a place whose own mark is gone.
function comesAfter(asking, mark, place) {
  const { sentence, segment } = placeOf(mark);
  const [at, of] = [sentence, place.sentence].map((one) => asking.sentences.indexOf(one));
  return at > of || (at === of && segment.begin > place.segment.begin);
}

// The mark of a sentence over a character of its source.
export function findMark(sentence, begin) {
  return marks().find((mark) => {
    const place = placeOf(mark);
    return place.sentence === sentence && place.segment.begin <= begin && begin < Math.max(place.segment.end, place.segment.begin + 1);
  });
}

function drawn(asking, sentence) {
  const record = asking.record(sentence);
  if (!record) {
    const waiting = element("span", sentence.raw, asking.problem(sentence) ? "troubled" : "pending");
    waiting.title = asking.problem(sentence);
    return [waiting];
  }
  return segments(sentence, record).map((segment) => {
    const made = element("span", segment.text);
    places.set(made, { sentence, segment });
    return segment.kind === "other" ? asOther(made) : segment.kind === "plain" ? made : asMark(made, segment);
  });
}

function asOther(made) {
  made.className = "other";
  made.title = "Not in the language of the model: it stays as it is.";
  return made;
}

function asMark(made, segment) {
  made.className = segment.kind === "kept" ? "edit kept" : `edit new ${segment.kind}`;
  made.setAttribute("role", "button");
  made.setAttribute("aria-haspopup", "dialog");
  made.setAttribute("aria-expanded", "false");
  made.setAttribute("aria-label", spoken(segment));
  if (segment.edit) {
    made.replaceChildren(...(showsChanges() ? differences(segment.edit.before, segment.text) : highlighted(segment.edit.before, segment.text)));
  }
  return made;
}

function spoken({ kind, text, edit }) {
  if (kind === "kept") {
    return `${text}, kept`;
  }
  const how = kind === "chosen" ? ", your choice" : kind === "always" ? ", always" : isSure(edit) ? `, ${percent(edit.confidence)} sure` : "";
  return `${text || "nothing"}, in place of ${edit.before}${how}`;
}

// A wording as elements: what differs from the words before is "fresh", all of it if words were only left out.
function highlighted(before, after) {
  const parts = compare(before, after).filter(([kind]) => kind !== "old");
  const all = !parts.some(([kind]) => kind === "new");
  return parts.map(([kind, text]) => element("span", text, all || kind === "new" ? "fresh" : ""));
}

// Two wordings as elements: deleted, inserted and common words.
const differences = (before, after) => marked(compare(before, after));

// A whole record as elements, its edits as differences.
export function comparison(sentence, record) {
  return segments(sentence, record).flatMap((one) => (one.edit ? differences(one.edit.before, one.text) : [element("span", one.text)]));
}

// The text without marks, for copying.
export function plain(asking) {
  return asking.pieces.map((piece) => {
    const record = piece.gap ? null : asking.record(piece.sentence);
    return record ? segments(piece.sentence, record).map((one) => one.text).join("") : piece.gap ? piece.text : piece.sentence.raw;
  }).join("");
}
