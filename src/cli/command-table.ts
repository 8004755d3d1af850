import type { Catalogue } from '../i18n/catalogue.ts';
import type { Run } from './context.ts';

/** The commands that exist. Their words are in the catalogue under the same name; their code is loaded when called. */
export interface Command {
  readonly name: Exclude<keyof Catalogue['commands'], 'program' | 'help'>;
  /** Another name for it. */
  readonly alias?: string;
  readonly arguments?: readonly { readonly name: string; readonly syntax: string }[];
  readonly options?: readonly {
    readonly name: string;
    readonly syntax: string;
    /** May be given several times. */
    readonly repeats?: true;
  }[];
  readonly load: () => Promise<{ readonly run: Run }>;
}

export const commandTable: readonly Command[] = [
  {
    name: 'demo',
    arguments: [{ name: 'dir', syntax: '[DIR]' }],
    load: () => import('./commands/demo.ts'),
  },
  {
    name: 'start',
    arguments: [{ name: 'briefing', syntax: '[BRIEFING...]' }],
    options: [
      { name: 'base', syntax: '--base <BRANCH>' },
      { name: 'tmux', syntax: '--tmux' },
    ],
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'session',
    alias: 'orchestrator',
    arguments: [{ name: 'request', syntax: '[REQUEST...]' }],
    options: [
      { name: 'reference', syntax: '--reference <DIR>', repeats: true },
      { name: 'merge', syntax: '--merge' },
    ],
    load: () => import('./commands/session.ts'),
  },
  {
    name: 'auto',
    alias: 'auto-orchestrate',
    arguments: [{ name: 'command', syntax: '[COMMAND...]' }],
    options: [
      { name: 'ultra-thin', syntax: '--ultra-thin' },
      { name: 'mode', syntax: '--mode <MODE>' },
      { name: 'tasks', syntax: '--tasks <FILE>' },
      { name: 'phase', syntax: '--phase <N>' },
      { name: 'parallel', syntax: '--parallel <N>' },
      { name: 'resume', syntax: '--resume' },
      { name: 'rebuild-state', syntax: '--rebuild-state' },
      { name: 'dry-run', syntax: '--dry-run' },
      { name: 'base', syntax: '--base <BRANCH>' },
      { name: 'retry-limit', syntax: '--retry-limit <N>' },
      { name: 'max-iterations', syntax: '--max-iterations <N>' },
    ],
    load: () => import('./commands/auto.ts'),
  },
  { name: 'status', load: () => import('./commands/status.ts') },
  { name: 'watch', load: () => import('./commands/watch.ts') },
  {
    name: 'answer',
    arguments: [{ name: 'crp', syntax: '[CRP]' }],
    options: [
      { name: 'crp', syntax: '--crp <CRP>' },
      { name: 'run', syntax: '--run <RUN>' },
      { name: 'decision', syntax: '--decision <OPTION>' },
      { name: 'rationale', syntax: '--rationale <WHY>' },
      { name: 'notes', syntax: '--notes <TEXT>' },
      { name: 'future', syntax: '--future' },
    ],
    load: () => import('./commands/answer.ts'),
  },
  {
    name: 'review',
    arguments: [{ name: 'run', syntax: '[RUN]' }],
    load: () => import('./commands/review.ts'),
  },
  {
    name: 'approve',
    arguments: [{ name: 'run', syntax: '[RUN]' }],
    options: [{ name: 'commit', syntax: '--commit <SHA>' }],
    load: () => import('./commands/approve.ts'),
  },
  {
    name: 'reject',
    arguments: [{ name: 'run', syntax: '[RUN]' }],
    options: [{ name: 'reason', syntax: '--reason <TEXT>' }],
    load: () => import('./commands/reject.ts'),
  },
  {
    name: 'apply',
    arguments: [{ name: 'ref', syntax: '[REF]' }],
    load: () => import('./commands/apply.ts'),
  },
  { name: 'runs', load: () => import('./commands/runs.ts') },
  {
    name: 'resume',
    arguments: [{ name: 'run', syntax: '[RUN]' }],
    load: () => import('./commands/resume.ts'),
  },
  {
    name: 'stop',
    arguments: [{ name: 'run', syntax: '[RUN]' }],
    load: () => import('./commands/stop.ts'),
  },
  {
    name: 'logs',
    arguments: [
      { name: 'run', syntax: '[RUN]' },
      { name: 'agent', syntax: '[AGENT]' },
    ],
    options: [{ name: 'follow', syntax: '-f, --follow' }],
    load: () => import('./commands/logs.ts'),
  },
  {
    name: 'clean',
    arguments: [{ name: 'run', syntax: '[RUN...]' }],
    options: [{ name: 'dry-run', syntax: '--dry-run' }],
    load: () => import('./commands/clean.ts'),
  },
  { name: 'init', load: () => import('./commands/init.ts') },
  {
    name: 'validate',
    arguments: [{ name: 'path', syntax: '[PATH...]' }],
    options: [{ name: 'as', syntax: '--as <NAME>' }],
    load: () => import('./commands/validate.ts'),
  },
  {
    name: 'schema',
    arguments: [{ name: 'name', syntax: '[NAME]' }],
    load: () => import('./commands/schema.ts'),
  },
  {
    name: 'agents',
    arguments: [
      { name: 'test', syntax: '[test]' },
      { name: 'backend', syntax: '[BACKEND]' },
    ],
    load: () => import('./commands/agents.ts'),
  },
  { name: 'trust', load: () => import('./commands/trust.ts') },
  { name: 'doctor', load: () => import('./commands/doctor.ts') },
  {
    name: 'unlock',
    arguments: [{ name: 'lock', syntax: '[LOCK...]' }],
    load: () => import('./commands/unlock.ts'),
  },
];

/** Flags that every command takes, before or after its name. */
export const globalOptions: readonly {
  readonly name: keyof Catalogue['commands']['program']['options'];
  readonly syntax: string;
}[] = [
  { name: 'project', syntax: '--project <DIR>' },
  { name: 'json', syntax: '--json' },
  { name: 'quiet', syntax: '--quiet' },
  { name: 'verbose', syntax: '--verbose' },
  { name: 'color', syntax: '--no-color' },
  { name: 'lang', syntax: '--lang <en|ko>' },
  { name: 'agent', syntax: '--agent <BACKEND>' },
  { name: 'model', syntax: '--model <MODEL>' },
  { name: 'trust', syntax: '--trust' },
  { name: 'dashboard', syntax: '--no-dashboard' },
  { name: 'yes', syntax: '--yes' },
];
