import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { dollars, whenTime } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './home.module.css';

type HomeAnswer = AnswerOf<'home'>;

interface SideColumnProps {
  readonly today: number | null;
  readonly limits: HomeAnswer['limits'];
  readonly projects: HomeAnswer['projects'];
}

/** Today's cost, providers' limits and the projects. */
export function SideColumn({ today, limits, projects }: SideColumnProps) {
  const { home, language } = useWords();
  return (
    <aside className={styles.side}>
      <section className={styles.card}>
        <h3>{home.today}</h3>
        <p className={styles.big}>{dollars(today)}</p>
      </section>
      <section className={styles.card}>
        <h3>{home.limits}</h3>
        {limits.length === 0 && <p className={styles.meta}>{home.noLimits}</p>}
        {limits.map(({ backend, resume_at }) => (
          <div key={backend} className={styles.pair}>
            <StateMark state="waiting" label={backend} />
            <span>{resume_at === null ? '–' : home.until(whenTime(resume_at, language))}</span>
          </div>
        ))}
      </section>
      <section className={styles.card}>
        <h3>{home.projects}</h3>
        {projects.map(({ id, name, path, needs, running, is_there }) => (
          <div key={id} className={styles.pair} title={path} data-gone={!is_there}>
            <span className={styles.name}>{name}</span>
            <span className={styles.meta}>{is_there ? home.projectCounts(needs, running) : home.folderGone}</span>
          </div>
        ))}
      </section>
    </aside>
  );
}
