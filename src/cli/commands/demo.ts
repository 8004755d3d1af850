import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrap } from '../../base/failure.ts';
import { createDemo, type Demo } from '../../engine/door/demo.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Pack, RunConductor } from '../../engine/door/runs.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import { ask, mayAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { conductRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';
import { reportDemo } from '../report/demo.ts';
import { essentialLines } from '../report/pack.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';

/** Beside the bundle, where the build has put them. */
const DEMO = fileURLToPath(new URL('./demo/', import.meta.url));

export const run: Run = async (context, { args: [into] }) => {
  const { io, cwd, words, columns, tell } = context;
  const demo = unwrap(
    await createDemo({
      from: DEMO,
      texts: words.demo.texts,
      paced: mayAsk(context),
      into: into === undefined ? undefined : path.resolve(cwd, into),
      temporary: os.tmpdir(),
      env: io.env,
    }),
  );
  for (const text of [words.demo.begin, '', words.demo.asks]) tell(wrap(text, columns).join('\n'));
  for (const line of wrap(demo.briefing.trim().replaceAll('\n', ' '), columns - 2)) tell(`> ${line}`);
  tell('');
  return playOut(demo, contextIn(demo, context));
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

async function playOut(demo: Demo, context: Context): Promise<ExitCode> {
  const project = projectOf(context);
  const conductor = unwrap(await project.runs.start({ briefing: demo.briefing }));
  followAnswers(demo, conductor, context);
  const decideHere = (view: RunView) => playPerson(project, view, context);
  const code = await conductRun(context, project, { conductor, decideHere });
  if (!context.io.signal.aborted) reportDemo(demo, conductor.view(), context);
  return code;
}

/** The script is changed while the answer is taken over: nobody plays on before that. */
function followAnswers(demo: Demo, conductor: RunConductor, { words, tell }: Context): void {
  conductor.watch({
    onEvent: (event) => {
      if (event.type !== 'answered') return;
      const { decision } = event.data.vcr;
      const followed = demo.follow(decision);
      if (!followed.ok) throw new Error(`the script cannot be written: ${followed.error.code}`);
      const { decisions } = demo;
      if (!decisions.includes(decision)) tell(words.demo.knowsOnly(decisions.join(', ')));
    },
  });
}

/** Whether the run goes on: the person approves, and where nobody can be asked the demo does what they would. */
async function playPerson({ runs }: ProjectApi, view: RunView, context: Context): Promise<boolean> {
  const { words, tell } = context;
  const { run_id, step, question: crp, work, refusal } = view;
  if (step === 'waiting') {
    if (mayAsk(context)) return false;
    const option = crp?.options.find(({ id }) => id === crp.recommendation);
    if (crp === null || option === undefined) return false;
    tell(visible(words.demo.answersAlone(`${option.id} (${option.label})`)));
    const { rationale } = words.demo;
    const answer = { crp: crp.crp_id, decision: option.id, rationale, notes: '', future: false };
    unwrap(await runs.answer(run_id, answer));
    return true;
  }
  if (step !== 'ready_for_merge' || refusal !== null || work === null) return false;
  const { base } = await showPack(runs, run_id, context);
  if (!mayAsk(context)) tell(words.demo.approvesAlone);
  else if (!(await ask(words.approve.question(base.branch ?? ''), context))) return false;
  unwrap(await runs.approve(run_id, { commit: work.commit }));
  return true;
}

async function showPack(runs: ProjectApi['runs'], id: string, context: Context): Promise<Pack> {
  const pack = unwrap(await runs.review(id));
  const { files } = unwrap(await runs.changes(id, pack));
  context.tell(['', ...essentialLines(pack, files, context)].join('\n'));
  return pack;
}
