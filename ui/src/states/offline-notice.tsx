import { useConnection } from '../live/live.tsx';
import { StateMark } from '../marks/state-mark.tsx';
import { useWords } from '../words/words.tsx';
import { clockTime } from '../words/format.ts';
import styles from './states.module.css';

/** Above everything while the server cannot be heard. */
export function OfflineNotice() {
  const connection = useConnection();
  const { states, language } = useWords();
  if (connection.state !== 'lost') return null;
  return (
    <div className={styles.offline} role="status">
      <StateMark state="failed" bare />
      {states.offline(clockTime(new Date(connection.since), language))}
    </div>
  );
}
