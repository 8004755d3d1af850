import { Button } from '@mantine/core';
import type { PullRequest } from '../../../src/schema/api/pull-request.ts';
import { useIsOffline } from '../live/live.tsx';
import { StateMark } from '../marks/state-mark.tsx';
import { short, whenTime } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { webAddress } from './web-address.ts';
import styles from './pull-request-panel.module.css';

interface PullRequestPanelProps {
  readonly published: PullRequest;
  /** Null: it cannot be looked after now. */
  readonly onSync: (() => void) | null;
  readonly isSyncing: boolean;
}

/** Published work: where it stands on its host, what checks and people say of it there. */
export function PullRequestPanel({ published, onSync, isSyncing }: PullRequestPanelProps) {
  const { published: words, language } = useWords();
  const isOffline = useIsOffline();
  const { number, url, link, branch, base, state, draft, remarks, others, says, read_at } = published;
  const address = webAddress(url) ?? webAddress(link);
  return (
    <section className={styles.panel} aria-labelledby="published">
      <div className={styles.head}>
        <h2 id="published">{number === null ? words.branchTitle : words.named(number)}</h2>
        <StateMark
          state={state === 'open' ? 'waiting' : state === 'merged' ? 'ready' : 'blocked'}
          label={[words.states[state], ...(draft ? [words.draft] : [])].join(' · ')}
        />
        <code className={styles.branches}>{words.into(branch, base)}</code>
        <span className={styles.actions}>
          {address !== null && (
            <a href={address} target="_blank" rel="noreferrer noopener">
              {url === null ? words.openByHand : words.open}
            </a>
          )}
          {onSync !== null && (
            <Button variant="default" size="compact-sm" disabled={isOffline} loading={isSyncing} onClick={onSync}>
              {words.sync}
            </Button>
          )}
        </span>
      </div>
      <p className={styles.facts}>
        <Checks published={published} />
        {remarks.given > 0 && <span>{words.remarks(remarks.given, remarks.answered)}</span>}
        {read_at !== null && <span>{words.readAt(whenTime(read_at, language))}</span>}
      </p>
      {says !== null && (
        <p className={styles.trouble}>
          {says.message}
          {says.hint !== null && <span className={styles.hint}>{says.hint}</span>}
        </p>
      )}
      {others.length > 0 && (
        <>
          <h3>{words.others}</h3>
          {others.map(({ id, author, text, url: at }) => (
            <p key={id} className={styles.remark}>
              {webAddress(at) === null ? (
                author
              ) : (
                <a href={at} target="_blank" rel="noreferrer noopener">
                  {author}
                </a>
              )}{' '}
              <q>{text}</q>
            </p>
          ))}
        </>
      )}
    </section>
  );
}

/** The host's checks are its own: they are counted, and none of them is green as what was measured here is. */
function Checks({ published: { checks, commit } }: { published: PullRequest }) {
  const { published: words } = useWords();
  const { failed, pending, passed } = checks ?? { failed: 0, pending: 0, passed: 0 };
  const on = words.onCommit(short(commit));
  if (failed + pending + passed === 0) return <span>{`${words.checks.none} ${on}`}</span>;
  const said = [
    ...(failed > 0 ? [words.checks.failed(failed)] : []),
    ...(pending > 0 ? [words.checks.pending(pending)] : []),
    ...(passed > 0 ? [words.checks.passed(passed)] : []),
  ];
  return (
    <StateMark state={failed > 0 ? 'failed' : pending > 0 ? 'running' : 'ready'} label={`${said.join(' · ')} ${on}`} />
  );
}
