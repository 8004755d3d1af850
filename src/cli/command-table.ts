import type { Catalogue } from '../i18n/catalogue.ts';
import type { Glance, Run } from './context.ts';

/** Its words are in the catalogue under the same name; its code is loaded when it is called. */
export interface Command {
  readonly name: Exclude<keyof Catalogue['commands'], 'program' | 'help'>;
  /** Another name for it. */
  readonly alias?: string;
  readonly arguments: readonly Argument[];
  readonly options: readonly Option[];
  readonly load: () => Promise<{ readonly run: Run } | { readonly glance: Glance }>;
}

interface Argument {
  /** Its words are in the catalogue by this name. */
  readonly name: string;
  /** As help shows it. */
  readonly syntax: string;
}

export interface Option extends Argument {
  readonly long: string;
  readonly short: string | undefined;
  readonly takesValue: boolean;
  /** May be given several times. */
  readonly repeats: boolean;
}

interface Declaration extends Pick<Command, 'name' | 'alias' | 'load'> {
  readonly arguments?: readonly string[];
  readonly options?: readonly string[];
}

const declarations: readonly Declaration[] = [
  { name: 'demo', arguments: ['[DIR]'], load: () => import('./commands/demo.ts') },
  {
    name: 'start',
    arguments: ['[BRIEFING...]'],
    options: ['--issue <N|URL>', '--base <BRANCH>', '--allow-superseded', '--tmux', '--detach'],
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'session',
    alias: 'orchestrator',
    arguments: ['[REQUEST...]'],
    options: ['--reference <DIR>...', '--allow-superseded', '--merge', '--detach'],
    load: () => import('./commands/session.ts'),
  },
  {
    name: 'auto',
    alias: 'auto-orchestrate',
    arguments: ['[COMMAND...]'],
    options: [
      '--ultra-thin',
      '--mode <MODE>',
      '--tasks <FILE>',
      '--phase <N>',
      '--parallel <N>',
      '--resume',
      '--rebuild-state',
      '--dry-run',
      '--base <BRANCH>',
      '--retry-limit <N>',
      '--max-iterations <N>',
      '--allow <ITEMS>',
      '--refuse',
      '--reason <TEXT>',
      '--issues <LABEL>',
      '--detach',
    ],
    load: () => import('./commands/auto.ts'),
  },
  {
    name: 'dashboard',
    options: [
      '--open',
      '--stop',
      '--foreground',
      '--remote <ADDRESS>',
      '--cert <FILE>',
      '--key <FILE>',
      '--public-url <URL>',
      '--devices',
      '--revoke <ID>',
    ],
    load: () => import('./commands/dashboard.ts'),
  },
  { name: 'status', load: () => import('./commands/status.ts') },
  { name: 'watch', load: () => import('./commands/watch.ts') },
  {
    name: 'answer',
    arguments: ['[ID]'],
    options: [
      '--crp <CRP>',
      '--run <RUN>',
      '--decision <OPTION>...',
      '--rationale <WHY>',
      '--notes <TEXT>',
      '--future',
      '--allow <ITEMS>',
      '--refuse',
      '--reason <TEXT>',
    ],
    load: () => import('./commands/answer.ts'),
  },
  { name: 'review', arguments: ['[RUN]'], load: () => import('./commands/review.ts') },
  {
    name: 'approve',
    arguments: ['[RUN]'],
    options: ['--commit <SHA>', '--allow <ITEM>...'],
    load: () => import('./commands/approve.ts'),
  },
  { name: 'reject', arguments: ['[RUN]'], options: ['--reason <TEXT>'], load: () => import('./commands/reject.ts') },
  { name: 'prove', arguments: ['[REF]'], load: () => import('./commands/prove.ts') },
  { name: 'verify', arguments: ['[REF]'], load: () => import('./commands/verify.ts') },
  { name: 'apply', arguments: ['[REF]'], load: () => import('./commands/apply.ts') },
  { name: 'runs', load: () => import('./commands/runs.ts') },
  { name: 'resume', arguments: ['[RUN]'], options: ['--detach'], load: () => import('./commands/resume.ts') },
  {
    name: 'rerun',
    arguments: ['ROLE', '[RUN]'],
    options: ['--detach'],
    load: () => import('./commands/rerun.ts'),
  },
  { name: 'rebase', arguments: ['[ID]'], options: ['--detach'], load: () => import('./commands/rebase.ts') },
  {
    name: 'pull-request',
    arguments: ['[COMMAND]', '[ID]'],
    options: ['--follow', '--detach'],
    load: () => import('./commands/pull-request.ts'),
  },
  { name: 'stop', arguments: ['[RUN]'], load: () => import('./commands/stop.ts') },
  {
    name: 'logs',
    arguments: ['[RUN]', '[AGENT]'],
    options: ['-f, --follow'],
    load: () => import('./commands/logs.ts'),
  },
  {
    name: 'clean',
    arguments: ['[RUN...]'],
    options: ['--older-than <TIME>', '--dry-run'],
    load: () => import('./commands/clean.ts'),
  },
  { name: 'precedents', arguments: ['[COMMAND]', '[ID]'], load: () => import('./commands/precedents.ts') },
  { name: 'extend', arguments: ['[ID]'], options: ['--by <TIME>'], load: () => import('./commands/extend.ts') },
  { name: 'wait', arguments: ['[ID]'], options: ['--for <TIME>'], load: () => import('./commands/wait.ts') },
  {
    name: 'worker',
    options: ['--key <FILE>', '--concurrency <N>', '--labels <LIST>', '--name <NAME>'],
    load: () => import('./commands/worker.ts'),
  },
  { name: 'fleet', arguments: ['[COMMAND]', '[WORKER]'], load: () => import('./commands/fleet.ts') },
  { name: 'mcp', options: ['--within <TIME>'], load: () => import('./commands/mcp.ts') },
  {
    name: 'config',
    arguments: ['[COMMAND]', '[KEY]', '[VALUE]'],
    options: ['--user'],
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'init',
    options: ['--claude', '--codex', '--gemini', '--opencode', '--remove'],
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'validate',
    arguments: ['[PATH...]'],
    options: ['--as <NAME>'],
    load: () => import('./commands/validate.ts'),
  },
  { name: 'schema', arguments: ['[NAME]'], load: () => import('./commands/schema.ts') },
  { name: 'agents', arguments: ['[test]', '[BACKEND]'], load: () => import('./commands/agents.ts') },
  { name: 'trust', load: () => import('./commands/trust.ts') },
  { name: 'acp', load: () => import('./commands/acp.ts') },
  { name: 'doctor', load: () => import('./commands/doctor.ts') },
  { name: 'statusline', load: () => import('./commands/statusline.ts') },
  { name: 'hook', arguments: ['EVENT'], load: () => import('./commands/hook.ts') },
  {
    name: 'completion',
    arguments: ['SHELL'],
    load: async () => ({ run: (await import('./commands/completion.ts')).createRun(completedCommands()) }),
  },
  { name: 'unlock', arguments: ['[LOCK...]'], load: () => import('./commands/unlock.ts') },
];

