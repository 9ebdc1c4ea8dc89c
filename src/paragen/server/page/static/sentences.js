// A text in sentences, in the characters that the server counts, and the user's decisions about each sentence.

// The server counts characters (code points); the browser counts UTF-16 code units, two of which make an emoji.
export const characters = (text) => Array.from(text);

export const slice = (chars, begin, end) => chars.slice(begin, end).join("");

// The number of characters before a code unit; one in the middle of a character counts as at its beginning.
export function characterAt(text, unit) {
  let count = 0;
  for (let at = 0; at < unit; count += 1) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
    if (at > unit) {
      break;
    }
  }
  return count;
}

const BLANK = /\n[^\S\n]*\n\s*/g;

// The blocks and the gaps between them, in order: {text, gap}.
export function blocks(text) {
  const found = [];
  let begin = 0;
  for (const blank of text.matchAll(BLANK)) {
    found.push({ text: text.slice(begin, blank.index), gap: false }, { text: blank[0], gap: true });
    begin = blank.index + blank[0].length;
  }
  found.push({ text: text.slice(begin), gap: false });
  return found.filter((block) => block.text);
}

// The sentences of a block and the gaps between them: {text, gap}; spans: of the sentences, in characters.
export function sentences(block, spans) {
  const chars = characters(block);
  const found = [];
  let at = 0;
  for (const [begin, end] of [...spans, [chars.length, chars.length]]) {
    found.push({ text: slice(chars, at, begin), gap: true }, { text: slice(chars, begin, end), gap: false });
    at = end;
  }
  return found.filter((piece) => piece.text);
}

// A sentence that spans lines, on one line of the same length.
export const oneLine = (text) => text.replace(/[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g, " ");

const apart = (begin, end) => ([b, e]) => e <= begin || end <= b;
const byPlace = (a, b) => a[0] - b[0];

export class Sentence {
  constructor(raw) {
    this.raw = raw;
    this.text = oneLine(raw);
    this.keep = []; // [begin, end] in characters
    this.force = []; // [begin, end, wording]
    this.picked = null; // one of its n best records, shown in place of the best
  }

  decided(begin, end) {
    return !this.keep.every(apart(begin, end)) || !this.force.every(apart(begin, end));
  }

  undo(begin, end) {
    this.settle();
    this.keep = this.keep.filter(apart(begin, end));
    this.force = this.force.filter(apart(begin, end));
  }

  keepWords(begin, end) {
    this.undo(begin, end);
    this.keep = [...this.keep, [begin, end]].sort(byPlace);
  }

  use(begin, end, wording) {
    this.undo(begin, end);
    this.force = [...this.force, [begin, end, wording]].sort(byPlace);
  }

  // Turns a picked version into separate wordings, which can be changed one by one.
  settle() {
    for (const edit of this.picked ? this.picked.edits : []) {
      if (!this.decided(edit.begin, edit.end)) {
        this.force.push([edit.begin, edit.end, edit.after]);
      }
    }
    this.force.sort(byPlace);
    this.picked = null;
  }

  // The sentence after typing: decisions on words before and after the change are kept.
  retyped(raw) {
    const made = new Sentence(raw);
    const old = characters(this.text);
    const now = characters(made.text);
    const most = Math.min(old.length, now.length);
    let first = 0;
    while (first < most && old[first] === now[first]) {
      first += 1;
    }
    let last = 0;
    while (last < most - first && old[old.length - 1 - last] === now[now.length - 1 - last]) {
      last += 1;
    }
    const moved = ([begin, end, ...rest]) => {
      if (end < first || (end === first && !/[\p{L}\p{N}]/u.test(now[end] || ""))) {
        return [[begin, end, ...rest]];
      }
      const shift = now.length - old.length;
      const whole = begin > old.length - last || (begin === old.length - last && !/[\p{L}\p{N}]/u.test(now[begin + shift - 1] || ""));
      return whole ? [[begin + shift, end + shift, ...rest]] : [];
    };
    made.keep = this.keep.flatMap(moved);
    made.force = this.force.flatMap(moved);
    return made;
  }
}

// The new sentences of a text, given those `before`: unchanged ones keep their decisions.
export function carried(before, texts) {
  const most = Math.min(before.length, texts.length);
  let first = 0;
  while (first < most && before[first].raw === texts[first]) {
    first += 1;
  }
  let last = 0;
  while (last < most - first && before[before.length - 1 - last].raw === texts[texts.length - 1 - last]) {
    last += 1;
  }
  const old = before.slice(first, before.length - last);
  const now = texts.slice(first, texts.length - last);
  const free = new Map(old.map((one) => [one.raw, one]));
  const middle = now.map((raw, i) => {
    const same = free.get(raw);
    free.delete(raw);
    return same || (old.length === now.length ? old[i].retyped(raw) : new Sentence(raw));
  });
  return [...before.slice(0, first), ...middle, ...before.slice(before.length - last)];
}
