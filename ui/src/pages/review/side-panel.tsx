import { Tabs } from '@mantine/core';
import type { ApiPack } from '../../../../src/schema/api/review.ts';
import { useWords } from '../../words/words.tsx';
import { BriefPanel } from './brief-panel.tsx';
import { CommentsPanel } from './comments-panel.tsx';
import { type Marked, ProofPanel } from './proof-panel.tsx';
import styles from './review.module.css';
import { written, type Drafts, type Place } from './use-drafts.ts';

interface SidePanelProps {
  readonly project: string;
  readonly run: string;
  readonly pack: ApiPack;
  readonly drafts: Drafts;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly onGo: (place: Place) => void;
  /** The mark of the lane that was chosen last. */
  readonly mark: Marked | null;
}

export function SidePanel({ project, run, pack, drafts, tab, onTab, onGo, mark }: SidePanelProps) {
  const { review: words } = useWords();
  const count = written(drafts.drafts).length;
  return (
    <aside className={styles.panel}>
      <Tabs value={tab} onChange={(value) => onTab(value ?? 'proof')} keepMounted={false}>
        <Tabs.List grow>
          <Tabs.Tab value="proof">{words.proof}</Tabs.Tab>
          <Tabs.Tab value="comments">{count === 0 ? words.comments : `${words.comments} ${count}`}</Tabs.Tab>
          <Tabs.Tab value="brief">{words.brief}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="proof" className={styles.panelBody}>
          <ProofPanel pack={pack} mark={mark} />
        </Tabs.Panel>
        <Tabs.Panel value="comments" className={styles.panelBody}>
          <CommentsPanel project={project} run={run} pack={pack} drafts={drafts} onGo={onGo} />
        </Tabs.Panel>
        <Tabs.Panel value="brief" className={styles.panelBody}>
          <BriefPanel pack={pack} drafts={drafts} />
        </Tabs.Panel>
      </Tabs>
    </aside>
  );
}
