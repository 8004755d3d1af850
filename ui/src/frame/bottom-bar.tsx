import { Menu } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { CircleEllipsis, Inbox, Play, Search } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useWords } from '../words/words.tsx';
import styles from './bottom-bar.module.css';

/** On a phone: the way to everything, within reach of the thumb. */
export function BottomBar({ needs, project }: { needs: number; project: string | null }) {
  const { frame } = useWords();
  const [location, navigate] = useLocation();
  const of = project === null ? '' : `?project=${project}`;
  const more: [href: string, label: string][] = [
    [project === null ? '/auto' : `/auto/${project}/graph`, frame.auto],
    ['/sessions', frame.sessions],
    [`/worktrees${of}`, frame.worktrees],
    [`/knowledge${of}`, frame.knowledge],
    [`/costs${of}`, frame.costs],
    ['/fleet', frame.fleet],
    [`/settings${of}`, frame.settings],
    ['/new', frame.start],
  ];
  return (
    <nav className={styles.bar} aria-label={frame.work}>
      <Link href="/" className={styles.item} data-current={location === '/'}>
        <span className={styles.icon}>
          <Inbox size={20} aria-hidden="true" />
          {needs > 0 && <span className={styles.count}>{needs}</span>}
        </span>
        {frame.needsYou}
      </Link>
      <Link href="/runs" className={styles.item} data-current={location.startsWith('/runs')}>
        <Play size={20} aria-hidden="true" />
        {frame.running}
      </Link>
      <button type="button" className={styles.item} onClick={spotlight.open}>
        <Search size={20} aria-hidden="true" />
        {frame.search}
      </button>
      <Menu position="top-end" transitionProps={{ duration: 100 }}>
        <Menu.Target>
          <button type="button" className={styles.item}>
            <CircleEllipsis size={20} aria-hidden="true" />
            {frame.more}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(([href, label]) => (
            <Menu.Item key={href} onClick={() => navigate(href)} className={styles.more}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
