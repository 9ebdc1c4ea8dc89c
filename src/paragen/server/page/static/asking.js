// Requests what the text on the page needs: one request at a time, a few sentences each, and only what is not cached.

import { ask, blockedWording, limits, plainly, tooLong } from "./client.js";
import { blocks, carried, characters, sentences } from "./sentences.js";

const LEAST = 4000; // entries kept at least, and several times as many as the text needs

// A cache of the server's answers; the oldest are dropped first.
class Answers {
  constructor() {
    this.found = new Map();
    this.most = LEAST;
  }

  // Keep at least this many, so that a text's own entries do not evict one another.
  make(room) {
    this.most = Math.max(LEAST, 4 * room);
  }

  get(key) {
    return this.found.get(key);
  }

  set(key, value) {
    this.found.delete(key);
    this.found.set(key, value);
    if (this.found.size > this.most) {
      this.found.delete(this.found.keys().next().value);
    }
  }
}

const SENTENCES = 4; // of the first request; then twice as many while answers come quickly
const MOST = 64;
const CHARACTERS = 20_000;
const QUICK = 300; // milliseconds
const DRAWING = 4; // how many times longer to wait for answers than to draw, so that long texts are not redrawn most of the time
const LONGEST = 5000; // milliseconds between two attempts while the server does not answer
const ENDED = /[.!?…][^\p{L}\p{N}]*$/u;

export class Asking {
  // options(): of every request; shown(): draws the state; said(text, isProblem): reports problems, "" when they are over;
  // lost(wording): a wording that the user chose has become forbidden.
  constructor(options, shown, said, lost) {
    Object.assign(this, { options, shown, said, lost });
    this.restored = []; // sentences before the page was loaded again
    this.text = "";
    this.cut = null; // the text of `pieces`
    this.pieces = []; // {gap: true, text} or {gap: false, sentence}
    this.spans = new Answers(); // by model and block: where its sentences are
    this.records = new Answers(); // by key of a sentence: its records
    this.problems = new Map(); // by key of a sentence: why it has none
    this.alone = new Set(); // keys to be requested separately
    this.refused = null; // options that the server cannot use
    this.job = null;
    this.running = false;
    this.size = SENTENCES;
    this.drawAgain = 0; // when, in milliseconds
  }

  get sentences() {
    return this.pieces.filter((piece) => !piece.gap).map((piece) => piece.sentence);
  }

  optionsKey() {
    return JSON.stringify(this.options());
  }

  key(sentence, n = 1) {
    return JSON.stringify([this.options(), sentence.text, sentence.keep, sentence.force, n]);
  }

  // The record shown for a sentence, undefined while there is none.
  record(sentence) {
    const records = this.records.get(this.key(sentence));
    return sentence.picked || (records && records[0]);
  }

  problem(sentence) {
    return this.problems.get(this.key(sentence)) || "";
  }

  setText(text) {
    this.text = text.toWellFormed ? text.toWellFormed() : text; // an unpaired surrogate is not text
    const now = blocks(this.text).map((block) => block.text);
    const wanted = (one) => now.includes(one.block) || (ENDED.test(one.text) && this.text.includes(one.text));
    if (this.job && !this.job.items.some(wanted)) {
      this.job.controller.abort();
    }
    this.wake();
  }

  // Options or decisions have changed: the current request may be obsolete.
  restart() {
    if (this.job && !this.job.items.every((item) => item.sentence === undefined || this.key(item.sentence) === item.key)) {
      this.job.controller.abort();
    }
    this.wake();
  }

  async wake() {
    if (this.running) {
      return;
    }
    this.running = true;
    if (this.refused && this.refused !== this.optionsKey()) {
      this.refused = null;
      this.said("");
    }
    try {
      for (let failures = 0; (this.job = this.next()); ) {
        try {
          await this.timed(this.job);
          failures = 0;
          this.said("");
          this.drawn();
        } catch (problem) {
          failures += 1;
          if (problem.name !== "AbortError" && !(await this.recovered(problem, failures))) {
            break;
          }
        }
      }
    } finally {
      this.job = null;
      this.running = false;
      this.shown();
    }
  }

  async timed(job) {
    const begun = performance.now();
    await job.ask();
    this.size = performance.now() - begun < QUICK ? Math.min(MOST, 2 * this.size) : Math.max(1, this.size >> 1);
  }

  drawn() {
    const begun = performance.now();
    if (begun >= this.drawAgain) {
      this.shown();
      const now = performance.now();
      this.drawAgain = now + DRAWING * (now - begun);
    }
  }

