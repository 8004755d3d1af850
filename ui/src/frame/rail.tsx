import {
  BookOpen,
  ChartColumn,
  FolderGit2,
  House,
  MessagesSquare,
  Network,
  Play,
  Plus,
  Search,
  Server,
  Settings,
  type LucideIcon,
} from 'lucide-react';
import { Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { Link, useLocation } from 'wouter';
import { useWords } from '../words/words.tsx';
import { ConnectionState } from './connection-state.tsx';
import { ProjectSwitch } from './project-switch.tsx';
import styles from './rail.module.css';

interface Entry {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly count?: number;
  readonly at: RegExp;
}

/** The pages, at the left edge; only icons where the page needs the width. */
export function Rail({ narrow, needs, project }: { narrow: boolean; needs: number; project: string | null }) {
  const { frame } = useWords();
  const of = project === null ? '' : `?project=${project}`;
  const work: Entry[] = [
    { href: '/', label: frame.home, icon: House, count: needs, at: /^\/($|questions)/ },
    { href: project === null ? '/auto' : `/auto/${project}/graph`, label: frame.auto, icon: Network, at: /^\/auto/ },
    { href: '/runs', label: frame.runs, icon: Play, at: /^\/runs/ },
    { href: '/sessions', label: frame.sessions, icon: MessagesSquare, at: /^\/sessions/ },
  ];
  const rest: Entry[] = [
    { href: `/worktrees${of}`, label: frame.worktrees, icon: FolderGit2, at: /^\/worktrees/ },
    { href: `/knowledge${of}`, label: frame.knowledge, icon: BookOpen, at: /^\/knowledge/ },
    { href: `/costs${of}`, label: frame.costs, icon: ChartColumn, at: /^\/costs/ },
    { href: '/fleet', label: frame.fleet, icon: Server, at: /^\/fleet/ },
    { href: `/settings${of}`, label: frame.settings, icon: Settings, at: /^\/settings/ },
  ];
  return (
    <div className={styles.rail} data-narrow={narrow}>
      <ProjectSwitch narrow={narrow} chosen={project} />
      <nav className={styles.group} aria-label={frame.work}>
        {work.map((entry) => (
          <RailLink key={entry.label} {...entry} narrow={narrow} />
        ))}
      </nav>
      <nav className={styles.group} aria-label={frame.rest}>
        {rest.map((entry) => (
          <RailLink key={entry.label} {...entry} narrow={narrow} />
        ))}
      </nav>
      <div className={styles.space} />
      <button type="button" className={styles.link} onClick={spotlight.open} title={frame.search}>
        <Search size={18} aria-hidden="true" />
        <span className={narrow ? styles.hidden : styles.label}>{frame.search}</span>
        {!narrow && <kbd className={styles.key}>Ctrl K</kbd>}
      </button>
      <Link href="/new" className={styles.link} title={frame.start}>
        <Plus size={18} aria-hidden="true" />
        <span className={narrow ? styles.hidden : styles.label}>{frame.start}</span>
      </Link>
      <ConnectionState narrow={narrow} />
    </div>
  );
}

function RailLink({ href, label, icon: Icon, count = 0, at, narrow }: Entry & { narrow: boolean }) {
  const [location] = useLocation();
  const { frame } = useWords();
  const current = at.test(location);
  return (
    <Tooltip label={label} position="right" disabled={!narrow} transitionProps={{ duration: 100 }}>
      <Link href={href} className={styles.link} data-current={current} aria-current={current ? 'page' : undefined}>
        <Icon size={18} aria-hidden="true" />
        <span className={narrow ? styles.hidden : styles.label}>{label}</span>
        {count > 0 && (
          <span className={styles.count} title={frame.waiting(count)}>
            {count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
