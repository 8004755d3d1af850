import { useEffect, useRef } from 'react';
import type { ApiPack } from '../../../../src/schema/api/review.ts';
import type { LaneMark } from '../../diff/file-diff-view.tsx';
import { StateMark } from '../../marks/state-mark.tsx';
import { duration, short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import { FindingItem } from '../question/finding-item.tsx';
import styles from './review.module.css';

export interface Marked extends LaneMark {
  readonly path: string;
}

/** What was run on which tree, what was found, who let what pass; opinions last. */
export function ProofPanel({ pack, mark }: { pack: ApiPack; mark: Marked | null }) {
  const { review: words, home } = useWords();
  const { proof } = pack;
  return (
    <>
      {mark !== null && <MarkedPart pack={pack} mark={mark} />}
      {proof === null && <p>{words.noProof}</p>}
      {proof?.runs.map((run) => (
        <section key={`${run.kind} ${run.tree}`} className={styles.proofRun}>
          <StateMark state={stateOf(run)} label={words.runs[run.kind]} />
          <p>
            {words.result(run.passed, run.failed, run.total)} · <code>{short(run.tree)}</code> ·{' '}
            {duration(run.seconds * 1000, home.units)} · {run.reused ? words.reused : words.fresh}
          </p>
          {run.command !== null && <code className={styles.command}>{run.command}</code>}
        </section>
      ))}
      {proof !== null && <p className={styles.note}>{words.provenTests(proof.proven.count)}</p>}
      {proof !== null && proof.findings.length > 0 && (
        <section>
          <h3>{words.findings}</h3>
          {proof.findings.map(({ code, says }) => (
            <p key={`${code} ${says}`}>{says}</p>
          ))}
        </section>
      )}
      {pack.to_allow.length > 0 && (
        <section>
          <h3>{words.toAllow}</h3>
          {pack.to_allow.map((item) => (
            <FindingItem key={item.number} item={item} />
          ))}
        </section>
      )}
      {pack.allowed.length > 0 && (
        <section>
          <h3>{words.allowedBefore}</h3>
          {pack.allowed.map(({ code, key }) => (
            <p key={`${code} ${key}`}>{key}</p>
          ))}
        </section>
      )}
      {pack.decisions.length > 0 && (
        <section>
          <h3>{words.decisions}</h3>
          {pack.decisions.map(({ crp_id, question, decision }) => (
            <p key={crp_id}>
              {question} <b>{decision}</b>
            </p>
          ))}
        </section>
      )}
      <section className={styles.opinions}>
        <h3>{words.opinions}</h3>
        {pack.issues.length === 0 && <p>{words.noOpinions}</p>}
        {pack.issues.map(({ severity, file, line, message }) => (
          <p key={`${file} ${line} ${message}`}>
            {words.severity[severity]}: <q>{message}</q>{' '}
            {file !== null && <code>{line === null ? file : `${file}:${line}`}</code>}
          </p>
        ))}
      </section>
    </>
  );
}

/** What was found out about the part that was chosen at the lane, and how. */
function MarkedPart({ pack: { proof }, mark }: { pack: ApiPack; mark: Marked }) {
  const { review: words } = useWords();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no way to end an effect.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [mark]);
  const last = mark.line + Math.max(1, mark.lines) - 1;
  const run = proof?.runs.find(({ kind }) => kind === 'candidate');
  return (
    <section ref={box} className={styles.proofRun} role="status">
      <h3>
        <code>{mark.path}</code> · {words.commentOn(mark.line, last)}
      </h3>
      <p>{mark.says}</p>
      {run !== undefined && mark.kind !== 'unchecked' && (
        <p>
          {words.without} <code>{short(run.tree)}</code>
        </p>
      )}
      {run !== undefined && run.command !== null && mark.kind !== 'unchecked' && (
        <code className={styles.command}>{run.command}</code>
      )}
    </section>
  );
}

type ProofRun = NonNullable<ApiPack['proof']>['runs'][number];

/** New tests shall fail on the old code: there, failing is what was wanted. What an earlier round failed is mended. */
function stateOf({ kind, failed }: ProofRun): 'done' | 'failed' | 'ready' {
  if (kind === 'red') return failed > 0 ? 'done' : 'failed';
  if (kind === 'baseline' || kind === 'regression' || kind === 'earlier_round') return failed === 0 ? 'done' : 'ready';
  return failed === 0 ? 'done' : 'failed';
}
