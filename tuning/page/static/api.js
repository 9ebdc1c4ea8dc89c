// Shared by both pages: requests to the program, and making elements. Text is inserted as text, never as markup.

export class Refused extends Error {
  constructor(status, answer) {
    super(answer.message || "The program refused that.");
    this.status = status;
    this.view = answer.view || null;
  }
}

const SILENT = "The program does not answer, so nothing was saved. Is it still running? Start it again with the same files: it resumes where you stopped.";

export async function ask(action, data = {}) {
  let response;
  let answer;
  try {
    response = await fetch(action, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(data),
    });
    answer = response.headers.get("Content-Type") === "application/json"
      ? await response.json()
      : { message: await response.text() };
  } catch {
    throw new Error(SILENT);
  }
  if (!response.ok) {
    throw new Refused(response.status, answer);
  }
  return answer;
}

export function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) {
    made.className = className;
  }
  return made;
}

export const byId = (id) => document.getElementById(id);

export function complain(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = !text;
}
