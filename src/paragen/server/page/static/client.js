// Requests to the server.

import { askToken, token } from "./token.js";

export class Problem extends Error {
  // status: of HTTP, 0 if there was no answer; after: seconds until it makes sense to try again, if the server says so.
  constructor(status, message, after = 0) {
    super(message);
    this.status = status;
    this.after = after;
  }
}

export async function ask(path, data = null, signal = null) {
  for (;;) {
    const shown = token();
    const response = await send(path, data, signal, shown);
    if (response.status !== 401 || !(await askToken(shown))) {
      return answer(response);
    }
  }
}

async function send(path, data, signal, shown) {
  const headers = { Accept: "application/json" };
  if (shown) {
    headers.Authorization = `Bearer ${shown}`;
  }
  if (data) {
    headers["Content-Type"] = "application/json";
  }
  try {
    return await fetch(path, { method: data ? "POST" : "GET", headers, body: data && JSON.stringify(data), signal });
  } catch (error) {
    throw error.name === "AbortError" ? error : new Problem(0, "The server does not answer. Is it still running?");
  }
}

async function answer(response) {
  let found;
  try {
    found = await response.json();
  } catch (error) {
    throw error.name === "AbortError" ? error : new Problem(response.status, `The server answered ${response.status} without saying more.`);
  }
  if (!response.ok) {
    const after = Number(response.headers.get("Retry-After")) || 0;
    throw new Problem(response.status, found.error ? found.error.message : `The server answered ${response.status}.`, after);
  }
  return found;
}
