import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { Trouble, WorkFacts } from '../../work/work-summary.tsx';
import { useWords } from '../../words/words.tsx';

/** One line of figures, and what went wrong. */
export function SessionSummary({ session }: { session: AnswerOf<'sessions.read'> }) {
  const { runs, sessions: words } = useWords();
  const { failure, delivery } = session;
  const why = [delivery?.why, delivery?.detail.join(', ')].filter(Boolean).join(': ');
  return (
    <>
      <WorkFacts work={session} />
      {failure !== null && (
        <Trouble title={runs.failure} text={[failure.code, failure.detail].filter(Boolean).join(': ')} />
      )}
      {delivery?.at === 'refused' && <Trouble title={words.notMerged} text={why} />}
      {delivery?.at === 'left_alone' && <Trouble title={runs.notDelivered} text={why} />}
    </>
  );
}
