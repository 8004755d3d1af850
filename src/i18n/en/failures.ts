import type { Holder } from '../../base/failure.ts';
import type { FailureSentences } from '../catalogue.ts';
import { installing } from '../installing.ts';
import { sizeOf } from '../size.ts';
import { autoFailures } from './auto-failures.ts';
import { checkFailures } from './check-failures.ts';
import { gitFailures } from './git-failures.ts';
import { planFailures } from './plan-failures.ts';
import { runFailures } from './run-failures.ts';
import { sessionFailures } from './session-failures.ts';
import { preflightFailures } from './preflight-failures.ts';
import { localTime } from '../local-time.ts';

export const failures: FailureSentences = {
  ...gitFailures,
  ...preflightFailures,
  ...checkFailures,
  ...planFailures,
  ...runFailures,
  ...sessionFailures,
  ...autoFailures,
  'lock.held': ({ lock, holder }) => ({
    message: `${lock} is locked ${by(holder)}`,
    hint: holder?.life === 'alive' ? 'try again in a moment' : 'see who holds it: orchestral unlock',
  }),
  'owner.held': ({ holder }) => ({
    message: `this is being conducted already, ${by(holder)}`,
    hint: holder?.life === 'alive' ? waitOrStop(holder) : 'see who holds it: orchestral unlock',
  }),
  'disk.full': ({ mount, free }) => ({
    message: `no space left on ${mount} (${sizeOf(free)} free); nothing was changed`,
    hint: 'free some space and run the command again',
  }),
  'disk.refused': ({ errno }) => ({
    message: `cannot be written (${errno}); nothing was changed`,
    hint: errno === 'EROFS' ? 'the file system is mounted read-only' : 'check its permissions and owner',
  }),
  'disk.failed': ({ operation, errno }) => ({
    message: `could not ${operation} (${errno}); nothing was changed`,
    hint: errno === 'ENOTDIR' || errno === 'EEXIST' ? 'something else stands where a folder should be' : null,
  }),
  'disk.unsure': ({ operation, errno }) => ({
    message: `${operation} failed (${errno}): the change is made, but may not survive a power cut`,
    hint: 'check the disk, then run the command again',
  }),
  'file.too_large': ({ size, limit }) => ({
    message: `is too large: ${sizeOf(size)}, at most ${sizeOf(limit)}`,
    hint: null,
  }),
  'file.not_regular': ({ kind }) => ({ message: `is not a regular file: ${kind}`, hint: null }),
  'file.missing': () => ({ message: 'there is no such file', hint: null }),
  'file.unreadable': ({ errno }) => ({ message: `cannot be read (${errno})`, hint: null }),
  'log.newer': ({ line }) => ({
    message: `was written by a newer Orchestral (line ${line})`,
    hint: 'update: npm install -g orchestral-cli',
  }),
  'document.lost': ({ document }) => ({
    message: `${document} cannot be read, and neither can its log or its .bak`,
    hint: 'the broken files are kept beside it; restore one from a backup, or begin anew',
  }),
  'document.invalid': ({ document, place, count }) => ({
    message: `is not valid${place === '' ? '' : `: ${place}`}${count > 1 ? ` (and ${count - 1} more)` : ''}`,
    hint: `see what is wrong: orchestral validate${document === 'rehearsal' ? ' --as rehearsal FILE' : ''}`,
  }),
  'document.newer': ({ document, version }) => ({
    message: `${document} has version ${version}, which this Orchestral does not know; it is left as it is`,
    hint: 'update: npm install -g orchestral-cli',
  }),
  'prompt.unknown_placeholder': ({ template, placeholder, known }) => ({
    message: `the prompt ${template} has a placeholder that does not exist: {{${placeholder}}}`,
    hint: `there are: ${known.map((name) => `{{${name}}}`).join(', ')}`,
  }),
  'usage.unknown_command': ({ command, suggestion }) => ({
    message: `there is no command '${command}'`,
    hint: didYouMean(suggestion) ?? `see all commands: orchestral${below(command)} --help`,
  }),
  'usage.unknown_option': ({ option, suggestion }) => ({
    message: `there is no option '${option}'`,
    hint: didYouMean(suggestion) ?? 'see the options: add --help',
  }),
  'usage.unknown_document': ({ name, suggestion }) => ({
    message: `there is no document called '${name}'`,
    hint: didYouMean(suggestion) ?? 'see the names: orchestral schema',
  }),
  'usage.unknown_branch': ({ branch, suggestion }) => ({
    message: `there is no branch '${branch}'`,
    hint: didYouMean(suggestion) ?? 'see the branches: git branch',
  }),
  'usage.value_missing': ({ option }) => ({ message: `'${option}' needs a value`, hint: null }),
  'usage.not_a_choice': ({ option, value, choices }) => ({
    message: `'${option}' cannot be '${value}'`,
    hint: `choose one of: ${choices.join(', ')}`,
  }),
  'usage.not_a_number': ({ option, value, least }) => ({
    message: `'${option}' needs a whole number of at least ${least}, not '${value}'`,
    hint: null,
  }),
  'usage.argument_missing': ({ command }) => ({
    message: `'${command}' needs to know which`,
    hint: 'see how it is used: add --help',
  }),
  'usage.too_many_arguments': ({ command }) => ({
    message: `too many arguments for '${command}'`,
    hint: `see how it is used: orchestral ${command} --help`,
  }),
  'usage.place_unknown': () => ({
    message: 'its place does not say which document it is',
    hint: 'name it: --as NAME (the names: orchestral schema)',
  }),
  'usage.folder_not_empty': ({ folder }) => ({
    message: `${folder} is not an empty folder`,
    hint: 'name a new one, or none: then the demo makes one among the temporary files',
  }),
  'usage.not_a_lock': () => ({ message: 'is no lock of this project', hint: 'see the locks: orchestral unlock' }),
  'project.not_a_folder': ({ folder }) => ({
    message: `${folder} is not a folder`,
    hint: 'name the project with --project DIR',
  }),
  'agent.none_installed': () => ({
    message: 'no coding agent is installed',
    hint: 'install one, for example Claude Code: npm install -g @anthropic-ai/claude-code',
  }),
  'agent.not_installed': ({ backend }) => ({
    message: `${backend} is not installed, or not in PATH`,
    hint: `install ${installing[backend]}; or choose another: orchestral agents`,
  }),
  'agent.no_command': ({ backend }) => ({
    message: backend === 'rehearsal' ? 'the rehearsal has no script' : `the backend '${backend}' has no program to run`,
    hint: `say it: --agent ${backend}:${backend === 'rehearsal' ? 'SCRIPT' : 'PROGRAM'}, or in .orchestral/config/agents.json`,
  }),
  'budget.reached': ({ limit, spent }) => ({
    message: `the budget of $${limit} is spent ($${spent.toFixed(2)} so far); the work waits`,
    hint: 'raise limits.total_cost_usd in .orchestral/config/agents.json to go on',
  }),
  'trust.needed': ({ count }) => ({
    message: `this repository's configuration would run what you have not seen yet (${count})`,
    hint: 'look at it and decide: orchestral trust (once, without a person: --trust)',
  }),
  'sandbox.absent': () => ({
    message: 'the configuration requires a sandbox, and bubblewrap (bwrap) is not there or may not be used here',
    hint: 'install bubblewrap, or set "sandbox": "auto" in .orchestral/config/agents.json',
  }),
  'home.unknown': () => ({ message: 'there is no home folder to keep state in', hint: 'set HOME or XDG_STATE_HOME' }),
  'tmux.absent': () => ({
    message: 'tmux is not installed',
    hint: 'install tmux, or leave out --tmux and follow an agent with: orchestral logs -f',
  }),
  'tmux.failed': ({ command, said }) => ({
    message: `tmux ${command} failed${said === '' ? '' : `: ${said}`}`,
    hint: 'leave out --tmux and follow an agent with: orchestral logs -f',
  }),
  'output.lost': ({ errno }) => ({ message: `the answer could not be written (${errno})`, hint: null }),
  'answer.needed': () => ({
    message: 'this needs your answer, and there is no terminal to ask on',
    hint: 'run it in a terminal, or add --yes',
  }),
};

function by(holder: Holder | null): string {
  if (holder === null) return 'by someone its file does not name';
  const { pid, host, command, since } = holder;
  return `by pid ${pid} on ${host} (${command}), since ${localTime(since)}`;
}

function waitOrStop({ command }: Holder): string {
  return command === 'auto'
    ? 'wait for it, or stop it: orchestral auto stop; see what it does: orchestral auto status'
    : 'stop that one first, or wait for it';
}

/** Of `auto resmue` ` auto`. */
function below(command: string): string {
  const [group, ...rest] = command.split(' ');
  return rest.length === 0 ? '' : ` ${group}`;
}

function didYouMean(suggestion: string | null): string | null {
  return suggestion === null ? null : `did you mean '${suggestion}'?`;
}
