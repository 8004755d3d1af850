import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiPack } from '../../../../src/schema/api/review.ts';
import { call } from '../../server/api.ts';
import { useChange } from '../../server/queries.ts';
import { Dialog } from '../../states/dialog.tsx';
import { Problem } from '../../states/problem.tsx';
import { short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import { FindingItem } from '../question/finding-item.tsx';
import styles from './review.module.css';
import { written, type Drafts } from './use-drafts.ts';

interface DialogProps {
  readonly project: string;
  readonly run: string;
  readonly pack: ApiPack;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The commit is named once more: exactly that is merged, or nothing. */
export function ApproveDialog({ project, run, pack, onClose, onDone }: DialogProps) {
  const { review: words, runs } = useWords();
  const approve = useChange('review.approve', { quiet: true, onDone, onRecorded: onDone });
  const allow = pack.to_allow.map(({ number }) => number);
  return (
    <Dialog onClose={onClose} title={words.approve(short(pack.commit))}>
      <p>{words.approveSure(short(pack.commit), pack.base.branch ?? '')}</p>
      <code className={styles.command}>{pack.commit}</code>
      {pack.to_allow.length > 0 && <p className={styles.note}>{words.approveAnyway}</p>}
      {pack.to_allow.map((item) => (
        <FindingItem key={item.number} item={item} />
      ))}
      {approve.error !== null && <Problem error={approve.error} />}
      <div className={styles.choices}>
        <Button
          data-autofocus
          loading={approve.isPending}
          onClick={() =>
            approve.mutate({
              params: { project, run },
              body: { commit: pack.commit, ...(allow.length > 0 && { allow }) },
            })
          }
        >
          {words.approve(short(pack.commit))}
        </Button>
        <Button variant="default" onClick={onClose}>
          {runs.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

/** The comments and a reason; what the Builder will read is shown word for word. */
export function RejectDialog({ project, run, pack, drafts, onClose, onDone }: DialogProps & { drafts: Drafts }) {
  const { review: words, runs } = useWords();
  const [reason, setReason] = useState('');
  const reject = useChange('review.reject', { quiet: true, onDone, onRecorded: onDone });
  const comments = written(drafts.drafts).map(({ id }) => id);
  const body = { commit: pack.commit, reason, comments };
  const isEmpty = comments.length === 0 && reason.trim() === '';
  const preview = useQuery({
    queryKey: ['rejection', project, run, body],
    queryFn: () => call('review.previewRejection', { params: { project, run }, body }),
    enabled: !isEmpty && drafts.saving === 'saved',
    placeholderData: (before) => before,
  });
  return (
    <Dialog onClose={onClose} title={words.reject(comments.length)} size="lg">
      <Textarea
        data-autofocus
        label={words.reason}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <h3 className={styles.note}>{words.preview}</h3>
      <pre className={styles.preview} tabIndex={0} aria-label={words.preview}>
        {preview.data?.text}
      </pre>
      {reject.error !== null && <Problem error={reject.error} />}
      <div className={styles.choices}>
        <Button
          disabled={isEmpty || drafts.saving !== 'saved'}
          loading={reject.isPending}
          onClick={() => reject.mutate({ params: { project, run }, body })}
        >
          {words.send}
        </Button>
        <Button variant="default" onClick={onClose}>
          {runs.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
