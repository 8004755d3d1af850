/** Prints rows as a Markdown table, ready for docs/benchmarks.md. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows];
  console.log(`\n${title}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`);
}
