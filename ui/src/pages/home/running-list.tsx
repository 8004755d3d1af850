import { Link } from 'wouter';
import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import type { Running } from '../../../../src/schema/api/home.ts';
import { useStableList } from '../../live/use-stable-list.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { Empty } from '../../states/empty.tsx';
import { dollars, duration, whenTime } from '../../words/format.ts';
import { useNow } from '../../words/use-now.ts';
import { useWords } from '../../words/words.tsx';
import styles from './home.module.css';
import { workLink } from './need-link.ts';

interface RunningListProps {
  readonly running: readonly Running[];
  readonly projects: AnswerOf<'home'>['projects'];
  readonly hasProjects: boolean;
}

/** What is being worked on now. */
export function RunningList({ running, projects, hasProjects }: RunningListProps) {
  const { home, runs } = useWords();
  const { rows } = useStableList(running, ({ project, workflow, id }) => `${project} ${workflow} ${id}`);
  return (
    <section className={styles.section} aria-labelledby="running">
      <h2 id="running">{home.running}</h2>
      {running.length === 0 && (
        <Empty command={'orchestral start "…"'} starts={hasProjects}>
          {hasProjects ? home.nothingRuns : runs.none}
        </Empty>
      )}
      <ul className={styles.rows}>
        {rows.map(({ key, item, isGone }) => (
          <RunningRow
            key={key}
            item={item}
            isGone={isGone}
            project={projects.find(({ id }) => id === item.project)?.name ?? item.project}
          />
        ))}
      </ul>
    </section>
  );
}

function RunningRow({ item, isGone, project }: { item: Running; isGone: boolean; project: string }) {
  const { home, steps, language } = useWords();
  const now = useNow();
  const { round, progress, words, limit } = item;
  const step = steps[item.step] ?? item.step;
  const at = [
    step,
    round === null ? null : home.round(round.now, round.most),
    progress === null ? null : home.progress(progress.done, progress.total),
  ].filter((part) => part !== null);
  const isWaiting = limit !== null;
  return (
    <li className={styles.runningRow} data-gone={isGone}>
      <StateMark
        state={isGone ? 'ready' : isWaiting ? 'waiting' : 'running'}
        label={isGone ? home.ended : at.join(' · ')}
      />
      <div className={styles.needText}>
        <Link href={workLink(item.project, item.workflow, item.id)} className={styles.needTitle}>
          {item.title}
        </Link>
        <div className={styles.meta}>{[project, item.branch].filter((part) => part !== null).join(' · ')}</div>
        {limit !== null && (
          <div className={styles.limit}>
            {home.limited(limit.backend, limit.resume_at === null ? null : whenTime(limit.resume_at, language))}
          </div>
        )}
        {words !== null && words !== '' && <q className={styles.words}>{words}</q>}
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{home.time}</dt>
          <dd>{duration(now - Date.parse(item.since), home.units)}</dd>
        </div>
        <div>
          <dt>{home.left}</dt>
          <dd>{item.seconds_left === null ? '–' : duration(item.seconds_left * 1000, home.units)}</dd>
        </div>
        <div>
          <dt>{home.cost}</dt>
          <dd>
            {dollars(item.cost_usd)}
            {item.budget_usd !== null && ` / ${dollars(item.budget_usd)}`}
          </dd>
        </div>
      </dl>
    </li>
  );
}
