// The words in which two wordings differ.

const MOST = 80; // words; longer ones differ as a whole

// Parts in order, [kind, text], of kind "same", "old" or "new"; old ones stand before the new ones in their place.
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

// How long the longest common subsequence is of what follows each pair of places.
function lengths(old, now) {
  const found = Array.from({ length: old.length + 1 }, () => new Array(now.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      found[i][j] = old[i] === now[j] ? found[i + 1][j + 1] + 1 : Math.max(found[i + 1][j], found[i][j + 1]);
    }
  }
  return found;
}

// Neighbours of one kind as one; between two "same", all old words stand before all new ones, spaces among them included.
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

// Takes the space that both sides begin, or end, with out of them.
function shared(run, edge) {
  const [old, now] = [run.old, run.new].map((text) => (text.match(edge) || [""])[0]);
  if (!old || old !== now) {
    return "";
  }
  run.old = run.old.replace(edge, "");
  run.new = run.new.replace(edge, "");
  return old;
}
