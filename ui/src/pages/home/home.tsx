import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { Page } from '../../frame/page.tsx';
import { call } from '../../server/api.ts';
import { useAnswer } from '../../server/queries.ts';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './home.module.css';
import { NeedsYou } from './needs-you.tsx';
import { RunningList } from './running-list.tsx';
import { SideColumn } from './side-column.tsx';

/** What needs the person, then what runs, then what happened, of all projects. */
export function Home() {
  const { home, frame } = useWords();
  const [, navigate] = useLocation();
  const { data, error, refetch } = useAnswer('home', {});
  useRememberSeen();
  return (
    <Page
      crumbs={[{ label: frame.home }]}
      action={
        <Button variant="default" size="compact-md" onClick={() => navigate('/new')}>
          {frame.start}
        </Button>
      }
    >
      {error !== null && data === undefined && <Problem error={error} retry={() => void refetch()} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          {data === undefined && error === null && <Loading rows={8} />}
          {data !== undefined && (
            <>
              <NeedsYou needs={data.needs} running={data.running} projects={data.projects} />
              <RunningList running={data.running} projects={data.projects} hasProjects={data.projects.length > 0} />
              <section className={styles.section} aria-labelledby="since">
                <h2 id="since">{home.since}</h2>
                <p className={styles.counts}>
                  <Link href="/runs?state=completed">{home.delivered(data.since.delivered)}</Link> ·{' '}
                  <Link href="/runs?state=failed">{home.failed(data.since.failed)}</Link>
                </p>
              </section>
            </>
          )}
        </div>
        {data !== undefined && <SideColumn today={data.today_usd} limits={data.limits} projects={data.projects} />}
      </div>
    </Page>
  );
}

/** When the person leaves the page, they have seen what was on it. */
function useRememberSeen(): void {
  useEffect(() => {
    const seen = (): void => {
      if (document.visibilityState === 'hidden') call('home.seen', { body: {} }).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
}
