import fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { Failure } from '../../../src/base/failure.ts';
import type { Result } from '../../../src/base/result.ts';
import { type OpenRun, openRun, type RunTools } from '../../../src/engine/open-run.ts';
import { answerQuestion, approveRun, resumeRun } from '../../../src/engine/operations/runs/decide.ts';
import { listRuns } from '../../../src/engine/operations/runs/find.ts';
import { startRun } from '../../../src/engine/operations/runs/start.ts';
import { findProject } from '../../../src/engine/project.ts';
import { en } from '../../../src/i18n/en.ts';

/*
 * A face for a run: starts it, or takes up the one that is there, prints every event, answers every question with what
 * is recommended and approves the pack, and ends with the step it came to. `--die-at POINT:N` is its end at that place.
 */
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: '' },
    agent: { type: 'string' },
    briefing: { type: 'string', default: 'Do it.' },
    'die-at': { type: 'string' },
    'only-conduct': { type: 'boolean', default: false },
  },
});
const [dieAt, nth = '1'] = (values['die-at'] ?? '').split(':');
let visits = 0;

const project = taken(findProject({ cwd: process.cwd(), named: values.project }));
const tools: RunTools = {
  project,
  env: process.env,
  cwd: process.cwd(),
  words: en,
  wishes: values.agent === undefined ? {} : { agent: values.agent },
  trusts: true,
  onNotice: ({ code, params }) => say(`notice ${code} ${JSON.stringify(params)}`),
  onProgress: () => undefined,
  onPoint: (point) => {
    if (point === dieAt && ++visits === Number(nth)) process.kill(process.pid, 'SIGKILL');
  },
};
const [known] = listRuns(project);
const run = taken(
  known === undefined ? await startRun({ briefing: values.briefing }, tools) : await openRun(known.id, tools),
);
run.store.watch(({ event }) => event.type !== 'shown' && say(`${event.type} ${JSON.stringify(event.data).slice(0, 2000)}`));
const ended = await conductAll(run);
const { step } = run.state();
taken(await run.close());
say(ended.ok ? `end ${step.at}` : `failed ${JSON.stringify(ended.error)}`);

async function conductAll(open: OpenRun): Promise<Result<void, Failure>> {
  for (;;) {
    const { step: at } = open.state();
    if (at.at === 'stopped' || at.at === 'failed') return { ok: true, value: undefined };
    taken(at.at === 'completed' || at.at === 'ready_for_merge' ? { ok: true, value: undefined } : await resumeRun(open));
    const conducted = await open.conduct(new AbortController().signal);
    if (!conducted.ok || values['only-conduct']) return conducted;
    const { step: now, consultations } = open.state();
    if (now.at === 'waiting') {
      const crp = consultations.find((one) => one.vcr === null)?.crp;
      const decision = crp?.recommendation ?? 'A';
      taken(await answerQuestion(open, { crp: now.crp_id, decision, rationale: 'as advised', notes: '', future: false }));
    } else if (now.at === 'ready_for_merge' && now.refusal === null) {
      taken(await approveRun(open, { commit: now.work.commit }));
    } else return conducted;
  }
}

function taken<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  say(`failed ${JSON.stringify(result.error)}`);
  process.exit(1);
}

function say(line: string): void {
  fs.writeSync(1, `${line}\n`);
}
