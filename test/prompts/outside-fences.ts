/** What a reader takes for our own words. */
export function outsideFences(prompt: string): string {
  let open: string | undefined;
  const outside: string[] = [];
  for (const line of prompt.split('\n')) {
    // A line with more of them further on is code within a line.
    const [fence] = /^`{3,}(?=[^`]*$)/.exec(line) ?? [];
    if (open === undefined && fence !== undefined) open = fence;
    else if (open === undefined) outside.push(line);
    else if (fence !== undefined && fence.length >= open.length && line === fence) open = undefined;
  }
  return outside.join('\n');
}
