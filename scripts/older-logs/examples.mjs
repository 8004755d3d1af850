// Examples of every event and snapshot that a version could write: from its logs, and made from its schemas.
import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { workflowOf } from './scenarios.mjs';
import { ROOT } from './scratch-project.mjs';

/** Where a version has the schemas of its events and of the state in a snapshot. */
const SCHEMAS = {
  run: { event: ['run/events', 'runEvent'], state: ['run/run-state', 'runState'] },
  session: { event: ['session/events', 'sessionEvent'], state: ['session/session-state', 'sessionState'] },
  auto: { event: ['auto/events', 'autoEvent'], state: ['auto/graph-state', 'autoState'] },
};

/** Tried in turn where a text must match a pattern. */
const TEXTS = ['text', 'crp-001', 'vcr-001', '2024-01-15T10:00:00Z'];

/**
 * Lines of `{ workflow, from, event }` and `{ workflow, from, state }`. `from` is a scenario, one line for each shape of
 * what occurs there, or `schema`, one line for each alternative.
 */
export async function collectExamples(clone, logs) {
  const schemas = await loadSchemas(clone);
  const examples = Object.keys(SCHEMAS).flatMap((workflow) => {
    const recorded = logs.filter(({ scenario }) => workflowOf(scenario) === workflow).flatMap(readLog);
    const made = ['event', 'state'].flatMap((kind) =>
      makeValues(schemas.toJSONSchema(schemas[`${workflow}_${kind}`])).map((value) => ({
        from: 'schema',
        [kind]: value,
      })),
    );
    return [...onePerShape(recorded), ...made].map((example) => ({ workflow, ...example }));
  });
  for (const { workflow, from: _from, ...example } of examples)
    for (const [kind, value] of Object.entries(example)) schemas[`${workflow}_${kind}`].parse(value);
  return examples.map((example) => `${JSON.stringify(example)}\n`).join('');
}

function readLog({ scenario, text }) {
  const from = scenario;
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .flatMap(({ type, data }) => {
      if (type === 'segment') return [{ from, state: data.state }];
      if (type === 'edited') return data.events.map((event) => ({ from, event }));
      return type === 'shown' ? [] : [{ from, event: { type, data } }];
    });
}

function onePerShape(examples) {
  const shapes = new Set();
  return examples.filter(({ event, state }) => {
    const shape = `${event?.type} ${describeShape(event ?? state)}`;
    return shapes.size < shapes.add(shape).size;
  });
}

/** Names and types of all fields. */
function describeShape(value) {
  if (Array.isArray(value)) return `[${[...new Set(value.map(describeShape))].sort().join()}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return `{${Object.entries(value)
    .map(([name, field]) => `${name}:${describeShape(field)}`)
    .join()}}`;
}

/** They are TypeScript: bundled, then imported. */
async function loadSchemas(clone) {
  const lines = Object.entries(SCHEMAS).flatMap(([workflow, kinds]) =>
    Object.entries(kinds).map(
      ([kind, [file, name]]) => `export { ${name} as ${workflow}_${kind} } from '${clone}/src/workflows/${file}.ts';`,
    ),
  );
  const [input, file] = [path.join(ROOT, 'schemas.ts'), path.join(ROOT, 'schemas.mjs')];
  const zod = `export { toJSONSchema } from '${clone}/node_modules/zod/mini/index.js';`;
  fs.mkdirSync(ROOT, { recursive: true });
  fs.writeFileSync(input, [...lines, zod, ''].join('\n'));
  const build = await rolldown({ input, platform: 'node' });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  return import(file);
}

/** Values that a JSON Schema allows, so that each alternative in it is taken at least once. */
function makeValues(schema) {
  if ('const' in schema) return [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.flatMap(makeValues);
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => makeValues({ ...schema, type }));
  switch (schema.type) {
    case 'string':
      return [makeText(schema.pattern ?? '')];
    case 'integer':
      return [3];
    case 'number':
      return [1.5];
    case 'boolean':
      return [true, false];
    case 'null':
      return [null];
    case 'array':
      return [makeValues(schema.items), []];
    case 'object':
      return makeObjects(schema);
    default:
      throw new Error(`not understood: ${JSON.stringify(schema)}`);
  }
}

function makeText(pattern) {
  const text = TEXTS.find((one) => new RegExp(pattern).test(one));
  if (text === undefined) throw new Error(`no text matches ${pattern}`);
  return text;
}

/** As many as the field with the most values has, and one without the optional fields. */
function makeObjects({ properties, required = [], additionalProperties, propertyNames }) {
  if (properties === undefined) return makeMaps(additionalProperties || {}, propertyNames?.enum ?? ['name']);
  const fields = Object.entries(properties).map(([name, schema]) => [name, makeValues(schema)]);
  const count = Math.max(1, ...fields.map(([, values]) => values.length));
  const pick = (wanted, nth) =>
    Object.fromEntries(wanted.map(([name, values]) => [name, values[Math.min(nth, values.length - 1)]]));
  const whole = Array.from({ length: count }, (_, nth) => pick(fields, nth));
  const needed = fields.filter(([name]) => required.includes(name));
  return needed.length === fields.length ? whole : [...whole, pick(needed, 0)];
}

/** One with a value of each kind, spread over the names, and an empty one. */
function makeMaps(schema, names) {
  const values = makeValues(schema);
  const all = values.map((_, nth) =>
    Object.fromEntries(names.map((name, at) => [name, values[(nth + at) % values.length]])),
  );
  return [...all, {}];
}
