// Shows a question, or the end page, as the program sent it, and the buttons that answer it, with their keys.

import { button, byId, element, marked } from "./dom.js";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const spoken = (label, reason) => (reason ? `${label} (${reason})` : label);

// view: the question and the progress; about: labels and reasons; asking: saved as incorrect, a reason may follow;
// judged: meaning and grammar as judged so far, if they are asked for.
export function render(view, about, asking, judged) {
  byId("question").hidden = !view.item;
  byId("finished").hidden = Boolean(view.item);
  byId("controls").hidden = false;
  byId("progress").hidden = view.total === 0;
  showProgress(view);
  if (view.item) {
    showItem(view, about, asking);
  } else {
    showFinished(view, about);
  }
  showControls(view, about, asking, judged);
}

function showProgress(view) {
  const left = view.total - view.done;
  const percent = view.total ? Math.floor((100 * view.done) / view.total) : 0;
  byId("bar").value = view.total ? view.done / view.total : 0;
  byId("share").textContent = `${view.done} of ${view.total} done (${percent} %), ${left} left`;
}

function showItem(view, about, asking) {
  const item = view.item;
  byId("ask").textContent = about.sentences
    ? `Paraphrase ${view.index + 1} of ${view.total}: does it say the same, in good English?`
    : `Substitute ${view.index + 1} of ${view.total}: is the sentence still good, and does it say the same?`;
  byId("change").textContent = item.change;
  byId("result").replaceChildren(...marked(item.result));
  byId("original").replaceChildren(...marked(item.original, { old: "mark" }));
  byId("said").hidden = !view.said || asking;
  byId("said").textContent = view.said ? `You said: ${spoken(view.said.label, view.said.reason)}. A key changes it.` : "";
  byId("others").hidden = view.others.length === 0;
  byId("others-list").replaceChildren(...view.others.map(othersAnswer));
  byId("news").textContent = asking
    ? `Saved as ${about.labels[1]}. Why? Enter goes on without a reason.`
    : `${item.change}. ${item.result.filter(([kind]) => kind !== "old").map(([, text]) => text).join("")}`;
  scrollTo(0, 0);
  for (const id of ["result", "original"]) {
    const mark = byId(id).querySelector("ins, del, mark");
    byId(id).scrollTop = mark ? Math.max(0, mark.offsetTop - byId(id).offsetTop - 60) : 0;
  }
}

function othersAnswer(said) {
  const row = element("li");
  row.append(element("strong", said.annotator), element("span", `: ${spoken(said.label, said.reason)}`));
  return row;
}

function showFinished(view, about) {
  const undecided = about.labels.slice(2).reduce((sum, label) => sum + view.counts[label], 0);
  const open = view.total - view.done;
  let title = about.settle ? "All disagreements are settled." : "All done. Thank you.";
  if (view.total === 0) {
    title = "There is nothing to settle: annotators do not disagree.";
  } else if (open) {
    title = "That was the last of these.";
  }
  byId("finished-title").textContent = title;
  byId("finished-counts").replaceChildren(
    ...about.labels.filter((label) => view.counts[label]).map((label) => element("li", `${view.counts[label]} ${label}`)),
  );
  byId("finished-hint").textContent = view.total ? `Everything is saved in ${about.file}. You may close this page.` : "";
  byId("again").hidden = undecided === 0;
  byId("again").textContent = `Look again at the ${undecided} unsure or skipped`;
  byId("news").textContent = title;
}

function showControls(view, about, asking, judged) {
  const item = Boolean(view.item);
  document.body.classList.toggle("asking", asking);
  byId("labels").hidden = !item;
  byId("reasons").hidden = !item || about.judgements.length > 0;
  byId("why").textContent = asking ? "Saved. Why?" : `${capital(about.labels[1])}, because of:`;
  byId("proceed").hidden = !asking;
  for (const button of byId("labels").querySelectorAll("button")) {
    const { label, judgement, good } = button.dataset;
    const pressed = judgement ? String(judged[judgement]) === good : Boolean(view.said) && view.said.label === label;
    button.setAttribute("aria-disabled", String(asking)); // truly disabled buttons would lose the focus
    button.setAttribute("aria-pressed", String(pressed));
  }
  byId("undo").disabled = !view.last;
  byId("back").disabled = item ? view.index === 0 : view.total === 0;
  byId("forth").disabled = !item || view.index === view.total - 1;
  byId("last").textContent = view.last
    ? `Last: ${view.last.change} – ${spoken(view.last.label, view.last.reason)}`
    : "";
}

const LABEL_KEYS = ["1", "2", "3", "4"];
const JUDGEMENT_KEYS = { meaning: ["1", "2"], grammar: ["3", "4"] }; // if these are asked for separately
const UNDECIDED_KEYS = ["5", "6"];
const REASON_KEYS = {
  meaning: "M", grammar: "G", "fixed expression": "F", name: "N", syntactic: "G", semantic: "M", "not a paraphrase": "P",
};

// Builds the buttons of what is asked. act: what they do; returns it by key.
export function buildButtons(about, act) {
  const separate = about.judgements.length > 0;
  const actions = new Map();
  const add = (group, key, text, action, data = {}, title = "") => {
    const made = button(text, action, key, title);
    Object.assign(made.dataset, data);
    group.append(made);
    actions.set(key, action);
    return made;
  };
  for (const { name, asked, good, bad } of about.judgements) {
    const group = element("div", "", "judgement");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", asked);
    group.append(element("span", asked));
    [good, bad].forEach((text, i) => {
      const key = JUDGEMENT_KEYS[name][i];
      add(group, key, capital(text), () => act.judge(name, !i), { judgement: name, good: !i }).className = i ? "bad" : "good";
    });
    byId("labels").append(group);
  }
  const keys = separate ? [null, null, ...UNDECIDED_KEYS] : LABEL_KEYS;
  about.labels.forEach((label, i) => {
    if (keys[i]) {
      add(byId("labels"), keys[i], capital(label), () => act.give(label), { label }).className = ["good", "bad", "open", "open"][i];
    }
  });
  byId("ask-why").parentElement.hidden = separate;
  for (const { name, explained } of separate ? [] : about.reasons) {
    add(byId("reasons"), REASON_KEYS[name], name, () => act.reason(name), {}, explained);
  }
  const on = button("no reason", act.proceed, "Enter", "Go on without a reason");
  on.id = "proceed";
  byId("reasons").append(on);
  return actions;
}
