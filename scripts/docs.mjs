// Writes the pages of docs/reference that are made of the sources; --check says whether they are up to date.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiPage } from './api-page.mjs';
import { commandsPage } from './commands-page.mjs';
import { configPage } from './config-page.mjs';
import { mcpPage } from './mcp-page.mjs';
import { root } from './stamp.mjs';

/** What the schemas cannot say; the code is in the files of src/schema that end in “Rules”. */
const betweenFields = {
  session: ['`project.hash` is the folder’s name.'],
  'session-state': [
    'Every entry of `tasks` stands once in `task_order`, every subtask once in `subtask_order`; the orders may name ids that have no entry yet.',
    'A subtask’s id begins with the id of its task.',
  ],
  explored: ['Ids are those of the path.'],
  'task-breakdown': [
    'Ids are those of the path.',
    'Every id is unique; every task is once in `task_order`; a subtask’s id begins with the id of its task.',
  ],
  'design-brief': ['Ids are those of the path.', 'Subtasks are unique; the id of each begins with `task_id`.'],
  'design-contract': ['Ids are those of the path.', 'Ids of invariants are unique.'],
  'test-contract': ['Ids are those of the path; `subtask_id` begins with `task_id`.', 'Ids of cases are unique.'],
  'test-result': [
    'Ids are those of the path; `subtask_id` begins with `task_id`.',
    '`summary.total` is the sum of passed, failed and skipped.',
  ],
  knowledge: ['`project.hash` is the folder’s name.', 'Every id is unique.'],
  'auto-state': [
    'Tasks in `dependencies` are in one of the lists or in a checkpoint; there is no cycle.',
    '`progress` is n/m with n at most m.',
    'Duplicate ids and wrong counts are accepted, and corrected on the next write.',
  ],
  'run-state': ['`run_id` is the folder’s name.'],
  crp: ['`crp_id` is the file’s name.', 'Ids of options are unique; `recommendation` is one of them, or null.'],
  vcr: ['`vcr_id` is the file’s name.', 'With the decision `other`, `additional_notes` is not empty.'],
  results: ['`total` is the sum of passed, failed and skipped.'],
  evidence: ['`tests.total` is at least the sum of passed and failed.'],
};

const schemas = await loadSchemas();
const catalogues = { en: schemas.en, ko: schemas.ko };
const pages = {
  'docs/reference/files.md': filesPage(schemas),
  'docs/reference/api.md': apiPage(schemas),
  'docs/adr/README.md': decisionsPage(),
  ...Object.fromEntries(
    Object.entries(catalogues).flatMap(([language, words]) => {
      const folder = language === 'en' ? 'docs/reference' : `docs/${language}/reference`;
      return [
        [`${folder}/commands.md`, commandsPage(schemas, words, language)],
        [`${folder}/configuration.md`, configPage(schemas, words, { fieldType, language })],
        [`${folder}/mcp.md`, mcpPage(words, language)],
      ];
    }),
  ),
};
for (const [name, text] of Object.entries(pages)) {
  const page = path.join(root, name);
  if (!process.argv.includes('--check')) {
    fs.mkdirSync(path.dirname(page), { recursive: true });
    fs.writeFileSync(page, text);
  } else if (!fs.existsSync(page) || fs.readFileSync(page, 'utf8') !== text) {
    console.error(`${name} is not what the sources say: npm run docs`);
    process.exitCode = 1;
  }
}

function decisionsPage() {
  const records = fs.readdirSync(path.join(root, 'docs/adr')).filter((name) => /^\d/.test(name));
  const links = records.sort().map((name) => {
    const [heading = ''] = fs.readFileSync(path.join(root, 'docs/adr', name), 'utf8').split('\n', 1);
    return `- [${heading.replace(/^# /, '')}](${name})`;
  });
  return `# Decision records

<!-- Made by \`npm run docs\`. Do not edit. -->

Why things are the way they are, for people who change the code.

${links.join('\n')}
`;
}

function filesPage(schema) {
  const sections = schema.documentNames.map((name) => documentSection(name, schema));
  return `${[intro(schema), ...sections, formsSection(schema)].join('\n\n')}\n`;
}

