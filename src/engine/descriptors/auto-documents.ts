import path from 'node:path';
import { isInside } from '../../files/inside.ts';
import type { DocumentOf } from '../../schema/documents.ts';
import { auto } from '../../workflows/auto/auto.ts';
import type { AutoDocuments } from '../../workflows/auto/show.ts';

type AutoDocument = DocumentOf<'auto-state'>;

/**
 * The workflow with a document that names the worktree of the phase so that one can `cd` there. The log, which goes
 * wherever its folder goes, names it from the root of the worktrees.
 */
export function autoWithPlaces(root: string): typeof auto {
  return {
    ...auto,
    show: (state) => {
      const shown = auto.show(state);
      return shown && onDocument(shown, (name) => (name === null ? null : path.join(root, name)));
    },
    absorb: (state, before, edited) => auto.absorb(state, before, withWorktreeOf(before, edited)),
    adopt: ({ 'auto-state': document }) =>
      auto.adopt(document === undefined ? {} : onDocument({ 'auto-state': document }, (name) => nameBelow(root, name))),
  };
}

/** Where it lies is no person's to say: what an older version wrote there is no edit. */
export function withWorktreeOf(before: AutoDocuments, edited: AutoDocuments): AutoDocuments {
  return onDocument(edited, () => before['auto-state'].execution.worktree);
}

function onDocument(
  documents: AutoDocuments,
  rename: (worktree: AutoDocument['execution']['worktree']) => string | null,
): AutoDocuments {
  const document = documents['auto-state'];
  const worktree = rename(document.execution.worktree);
  return { 'auto-state': { ...document, execution: { ...document.execution, worktree } } };
}

/** As other tools and older versions name it; null for one of another place. */
function nameBelow(root: string, worktree: string | null): string | null {
  if (worktree === null || !path.isAbsolute(worktree)) return worktree;
  return isInside(worktree, root) ? path.relative(root, worktree) : null;
}
