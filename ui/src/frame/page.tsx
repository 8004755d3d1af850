import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useWords } from '../words/words.tsx';
import styles from './page.module.css';

interface Crumb {
  readonly label: string;
  readonly href?: string;
}

interface PageProps {
  readonly crumbs: readonly Crumb[];
  /** What stands beside the title: a state, a branch. */
  readonly beside?: ReactNode;
  /** The one primary action. */
  readonly action?: ReactNode;
  /** Uses the whole width; the rail shows icons only. */
  readonly wide?: boolean;
  /** What stays at the lower edge: decisions. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its header. The last crumb is its title. */
export function Page({ crumbs, beside, action, wide = false, bar, children }: PageProps) {
  const words = useWords();
  const title = crumbs.at(-1)?.label ?? '';
  useEffect(() => {
    document.documentElement.dataset['page'] = title;
  }, [title]);
  return (
    <div className={styles.page} data-wide={wide}>
      <header className={styles.header}>
        <nav className={styles.crumbs} aria-label={words.frame.breadcrumb}>
          {crumbs.slice(0, -1).map(({ label, href }) => (
            <span key={label} className={styles.crumb}>
              {href === undefined ? label : <Link href={href}>{label}</Link>}
              <span aria-hidden="true"> / </span>
            </span>
          ))}
          <h1 className={styles.title} title={title}>
            {title}
          </h1>
        </nav>
        <div className={styles.beside}>{beside}</div>
        <div className={styles.action}>{action}</div>
      </header>
      <main className={styles.main} id="content" tabIndex={0}>
        <div className={styles.content}>{children}</div>
      </main>
      {bar !== undefined && <footer className={styles.bar}>{bar}</footer>}
    </div>
  );
}