/** The commands that exist. */
export const commandTable: readonly Command[] = declarations.map(
  ({ arguments: places = [], options = [], ...declaration }) => ({
    ...declaration,
    arguments: places.map(argument),
    options: options.map(option),
  }),
);

/** Flags that every command takes, before or after its name. */
export const globalOptions: readonly Option[] = [
  '--project <DIR>',
  '--json',
  '--quiet',
  '--verbose',
  '--no-color',
  '--lang <en|ko>',
  '--agent <BACKEND>',
  '--model <MODEL>',
  '--fleet <URL>',
  '--trust',
  '--no-dashboard',
  '--yes',
].map(option);

export const versionOption = option('-V, --version');
export const helpOption = option('-h, --help');

/** What a shell can complete. */
function completedCommands() {
  return { commands: commandTable, globalOptions: [versionOption, helpOption, ...globalOptions] };
}

/** `[RUN...]` is called `run`. */
function argument(syntax: string): Argument {
  return { name: syntax.replaceAll(/[^a-z]/gi, '').toLowerCase(), syntax };
}

/** `--as <NAME>` takes a value, `--json` does not, `-f, --follow` has a short name; dots at the end: it repeats. */
function option(declared: string): Option {
  const [, syntax = '', short, long = '', value, dots] =
    /^((?:(-\w), )?(--\S+)( <.*>)?)(\.\.\.)?$/.exec(declared) ?? [];
  const name = long.replace(/^--(?:no-)?/, '');
  return { name, syntax, long, short, takesValue: value !== undefined, repeats: dots !== undefined };
}
