// The words in which two wordings differ.

const MOST = 80; // words; longer ones differ as a whole

// Parts in order, [kind, text], of kind "same", "old" or "new"; old ones come before the new ones that replace them.
export function compare(before, after) {
  const [old, now] = [before, after].map((text) => text.match(/\s+|\S+/gu) || []);
  if (old.length > MOST || now.length > MOST) {
    return merged([["old", before], ["new", after]]);
  }
  const common = lengths(old, now);
  const parts = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      parts.push(["same", old[i]]);
      [i, j] = [i + 1, j + 1];
    } else if (i < old.length && (j === now.length || common[i + 1][j] >= common[i][j + 1])) {
      parts.push(["old", old[i]]);
      i += 1;
    } else {
      parts.push(["new", now[j]]);
      j += 1;
    }
  }
  return merged(parts);
}

// The length of the longest common subsequence of the words from each pair of places on.
function lengths(old, now) {
  const found = Array.from({ length: old.length + 1 }, () => new Array(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      found[i][j] = old[i] === now[j] ? found[i + 1][j + 1] + 1 : Math.max(found[i + 1][j], found[i][j + 1]);
    }
  }
  return found;
}

// Merges neighbours of one kind; between two "same", all old words come before all new ones, including spaces among them.
function merged(parts) {
  const found = [];
  let run = { old: "", new: "" };
  const flush = () => {
    const [before, after] = [/^\s+/u, /\s+$/u].map((edge) => shared(run, edge));
    const add = (kind, text) => text && found.push([kind, text]);
    add("same", before);
    add("old", run.old);
    add("new", run.new);
    add("same", after);
    run = { old: "", new: "" };
  };
  parts.forEach(([kind, text], i) => {
    const space = kind === "same" && !text.trim();
    if (space && (run.old || run.new) && i + 1 < parts.length && parts[i + 1][0] !== "same") {
      run.old += text; // a space between changes belongs to both
      run.new += text;
    } else if (kind === "same") {
      flush();
      found.push([kind, text]);
    } else {
      run[kind] += text;
    }
  });
  flush();
  return found;
}

// Moves a space with which both sides begin or end out of them.
function shared(run, edge) {
  const [old, now] = [run.old, run.new].map((text) => (text.match(edge) || [""])[0]);
  if (!old || old !== now) {
    return "";
  }
  run.old = run.old.replace(edge, "");
  run.new = run.new.replace(edge, "");
  return old;
}
