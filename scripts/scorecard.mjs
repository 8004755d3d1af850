import fs from 'node:fs';
import os from 'node:os';
import { COVERAGE_PART, PARTS, partOf } from './test-parts.mjs';

const CARD = 'docs/scorecard.md';
const FIGURES = '.build/scorecard.jsonl';

/** `owner`: the part that a row belongs to. */
const SECTIONS = [
  {
    title: 'Parts',
    head: ['part', 'tests', 'minutes', 'measured', 'seed'],
    owner: (row) => row.split(' | ')[0].slice(2),
  },
  { title: 'Promises', head: ['promise', 'asked', 'measured', 'where'], owner: ownerByFile },
  { title: 'Not run', head: ['test', 'why', 'where'], owner: ownerByFile },
  {
    title: 'Coverage',
    about: 'What the tests of `npm test` run of `src/` in their own process; child processes are not counted.',
    head: ['room', 'lines', 'branches', 'functions'],
    owner: () => COVERAGE_PART,
  },
];

export function forgetFigures() {
  fs.rmSync(FIGURES, { force: true });
}

/** Replaces the rows of one part: what `test/support/scorecard.ts` noted, how the tests ended, what was not run. */
export function writePart(part, { passed, failed, notRun, coverage = [], minutes, seed }) {
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
    Coverage: coverage,
  };
  const kept = readRows();
  const sections = SECTIONS.map(({ title, owner, ...rest }) => {
    const others = (kept.get(title) ?? []).filter((row) => PARTS.includes(owner(row)) && owner(row) !== part);
    return section({ title, ...rest, rows: [...others, ...rows[title].map(line)].toSorted() });
  });
  const intro = 'Written by `npm run test:full`; `npm run test:full -- PART` measures one part again.';
  const card = ['# Scorecard', '', intro, '', ...sections].join('\n');
  fs.mkdirSync('docs', { recursive: true });
  fs.writeFileSync(CARD, card);
  return card;
}

function section({ title, about, head, rows }) {
  const intro = about === undefined ? [] : [about, ''];
  const table = [line(head), line(head.map(() => '---')), ...rows];
  return [`## ${title}`, '', ...intro, ...(rows.length === 0 ? ['Nothing.'] : table), ''].join('\n');
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

/** By the test file in the last cell; undefined when that is gone. */
function ownerByFile(row) {
  const [, file = ''] = /\| `([^`]+)` \|$/.exec(row) ?? [];
  return fs.existsSync(file) ? partOf(file) : undefined;
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
