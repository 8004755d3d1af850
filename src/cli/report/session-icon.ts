export const sessionIcons = { active: '🔄', completed: '✅', stopped: '⏹', ended: '⏹' } as const;

/** A session that was ended before its work was done is completed in its documents, and is not shown so. */
export function shownStatus(
  status: 'active' | 'completed' | 'stopped',
  { done, total }: { readonly done: number; readonly total: number },
): keyof typeof sessionIcons {
  return status === 'completed' && (total === 0 || done < total) ? 'ended' : status;
}
