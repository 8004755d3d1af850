import { Button } from '@mantine/core';
import { useState } from 'react';
import { OfProject } from '../../frame/of-project.tsx';
import { Page } from '../../frame/page.tsx';
import { useIsOffline } from '../../live/live.tsx';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Confirm } from '../../states/confirm.tsx';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { whenTime } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import table from '../table.module.css';
import { KnowledgeEntry, type Learned } from './knowledge-entry.tsx';

/** What was learned about the project, and answers that later runs give by themselves. */
export function Knowledge() {
  const { knowledge: words } = useWords();
  return <OfProject title={words.title}>{(project, name) => <KnowledgeOf project={project} name={name} />}</OfProject>;
}

function KnowledgeOf({ project, name }: { project: string; name: string }) {
  const { knowledge: words, language } = useWords();
  const isOffline = useIsOffline();
  const { data, error, refetch } = useAnswer('knowledge.read', { params: { project } });
  const precedents = useAnswer('precedents.list', { params: { project } });
  const [revoked, setRevoked] = useState<{ run: string; vcr: string } | null>(null);
  const revoke = useChange('precedents.revoke');
  const sha256 = data?.sha256 ?? '';
  const entries: { id: string; learned: Learned; from: string }[] = [
    ...(data?.knowledge?.decisions ?? []).map(({ id, topic, decision, rationale, refs, created_at: from }) => ({
      id,
      learned: { kind: 'decision' as const, sha256, topic, decision, rationale, refs: [...refs] },
      from,
    })),
    ...(data?.knowledge?.pitfalls ?? []).map(({ id, description, reason, learned_from }) => ({
      id,
      learned: { kind: 'pitfall' as const, sha256, description, reason },
      from: learned_from ?? '',
    })),
  ];
  return (
    <Page crumbs={[{ label: name }, { label: words.title }]}>
      {data === undefined && (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <section className={table.section}>
          <h2>{words.learned}</h2>
          {entries.length === 0 && <Empty>{words.none}</Empty>}
          {entries.map(({ id, learned, from }) => (
            <KnowledgeEntry key={`${id} ${sha256}`} project={project} id={id} learned={learned} from={from} />
          ))}
        </section>
      )}
      <section className={table.section}>
        <h2>{words.precedents}</h2>
        {precedents.data?.length === 0 && <Empty>{words.noPrecedents}</Empty>}
        {precedents.data?.map(({ run, crp, vcr, given_at }) => (
          <div key={`${run} ${vcr.vcr_id}`} className={table.entry}>
            <div>
              {crp.question} <b>{crp.options.find(({ id }) => id === vcr.decision)?.label ?? vcr.decision}</b>
              <div className={table.meta}>
                {run} · {whenTime(given_at, language)}
              </div>
            </div>
            <Button
              variant="subtle"
              size="compact-xs"
              disabled={isOffline}
              onClick={() => setRevoked({ run, vcr: vcr.vcr_id })}
            >
              {words.revoke}
            </Button>
          </div>
        ))}
      </section>
      {revoked !== null && (
        <Confirm
          question={words.revokeSure}
          yes={words.revoke}
          onYes={() => revoke.mutate({ params: { project, ...revoked } })}
          onClose={() => setRevoked(null)}
        />
      )}
    </Page>
  );
}
