import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiRun } from '../../../../src/schema/api/runs.ts';
import { useIsOffline } from '../../live/live.tsx';
import { useChange } from '../../server/queries.ts';
import { Confirm } from '../../states/confirm.tsx';
import { MoreMenu } from '../../work/more-menu.tsx';
import { useExtend } from '../../work/use-extend.ts';
import { useWords } from '../../words/words.tsx';

/** The one thing to do now, stopping it, and the rest behind a menu. */
export function RunActions({ project, run }: { project: string; run: ApiRun }) {
  const { runs: words, actions } = useWords();
  const isOffline = useIsOffline();
  const [isStopping, setIsStopping] = useState(false);
  const params = { project, run: run.run_id };
  const stop = useChange('runs.stop');
  const rerun = useChange('runs.rerun');
  const extend = useExtend({ project, named: run.run_id, can: run.can.extend });
  return (
    <>
      <MoreMenu
        groups={[
          extend,
          {
            label: actions.rerun,
            items: run.can.rerun.map((step) => ({
              label: actions.roles[step],
              sure: actions.rerunSure(actions.roles[step]),
              run: () => rerun.mutate({ params, body: { step } }),
            })),
          },
        ]}
      />
      {run.can.stop && (
        <Button variant="default" size="compact-md" disabled={isOffline} onClick={() => setIsStopping(true)}>
          {words.stop}
        </Button>
      )}
      <MainAction project={project} run={run} />
      {isStopping && (
        <Confirm
          question={words.stopSure}
          yes={words.stop}
          onYes={() => stop.mutate({ params, body: {} })}
          onClose={() => setIsStopping(false)}
        />
      )}
    </>
  );
}

function MainAction({ project, run: { run_id: run, can } }: { project: string; run: ApiRun }) {
  const { runs: words } = useWords();
  const [, navigate] = useLocation();
  const isOffline = useIsOffline();
  const resume = useChange('runs.resume');
  const apply = useChange('runs.apply');
  const params = { project, run };
  if (can.approve || (can.review && !can.apply && !can.resume))
    return (
      <Button size="compact-md" onClick={() => navigate(`/runs/${project}/${run}/review`)}>
        {words.review}
      </Button>
    );
  if (!can.apply && !can.resume) return null;
  const change = can.apply ? apply : resume;
  return (
    <Button
      size="compact-md"
      disabled={isOffline}
      loading={change.isPending}
      onClick={() => (can.apply ? apply : resume).mutate({ params, body: {} })}
    >
      {can.apply ? words.apply : words.resume}
    </Button>
  );
}
