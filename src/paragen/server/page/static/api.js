// The API's page: the routes, fields and examples of openapi.json.

import { byId, complain, element } from "./dom.js";
import { request } from "./request.js";

const schemas = {};

const named = (schema) => (schema.$ref ? schemas[schema.$ref.split("/").pop()] : schema);

// The type of a field, in a few words.
function typeOf(schema) {
  const { anyOf, type, items, prefixItems, additionalProperties, enum: values, const: value } = schema;
  if (schema.$ref) {
    return named(schema).title.toLowerCase();
  }
  if (anyOf) {
    const types = new Set(anyOf.filter((one) => one.type !== "null").map(typeOf));
    return [...types].filter((type) => type !== "whole number" || !types.has("number")).join(" or ");
  }
  if (values || value !== undefined) {
    return (values || [value]).map((one) => JSON.stringify(one)).join(", ");
  }
  if (type === "array") {
    return prefixItems ? `[${prefixItems.map(typeOf).join(", ")}]` : `list of ${items ? typeOf(items) : "anything"}`;
  }
  if (type === "object") {
    return additionalProperties && additionalProperties !== true ? `object of ${typeOf(additionalProperties)}` : "object";
  }
  return { integer: "whole number", boolean: "true or false" }[type] || type || "anything";
}

function table(titles, rows) {
  const made = element("table");
  const head = element("tr");
  head.append(...titles.map((title) => element("th", title)));
  made.append(head, ...rows.map(([name, ...texts]) => {
    const row = element("tr");
    const cell = element("td");
    cell.append(element("code", name));
    row.append(cell, ...texts.map((text) => element("td", text)));
    return row;
  }));
  const around = element("div", "", "fields");
  around.append(made);
  return around;
}

function fields(schema, parameters) {
  const required = (schema && schema.required) || [];
  const meaning = (text, must, preset) =>
    [must ? "Required." : "", text || "", preset === undefined || preset === null ? "" : `By default ${JSON.stringify(preset)}.`].filter(Boolean).join(" ");
  return [
    ...(parameters || []).map((one) => [one.name, typeOf(one.schema), meaning(one.description, one.required)]),
    ...Object.entries((schema && schema.properties) || {}).map(([name, one]) => [
      name, typeOf(one), meaning(one.description, required.includes(name), one.default),
    ]),
  ];
}

// A request as a shell command.
function curl(path, kind, value) {
  const address = `${location.origin}${new URL(`.${path}`, location.href).pathname}`;
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const data = kind === "application/json"
    ? `-d ${quoted(JSON.stringify(value))}`
    : Object.entries(value).map(([name, text]) => `--data-urlencode ${quoted(`${name}=${text}`)}`).join(" ");
  return `curl -s ${address} ${data}`;
}

function route(method, path, described) {
  const made = element("section", "", "side route");
  made.id = `${method}${path.replaceAll("/", "-")}`;
  const title = element("h2");
  title.append(element("code", `${method.toUpperCase()} ${path}`));
  made.append(title, element("p", (described.description || described.summary || "").replaceAll("``", "")));
  const [kind, content] = Object.entries(described.requestBody?.content || {})[0] || [];
  const rows = fields(content && named(content.schema), described.parameters);
  if (rows.length) {
    made.append(element("h3", "Fields"), table(["Field", "Type", "Meaning"], rows));
  }
  const examples = content ? Object.values(content.examples || (content.example ? { one: { summary: "", value: content.example } } : {})) : [];
  if (examples.length) {
    made.append(element("h3", examples.length === 1 ? "Example" : "Examples"));
    made.append(...examples.flatMap(({ summary, value }) => [
      ...(summary ? [element("p", summary, "quiet")] : []), element("pre", curl(path, kind, value)),
    ]));
  }
  const answers = Object.entries(described.responses || {}).filter(([, one]) => one.description);
  if (answers.length > 1) {
    made.append(element("h3", "Answers"), table(["Status", "Meaning"], answers.map(([status, one]) => [status, one.description])));
  }
  return made;
}

async function begin() {
  try {
    const document = await request("openapi.json");
    Object.assign(schemas, document.components.schemas);
    const made = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => route(method, path, described)));
    byId("routes").replaceChildren(...made);
    byId("contents").replaceChildren(...made.map((one) => {
      const item = element("li");
      const link = element("a", one.querySelector("h2").textContent);
      link.href = `#${one.id}`;
      item.append(link);
      return item;
    }));
  } catch (problem) {
    complain(problem.message);
  }
}

begin();
