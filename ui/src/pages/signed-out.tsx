import { useWords } from '../words/words.tsx';
import styles from './signed-out.module.css';

/** Where the browser has no right to the server. */
export function SignedOut() {
  const { signedOut } = useWords();
  return (
    <main className={styles.page}>
      <h1>{signedOut.title}</h1>
      <p>{signedOut.explanation}</p>
      <code className={styles.command}>orchestral dashboard --open</code>
    </main>
  );
}
