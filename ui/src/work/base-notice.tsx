import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIsOffline } from '../live/live.tsx';
import { useAnswer, useChange } from '../server/queries.ts';
import { Confirm } from '../states/confirm.tsx';
import { useWords } from '../words/words.tsx';
import styles from './base-notice.module.css';

/** Says that the branch a run began on has moved, and takes it up. */
export function BaseNotice({ project, run }: { project: string; run: string }) {
  const { actions: words } = useWords();
  const isOffline = useIsOffline();
  const [isAsking, setIsAsking] = useState(false);
  const { data } = useAnswer('runs.base', { params: { project, run } });
  const rebase = useChange('runs.rebase');
  if (data === undefined || data.branch === null || data.new_commits === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <span>{words.baseMoved(data.branch, data.new_commits)}</span>
      <Button
        variant="default"
        size="compact-sm"
        disabled={isOffline}
        loading={rebase.isPending}
        onClick={() => setIsAsking(true)}
      >
        {words.takeUp}
      </Button>
      {isAsking && (
        <Confirm
          question={words.rebaseSure(data.branch)}
          yes={words.takeUp}
          onYes={() => rebase.mutate({ params: { project, run }, body: {} })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
