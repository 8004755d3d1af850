import { Button } from '@mantine/core';
import type { Need } from '../../../../src/schema/api/home.ts';
import { useIsOffline } from '../../live/live.tsx';
import { useChange } from '../../server/queries.ts';
import { useWords } from '../../words/words.tsx';
import { webAddress } from '../../work/web-address.ts';

const ON_HOST: ReadonlySet<string> = new Set(['closed', 'by_hand', 'others', 'review']);

/** What can be done about it at once, or where to go for it. */
export function NeedAction({ need, go }: { need: Need; go: () => void }) {
  const { home } = useWords();
  const isOffline = useIsOffline();
  const allow = useChange('auto.allow');
  const resumeRun = useChange('runs.resume');
  const resumeSession = useChange('sessions.resume');
  const resumeAuto = useChange('auto.start');
  const applyRun = useChange('runs.apply');
  const applyAuto = useChange('auto.apply');
  const deliver = useChange('sessions.deliver');
  const action = (): { label: string; run: () => void; isBusy?: boolean } => {
    if (need.kind === 'pack') return { label: home.review, run: go };
    if (need.kind === 'items') return { label: home.decide, run: go };
    if (need.kind === 'phase')
      return {
        label: home.allow(need.phase),
        isBusy: allow.isPending,
        run: () => allow.mutate({ params: { project: need.project, phase: String(need.phase) }, body: {} }),
      };
    if (need.kind === 'interrupted') return { label: home.goOn, ...byWorkflow(need) };
    if (need.kind === 'checkout') return { label: home.apply, ...bringToCheckout(need) };
    return { label: need.kind === 'agent' ? home.seeAgent : home.look, run: go };
  };
  const byWorkflow = ({ project, of, id }: Extract<Need, { kind: 'interrupted' }>) => {
    if (of === 'run')
      return { isBusy: resumeRun.isPending, run: () => resumeRun.mutate({ params: { project, run: id }, body: {} }) };
    if (of === 'auto')
      return { isBusy: resumeAuto.isPending, run: () => resumeAuto.mutate({ params: { project }, body: {} }) };
    return {
      isBusy: resumeSession.isPending,
      run: () => resumeSession.mutate({ params: { project, session: id }, body: {} }),
    };
  };
  const bringToCheckout = ({ project, of, id }: Extract<Need, { kind: 'checkout' }>) => {
    if (of === 'run')
      return { isBusy: applyRun.isPending, run: () => applyRun.mutate({ params: { project, run: id }, body: {} }) };
    if (of === 'auto')
      return { isBusy: applyAuto.isPending, run: () => applyAuto.mutate({ params: { project }, body: {} }) };
    return { isBusy: deliver.isPending, run: () => deliver.mutate({ params: { project, session: id }, body: {} }) };
  };
  // What has to be done on the host is done there.
  const address = need.kind === 'published' && ON_HOST.has(need.why) ? webAddress(need.url) : null;
  if (address !== null)
    return (
      <Button
        variant="default"
        size="compact-md"
        component="a"
        href={address}
        target="_blank"
        rel="noreferrer noopener"
      >
        {home.openPublished}
      </Button>
    );
  const { label, run, isBusy = false } = action();
  return (
    <Button variant="default" size="compact-md" onClick={run} loading={isBusy} disabled={isOffline && run !== go}>
      {label}
    </Button>
  );
}
