// Requests to the server, with the token if it requires one.

import { request } from "./request.js";
import { askToken, token } from "./token.js";

export async function ask(path, data = null, signal = null) {
  for (;;) {
    const shown = token();
    try {
      return await request(path, data, signal, shown ? { Authorization: `Bearer ${shown}` } : {});
    } catch (problem) {
      if (problem.status !== 401 || !(await askToken(shown))) {
        throw problem;
      }
    }
  }
}
