import type { PlanEntry, ToolKind } from '@agentclientprotocol/sdk';
import { throwFailure, unwrap } from '../base/failure.ts';
import { sessionFailure } from '../engine/door/endings.ts';
import { gateVerdict, proofFindingText } from '../engine/door/event-verdicts.ts';
import type { RecordedEvent } from '../engine/door/events.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { OpenQuestion } from '../engine/door/questions.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { SessionView } from '../schema/views/session-view.ts';
import { askWhileOpen } from './ask-while-open.ts';
import { textContent } from './editor.ts';
import { failureText } from './failure-text.ts';
import type { StepEnd, Turn, Work } from './work.ts';

export function sessionWork(
  project: ProjectApi,
  { hash, request }: { readonly hash: string; readonly request: string },
  words: Catalogue,
): Work {
  const view = async (): Promise<SessionView> => {
    const { sessions } = await project.snapshot();
    const found = sessions.find((one) => one.hash === hash && one.request_id === request);
    return found ?? throwFailure('session.unknown', { named: request });
  };
  return {
    workflow: 'session',
    id: hash,
    name: request,
    plan: async () => sessionPlan(await view(), words),
    running: async () => (await view()).running,
    goOn: async () => ((await view()).delivery?.at === 'wanted' ? ['session', '--merge'] : ['session', 'resume', hash]),
    stepStart: (effect) => {
      const title = effect.replace(/#\d+$/, '').split('/').slice(1).join(' ');
      return Promise.resolve({ title, kind: KINDS[title.replace(/^.* /, '')] ?? 'other' });
    },
    stepEnd: (event) => Promise.resolve(sessionStepEnd(event, words)),
    decide: async (turn) => decide(turn, await view()),
    resume: async () => unwrap(await unwrap(await project.sessions.resume(hash)).close()),
    stop: async (signal) => void (await project.sessions.stop(hash, signal)),
  };
}

const KINDS: Readonly<Record<string, ToolKind>> = {
  explore: 'search',
  plan: 'think',
  design: 'think',
  write: 'edit',
  implement: 'edit',
  red: 'execute',
  green: 'execute',
  verify: 'execute',
  judge: 'think',
};

function sessionPlan({ tasks, stage }: SessionView, words: Catalogue): PlanEntry[] {
  const discovery = words.editor.steps.discovery;
  const subtasks = tasks.flatMap((task) => task.subtasks);
  return [
    { content: discovery, priority: 'medium', status: subtasks.length > 0 ? 'completed' : 'in_progress' },
    ...subtasks.map(({ id, name, status }): PlanEntry => ({
      content: `${id} ${name}`,
      priority: 'medium',
      status: status === 'failed' ? 'in_progress' : status,
    })),
    {
      content: words.editor.steps.merge,
      priority: 'medium',
      status: stage === 'complete' ? 'in_progress' : 'pending',
    },
  ];
}

function sessionStepEnd(event: RecordedEvent, words: Catalogue): StepEnd {
  const said = words.session;
  const end = (isGood: boolean, ...lines: string[]): StepEnd => ({ isGood, lines });
  if (event.workflow !== 'session') return end(true);
  if (event.type === 'effect_interrupted') return end(false, words.progress.interruptedStep);
  if (event.type === 'plan_refused') return end(false, said.planAgain, ...event.data.corrections);
  if (event.type === 'tests_refused') return end(false, said.testsRefused, ...event.data.files.map(({ path }) => path));
  if (event.type === 'verified') {
    const { action, reason, failed } = event.data;
    const details = [reason, ...failed.map((test) => `${test.name}: ${test.reason}`)];
    return end(action === 'complete', said.verified[action], ...(action === 'complete' ? [] : details));
  }
  if (event.type === 'gate_measured') {
    const notes = Object.entries(gateVerdict(event.data).notes);
    const lines = notes.map(([gate, { state, lines: found }]) => [`${gate} ${said[state]}`, ...found].join('\n'));
    return end(!notes.some(([, { state }]) => state === 'failed'), ...lines);
  }
  if (event.type === 'asked') return end(true, said.asked);
  if (event.type === 'contract_missing') return end(false, said.missing(event.data.document), ...event.data.lines);
  if (event.type === 'step_failed') return end(false, words.runScreen.failed(event.data.kind, event.data.message));
  if (event.type === 'delivered') return end(true, said.delivered(event.data.merge.slice(0, 12)));
  if (event.type === 'left_alone') return end(false, said.leftAlone);
  if (event.type === 'delivery_refused') return end(false, words.progress.notMerged, ...event.data.detail);
  if (event.type === 'rebase_refused') return end(false, ...event.data.detail);
  return end(true);
}

async function decide(turn: Turn, session: SessionView): Promise<boolean> {
  const { editor, words } = turn;
  const { request_id: request, question, stage, delivery } = session;
  if (question !== null) return askFindings(turn, session.hash, question.about);
  const failed = sessionFailure(session);
  if (failed !== undefined) await editor.say(failureText(failed, words));
  if (stage !== 'complete' || delivery?.at === 'refused') return false;
  const base = session.base?.branch ?? '';
  if (delivery?.at === 'done') {
    await editor.say(`✅ ${words.session.mergedInto(request, base, (delivery.merge ?? '').slice(0, 12))}`);
    return false;
  }
  return askForMerge(turn, session, base);
}

async function askForMerge(turn: Turn, session: SessionView, base: string): Promise<boolean> {
  const { editor, words, project, signal } = turn;
  const { request_id: request, branch, delivery, tasks } = session;
  const lines = [
    words.session.completed(request),
    ...(branch === null ? [] : [words.session.onBranch(branch)]),
    tasks.flatMap((task) => task.subtasks.map(({ id, name }) => `- ${id} ${name}`)).join('\n'),
    ...(branch === null || session.base === null ? [] : [`git diff ${session.base.commit.slice(0, 12)}...${branch}`]),
  ];
  const decision = await editor.ask(
    {
      title: words.session.mergeNow(base),
      content: [textContent(lines.join('\n\n'))],
      later: words.editor.later,
      decisions: [{ id: 'merge', name: delivery === null ? words.editor.mergeSession(base) : words.editor.apply }],
    },
    signal,
  );
  if (decision === undefined) {
    if (!signal.aborted) await editor.say(words.session.howToMerge(base));
    return false;
  }
  unwrap(await project.sessions.deliver(session.hash));
  return true;
}

/** Whether what was found about the session's work is decided now, here or elsewhere. */
async function askFindings(turn: Turn, log: string, id: string): Promise<boolean> {
  const { project, editor, words, signal } = turn;
  const find = async (): Promise<OpenQuestion | undefined> =>
    unwrap(await project.questions()).find((one) => one.workflow === 'session' && one.id === id);
  const question = await find();
  if (question === undefined) return true;
  const decision = await askWhileOpen(
    turn,
    {
      title: words.questions.head(question.id, question.title),
      content: [textContent(findingsText(question, words))],
      later: words.editor.later,
      decisions: [
        { id: 'allow', name: words.editor.allowAll },
        { id: 'refuse', name: words.editor.refuseAll, isRefusal: true },
      ],
    },
    { log, isOpen: async () => (await find()) !== undefined },
  );
  if (decision === 'elsewhere') return true;
  if (decision === undefined) {
    if (!signal.aborted) await editor.say(words.editor.undecided(id));
    return false;
  }
  const isAllowed = decision === 'allow';
  unwrap(await project.answer(id, { allow: isAllowed ? 'all' : [], refuse: !isAllowed, reason: words.editor.chosen }));
  return true;
}

function findingsText({ items, quotes }: OpenQuestion, words: Catalogue): string {
  const said = words.questions;
  const found = items.map(
    ({ number, finding, was, now }) =>
      `${number}. ${proofFindingText(finding, words)}` +
      (was === null && now === null ? '' : `\n   − ${was ?? said.nothing}\n   + ${now ?? said.nothing}`),
  );
  return [...found, ...quotes.map(said.says)].join('\n\n');
}
