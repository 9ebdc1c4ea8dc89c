// The server counts characters (code points); the browser counts UTF-16 code units, two of which make an emoji.

export const characters = (text) => Array.from(text);

export const slice = (chars, begin, end) => chars.slice(begin, end).join("");

// The number of characters before a code unit; one in the middle of a character counts as at its beginning.
export function characterAt(text, unit) {
  let count = 0;
  for (let at = 0; at < unit; count += 1) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
    if (at > unit) {
      break;
    }
  }
  return count;
}
