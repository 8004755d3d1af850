// Runs scenarios with an older version of the program and saves what it leaves, for test/engine/older-logs.test.ts.
//   node scripts/record-older-logs.mjs CLONE     CLONE: a clone of that version, built
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { collectExamples } from './older-logs/examples.mjs';
import { saveFixture } from './older-logs/save-fixture.mjs';
import { findLogs, playScenario, scenarios } from './older-logs/scenarios.mjs';
import { ROOT } from './older-logs/scratch-project.mjs';
import { root } from './stamp.mjs';

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('usage: record-older-logs.mjs CLONE');
const clone = fs.realpathSync(given);
const commit = execFileSync('git', ['-C', clone, 'rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim();
const target = path.join(root, 'test/fixtures', commit);
const logs = [];

for (const name of Object.keys(scenarios)) {
  const project = await playScenario(name, path.join(clone, 'bin/orchestral.js'));
  saveFixture(project, path.join(target, name));
  for (const file of findLogs(name, project.folder)) logs.push({ scenario: name, text: fs.readFileSync(file, 'utf8') });
  console.log(name);
}

fs.writeFileSync(path.join(target, 'examples.jsonl'), await collectExamples(clone, logs));
fs.rmSync(ROOT, { recursive: true });
