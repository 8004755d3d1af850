import type { ApiPack } from '../../../../src/schema/api/review.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './review.module.css';

/** What was measured, in one sentence. */
export function ProofStrip({ pack }: { pack: ApiPack }) {
  const {
    review: { strip: words },
  } = useWords();
  const { tests, proof, unproven, checks_hunks } = pack;
  const tree = short(pack.tree);
  const superseded =
    proof?.findings.filter(({ code }) => code === 'superseded').flatMap(({ items }) => items).length ?? 0;
  const isGreen = tests !== null && tests.passed === tests.total;
  const hunks = checks_hunks ? words.checking : proof?.hunks === undefined ? words.notChecked : words.allProven;
  return (
    <p className={styles.strip}>
      <StateMark
        state={tests === null ? 'waiting' : isGreen ? 'done' : 'failed'}
        label={tests === null ? words.noTests(tree) : words.tests(tests.passed, tests.total, tree)}
      />
      {superseded > 0 && <span>{words.superseded(superseded)}</span>}
      {unproven.length > 0 ? (
        <span className={styles.stripUnproven}>
          <span aria-hidden="true">△</span> {words.unproven(unproven.length)}
        </span>
      ) : (
        <span>{hunks}</span>
      )}
      <span>{words.round(pack.round, pack.max_rounds)}</span>
    </p>
  );
}
