/** The candidate that `word` was probably meant to be: at most one change per three letters away. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  let nearest: string | undefined;
  let least = Math.floor(Math.max(word.length, 3) / 3) + 1;
  for (const candidate of candidates) {
    const changes = fold(word) === fold(candidate) ? 0 : changesBetween(word, candidate);
    if (changes >= least) continue;
    least = changes;
    nearest = candidate;
  }
  return nearest;
}

/** `taskOrder` and `task-order` are `task_order`. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[-_ ]/g, '');
}

/** Letters to add, drop, replace or swap with their neighbour. */
function changesBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(at(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(i - 1, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, at(i - 2, j - 2) + 1);
      row.push(least);
    }
  }
  return at(a.length, b.length);
}
