import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { OpenRun } from '../../engine/descriptors/run.ts';
import { DECISIONS, type Demo, makeDemo } from '../../engine/operations/demo.ts';
import { answerQuestion, approveRun } from '../../engine/operations/runs/decide.ts';
import { type Pack, readChanges, readPack } from '../../engine/operations/runs/review.ts';
import { startRun } from '../../engine/operations/runs/start.ts';
import { ask, mayAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { reportDemo } from '../report/demo.ts';
import { essentialLines } from '../report/pack.ts';
import { conductOnScreen } from '../run-screen.ts';
import { runContext } from '../run-tools.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';

/** Beside the bundle, where the build has put them. */
const DEMO = fileURLToPath(new URL('./demo/', import.meta.url));

export const run: Run = async (context, { args: [into] }) => {
  const { io, cwd, words, columns, tell } = context;
  const demo = await makeDemo({
    from: DEMO,
    texts: words.demo.texts,
    paced: mayAsk(context),
    into: into === undefined ? undefined : path.resolve(cwd, into),
    temporary: os.tmpdir(),
    env: io.env,
  });
  if (!demo.ok) return demo;
  for (const text of [words.demo.begin, '', words.demo.asks]) tell(wrap(text, columns).join('\n'));
  for (const line of wrap(demo.value.briefing.trim().replaceAll('\n', ' '), columns - 2)) tell(`> ${line}`);
  tell('');
  return playOut(demo.value, contextIn(demo.value, context));
};

/** As if the person stood in the demo's project, with everything private kept inside the demo. */
function contextIn({ folder, project, agent, env }: Demo, context: Context): Context {
  const { words } = context;
  // What goes on with a run elsewhere would not find the script, and call a real agent.
  const goOn = () => words.demo.playAgain(folder);
  const interrupted = () => [`${words.error.interrupted}. ${goOn()}`];
  return {
    ...context,
    words: { ...words, runScreen: { ...words.runScreen, interrupted, goOn } },
    io: { ...context.io, env },
    cwd: project.root,
    flags: { ...context.flags, project: project.root, agent, trust: false },
  };
}

async function playOut(demo: Demo, context: Context): Promise<Result<ExitCode, Failure>> {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const open = await startRun({ briefing: demo.briefing }, tools.value);
  if (!open.ok) return open;
  followAnswers(demo, open.value, context);
  const conducted = await conductOnScreen(context, open.value, () => playPerson(open.value, context));
  if (conducted.ok && !context.io.signal.aborted) reportDemo(demo, open.value, context);
  return conducted;
}

/** The script is changed while the answer is recorded: nobody plays on before that. */
function followAnswers(demo: Demo, open: OpenRun, { words, tell }: Context): void {
  open.store.watch(({ event }) => {
    if (event.type !== 'answered') return;
    const { decision } = event.data.vcr;
    const followed = demo.follow(decision);
    if (!followed.ok) throw new Error(`the script cannot be written: ${followed.error.code}`);
    if (!DECISIONS.includes(decision)) tell(words.demo.knowsOnly(DECISIONS.join(', ')));
  });
}

/** Whether the run goes on: the person approves, and where nobody can be asked the demo does what they would. */
async function playPerson(open: OpenRun, context: Context): Promise<Result<boolean, Failure>> {
  const { words, tell } = context;
  const { step, consultations } = open.state();
  if (step.at === 'waiting') {
    if (mayAsk(context)) return ok(false);
    const crp = consultations.find(({ vcr }) => vcr === null)?.crp;
    const option = crp?.options.find(({ id }) => id === crp.recommendation);
    if (option === undefined) return ok(false);
    tell(visible(words.demo.answersAlone(`${option.id} (${option.label})`)));
    const answer = { crp: step.crp_id, decision: option.id, rationale: words.demo.rationale, notes: '', future: false };
    const answered = await answerQuestion(open, answer);
    return answered.ok ? ok(true) : answered;
  }
  if (step.at !== 'ready_for_merge' || step.refusal !== null) return ok(false);
  const shown = await showPack(open, context);
  if (!shown.ok) return shown;
  if (!mayAsk(context)) tell(words.demo.approvesAlone);
  else if (!(await ask(words.approve.question(shown.value.base.branch ?? ''), context))) return ok(false);
  const approved = await approveRun(open, { commit: step.work.commit });
  return approved.ok ? ok(true) : approved;
}

async function showPack(open: OpenRun, context: Context): Promise<Result<Pack, Failure>> {
  const pack = readPack(open);
  if (!pack.ok) return pack;
  const changes = await readChanges(open, pack.value);
  if (!changes.ok) return changes;
  context.tell(['', ...essentialLines(pack.value, changes.value.files, context)].join('\n'));
  return pack;
}
