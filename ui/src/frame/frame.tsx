import { useMediaQuery } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useNeedNotifications } from '../live/desktop-notifications.ts';
import { Palette, type PaletteEntry } from '../keyboard/palette.tsx';
import { useProjects } from '../server/projects.ts';
import { useAnswer } from '../server/queries.ts';
import { OfflineNotice } from '../states/offline-notice.tsx';
import { useWords } from '../words/words.tsx';
import { BottomBar } from './bottom-bar.tsx';
import styles from './frame.module.css';
import { Rail } from './rail.tsx';

/** What is around every page. */
export function Frame({ children }: { children: ReactNode }) {
  const { frame } = useWords();
  const [location] = useLocation();
  const isPhone = useMediaQuery('(max-width: 700px)');
  const { data } = useAnswer('home', {});
  const { chosen } = useProjects();
  const needs = data?.needs.length ?? 0;
  useTitle(needs, location);
  useNeedNotifications(data?.needs);
  const narrow = /^\/(auto\/|runs\/[^/]+\/[^/]+\/review)/.test(location);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {frame.skip}
      </a>
      {!isPhone && <Rail narrow={narrow} needs={needs} project={chosen} />}
      <div className={styles.body}>
        <OfflineNotice />
        {children}
        {isPhone && <BottomBar needs={needs} project={chosen} />}
      </div>
      <Palette entries={useEntries()} />
    </div>
  );
}

/** The count stands in the title of the tab, so that a tab in the background tells it. */
function useTitle(needs: number, location: string): void {
  useEffect(() => {
    const page = document.documentElement.dataset['page'] ?? '';
    document.title = `${needs > 0 ? `(${needs}) ` : ''}${page === '' ? '' : `${page} · `}Orchestral`;
  }, [needs, location]);
}

function useEntries(): PaletteEntry[] {
  const { frame, home } = useWords();
  const { data } = useAnswer('home', {});
  const { projects } = useProjects();
  const nameOf = (id: string): string => projects.find((project) => project.id === id)?.name ?? id;
  const pages: PaletteEntry[] = [
    { href: '/', label: frame.home },
    { href: '/new', label: frame.start },
    { href: '/runs', label: frame.runs },
    { href: '/sessions', label: frame.sessions },
    { href: '/worktrees', label: frame.worktrees },
    { href: '/knowledge', label: frame.knowledge },
    { href: '/costs', label: frame.costs },
    { href: '/fleet', label: frame.fleet },
    { href: '/settings', label: frame.settings },
  ];
  const needs = (data?.needs ?? []).flatMap((need): PaletteEntry[] =>
    need.kind === 'question'
      ? [
          {
            href: `/questions/${need.project}/${need.run}:${need.crp}`,
            label: need.title,
            description: `${home.kinds.question} · ${nameOf(need.project)}`,
          },
        ]
      : need.kind === 'pack'
        ? [
            {
              href: `/runs/${need.project}/${need.run}/review`,
              label: need.title,
              description: `${home.kinds.pack} · ${nameOf(need.project)}`,
            },
          ]
        : [],
  );
  const running = (data?.running ?? []).map((item) => ({
    href:
      item.workflow === 'run'
        ? `/runs/${item.project}/${item.id}`
        : item.workflow === 'auto'
          ? `/auto/${item.project}/graph`
          : `/sessions/${item.project}/${item.id}`,
    label: item.title,
    description: `${home.running} · ${nameOf(item.project)}`,
  }));
  const autos = projects
    .filter(({ has_auto }) => has_auto)
    .map(({ id, name }) => ({ href: `/auto/${id}/timeline`, label: `${frame.auto}: ${name}` }));
  return [...needs, ...running, ...pages, ...autos];
}
