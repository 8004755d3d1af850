import { useConnection } from '../live/live.tsx';
import { StateMark } from '../marks/state-mark.tsx';
import { useAnswer } from '../server/queries.ts';
import { Refusal } from '../server/refusal.ts';
import { useWords } from '../words/words.tsx';
import { clockTime } from '../words/format.ts';
import styles from './states.module.css';

/** Above everything while the server cannot be heard; one that was started again has to be signed in to. */
export function OfflineNotice() {
  const connection = useConnection();
  const { states, language } = useWords();
  const isLost = connection.state === 'lost';
  const { error } = useAnswer('session.read', {}, { enabled: isLost, everyMs: 2_000 });
  if (!isLost) return null;
  const isSignedOut = error instanceof Refusal && error.status === 401;
  return (
    <div className={styles.offline} role="status">
      <StateMark state="failed" bare />
      {isSignedOut ? (
        <span>
          {states.signedOut} <code>orchestral dashboard --open</code>
        </span>
      ) : (
        states.offline(clockTime(new Date(connection.since), language))
      )}
    </div>
  );
}