  // What to request next; null if nothing.
  next() {
    if (this.cut !== this.text) {
      const { model } = this.options();
      const spanKey = (block) => JSON.stringify([model, block]);
      const parts = blocks(this.text);
      this.spans.make(parts.length);
      const unknown = parts.filter((block) => !block.gap && !this.spans.get(spanKey(block.text)));
      if (unknown.length) {
        return this.splitting(unknown, model, spanKey);
      }
      const pieces = parts.flatMap((block) => (block.gap ? [block] : this.within(block.text, this.spans.get(spanKey(block.text)))));
      const before = this.pieces.length ? this.sentences : this.restored;
      const made = carried(before, pieces.filter((piece) => !piece.gap).map((piece) => piece.text)).values();
      this.pieces = pieces.map((piece) => (piece.gap ? piece : { ...piece, sentence: made.next().value }));
      this.records.make(pieces.length);
      this.cut = this.text;
    }
    if (this.refused) {
      return null;
    }
    const missing = new Map();
    for (const { gap, sentence, block } of this.pieces) {
      const key = gap ? "" : this.key(sentence);
      const refusal = gap ? "" : tooLong(characters(sentence.text).length);
      if (refusal) {
        this.problems.set(key, refusal);
      } else if (!gap && !this.records.get(key) && !this.problems.has(key)) {
        missing.set(key, { key, sentence, block, text: sentence.raw });
      }
    }
    return missing.size ? this.rewriting(this.batch([...missing.values()])) : null;
  }

  within(block, spans) {
    return sentences(block, spans).map((piece) => ({ ...piece, block }));
  }

  batch(items) {
    let size = 0;
    const [most, room] = [Math.min(this.size, limits().texts), Math.min(CHARACTERS, limits().characters)];
    const fits = (item, i) => i === 0 || (i < most && !this.alone.has(items[0].key) && size <= room);
    const end = items.findIndex((item, i) => {
      size += item.text.length;
      return !fits(item, i) || (i > 0 && this.alone.has(item.key));
    });
    return end < 0 ? items : items.slice(0, end);
  }

  splitting(unknown, model, spanKey) {
    const items = this.batch(unknown.map(({ text }) => ({ key: spanKey(text), text, block: text })));
    const controller = new AbortController();
    const sent = async () => {
      const { results } = await ask("v1/sentences", { model, texts: items.map((item) => item.text) }, controller.signal);
      items.forEach((item, i) => this.spans.set(item.key, results[i]));
    };
    const whole = (item) => this.spans.set(item.key, [[0, characters(item.text).length]]); // it then is refused as a sentence
    return { items, controller, ask: sent, fail: whole };
  }

  rewriting(items) {
    const controller = new AbortController();
    const texts = items.map(({ sentence }) => ({ text: sentence.text, keep: sentence.keep, force: sentence.force }));
    const sent = async () => {
      const { results } = await ask("v1/paraphrase", { ...this.options(), texts }, controller.signal);
      items.forEach((item, i) => this.records.set(item.key, results[i]));
    };
    return { items, controller, ask: sent, fail: (item, message) => this.problems.set(item.key, message) };
  }

  // Whether to continue after a failed request, if need be after a while.
  async recovered(problem, failures) {
    const { items, fail } = this.job;
    if (problem.status === 429 || problem.status === 0) {
      const seconds = problem.status ? Math.max(problem.after, 1) : Math.min(LONGEST, 500 * 2 ** failures) / 1000;
      this.said(problem.status ? `The server is busy. Trying again in ${seconds} s …` : problem.message, !problem.status);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return true;
    }
    const options = problem.status === 422 && !problem.message.startsWith("texts");
    if ([413, 422, 503].includes(problem.status) && !options) {
      if (items.length > 1) {
        items.forEach((item) => this.alone.add(item.key)); // so that one bad sentence does not stop the others
      } else if (blockedWording(problem.message) && items[0].sentence) {
        this.forget(items[0].sentence, blockedWording(problem.message));
      } else {
        fail(items[0], plainly(problem.message));
      }
      return true;
    }
    if (options) {
      this.refused = this.optionsKey();
    }
    this.said(problem.message, true);
    return false;
  }

  // Takes back a choice that a rule has come to forbid.
  forget(sentence, { begin, end }) {
    this.lost(sentence.force.filter(([b, e]) => b === begin && e === end).map(([, , wording]) => wording).join());
    sentence.undo(begin, end);
  }
}
