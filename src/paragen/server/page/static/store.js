// What a reload must not lose: the text, the rules and the decisions. The browser keeps them for this tab, until it is closed.

const NAME = "paragen-page";

export function stored() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME)) || {};
  } catch {
    return {}; // storage is disabled
  }
}

export function store(state) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(state));
  } catch {
    // storage is disabled or full: the page works, a reload starts afresh
  }
}
