/** What Orchestral and agents are told by, and what changes the meaning of other files: never taken from a candidate. */
export function isControl(path: string, taskLists: readonly string[]): boolean {
  return CONTROLS.some((pattern) => pattern.test(path)) || taskLists.includes(path);
}

const CONTROLS: readonly RegExp[] = [
  /^\.orchestral\//,
  /^\.claude\//,
  /^\.mcp\.json$/,
  /(?:^|\/)\.gitattributes$/,
  /^\.gitmodules$/,
];
