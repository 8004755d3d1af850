import { catchFailure, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { chooseLanguage, loadCatalogue } from '../../i18n/language.ts';
import type { Closable } from '../conductor/open-workflow.ts';
import type { OperationContext } from '../conductor/services.ts';
import type { Project } from '../project.ts';
import type { Histories } from './histories.ts';
import type { LogStates } from './logs.ts';
import type { DoorOptions } from './options.ts';

/** What operations are given. The words are loaded when one is asked for. */
export interface DoorContext {
  readonly project: Project;
  readonly options: DoorOptions;
  /** With another session's folder, where that is meant. */
  readonly operation: (project?: Project) => Promise<OperationContext>;
  /** What the logs tell of the past; loaded when it is asked for, and kept. */
  readonly histories: () => Promise<Histories>;
  /** What the logs amount to now; the same. */
  readonly states: () => Promise<LogStates>;
}

export function doorContext(project: Project, options: DoorOptions): DoorContext {
  const { env, agent, model, fleet, trust = false, confirmTrust, onNotice = () => undefined } = options;
  const language = chooseLanguage({ flag: options.language, env });
  let histories: Histories | undefined;
  let states: LogStates | undefined;
  return {
    project,
    options,
    histories: async () => {
      const { Histories: Reader } = await import('./histories.ts');
      return (histories ??= new Reader(project));
    },
    states: async () => {
      const { LogStates: States } = await import('./logs.ts');
      return (states ??= new States(project));
    },
    operation: async (meant = project) => ({
      project: meant,
      env,
      cwd: options.cwd ?? project.root,
      words: await loadCatalogue(language),
      options: { ...(agent !== undefined && { agent }), ...(model !== undefined && { model }) },
      fleet,
      trusts: trust,
      confirmTrust,
      onNotice,
    }),
  };
}

/** Opens work for this alone. */
export function within<Open extends Closable, T>(
  open: () => Promise<Open>,
  work: (opened: Open) => T | Promise<T>,
): Promise<Result<T, Failure>> {
  return catchFailure(async () => {
    const { thenClose } = await import('../conductor/open-workflow.ts');
    return thenClose(await open(), work);
  });
}
