import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useIsOffline } from '../../live/live.tsx';
import { StateMark } from '../../marks/state-mark.tsx';
import type { State } from '../../marks/states.ts';
import { useChange } from '../../server/queries.ts';
import { Confirm } from '../../states/confirm.tsx';
import { useWords } from '../../words/words.tsx';
import { PullRequestPanel } from '../../work/pull-request-panel.tsx';
import styles from './auto.module.css';
import type { ApiGraph } from './task-state.ts';

/** What a list of tasks as a whole waits for, and what became of published phases. */
export function AutoNotices({ project, graph }: { project: string; graph: ApiGraph }) {
  const { auto: words, actions } = useWords();
  const params = { project };
  const isOffline = useIsOffline();
  const [isAllowing, setIsAllowing] = useState(false);
  const allow = useChange('auto.allow');
  const apply = useChange('auto.apply');
  const rebase = useChange('auto.rebase');
  const [isTakingUp, setIsTakingUp] = useState(false);
  const sync = useChange('auto.sync');
  const { asks, left_alone, stuck, pull_request, base } = graph;
  return (
    <>
      {asks !== null && (
        <Notice state="needs_you" text={words.asks(asks)}>
          <Button size="compact-sm" disabled={isOffline} loading={allow.isPending} onClick={() => setIsAllowing(true)}>
            {words.allow(asks)}
          </Button>
        </Notice>
      )}
      {left_alone !== null && (
        <Notice state="needs_you" text={[words.leftAlone, ...left_alone.detail].join(' ')}>
          {left_alone.why === 'conflict' && (
            <Button
              size="compact-sm"
              disabled={isOffline}
              loading={rebase.isPending}
              onClick={() => setIsTakingUp(true)}
            >
              {actions.rebase}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant={left_alone.why === 'conflict' ? 'default' : 'filled'}
            disabled={isOffline}
            loading={apply.isPending}
            onClick={() => apply.mutate({ params, body: {} })}
          >
            {words.apply}
          </Button>
        </Notice>
      )}
      {stuck !== null && <Notice state="failed" text={words.stuck(stuck.phase, stuck.reason)} />}
      {pull_request !== null && (
        <PullRequestPanel
          published={pull_request}
          onSync={pull_request.state === 'open' ? () => sync.mutate({ params, body: {} }) : null}
          isSyncing={sync.isPending}
        />
      )}
      {isTakingUp && base !== null && (
        <Confirm
          question={words.rebaseSure(base.branch)}
          yes={actions.rebase}
          onYes={() => rebase.mutate({ params, body: {} })}
          onClose={() => setIsTakingUp(false)}
        />
      )}
      {isAllowing && asks !== null && (
        <Confirm
          question={words.allowSure(asks)}
          yes={words.allow(asks)}
          onYes={() => allow.mutate({ params: { project, phase: String(asks) }, body: {} })}
          onClose={() => setIsAllowing(false)}
        />
      )}
    </>
  );
}

function Notice({ state, text, children }: { state: State; text: string; children?: ReactNode }) {
  return (
    <div className={styles.notice}>
      <StateMark state={state} label={text} />
      {children}
    </div>
  );
}
