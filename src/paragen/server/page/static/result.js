// Draws the paraphrased text, with its edits as buttons; arrow keys move between them.

import { compare } from "./compare.js";
import { byId, element, marked } from "./dom.js";
import { segments } from "./segments.js";

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
export const differences = (before, after) => marked(compare(before, after));

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
