import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BodyOf } from '../../../../src/schema/api/routes.ts';
import { useIsOffline } from '../../live/live.tsx';
import { useChange } from '../../server/queries.ts';
import { Confirm } from '../../states/confirm.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import table from '../table.module.css';

/** A decision or a pitfall as it can be changed. */
export type Learned = BodyOf<'knowledge.save'>;

interface KnowledgeEntryProps {
  readonly project: string;
  readonly id: string;
  readonly learned: Learned;
  /** Where it came from. */
  readonly from: string;
}

/** One thing that was learned: read, changed in place, or removed. */
export function KnowledgeEntry({ project, id, learned, from }: KnowledgeEntryProps) {
  const { knowledge: words } = useWords();
  const isOffline = useIsOffline();
  const [isEditing, setIsEditing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = useChange('knowledge.remove');
  if (isEditing) return <EntryForm project={project} id={id} learned={learned} onDone={() => setIsEditing(false)} />;
  const why = learned.kind === 'decision' ? learned.rationale : learned.reason;
  return (
    <div className={table.entry}>
      <div>
        <b>{id}</b> {learned.kind === 'decision' ? `${learned.topic}: ${learned.decision}` : learned.description}
        <div className={table.meta}>{[why, from].filter(Boolean).join(' · ')}</div>
      </div>
      <div className={table.side}>
        <Button variant="subtle" size="compact-xs" disabled={isOffline} onClick={() => setIsEditing(true)}>
          {words.edit}
        </Button>
        <Button variant="subtle" size="compact-xs" disabled={isOffline} onClick={() => setIsRemoving(true)}>
          {words.remove}
        </Button>
      </div>
      {isRemoving && (
        <Confirm
          question={words.removeSure(id)}
          yes={words.remove}
          onYes={() => remove.mutate({ params: { project, entry: id }, query: { sha256: learned.sha256 } })}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </div>
  );
}

function EntryForm({ project, id, learned, onDone }: Omit<KnowledgeEntryProps, 'from'> & { onDone: () => void }) {
  const { knowledge: words, runs } = useWords();
  const isOffline = useIsOffline();
  const [now, setNow] = useState(learned);
  const save = useChange('knowledge.save', { quiet: true, onDone });
  return (
    <form
      className={table.form}
      onSubmit={(event) => {
        event.preventDefault();
        const params = { project, entry: id };
        save.mutate(now.kind === 'decision' ? { params, body: now } : { params, body: now });
      }}
    >
      {now.kind === 'decision' ? (
        <>
          <TextInput
            label={words.topic}
            value={now.topic}
            onChange={(event) => setNow({ ...now, topic: event.currentTarget.value })}
            required
            autoFocus
          />
          <Textarea
            label={words.decision}
            value={now.decision}
            onChange={(event) => setNow({ ...now, decision: event.currentTarget.value })}
            autosize
            required
          />
          <Textarea
            label={words.why}
            value={now.rationale}
            onChange={(event) => setNow({ ...now, rationale: event.currentTarget.value })}
            autosize
          />
        </>
      ) : (
        <>
          <Textarea
            label={words.description}
            value={now.description}
            onChange={(event) => setNow({ ...now, description: event.currentTarget.value })}
            autosize
            required
            autoFocus
          />
          <Textarea
            label={words.why}
            value={now.reason}
            onChange={(event) => setNow({ ...now, reason: event.currentTarget.value })}
            autosize
          />
        </>
      )}
      {save.error !== null && <Problem error={save.error} />}
      <div className={table.side}>
        <Button type="submit" size="compact-md" disabled={isOffline} loading={save.isPending}>
          {words.save}
        </Button>
        <Button variant="default" size="compact-md" onClick={onDone}>
          {runs.cancel}
        </Button>
      </div>
    </form>
  );
}