/** The schemas are TypeScript: bundled aside, then imported. */
async function loadSchemas() {
  const { rolldown } = await import('rolldown');
  const places = [
    'schema/documents',
    'schema/json-schema',
    'schema/places',
    'base/patterns',
    ...['paths', 'routes', 'route', 'failure', 'event-stream'].map((name) => `schema/api/${name}`),
    ...['fields', 'defaults'].map((name) => `schema/config/${name}`),
    'cli/command-table',
    'i18n/en/index',
    'i18n/ko/index',
  ];
  const files = places.map((place) => place.replaceAll('/', '-'));
  const input = Object.fromEntries(places.map((place, at) => [files[at], `src/${place}.ts`]));
  const dir = path.join(root, '.build', `docs-${process.pid}`);
  try {
    // The handlers of commands are never called here.
    const external = /\/commands\/[\w-]+\.ts$/;
    const bundled = await rolldown({ cwd: root, input, external, platform: 'node', logLevel: 'warn' });
    await bundled.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
    await bundled.close();
    const loaded = await Promise.all(files.map((file) => import(pathToFileURL(path.join(dir, `${file}.mjs`)).href)));
    return Object.assign({}, ...loaded);
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
}

function intro({ documentNames }) {
  return `# Files

<!-- Made by \`npm run docs\` from src/schema and test/fixtures/documents. Do not edit. -->

Every document that Orchestral reads or writes. They are yours to read, compare, edit and commit; \`orchestral validate\`
checks them, \`orchestral schema NAME\` prints the JSON Schema of one.

All are UTF-8 (a byte order mark and CRLF are read) and strict: a field that is not listed here, a wrong type or a
missing required field is an error that names the place. JSON is written with two spaces; YAML is one document
without tags, anchors, aliases or merge keys. At most 64 levels of nesting; every key is unique. A document with a newer
\`version\` is not changed.

${documentNames.map((name) => `- [${name}](#${name})`).join('\n')}
- [Forms of text](#forms-of-text)`;
}

function documentSection(name, { jsonSchemaOf, kindOf, placeOf, patternNamed }) {
  const schema = jsonSchemaOf(name);
  const { format, maxBytes } = kindOf(name);
  const rows = [...fieldRows(schema, '', patternNamed)].map((cells) => `| ${cells.join(' | ')} |`);
  const file = `test/fixtures/documents/${name}.${format}`;
  const example = fs.readFileSync(path.join(root, file), 'utf8').trimEnd();
  const rules = (betweenFields[name] ?? []).map((rule) => `- ${rule}\n`).join('');
  return `## ${name}

${schema.description}

\`${placeOf(name)}\`, at most ${sizeText(maxBytes)}.

| field | type | required | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}

${rules === '' ? '' : `Between fields:\n\n${rules}\n`}\`\`\`${format}
${example}
\`\`\``;
}

function* fieldRows(schema, prefix, patternNamed) {
  for (const [field, inner] of Object.entries(schema.properties ?? {})) {
    const at = `${prefix}${field}`;
    const required = schema.required?.includes(field) ? 'yes' : 'no';
    yield [`\`${at}\``, typeText(inner, patternNamed), required, inner.description];
    yield* innerRows(inner, at, patternNamed);
  }
}

function* innerRows(schema, at, patternNamed) {
  if (schema.properties) yield* fieldRows(schema, `${at}.`, patternNamed);
  if (schema.items) yield* innerRows(schema.items, `${at}[]`, patternNamed);
  if (!schema.additionalProperties) return;
  const key = patternNamed(`/${schema.propertyNames?.pattern}/`) ?? 'name';
  yield* innerRows(schema.additionalProperties, `${at}.{${key}}`, patternNamed);
}

function typeText(schema, patternNamed) {
  if (schema.anyOf) return schema.anyOf.map((branch) => typeText(branch, patternNamed)).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.pattern) {
    const name = patternNamed(`/${schema.pattern}/`);
    return name === undefined ? 'string' : `[${name}](#forms-of-text)`;
  }
  if (schema.items) return `list of ${typeText(schema.items, patternNamed)}`;
  if (schema.additionalProperties) return `map of ${typeText(schema.additionalProperties, patternNamed)}`;
  const type = [schema.type ?? 'anything'].flat().join(' or ');
  if (schema.maximum !== undefined) return `${type}, ${schema.minimum} to ${schema.maximum}`;
  return schema.minimum > 0 ? `${type}, at least ${schema.minimum}` : type;
}

/** Without a link to the forms of text, which are on another page. */
function fieldType(schema) {
  const { jsonSchemaOfShape, patternNamed } = schemas;
  return typeText(jsonSchemaOfShape(schema), patternNamed).replaceAll('](#forms-of-text)', '](files.md#forms-of-text)');
}

function formsSection({ patterns }) {
  const rows = Object.entries(patterns).map(([name, { regex, example }]) => {
    return `| ${name} | \`${example}\` | \`${regex.source.replaceAll('|', '\\|')}\` |`;
  });
  return `## Forms of text\n\n| form | example | regular expression |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function sizeText(bytes) {
  return bytes < 1024 ** 2 ? `${bytes / 1024} KB` : `${bytes / 1024 ** 2} MB`;
}
