import type { ChangeData, HunkData } from 'react-diff-view';
import type { FileDiff } from '../../../src/schema/api/diff.ts';

/** Lines of a block: few enough that what is out of view costs nothing, many enough that blocks are few. */
const BLOCK_LINES = 40;
const LONGEST_BLOCK = 80;

export interface Block {
  readonly key: string;
  /** Which hunk of the file it is of. */
  readonly number: number;
  readonly hunk: HunkData;
  /** Where a hunk begins: what git says of its place. */
  readonly heading: string | null;
}

/** Cuts a file's hunks into blocks, at lines that are the same on both sides wherever there are any. */
export function cutBlocks({ hunks }: Pick<FileDiff, 'hunks'>): Block[] {
  return hunks.flatMap((hunk, number) => {
    const changes = hunk.lines.map(changeOf);
    const pieces: ChangeData[][] = [];
    let piece: ChangeData[] = [];
    for (const change of changes) {
      const isFull = piece.length >= BLOCK_LINES && change.type === 'normal';
      if (isFull || piece.length >= LONGEST_BLOCK) {
        pieces.push(piece);
        piece = [];
      }
      piece.push(change);
    }
    if (piece.length > 0) pieces.push(piece);
    const title = `@@ -${hunk.before.start},${hunk.before.lines} +${hunk.after.start},${hunk.after.lines} @@ ${hunk.heading}`;
    return pieces.map((each, index) => ({
      key: `${number}.${index}`,
      number,
      hunk: hunkOf(each, hunk),
      heading: index === 0 ? title : null,
    }));
  });
}

function changeOf({ kind, before, after, text }: FileDiff['hunks'][number]['lines'][number]): ChangeData {
  if (kind === 'added') return { type: 'insert', content: text, lineNumber: after ?? 0, isInsert: true };
  if (kind === 'removed') return { type: 'delete', content: text, lineNumber: before ?? 0, isDelete: true };
  return { type: 'normal', content: text, isNormal: true, oldLineNumber: before ?? 0, newLineNumber: after ?? 0 };
}

function hunkOf(changes: ChangeData[], { before, after }: FileDiff['hunks'][number]): HunkData {
  const old = changes.flatMap((change) => (change.type === 'insert' ? [] : [lineOn(change, 'before') ?? 0]));
  const now = changes.flatMap((change) => (change.type === 'delete' ? [] : [lineOn(change, 'after') ?? 0]));
  return {
    content: '',
    oldStart: old[0] ?? before.start,
    newStart: now[0] ?? after.start,
    oldLines: old.length,
    newLines: now.length,
    changes,
  };
}

/** The number of a line on one side; null where it is not on it. */
export function lineOn(change: ChangeData, side: 'before' | 'after'): number | null {
  if (change.type === 'normal') return side === 'before' ? change.oldLineNumber : change.newLineNumber;
  return (change.type === 'insert') === (side === 'after') ? change.lineNumber : null;
}
