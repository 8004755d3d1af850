import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrap } from '../../base/failure.ts';
import { createDemo, type Demo } from '../../engine/door/demo.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Pack, RunConductor } from '../../engine/door/runs.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import { ask, mayAsk } from '../ask.ts';
import { askWhileOpen } from '../ask-while-open.ts';
import type { Context, Run } from '../context.ts';
import { announceDashboard } from '../dashboard/announce.ts';
import type { ExitCode } from '../exit.ts';
import { conductRun } from '../live-view/run.ts';
import { ownCommand, quoted } from '../own-command.ts';
import { projectOf } from '../project.ts';
import { essentialLines } from '../report/pack.ts';
import { jsonLine, visible } from '../terminal/visible.ts';
import { padTo, widthOf, wrap } from '../terminal/width.ts';

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
  const goOn = () => words.demo.playAgain(ownCommand(context.io.env.PATH), folder);
  const interrupted = () => [`${words.error.interrupted}. ${goOn()}`];
  return {
    ...context,
    words: { ...words, runScreen: { ...words.runScreen, interrupted, goOn } },
    io: { ...context.io, env },
    cwd: project.root,
    // The project is our own.
    flags: { ...context.flags, project: project.root, agent, trust: true },
  };
}

async function playOut(demo: Demo, context: Context): Promise<ExitCode> {
  const project = projectOf(context);
  const conductor = unwrap(await project.runs.start({ briefing: demo.briefing }));
  announceDashboard(context, project);
  followAnswers(demo, conductor, context);
  const decideHere = () => playPerson(project, conductor, context);
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
async function playPerson({ runs }: ProjectApi, conductor: RunConductor, context: Context): Promise<boolean> {
  const { words, tell } = context;
  const view = conductor.view();
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
  else {
    const asked = await askWhileOpen(
      conductor,
      (now) => now.step === 'ready_for_merge' && now.work?.commit === work.commit,
      (signal) => ask(words.approve.question(base.branch ?? ''), context, signal),
    );
    if (asked === undefined) return true;
    if (!asked.answer) return false;
  }
  unwrap(await runs.approve(run_id, { commit: work.commit }));
  return true;
}

async function showPack(runs: ProjectApi['runs'], id: string, context: Context): Promise<Pack> {
  const pack = unwrap(await runs.review(id));
  const { files } = unwrap(await runs.changes(id, pack));
  context.tell(['', ...essentialLines(pack, files, context)].join('\n'));
  return pack;
}

/** Where everything lies, and how to do the same with a real agent. */
export function reportDemo({ folder, project }: Demo, run: RunView, context: Context): void {
  const { words, flags, answer, columns } = context;
  const { step, base } = run;
  const merge = step === 'completed' ? run.merge : null;
  const places = {
    project: project.root,
    run: run.folder,
    summary: path.join(run.folder, 'mrp/summary.md'),
  };
  if (flags.json) {
    answer(jsonLine({ demo: { folder, ...places, run_id: run.run_id, merge } }));
    return;
  }
  const say = (text: string) => answer(['', ...wrap(text, columns)].join('\n'));
  const program = ownCommand(context.io.env.PATH);
  // Never broken: people copy them.
  const show = (line: string) => answer(`  ${visible(line)}`);
  const near = (place: string) => path.relative(folder, place);
  say(merge === null ? words.demo.notMerged : words.demo.end);
  show(folder);
  const names = words.demo.places;
  const lines: [string, string][] = [
    [names.project, near(places.project)],
    [names.run, near(places.run)],
    [names.summary, near(places.summary)],
    ...(merge === null
      ? []
      : [[names.merge, words.demo.merged(merge.slice(0, 7), base.branch ?? '')] as [string, string]]),
  ];
  const termWidth = Math.max(...lines.map(([name]) => widthOf(name)));
  for (const [name, place] of lines) show(`  ${padTo(name, termWidth)}  ${place}`);
  if (step === 'ready_for_merge') {
    say(words.demo.mergeAfterAll);
    show(`${program} approve --project ${quoted(project.root)}`);
  }
  say(words.demo.look);
  show(`git -C ${quoted(project.root)} log --graph --stat --all`);
  say(words.demo.next);
  show(words.demo.example(program));
  say(words.demo.which);
  show(`${program} agents`);
  say(words.demo.remove);
  show(`rm -rf ${quoted(folder)}`);
}
