import { Button, Checkbox, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { ApiChangedFile } from '../../../../src/schema/api/diff.ts';
import type { ApiPack } from '../../../../src/schema/api/review.ts';
import { Counts } from '../../diff/counts.tsx';
import { FileDiffView, type LaneMark, type Side } from '../../diff/file-diff-view.tsx';
import { useBindings } from '../../keyboard/use-bindings.ts';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import { CommentEditor } from './comment-editor.tsx';
import { laneMarks } from './lane-marks.ts';
import { extended, nextLine, quoteOf, type Selection, type Target } from './line-cursor.ts';
import styles from './review.module.css';
import { written, type Drafts } from './use-drafts.ts';
import { useFileLines } from './use-file-lines.ts';

interface ReviewDiffProps {
  readonly project: string;
  readonly run: string;
  readonly pack: ApiPack;
  readonly file: ApiChangedFile;
  readonly drafts: Drafts;
  readonly isViewed: boolean;
  readonly onViewed: (isViewed: boolean) => void;
  readonly onMove: (by: number) => void;
  readonly onMark: (mark: LaneMark) => void;
  /** What to choose and show; null where it is of another file. */
  readonly target: Target | null;
}

/** One file of the pack: its lines, the lane, and comments where they belong. */
export function ReviewDiff(props: ReviewDiffProps) {
  const { project, run, pack, file, drafts, isViewed, onViewed, onMove, onMark, target } = props;
  const { review: words, keys } = useWords();
  const isRoomy = useMediaQuery('(min-width: 1600px)');
  // A finger cannot drag over numbers: it taps the first, then the last, before anything is written.
  const isTouch = useMediaQuery('(pointer: coarse)');
  const [wantsSplit, setWantsSplit] = useState<boolean | null>(null);
  const [selected, setSelected] = useState<Selection | null>(target);
  const [followed, setFollowed] = useState(target);
  if (target !== followed) {
    setFollowed(target);
    if (target !== null) setSelected(target);
  }
  const [open, setOpen] = useState<string | null>(null);
  const anchor = useRef<number | null>(null);
  const here = drafts.drafts.filter(({ path, commit }) => path === file.path && commit === pack.commit);
  const lines = useFileLines({ project, run, from: pack.base.commit, to: pack.commit, path: file.path }, here);
  const { data } = lines;
  const isSplit = wantsSplit ?? isRoomy ?? false;

  const comment = (wanted: Selection): void => {
    if (data === undefined) return;
    const empty = drafts.drafts.find(({ id, side }) => id === open && side === wanted.side);
    const isSecondTap = isTouch && empty !== undefined && written([empty]).length === 0;
    const at = isSecondTap ? spanOf(wanted, empty) : wanted;
    if (isSecondTap) drafts.remove(empty.id);
    const quote = quoteOf(data, at);
    setOpen(drafts.begin({ commit: pack.commit, path: file.path, ...at, quote }));
    setSelected(null);
  };
  const onLine = (kind: 'press' | 'drag' | 'release', side: Side, line: number): void => {
    if (kind === 'press') {
      anchor.current = line;
      setSelected({ side, first: line, last: line });
    } else if (anchor.current !== null) {
      const at = { side, first: Math.min(anchor.current, line), last: Math.max(anchor.current, line) };
      setSelected(at);
      if (kind === 'release') {
        anchor.current = null;
        comment(at);
      }
    }
  };
  const moveLine = (by: 1 | -1): void => {
    if (data !== undefined) setSelected(nextLine(data, selected, by));
  };
  useBindings(words.title, [
    { keys: 'j', label: keys.next, run: () => moveLine(1) },
    { keys: 'k', label: keys.previous, run: () => moveLine(-1) },
    {
      keys: 'Shift+J',
      label: words.keys.extend,
      run: () =>
        data !== undefined && setSelected(selected === null ? nextLine(data, null, 1) : extended(data, selected)),
    },
    { keys: 'e', label: words.keys.expand, run: () => lines.openNear(selected) },
    { keys: 'c', label: words.keys.comment, run: () => selected !== null && comment(selected) },
    { keys: 'n', label: words.nextFile, run: () => onMove(1) },
    { keys: 'p', label: words.previousFile, run: () => onMove(-1) },
    { keys: 'v', label: words.keys.viewed, run: () => onViewed(!isViewed) },
  ]);
  return (
    <section className={styles.diff}>
      <div className={styles.diffHead}>
        <code className={styles.path}>{file.from === null ? file.path : `${file.from} → ${file.path}`}</code>
        {file.is_test && <span className={styles.tag}>{words.testFile}</span>}
        <Counts file={file} />
        <span className={styles.space} />
        <Switch
          className={styles.splitSwitch}
          size="xs"
          label={words.split}
          checked={isSplit}
          onChange={(event) => setWantsSplit(event.currentTarget.checked)}
        />
        <Checkbox
          size="xs"
          label={words.viewed}
          checked={isViewed}
          onChange={(event) => onViewed(event.currentTarget.checked)}
        />
        <Button variant="default" size="compact-xs" onClick={() => onMove(1)}>
          {words.nextFile}
        </Button>
      </div>
      <div className={styles.diffBody}>
        {lines.error !== null && <Problem error={lines.error} retry={lines.retry} />}
        {data === undefined && lines.error === null && <Loading rows={12} />}
        {data !== undefined && (
          <FileDiffView
            key={file.path}
            diff={data}
            isSplit={isSplit}
            marks={laneMarks(pack, file.path, words)}
            selected={selected}
            onLine={onLine}
            onMark={onMark}
            expand={lines.expand}
            below={(side, line) => {
              const found = here.filter((draft) => draft.side === side && draft.last === line);
              return found.length === 0
                ? null
                : found.map((draft) => (
                    <CommentEditor
                      key={draft.id}
                      draft={draft}
                      drafts={drafts}
                      isOpen={open === draft.id}
                      onOpen={() => setOpen(draft.id)}
                      onDone={() => setOpen(null)}
                    />
                  ));
            }}
          />
        )}
      </div>
    </section>
  );
}

function spanOf(one: Selection, other: Pick<Selection, 'first' | 'last'>): Selection {
  return { side: one.side, first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) };
}
