import { catchFailure } from '../../base/failure.ts';
import type { Forge } from '../../forges/forge.ts';
import { hasMark, withMark } from '../../forges/own-text.ts';
import type { PullRequestNews } from '../../schema/pull-request.ts';
import { answeredBy, type Handed, type Proposal, threadOf } from '../../workflows/delivery/proposal.ts';
import { toTrouble, type Trouble } from '../../workflows/delivery/trouble.ts';
import type { Step } from '../conductor/step.ts';

interface Answering {
  readonly forge: Forge;
  readonly number: number;
  /** The commit that answers them. */
  readonly commit: string;
  readonly before: Proposal | undefined;
}

/** Which remarks are answered on the host now; `trouble`: why the others are not. */
interface AnsweredRemarks {
  readonly ids: readonly string[];
  readonly trouble: Trouble | null;
}

/**
 * Writes to each conversation that the work was sent back for what was done about it, and closes it. What was written
 * before is known by its mark, so that nothing is said twice.
 */
export async function answerRemarks(
  step: Pick<Step, 'services'>,
  { forge, number, commit, before }: Answering,
): Promise<AnsweredRemarks> {
  const due = answeredBy(before);
  const open = due.filter(({ kind }) => kind !== 'check');
  // A check answers for itself: it runs again.
  const checks = due.filter(({ kind }) => kind === 'check').map(({ id }) => id);
  if (open.length === 0) return { ids: checks, trouble: null };
  const ids: string[] = [...checks];
  const written = await catchFailure(async () => {
    const news = await forge.read(number);
    for (const one of open) {
      await answerOne(step, { forge, news, one, commit });
      ids.push(one.id);
    }
  });
  if (written.ok) return { ids, trouble: null };
  const trouble = toTrouble(written.error);
  if (trouble === undefined) throw new Error(`answering remarks: ${written.error.code}`);
  return { ids, trouble };
}

interface AnsweringOne extends Pick<Answering, 'forge' | 'commit'> {
  readonly news: PullRequestNews;
  readonly one: Handed;
}

async function answerOne(
  { services }: Pick<Step, 'services'>,
  { forge, news, one, commit }: AnsweringOne,
): Promise<void> {
  const id = threadOf(one);
  const thread = news.threads.find((each) => each.id === id);
  // Whoever deleted the conversation wants no answer there.
  if (id !== null && thread === undefined) return;
  const mark = `reply ${one.id}`;
  if (!(thread ?? news).own.some((text) => hasMark(text, mark))) {
    const { answeredIn, replyTo } = services.words.pullRequest;
    const text = [id === null ? replyTo(one.author) : '', one.reply ?? '', answeredIn(commit.slice(0, 12))];
    const body = services.redact(text.filter((part) => part.trim() !== '').join('\n\n'));
    await forge.reply(news.number, id, withMark(body, mark));
    services.onPoint('reply.written');
  }
  if (thread?.isResolved === false) await forge.resolve(news.number, thread.id);
}
