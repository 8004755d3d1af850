import { Menu } from '@mantine/core';
import { Check, ChevronsUpDown, Folder } from 'lucide-react';
import { useLocation } from 'wouter';
import { useProjects } from '../server/projects.ts';
import { useWords } from '../words/words.tsx';
import styles from './rail.module.css';

/** Which project the pages of one project show. */
export function ProjectSwitch({ narrow, chosen }: { narrow: boolean; chosen: string | null }) {
  const { frame } = useWords();
  const { projects, choose } = useProjects();
  const [location, navigate] = useLocation();
  const current = projects.find(({ id }) => id === chosen);
  return (
    <Menu position="bottom-start" width={260} transitionProps={{ duration: 100 }}>
      <Menu.Target>
        <button type="button" className={styles.switch} title={frame.project}>
          <Folder size={18} aria-hidden="true" />
          <span className={narrow ? styles.hidden : styles.label}>{current?.name ?? frame.noProject}</span>
          {!narrow && <ChevronsUpDown size={14} aria-hidden="true" />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.map(({ id, name, path }) => (
          <Menu.Item
            key={id}
            leftSection={id === chosen ? <Check size={14} aria-hidden="true" /> : <span />}
            title={path}
            onClick={() => {
              choose(id);
              if (location.startsWith('/auto/')) navigate(`/auto/${id}/graph`);
            }}
          >
            {name}
          </Menu.Item>
        ))}
        {projects.length === 0 && <Menu.Label>{frame.noProject}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
