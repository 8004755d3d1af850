import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { ApiPack } from '../../../../src/schema/api/review.ts';
import { BranchChip } from '../../frame/branch-chip.tsx';
import { Page } from '../../frame/page.tsx';
import { usePutSearch } from '../../frame/use-put-search.ts';
import { useBindings } from '../../keyboard/use-bindings.ts';
import { useProjectName } from '../../server/projects.ts';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import { BaseNotice } from '../../work/base-notice.tsx';
import { ApproveDialog, RejectDialog } from './decision-dialogs.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { FileList } from './file-list.tsx';
import type { Target } from './line-cursor.ts';
import type { Marked } from './proof-panel.tsx';
import { ProofStrip } from './proof-strip.tsx';
import { ReviewDiff } from './review-diff.tsx';
import styles from './review.module.css';
import { SidePanel } from './side-panel.tsx';
import { useDrafts, written, type Place } from './use-drafts.ts';

/** What a person is asked to approve. The page stays on the commit that it was opened with. */
export function Review({ project, run }: { project: string; run: string }) {
  const { review: words } = useWords();
  const name = useProjectName(project);
  const { data, error, refetch } = useAnswer('review.read', { params: { project, run } });
  const [shown, setShown] = useState<ApiPack | null>(null);
  useEffect(() => {
    // The same commit may learn more (hunks are checked later); another one waits until it is asked for.
    if (data !== undefined) setShown((before) => (before === null || before.commit === data.commit ? data : before));
  }, [data]);
  const crumbs = [
    { label: name },
    { label: run, href: `/runs/${project}/${run}` },
    { label: shown?.title ?? words.title },
  ];
  if (shown === null)
    return (
      <Page crumbs={crumbs} wide>
        <div className={styles.padded}>
          {error === null ? <Loading rows={12} /> : <Problem error={error} retry={() => void refetch()} />}
        </div>
      </Page>
    );
  return (
    <Pack
      key={shown.commit}
      project={project}
      run={run}
      pack={shown}
      newest={data ?? shown}
      crumbs={crumbs}
      onShowNew={() => setShown(data ?? shown)}
    />
  );
}

interface PackProps {
  readonly project: string;
  readonly run: string;
  readonly pack: ApiPack;
  readonly newest: ApiPack;
  readonly crumbs: { label: string; href?: string }[];
  readonly onShowNew: () => void;
}

function Pack({ project, run, pack, newest, crumbs, onShowNew }: PackProps) {
  const { review: words } = useWords();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const [dialog, setDialog] = useState<'approve' | 'reject' | null>(null);
  const drafts = useDrafts(project, run);
  const marks = useAnswer('review.viewed', { params: { project, run } });
  const markViewed = useChange('review.markViewed');
  const { files } = pack.changes;
  const file = files.find(({ path }) => path === search.get('file')) ?? files[0];
  const tab = search.get('panel') ?? 'proof';
  const put = usePutSearch();
  const viewed = files
    .filter(({ path, content }) => marks.data?.some((each) => each.path === path && each.content === (content ?? '')))
    .map(({ path }) => path);
  const move = (by: number): void => {
    const next = files[files.findIndex(({ path }) => path === file?.path) + by];
    if (next !== undefined) put('file', next.path);
  };
  const [target, setTarget] = useState<Target | null>(null);
  const [mark, setMark] = useState<Marked | null>(null);
  const go = ({ path, side, first, last }: Place): void => {
    if (side === 'brief') return put('panel', 'brief');
    put('file', path);
    setTarget({ path, side, first, last });
  };
  const nextUnproven = (): void => {
    const { unproven } = pack;
    const at = unproven.findIndex(({ path, line }) => path === target?.path && line === target.first);
    const next = unproven[(at + 1) % Math.max(1, unproven.length)];
    if (next === undefined) return;
    const { path, line, lines } = next;
    go({ path, side: 'after', first: line, last: line + Math.max(1, lines) - 1 });
  };
  const canDecide = pack.can_decide && drafts.unknown === null;
  const isOld = newest.commit !== pack.commit;
  useBindings(words.proof, [
    { keys: 'u', label: words.keys.unproven, run: nextUnproven },
    { keys: 'r', label: words.keys.reject, run: () => canDecide && setDialog('reject') },
    { keys: 'Shift+A', label: words.keys.approve, run: () => canDecide && !isOld && setDialog('approve') },
  ]);
  const leave = (): void => navigate(`/runs/${project}/${run}`);
  return (
    <Page
      crumbs={crumbs}
      wide
      beside={pack.branch !== null && <BranchChip branch={pack.branch} worktree={null} />}
      bar={
        <DecisionBar
          pack={pack}
          drafts={drafts}
          isOld={isOld}
          onApprove={() => setDialog('approve')}
          onReject={() => setDialog('reject')}
        />
      }
    >
      <div className={styles.review}>
        <ProofStrip pack={pack} />
        {pack.can_decide && (
          <div className={styles.base}>
            <BaseNotice project={project} run={run} />
          </div>
        )}
        {isOld && (
          <p className={styles.changed} role="alert">
            {newest.round === pack.round
              ? words.changed(short(pack.commit), short(newest.commit))
              : words.newRound(newest.round, written(drafts.drafts).length)}{' '}
            <Button variant="default" size="compact-xs" onClick={onShowNew}>
              {words.showNew}
            </Button>
          </p>
        )}
        <div className={styles.columns}>
          <FileList
            pack={pack}
            chosen={file?.path ?? ''}
            viewed={viewed}
            drafts={written(drafts.drafts)}
            onChoose={(path) => put('file', path)}
          />
          {file !== undefined && (
            <ReviewDiff
              key={file.path}
              project={project}
              run={run}
              pack={pack}
              file={file}
              drafts={drafts}
              isViewed={viewed.includes(file.path)}
              onViewed={(is_viewed) =>
                markViewed.mutate({
                  params: { project, run },
                  body: { path: file.path, content: file.content ?? '', is_viewed },
                })
              }
              onMove={move}
              onMark={(found) => {
                put('panel', 'proof');
                setMark({ ...found, path: file.path });
              }}
              target={target?.path === file.path ? target : null}
            />
          )}
          <SidePanel
            project={project}
            run={run}
            pack={pack}
            drafts={drafts}
            tab={tab}
            onTab={(value) => put('panel', value)}
            onGo={go}
            mark={mark}
          />
        </div>
      </div>
      {dialog === 'approve' && (
        <ApproveDialog project={project} run={run} pack={pack} onClose={() => setDialog(null)} onDone={leave} />
      )}
      {dialog === 'reject' && (
        <RejectDialog
          project={project}
          run={run}
          pack={pack}
          drafts={drafts}
          onClose={() => setDialog(null)}
          onDone={leave}
        />
      )}
    </Page>
  );
}
