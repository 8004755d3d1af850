/** Which git commands may run where. Any other command is a bug and throws before it starts. */
const COMMANDS = {
  discover: words('rev-parse version'),
  read: [
    ...words('check-attr diff-files diff-tree for-each-ref ls-files merge-base rev-list rev-parse'),
    ...words('grep status var'),
    'config --blob',
    'config --list',
    'log --walk-reflogs --no-show-signature',
    'read-tree --dry-run',
    'update-index -q --refresh',
    'worktree list',
  ],
  record: [...words('merge-tree read-tree update-ref write-tree'), 'worktree add', 'worktree move', 'worktree remove'],
  change: [...words('clean read-tree symbolic-ref update-index write-tree'), 'reset --hard', 'update-ref --no-deref'],
  fastForward: ['merge --ff-only'],
  // Nothing is ever pushed by force: `push.ts` gives a refspec without a plus.
  exchange: ['push --porcelain --no-verify', 'fetch --no-tags --no-write-fetch-head', 'ls-remote --heads'],
};

/** Commands that convert no file and write neither index nor ref, so that no filter, driver or hook can run. */
const RUN_NO_PROGRAM = [
  ...words('check-attr config diff-tree for-each-ref ls-files merge-base rev-list'),
  ...words('grep rev-parse var version'),
  'log --walk-reflogs --no-show-signature',
  'worktree list',
];

export const FAST_FORWARD: readonly string[] = [
  ...words('merge --ff-only --no-overwrite-ignore --no-autostash --no-squash --commit --no-stat'),
  ...words('--no-verify-signatures --quiet'),
];

/** Ignores the user's template, whose hooks would run, and the formats of their configuration. */
export const CREATE: readonly string[] = words('init --quiet --template= --initial-branch=main --object-format=sha1');

/** Used with an index of our own: reads the files, writes only objects and that index. */
export const ADD_FILES: readonly string[] = words('update-index --add --remove -z --stdin');

export function assertAllowed(method: keyof typeof COMMANDS, args: readonly string[]): void {
  if (!isOneOf(COMMANDS[method], args)) throw new Error(`git.${method} does not run: git ${args.join(' ')}`);
}

export function runsNoProgram(args: readonly string[]): boolean {
  return isOneOf(RUN_NO_PROGRAM, args);
}

/** Commands that write or lock an index: outside our own worktrees they need a scratch index. */
export function usesIndex(args: readonly string[]): boolean {
  return isOneOf(['read-tree', 'update-index', 'write-tree'], args);
}

function isOneOf(commands: readonly string[], args: readonly string[]): boolean {
  const command = `${args.join(' ')} `;
  return commands.some((permitted) => command.startsWith(`${permitted} `));
}

function words(text: string): string[] {
  return text.split(' ');
}
