import { throwFailure, unwrap } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import { sessionFailure } from '../../engine/door/endings.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { SessionConductor } from '../../engine/door/sessions.ts';
import { isDelivering } from '../../engine/door/is-delivering.ts';
import type { SessionView } from '../../schema/views/session-view.ts';
import { askFindings } from '../answer-findings.ts';
import { ask, mayAsk } from '../ask.ts';
import { askWhileOpen } from '../ask-while-open.ts';
import type { Context } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { sayProposed } from '../report/proposal.ts';
import { totalFacts } from '../report/spent.ts';
import { headedLines } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import { limitWarning } from './limit-warning.ts';
import { checkProgress, conductLive, overtimeProgress } from './live-view.ts';
import { sceneLines } from './scene.ts';
import { aboutOf, formatSessionEvent } from './session-events.ts';
import { sessionScene } from './session-scene.ts';

/** `T1-S1 implement` and the icon before it. */
const STEP_WIDTH = 17;

interface Conducted {
  readonly conductor: SessionConductor;
  /** `--merge`: finished work goes to its base without another question. */
  readonly merges: boolean;
}

/** Conducts a session before the person's eyes, and says how it ended. */
export function conductSession(
  context: Context,
  project: ProjectApi,
  { conductor, merges }: Conducted,
): Promise<ExitCode> {
  const { words, io } = context;
  const { request_id, status, base } = conductor.view();
  const notified: Promise<void>[] = [];
  const began = performance.now();
  // Where it works is settled before a session is conducted.
  if (base === null) throw new Error('a session is conducted that does not know where it works');
  return conductLive(context, project, {
    conductor,
    opening: {
      lines: ({ columns, colours }) => {
        const begins = words.session.begins(request_id, `${base.branch} (${base.commit.slice(0, 12)})`);
        return wrap(visible(begins), columns).map(colours.bold);
      },
      json: { request_id, folder: conductor.folder, base, status },
    },
    format: (event, tookMs) => formatSessionEvent(event, { words, session: conductor.view(), tookMs }),
    formatStart: (effect) => ({ icon: '·', about: aboutOf(effect), facts: [], weight: 'info' }),
    live: (running, { columns, colours, rows }) =>
      sceneLines(sessionScene(conductor.view(), running, { words, elapsedMs: performance.now() - began }), {
        words,
        columns,
        colours,
        rows,
      }),
    layout: { termWidth: STEP_WIDTH },
    progress: (progress) => {
      if (progress.kind === 'check') return checkProgress(progress);
      if (progress.kind === 'overtime') return overtimeProgress(progress, words);
      const { effect, role, event } = progress;
      const agent = { effect, role, event, ...limitWarning(event, words) };
      return { agent, json: { type: 'agent', data: { effect, role, event } } };
    },
    about: aboutOf,
    decide: async ({ stage, delivery, question, takes_up_base, branch, commit }) => {
      if (question !== null) {
        notified.push(conductor.notify(() => io.stderr.isTTY && io.stderr.write('\u0007')));
        return decideNow(context, project, { conductor, id: question.about });
      }
      if (stage !== 'complete' || delivery !== null || takes_up_base) return false;
      if (!merges && !mayAsk(context)) return false;
      const asked = merges
        ? { answer: true }
        : await askWhileOpen(
            conductor,
            (view) => view.delivery === null && !view.takes_up_base,
            (signal) =>
              ask(words.session.mergeCommit(`${branch} (${commit?.slice(0, 12)})`, base.branch), context, signal),
          );
      if (asked?.answer === true) unwrap(await project.sessions.deliver(conductor.id));
      return asked?.answer ?? true;
    },
    settle: async () => void (await Promise.all(notified)),
    ending: {
      early: ({ stage, delivery, takes_up_base }) => ({
        isOver: stage === 'complete' && !isDelivering(delivery?.at) && !takes_up_base,
        interrupted: [words.session.interrupted],
        goOn: words.session.goOn,
      }),
      say: (view) => endSession(context, view),
      json: (view) => ({ request_id: view.request_id, status: view.status, delivery: view.delivery?.at ?? null }),
    },
  });
}

/** Asks the person right here; false when they would rather decide later, or nobody can be asked. */
async function decideNow(
  context: Context,
  project: ProjectApi,
  { conductor, id }: { readonly conductor: SessionConductor; readonly id: string },
): Promise<boolean> {
  if (!mayAsk(context)) return false;
  const questions = unwrap(await project.questions());
  const question = questions.find((one) => one.workflow === 'session' && one.id === id);
  // Somebody else answered meanwhile.
  if (question === undefined) return true;
  const asked = await askWhileOpen(
    conductor,
    (view) => view.question?.about === id,
    (signal) => askFindings(question, context, { signal }),
  );
  if (asked === undefined) return true;
  if (asked.answer === undefined) return false;
  unwrap(await project.answer(id, asked.answer));
  return true;
}

/** Says where a session stands now that nothing happens to it any more, and what can be done. */
function endSession(context: Context, session: SessionView): ExitCode {
  const { words, tell } = context;
  const { request_id: request, stage, delivery, question } = session;
  if (question !== null) return throwFailure('session.waits', { request, id: question.about });
  const base = session.base?.branch ?? '';
  const failed = sessionFailure(session);
  if (failed !== undefined) return unwrap(err(failed));
  if (stage !== 'complete') {
    // Somebody decided something just as we were leaving.
    tell(words.session.goOn);
    return exit.waiting;
  }
  if (delivery?.at === 'proposed') return sayProposed(context, { id: request, proposal: session.pull_request });
  if (delivery?.at === 'done') {
    say(context, session, words.session.mergedInto(request, base, (delivery.merge ?? '').slice(0, 12)));
    return exit.done;
  }
  say(context, session, words.session.completed(request), [words.session.howToMerge(base)]);
  return exit.done;
}

function say(context: Context, session: SessionView, done: string, more: readonly string[] = []): void {
  const { words, flags, answer } = context;
  if (flags.quiet || flags.json) return;
  const subtasks = session.tasks.reduce((sum, task) => sum + task.subtasks.length, 0);
  const onBranch = more.length > 0 ? [words.session.onBranch(session.branch ?? '')] : [];
  const facts = [words.session.subtasks(subtasks), ...onBranch, ...totalFacts(session.spent, words)];
  answer(headedLines(`✅ ${done}`, [facts.join(' · '), ...more], context).join('\n'));
}
