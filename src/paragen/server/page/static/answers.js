// What the server has answered, so that only what changed is asked again; the oldest is forgotten first.

const LEAST = 4000; // are held, and several times as many as the text needs

export class Answers {
  constructor() {
    this.found = new Map();
    this.most = LEAST;
  }

  // Hold so many at least: what a text needs must not push itself out.
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
