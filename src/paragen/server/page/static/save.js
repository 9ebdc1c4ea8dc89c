// Exports the text: to the clipboard, or as a file.

import { element } from "./dom.js";

export async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = element("textarea", text, "hidden"); // pages without encryption have no other clipboard
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) {
    throw new Error("The browser did not let the page copy.");
  }
}

export function download(text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = "paraphrase.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
