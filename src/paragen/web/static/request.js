// Requests to the server.

export class Problem extends Error {
  // status: of HTTP, 0 if there was no answer; after: seconds until it makes sense to try again, if the server says so;
  // answer: the whole answer.
  constructor(status, message, after = 0, answer = {}) {
    super(message);
    this.status = status;
    this.after = after;
    this.answer = answer;
  }
}

export async function request(path, data = null, signal = null, headers = {}) {
  const kinds = { Accept: "application/json", ...(data && { "Content-Type": "application/json" }) };
  let response;
  try {
    response = await fetch(path, {
      method: data ? "POST" : "GET", headers: { ...kinds, ...headers }, body: data && JSON.stringify(data), signal,
    });
  } catch (error) {
    throw error.name === "AbortError" ? error : new Problem(0, "The server does not answer. Is it still running?");
  }
  let found;
  try {
    found = await response.json();
  } catch (error) {
    throw error.name === "AbortError" ? error : new Problem(response.status, `The server answered ${response.status} without saying more.`);
  }
  if (!response.ok) {
    const after = Number(response.headers.get("Retry-After")) || 0;
    throw new Problem(response.status, found.error ? found.error.message : `The server answered ${response.status}.`, after, found);
  }
  return found;
}
