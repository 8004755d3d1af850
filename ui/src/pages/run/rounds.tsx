import { Select } from '@mantine/core';
import { useSearchParams } from 'wouter';
import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { DiffFiles } from '../../diff/diff-files.tsx';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './run.module.css';

type Round = AnswerOf<'runs.rounds'>[number];

/** Any two rounds: what is gone, new and still there, and what changed between them. */
export function Rounds({ project, run }: { project: string; run: string }) {
  const {
    runs: { rounds: words },
  } = useWords();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useAnswer('runs.rounds', { params: { project, run } });
  if (data === undefined) return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  const last = data.at(-1);
  if (last === undefined) return <Empty>{words.none}</Empty>;
  const right = data.find(({ round }) => String(round) === search.get('b')) ?? last;
  const left = data.find(({ round }) => String(round) === search.get('a')) ?? data.at(-2) ?? last;
  const choose = (a: string, b: string): void => setSearch({ tab: 'rounds', a, b }, { replace: true });
  const options = data.map(({ round }) => ({ value: String(round), label: words.round(round) }));
  const before = issuesOf(left);
  const after = issuesOf(right);
  return (
    <div className={styles.rounds}>
      <div className={styles.compare}>
        <Select
          aria-label={words.compare}
          data={options}
          value={String(left.round)}
          onChange={(value) => choose(value ?? '', String(right.round))}
          allowDeselect={false}
        />
        <span>{words.with}</span>
        <Select
          aria-label={words.compare}
          data={options}
          value={String(right.round)}
          onChange={(value) => choose(String(left.round), value ?? '')}
          allowDeselect={false}
        />
      </div>
      <div className={styles.pair}>
        <RoundCard round={left} />
        <RoundCard round={right} />
      </div>
      <div className={styles.triple}>
        <Issues title={words.gone} issues={before.filter((issue) => !after.includes(issue))} />
        <Issues title={words.fresh} issues={after.filter((issue) => !before.includes(issue))} />
        <Issues title={words.still} issues={after.filter((issue) => before.includes(issue))} />
      </div>
      <h2>{words.diff}</h2>
      <DiffFiles project={project} run={run} from={String(left.round)} to={String(right.round)} empty={words.noDiff} />
    </div>
  );
}

function RoundCard({ round }: { round: Round }) {
  const { runs } = useWords();
  const words = runs.rounds;
  return (
    <section className={styles.round}>
      <h2>
        {words.round(round.round)}
        {round.verdict !== null && <span className={styles.by}> · {words.verdict[round.verdict]}</span>}
      </h2>
      {round.commit === null ? <p>{words.noWork}</p> : <code>{short(round.commit)}</code>}
      <h3>{words.measured}</h3>
      {round.findings.map((finding) => (
        <p key={finding}>{finding}</p>
      ))}
      {round.tree !== null && <p className={styles.by}>{runs.measuredOn(short(round.tree))}</p>}
      {round.reason !== null && (
        <>
          <h3>{words.opinion}</h3>
          <q className={styles.by}>{round.reason}</q>
        </>
      )}
      {round.rejected !== null && (
        <>
          <h3>{words.rejected}</h3>
          <p>{round.rejected}</p>
        </>
      )}
    </section>
  );
}

function Issues({ title, issues }: { title: string; issues: readonly string[] }) {
  const { runs } = useWords();
  return (
    <section>
      <h3>
        {title} <span className={styles.by}>{issues.length}</span>
      </h3>
      {issues.length === 0 && <p className={styles.by}>{runs.rounds.nothing}</p>}
      {issues.map((issue) => (
        <p key={issue}>{issue}</p>
      ))}
    </section>
  );
}

function issuesOf({ issues }: Round): string[] {
  return issues.map(({ file, message }) => (file === null ? message : `${file}: ${message}`));
}
