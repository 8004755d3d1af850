import fs from 'node:fs';
import os from 'node:os';
import { PARTS, partOf } from './test-parts.mjs';

const CARD = 'docs/scorecard.md';
const FIGURES = '.build/scorecard.jsonl';

/** The rows of a section are sorted; `where` names the test file, and by it the part, of a row. */
const SECTIONS = [
  { title: 'Parts', head: ['part', 'tests', 'minutes', 'measured', 'seed'] },
  { title: 'Promises', head: ['promise', 'asked', 'measured', 'where'] },
  { title: 'Not run', head: ['test', 'why', 'where'] },
];

export function forgetFigures() {
  fs.rmSync(FIGURES, { force: true });
}

/** Replaces the rows of one part: what `test/support/scorecard.ts` noted, how the tests ended, what was not run. */
export function writePart(part, { passed, failed, notRun, minutes, seed }) {
  const [cpu] = os.cpus();
  const machine = `Node ${process.versions.node}, ${os.cpus().length} × ${cpu?.model ?? 'unknown'}`;
  const measured = `${new Date().toISOString().slice(0, 10)}, ${machine}`;
  const rows = {
    Parts: [[part, `${passed} passed, ${failed} failed`, minutes.toFixed(1), measured, seed]],
    Promises: readFigures().map(({ promise, asked, measured: figure, where }) => [
      promise,
      asked,
      figure,
      `\`${where}\``,
    ]),
    'Not run': notRun.map(({ file, name, why }) => [name, why, `\`${file}\``]),
  };
  const kept = readRows();
  const sections = SECTIONS.map(({ title, head }) => {
    const others = (kept.get(title) ?? []).filter((row) => PARTS.includes(partOfRow(row)) && partOfRow(row) !== part);
    return section({ title, head, rows: [...others, ...rows[title].map(line)].toSorted() });
  });
  const intro = 'Written by `npm run test:full`; `npm run test:full -- PART` measures one part again.';
  const card = ['# Scorecard', '', intro, '', ...sections].join('\n');
  fs.mkdirSync('docs', { recursive: true });
  fs.writeFileSync(CARD, card);
  return card;
}

function section({ title, head, rows }) {
  const table = [line(head), line(head.map(() => '---')), ...rows];
  return [`## ${title}`, '', ...(rows.length === 0 ? ['Nothing.'] : table), ''].join('\n');
}

/** The lines of each table, without its head. */
function readRows() {
  if (!fs.existsSync(CARD)) return new Map();
  const sections = fs.readFileSync(CARD, 'utf8').split(/^## /m);
  return new Map(
    sections.map((text) => {
      const [title, ...lines] = text.split('\n');
      return [title, lines.filter((each) => each.startsWith('| ')).slice(2)];
    }),
  );
}

/** By the test file in its last cell; a row of the first table begins with the part itself. */
function partOfRow(row) {
  const file = /\| `([^`]+)` \|$/.exec(row)?.[1];
  return file === undefined ? row.split(' | ')[0].slice(2) : fs.existsSync(file) ? partOf(file) : undefined;
}

function readFigures() {
  if (!fs.existsSync(FIGURES)) return [];
  return fs
    .readFileSync(FIGURES, 'utf8')
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each));
}

function line(cells) {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
