// Shared by both pages: requests to the program.

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
