/** What Orchestral and agents are told by, and what changes the meaning of other files: never taken from a candidate. */
export function isControl(path: string, { taskLists, folder }: ProjectControls): boolean {
  const own = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return CONTROLS.some((pattern) => pattern.test(path) || pattern.test(own)) || taskLists.includes(path);
}

interface ProjectControls {
  readonly taskLists: readonly string[];
  /** Of the project in its repository; empty where it is the whole. */
  readonly folder: string;
}

const CONTROLS: readonly RegExp[] = [
  /^\.orchestral\//,
  /^\.claude\//,
  /^\.mcp\.json$/,
  /(?:^|\/)\.gitattributes$/,
  /^\.gitmodules$/,
];
