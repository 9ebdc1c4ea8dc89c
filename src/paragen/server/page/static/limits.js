// What the server takes, and its refusals in words.

const NONE = { texts: Infinity, characters: Infinity, text_characters: Infinity, n: Infinity };
let given = NONE;

export const limits = () => given;
export const setLimits = (served) => (given = { ...NONE, ...served });

const number = (count) => count.toLocaleString("en");

// Why a sentence cannot be sent; "" if it can.
export function tooLong(length) {
  const most = given.text_characters;
  return length > most
    ? `One sentence has ${number(length)} characters, and this server takes up to ${number(most)}: divide it with a full stop or an empty line.`
    : "";
}

// A refusal without the places in the request, which nobody sees here.
export function plainly(message) {
  const said = message.replace(/^texts?(?:\[\d+\])?(?:\.\w+(?:\[\d+\])*)*: */, "");
  return said === message ? said : said.charAt(0).toUpperCase() + said.slice(1);
}

// The forced wording that a refusal is about, {begin, end}; null if it is about something else.
export function blockedWording(message) {
  const found = message.match(/force: found \((\d+), (\d+), .* is blocked\./s);
  return found && { begin: Number(found[1]), end: Number(found[2]) };
}
