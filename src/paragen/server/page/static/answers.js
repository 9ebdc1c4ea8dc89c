// What the server has answered, so that only what changed is asked again; the oldest is forgotten first.

const MOST = 4000;

export class Answers {
  constructor() {
    this.found = new Map();
  }

  get(key) {
    return this.found.get(key);
  }

  set(key, value) {
    this.found.delete(key);
    this.found.set(key, value);
    if (this.found.size > MOST) {
      this.found.delete(this.found.keys().next().value);
    }
  }
}
