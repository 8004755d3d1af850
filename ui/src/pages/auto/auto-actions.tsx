import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIsOffline } from '../../live/live.tsx';
import { useChange } from '../../server/queries.ts';
import { Confirm } from '../../states/confirm.tsx';
import { MoreMenu } from '../../work/more-menu.tsx';
import { useExtend } from '../../work/use-extend.ts';
import { useWords } from '../../words/words.tsx';
import type { ApiGraph } from './task-state.ts';

/** The one thing to do now with a list of tasks, and more time for its agents. */
export function AutoActions({ project, graph }: { project: string; graph: ApiGraph }) {
  const { auto: words } = useWords();
  const isOffline = useIsOffline();
  const [isStopping, setIsStopping] = useState(false);
  const stop = useChange('auto.stop');
  const start = useChange('auto.start');
  const isConducted = graph.conductor !== null;
  const extend = useExtend({ project, named: 'auto', can: isConducted && graph.running.length > 0 });
  return (
    <>
      <MoreMenu groups={[extend]} />
      {isConducted && (
        <Button variant="default" size="compact-md" disabled={isOffline} onClick={() => setIsStopping(true)}>
          {words.stop}
        </Button>
      )}
      {!isConducted && graph.stage !== 'done' && graph.asks === null && graph.left_alone === null && (
        <Button
          size="compact-md"
          disabled={isOffline}
          loading={start.isPending}
          onClick={() => start.mutate({ params: { project }, body: {} })}
        >
          {words.start}
        </Button>
      )}
      {isStopping && (
        <Confirm
          question={words.stopSure}
          yes={words.stop}
          onYes={() => stop.mutate({ params: { project }, body: {} })}
          onClose={() => setIsStopping(false)}
        />
      )}
    </>
  );
}
