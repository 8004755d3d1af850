import { throwFailure, unwrap } from '../../../base/failure.ts';
import type { ClientName, ClientStep } from '../../../engine/door/clients.ts';
import { ask, mayAsk } from '../../ask.ts';
import type { Context } from '../../context.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { nearPath } from '../../report/failure.ts';
import { jsonText, visible } from '../../terminal/visible.ts';

type Outcome = keyof Context['words']['integration']['outcomes'];

interface ChangedFile {
  readonly client: ClientName;
  readonly path: string;
  readonly outcome: Outcome;
}

/** Puts the commands into programs, or takes them out. Asks before it changes what is there; without an answer it stays. */
export async function changeClients(
  context: Context,
  { clients, removes }: { readonly clients: readonly ClientName[]; readonly removes: boolean },
): Promise<ExitCode> {
  if (clients.length === 0)
    throwFailure('usage.argument_missing', {
      command: 'init --remove',
      missing: '--claude, --codex, --gemini, --opencode',
    });
  const { words, flags, io, answer, tell } = context;
  const project = projectOf(context);
  const changed: ChangedFile[] = [];
  for (const client of clients) {
    const plan = unwrap(await project.clients.plan({ client, removes, version: io.version }));
    const isAllowed = await askToChange(context, plan.filter(needsAsking));
    for (const step of plan) {
      const outcome = needsAsking(step) && !isAllowed ? 'asked' : outcomeOf(step, removes);
      if (outcome !== 'asked') unwrap(await project.clients.carryOut(step));
      const file = { client, path: step.path, outcome };
      changed.push(file);
      if (!flags.json) answer(fileLine(file, context));
    }
    const { installed, gone, removed } = words.integration;
    if (changed.every(({ outcome }) => outcome !== 'asked')) tell(removes ? removed(gone[client]) : installed[client]);
  }
  if (flags.json) answer(jsonText({ files: changed }));
  return changed.some(({ outcome }) => outcome === 'asked') ? exit.waiting : exit.done;
}

/** A new file in the project is what was asked for; whatever is there, or lies elsewhere, is the person's to give. */
function needsAsking({ action, isOutside }: ClientStep): boolean {
  return action === 'update' || action === 'remove' || (action === 'write' && isOutside);
}

/** Once for all of them. */
async function askToChange(context: Context, steps: readonly ClientStep[]): Promise<boolean> {
  if (context.flags.yes || steps.length === 0) return true;
  if (!mayAsk(context)) return false;
  const { words, cwd, tell } = context;
  for (const { path, action } of steps) tell(`  ${visible(nearPath(path, cwd))}${action === 'remove' ? '  -' : ''}`);
  return ask(words.integration.question(steps.length), context);
}

function outcomeOf({ action }: ClientStep, removes: boolean): Outcome {
  switch (action) {
    case 'write':
      return 'written';
    case 'update':
      return 'updated';
    case 'remove':
      return 'removed';
    case 'keep':
      return removes ? 'absent' : 'kept';
    case 'theirs':
    case 'unreadable':
      return action;
  }
}

function fileLine({ path, outcome }: ChangedFile, { words, colours, cwd }: Context): string {
  const line = `${visible(nearPath(path, cwd))}  ${words.integration.outcomes[outcome]}`;
  switch (outcome) {
    case 'written':
    case 'updated':
      return `${colours.green('+')} ${line}`;
    case 'removed':
      return `${colours.green('-')} ${line}`;
    case 'kept':
    case 'absent':
      return colours.dim(`= ${line}`);
    case 'theirs':
    case 'unreadable':
    case 'asked':
      return `${colours.yellow('!')} ${line}`;
  }
}
