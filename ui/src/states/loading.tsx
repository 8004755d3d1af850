import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useWords } from '../words/words.tsx';
import styles from './states.module.css';

/** Nothing at first, then the outline of what is to come, then a word that it takes long. */
export function Loading({ rows = 6, what }: { rows?: number; what?: string }) {
  const { states } = useWords();
  const stage = useStage();
  if (stage === 'nothing') return <div className={styles.nothing} aria-busy="true" />;
  return (
    <div className={styles.loading} aria-busy="true" data-testid="loading">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={20} width={`${[92, 70, 84, 60, 78, 66][row % 6]}%`} radius={4} animate={false} />
      ))}
      {stage === 'long' && <p className={styles.hint}>{what ?? states.stillLoading}</p>}
    </div>
  );
}

function useStage(): 'nothing' | 'outline' | 'long' {
  const [stage, setStage] = useState<'nothing' | 'outline' | 'long'>('nothing');
  useEffect(() => {
    const outline = setTimeout(() => setStage('outline'), 300);
    const long = setTimeout(() => setStage('long'), 5_000);
    return () => {
      clearTimeout(outline);
      clearTimeout(long);
    };
  }, []);
  return stage;
}
