import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDashboardPlace } from '../src/engine/door/dashboard.ts';
import { serve } from '../src/server/serve.ts';
import { expectOk } from '../test/support/conduct-session.ts';
import { largeRun } from '../test/support/large-run.ts';
import { figuresOf, inRounds, ratios, spread } from './rounds.ts';
import { printTable } from './table.ts';

/* How long a person waits for the page of a large run, beside an answer of the same server for which nothing is read. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });

const pages = fs.mkdtempSync(path.join(process.env['TMPDIR'] ?? '/tmp', 'pages-'));
const { env, agent, effect, params } = await largeRun();
const { project } = params;
const of = `/api/projects/${project}/runs/${params.run}`;
const PAGE = [of, `${of}/stages`, `${of}/rounds`, `/api/projects/${project}/log?effect=${encodeURIComponent(effect)}`];
const names = {
  empty: 'an answer for which nothing is read',
  cold: 'the page of a run with 100,000 events and a log of 500 MB, first time',
  warm: 'the same page again',
  home: 'Home with that run',
} as const;

let server = await started();
const figures = await inRounds(
  [
    { name: names.empty, turn: () => took(['/api/session']) },
    { name: names.cold, turn: cold },
    { name: names.warm, turn: () => took(PAGE) },
    { name: names.home, turn: () => took(['/api/home']) },
  ],
  Number(values.rounds),
);
server.stop();
printTable(
  'The page of a large run',
  ['', 'milliseconds', '× the empty answer'],
  Object.values(names).map((name) => [
    name,
    spread(figuresOf(figures, name), 0),
    name === names.empty ? '' : spread(ratios(figures, name, names.empty), 0),
  ]),
);
process.exit();

/** By a server that has read nothing yet. */
async function cold(): Promise<number> {
  server.stop();
  await server.ended;
  server = await started();
  const ms = await took(PAGE);
  await took(['/api/home']);
  return ms;
}

async function started() {
  const program = ['/bin/true'] as const;
  const served = expectOk(await serve({ env, version: '0', program, language: 'en', port: 0, pages, agent }));
  if (served === null) throw new Error('somebody serves already');
  return served;
}

/** All at once, as a page asks. */
async function took(paths: readonly string[]): Promise<number> {
  const token = expectOk(openDashboardPlace(env)).read()?.token ?? '';
  const began = performance.now();
  const answers = await Promise.all(
    paths.map((one) => fetch(`${server.origin}${one}`, { headers: { authorization: `Bearer ${token}` } })),
  );
  for (const answer of answers) if (!answer.ok) throw new Error(await answer.text());
  await Promise.all(answers.map((answer) => answer.text()));
  return performance.now() - began;
}
