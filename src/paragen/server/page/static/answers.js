// A cache of the server's answers, so that only changed text is sent again; the oldest are dropped first.

const LEAST = 4000; // entries kept at least, and several times as many as the text needs

export class Answers {
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
