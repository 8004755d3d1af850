import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { useIsOffline } from '../../live/live.tsx';
import { useChange } from '../../server/queries.ts';
import { Confirm } from '../../states/confirm.tsx';
import { MoreMenu } from '../../work/more-menu.tsx';
import { useExtend } from '../../work/use-extend.ts';
import { useWords } from '../../words/words.tsx';

/** The one thing to do now with a session, stopping it, and the rest behind a menu. */
export function SessionActions({ project, session }: { project: string; session: AnswerOf<'sessions.read'> }) {
  const { sessions: words, actions } = useWords();
  const isOffline = useIsOffline();
  const [isStopping, setIsStopping] = useState(false);
  const { can, request_id, hash, base } = session;
  const params = { project, session: hash };
  const stop = useChange('sessions.stop');
  const resume = useChange('sessions.resume');
  const deliver = useChange('sessions.deliver');
  const rebase = useChange('sessions.rebase');
  const rerun = useChange('sessions.rerun');
  const extend = useExtend({ project, named: request_id, can: can.extend });
  const main = can.resume ? resume : can.deliver ? deliver : null;
  return (
    <>
      <MoreMenu
        groups={[
          extend,
          {
            items:
              can.rebase && base !== null
                ? [
                    {
                      label: actions.rebase,
                      sure: actions.rebaseSure(base.branch),
                      run: () => rebase.mutate({ params, body: {} }),
                    },
                  ]
                : [],
          },
          {
            label: actions.rerun,
            items: can.rerun.map((step) => ({
              label: actions.roles[step],
              sure: actions.rerunSure(actions.roles[step]),
              run: () => rerun.mutate({ params, body: { step } }),
            })),
          },
        ]}
      />
      {can.stop && (
        <Button
          variant="default"
          size="compact-md"
          disabled={isOffline}
          loading={stop.isPending}
          onClick={() => setIsStopping(true)}
        >
          {words.stop}
        </Button>
      )}
      {isStopping && (
        <Confirm
          question={words.stopSure}
          yes={words.stop}
          onYes={() => stop.mutate({ params, body: {} })}
          onClose={() => setIsStopping(false)}
        />
      )}
      {main !== null && (
        <Button
          size="compact-md"
          disabled={isOffline}
          loading={main.isPending}
          onClick={() => (can.resume ? resume : deliver).mutate({ params, body: {} })}
        >
          {can.resume ? words.resume : words.deliver}
        </Button>
      )}
    </>
  );
}
