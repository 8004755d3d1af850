import fs from 'node:fs';
import os from 'node:os';

/** What `test/support/scorecard.ts` noted during a full run. */
export function readFigures(file = '.build/scorecard.jsonl') {
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export function scorecard(figures, { seed }) {
  const rows = figures
    .map(({ promise, asked, measured, where }) => [promise, asked, measured, `\`${where}\``].map(cell).join(' | '))
    .sort();
  const [cpu] = os.cpus();
  return [
    '# Scorecard',
    '',
    `Written by \`npm run test:full\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, ${os.cpus().length} × ${cpu?.model ?? 'unknown'}, seed ${seed}.`,
    '',
    '| promise | asked | measured | where |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}

function cell(text) {
  return String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
}
