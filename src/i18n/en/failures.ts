import type { Holder } from '../../base/failure.ts';
import type { FailedChecks } from '../../base/repository-failures.ts';
import type { CannotRunCode } from '../../base/run-ending.ts';
import { installCommands, updateCommands, formatTime, formatSize } from '../format.ts';
import { locateProblem } from '../format-problem.ts';
import type { GeneralFailures } from '../sentence.ts';
import { problem as problemText } from './validation.ts';

/** What went wrong and what to do, for every failure but those of a workflow (run.ts, session.ts, auto.ts). */
export const generalFailures: GeneralFailures = {
  'lock.held': ({ lock, holder }) => ({
    message: `${lock} is locked by ${describe(holder)}`,
    hint: holder?.life === 'alive' ? 'try again in a moment' : 'see who holds it: orchestral unlock',
  }),
  'owner.held': ({ holder }) => ({
    message: `already running in ${describe(holder)}`,
    hint: holder?.life === 'alive' ? waitOrStop(holder) : 'see who holds it: orchestral unlock',
  }),
  'disk.full': ({ mount, free }) => ({
    message: `no space left on ${mount} (${formatSize(free)} free); nothing was changed`,
    hint: 'free some space and run the command again',
  }),
  'disk.refused': ({ errno }) => ({
    message: `cannot be written (${errno}); nothing changed`,
    hint: errno === 'EROFS' ? 'the file system is mounted read-only' : 'check its permissions and owner',
  }),
  'disk.failed': ({ operation, errno }) => ({
    message: `could not ${operation} (${errno}); nothing was changed`,
    hint: errno === 'ENOTDIR' || errno === 'EEXIST' ? 'a file is in the place of a folder: move it away' : null,
  }),
  'disk.unsure': ({ operation, errno }) => ({
    message: `${operation} failed (${errno}): the change was made, but may be lost in a power failure`,
    hint: 'check the disk, then run the command again',
  }),
  'file.too_large': ({ size, limit }) => ({
    message: `is too large: ${formatSize(size)}, at most ${formatSize(limit)}`,
    hint: 'make it smaller, or move it away',
  }),
  'file.not_regular': ({ kind }) => ({
    message: `is not a regular file: ${kind}`,
    hint: 'move it away, or put a regular file in its place',
  }),
  'file.missing': () => ({ message: 'file not found', hint: 'check the path: ls' }),
  'file.unreadable': ({ errno }) => ({
    message: `cannot be read (${errno})`,
    hint: errno === 'ENOTDIR' ? 'a file is in the place of a folder: move it away' : 'check its permissions and owner',
  }),
  'log.newer': ({ line }) => ({
    message: `was written by a newer Orchestral (line ${line})`,
    hint: 'update: npm install -g orchestral-cli',
  }),
  'document.lost': ({ document }) => ({
    message: `${document} cannot be read, and its log and its .bak are unreadable too`,
    hint: document.endsWith('orchestrate-state.json')
      ? 'rebuild it from TASKS.md and the commits: orchestral auto --rebuild-state'
      : 'the broken files are kept next to it; restore one from a backup, or start over',
  }),
  'document.invalid': ({ problems }) => {
    const [first] = problems.map((problem) => locateProblem(problem, { problem: problemText }));
    return {
      message: `${first ?? ''}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`,
      hint: 'fix it, then check it: orchestral validate',
    };
  },
  'precedent.unknown': ({ named, suggestion }) => ({
    message: `there is no saved answer '${named}'`,
    hint: didYouMean(suggestion) ?? 'see all of them: orchestral precedents',
  }),
  'wait.nothing': ({ named }) => ({
    message: named === null ? 'nothing was started here' : `there is no run, session or task list '${named}' here`,
    hint: 'see what is there: orchestral status',
  }),
  'extend.nothing': ({ named }) => ({
    message: named === null ? 'no agent is running here' : `no agent is running for '${named}'`,
    hint: 'see what is running: orchestral status',
  }),
  'extend.which': ({ running }) => ({
    message: `several agents are running: ${running.join(', ')}`,
    hint: `choose one: orchestral extend ${running[0] ?? 'ID'} --by 30m`,
  }),
  'usage.not_a_duration': ({ option, value }) => ({
    message: `'${option}' needs a time like 90s, 9m or 2h, not '${value}'`,
    hint: `for example: ${option} 30m`,
  }),
  'config.unknown_key': ({ key, suggestion, below }) => ({
    message:
      below.length === 0
        ? `there is no setting '${key}'`
        : `'${key}' is not a setting but a group of ${below.length}: ${formatNames(below)}`,
    hint:
      didYouMean(suggestion) ?? `see all of them: orchestral config list${key === 'global' ? FOR_ALL_PROJECTS : ''}`,
  }),
  'config.edit_without_asking': ({ key }) => ({
    message: "'config edit' asks for the new value, and here nobody can be asked",
    hint: `say it in the command: orchestral config set ${key} VALUE`,
  }),
  'config.bad_value': ({ key, problem }) => ({
    message: `${key}: ${locateProblem(problem, { problem: problemText })}`,
    hint: `see what it may be: orchestral config explain ${key}`,
  }),
  'config.wrong_place': ({ key, place }) => ({
    message:
      place === 'user' ? `${key} can only be set per project` : `${key} cannot be set by a repository, only by you`,
    hint: place === 'user' ? 'leave out --user' : 'add --user',
  }),
  'document.newer': ({ document, version }) => ({
    message: `${document} has version ${version}, which this Orchestral does not know; it was not changed`,
    hint: 'update: npm install -g orchestral-cli',
  }),
  'prompt.unknown_placeholder': ({ template, placeholder, known }) => ({
    message: `the prompt ${template} has an unknown placeholder: {{${placeholder}}}`,
    hint: `known placeholders: ${known.map((name) => `{{${name}}}`).join(', ')}`,
  }),
  'usage.unknown_command': ({ command, suggestion }) => ({
    message: `there is no command '${command}'`,
    hint: didYouMean(suggestion) ?? `see all commands: orchestral${below(command)} --help`,
  }),
  'usage.unknown_option': ({ option, suggestion }) => ({
    message: `there is no option '${option}'`,
    hint: didYouMean(suggestion) ?? 'see the options: add --help',
  }),
  'usage.dashed_text': ({ command, text }) => ({
    message: `'${text}' begins with '-' and is read as an option`,
    hint: `if it is text, put -- before it: orchestral ${command} -- "…"`,
  }),
  'usage.unknown_step': ({ step, roles, suggestion }) => ({
    message: `there is no step '${step}'`,
    hint: didYouMean(suggestion) ?? `name a role (${roles.join(', ')}), or a task by its ID`,
  }),
  'usage.unknown_document': ({ name, suggestion }) => ({
    message: `there is no document called '${name}'`,
    hint: didYouMean(suggestion) ?? 'see the names: orchestral schema',
  }),
  'usage.unknown_branch': ({ branch, suggestion }) => ({
    message: `there is no branch '${branch}'`,
    hint: didYouMean(suggestion) ?? 'see the branches: git branch',
  }),
  'usage.value_missing': ({ option }) => ({
    message: `'${option}' needs a value`,
    hint: 'see the options: add --help',
  }),
  'usage.not_a_choice': ({ option, value, choices }) => ({
    message: `'${option}' cannot be '${value}'`,
    hint: `choose one of: ${choices.join(', ')}`,
  }),
  'usage.not_a_number': ({ option, value, least }) => ({
    message: `'${option}' needs a whole number of at least ${least}, not '${value}'`,
    hint: `for example: ${option} ${least}`,
  }),
  'usage.argument_missing': ({ command, missing }) => ({
    message: `'${command}' needs an argument: ${missing}`,
    hint: `see how it is used: orchestral ${command.split(' ')[0]} --help`,
  }),
  'usage.too_many_arguments': ({ command }) => ({
    message: `too many arguments for '${command}'`,
    hint: `see how it is used: orchestral ${command} --help`,
  }),
  'usage.place_unknown': () => ({
    message: 'cannot tell from its path which document it is',
    hint: 'add --as NAME; for the names: orchestral schema',
  }),
  'usage.folder_not_empty': ({ folder }) => ({
    message: `${folder} is not an empty folder`,
    hint: 'name a new folder, or none for a temporary one: orchestral demo',
  }),
  'usage.not_a_lock': () => ({ message: 'is not a lock of this project', hint: 'see the locks: orchestral unlock' }),
  'project.unsuitable': ({ folder, why }) => ({
    message: {
      root: `${folder} is the top of the file system, not a project`,
      home: `${folder} is your home folder, not a project`,
      bare: `${folder} is a bare repository: it has no files to work on`,
    }[why],
    hint: 'Change to the folder of a project, or name it with --project.',
  }),
  'project.link_leaves': ({ link }) => ({
    message: `${link} is a link to a place outside the project`,
    hint: 'Replace it with a folder. Orchestral reads and writes its own files only inside the project.',
  }),
  'project.not_a_folder': ({ folder }) => ({
    message: `${folder} is not a folder`,
    hint: 'name a folder that exists',
  }),
  'agent.none_installed': () => ({
    message: 'no coding agent is installed',
    hint: 'install one, for example Claude Code: npm install -g @anthropic-ai/claude-code',
  }),
  'agent.not_installed': ({ backend }) => ({
    message: `${backend} is not installed, or not in PATH`,
    hint: `install ${installCommands[backend]}; or choose another: orchestral agents`,
  }),
  'agent.too_old': ({ backend, version, needed }) => ({
    message: `${backend} ${version} is too old: ${needed} or newer is needed`,
    hint: `bring it up to date: ${updateCommands[backend]}; or choose another: orchestral agents`,
  }),
  'agent.no_command': ({ backend }) => ({
    message: backend === 'rehearsal' ? 'the rehearsal has no script' : `the backend '${backend}' has no program to run`,
    hint: `set it: --agent ${backend}:${backend === 'rehearsal' ? 'SCRIPT' : 'PROGRAM'}, or in .orchestral/config/agents.json`,
  }),
  'budget.reached': ({ limit, spent }) => ({
    message: `the budget of $${limit} is used up ($${spent.toFixed(2)} spent); work is paused`,
    hint: 'raise it to continue: orchestral config set agents.limits.total_cost_usd N',
  }),
  'trust.needed': ({ count, unconfined }) => ({
    message: unconfined
      ? `there is no sandbox here, so this repository's set-up and tests would run with all your rights (${count} ${count === 1 ? 'command' : 'commands'})`
      : `this repository's configuration runs ${count} ${count === 1 ? 'command' : 'commands'} you have not approved yet`,
    hint: 'review and approve: orchestral trust (or once, unattended: --trust)',
  }),
  'sandbox.absent': () => ({
    message: 'the configuration requires a sandbox, but bubblewrap (bwrap) is missing or not allowed here',
    hint: 'install bubblewrap, or set "sandbox": "auto" in .orchestral/config/agents.json',
  }),
  'home.unknown': () => ({ message: 'no home folder was found to keep state in', hint: 'set HOME or XDG_STATE_HOME' }),
  'tmux.absent': () => ({
    message: 'tmux is not installed',
    hint: 'install tmux, or leave out --tmux and follow an agent with: orchestral logs -f',
  }),
  'tmux.failed': ({ command, said }) => ({
    message: `tmux ${command} failed${said === '' ? '' : `: ${said}`}`,
    hint: 'leave out --tmux and follow an agent with: orchestral logs -f',
  }),
  'output.lost': ({ errno }) => ({ message: `the output could not be written (${errno})` }),
  'prove.unknown': ({ name }) => ({
    message: `${name} is not a run with work, a task, a branch or a commit with a parent`,
    hint: 'see the runs: orchestral runs',
  }),
  'prove.no_tests': () => ({
    message: 'the project has no tests to run',
    hint: 'set the command: orchestral config set project.test_command "npm test"',
  }),
  'verify.unknown': ({ name }) => ({
    message: `${name} is neither a run nor a commit`,
    hint: 'see the runs: orchestral runs',
  }),
  'question.unknown': ({ id }) => ({
    message: `there is no open question about ${id}`,
    hint: 'list them: orchestral answer',
  }),
  'question.which': ({ ids }) => ({
    message: `several questions are open: ${formatNames(ids)}`,
    hint: `name one: orchestral answer ${ids[0] ?? ''} --allow all`,
  }),
  'question.no_item': ({ id, item, most }) => ({
    message: `'${item}' is none of the ${most} findings about ${id}`,
    hint: `name their numbers, such as --allow 1,${most}, or all: --allow all`,
  }),
  'answer.needed': () => ({
    message: 'this needs your answer, but there is no terminal to ask in',
    hint: 'run it in a terminal, or add --yes',
  }),
  'preflight.disk_low': ({ mount, free, needed }) => ({
    message: `too little space on ${mount} for worktrees: ${formatSize(free)} free, ${formatSize(needed)} needed`,
    hint: 'free some space, or set worktree_root in .orchestral/config/project.json to a folder elsewhere',
  }),
  'preflight.lfs_missing': ({ program }) => ({
    message: `this repository uses Git LFS, but ${program} is not installed`,
    hint: 'install Git LFS: https://git-lfs.com',
  }),
  'preflight.lfs_untrusted': () => ({
    message: "Git LFS is only set up in this repository's own configuration, which Orchestral does not run",
    hint: 'set it up for yourself: git lfs install',
  }),
  'preflight.objects_missing': ({ branch, count }) => ({
    message: `this partial clone lacks ${count} ${count === 1 ? 'object' : 'objects'} of ${branch}, and Orchestral does not fetch`,
    hint: `fetch them: git sparse-checkout disable && git checkout ${branch}`,
  }),
  'preflight.folder_not_in_base': ({ folder, branch }) => ({
    message: `${folder} is not in ${branch}, so agents would not see it`,
    hint: 'commit it there, or make it a repository of its own: git init',
  }),
  'preflight.holds_private_folder': ({ folder, inside }) => ({
    message: `${folder} is not a git repository and cannot be copied: Orchestral's own files are in ${inside}`,
    hint: 'go to the folder of your project, or name it: --project DIR',
  }),
  'shadow.too_large': ({ folder, files, bytes, limits }) => ({
    message: `${folder} is too large to copy: ${files} files, ${formatSize(bytes)}; at most ${limits.files} files, ${formatSize(limits.bytes)}`,
    hint: 'name what agents do not need in a .gitignore there, or make it a git repository',
  }),
  'copy.conflict': ({ paths }) => ({
    message: `${formatNames(paths)} changed since the work started and would be overwritten`,
    hint: 'move your changes aside and approve again, or reject it so the agents rebuild it',
  }),
  'copy.impossible': ({ path, why }) => ({
    message: `${path} cannot be copied: ${why === 'name' ? 'its name is not UTF-8' : 'it is a git repository of its own'}`,
    hint: 'reject it with this reason, so the agents rebuild it',
  }),
  'checks.stale_tree': ({ folder, expected, found }) => ({
    message: `${folder} contains ${found.slice(0, 7)} instead of ${expected.slice(0, 7)}; nothing was run`,
    hint: 'something wrote to it; resume to recreate it',
  }),
  'checks.not_started': ({ command, reason }) => ({
    message: `could not start: ${command} (${reason})`,
    hint: 'see what is missing: orchestral doctor',
  }),
  'checks.setup_failed': ({ command, ending, tail, cause, error }) => ({
    message: `the project could not be set up: ${because(cause) ?? error ?? `${command} ended with ${ending}`}`,
    ...(error === undefined && { output: tail }),
    hint: 'make it work in a fresh clone, or set another: orchestral config set project.setup_command "…"',
  }),
  'checks.cannot_run': ({ command, ending, tail, cause }) => ({
    message: `the tests cannot run on the unchanged project: ${because(cause) ?? `${command} ended with ${ending}`}`,
    output: tail,
    hint: 'make it work in a fresh clone, or set another: orchestral config set project.test_command "…"; then resume',
  }),
  'checks.copy_refused': ({ file, why }) => ({
    message: `${file} is not copied into worktrees: ${refusals[why]}`,
    hint: "remove it from 'copy' in .orchestral/config/project.json, which is for files that git ignores; then resume",
  }),
  'shown.changed': ({ what }) => ({
    message: `${shown[what]} changed since you saw it; nothing was done`,
    hint: 'look again, then decide',
  }),
  'settings.invalid': ({ file, count }) => ({
    message: `${file} would not be valid (${count} ${count === 1 ? 'problem' : 'problems'}); nothing was saved`,
  }),
};

const shown = {
  settings: 'the configuration',
  knowledge: 'the knowledge',
  clean: 'what would be removed',
  trust: 'what would be run',
} as const;

function describe(holder: Holder | null): string {
  if (holder === null) return 'an unknown process';
  const { pid, host, command, since } = holder;
  return `process ${pid} on ${host} (${command}), since ${formatTime(since)}`;
}

function waitOrStop({ command }: Holder): string {
  return command === 'auto'
    ? 'wait for it, or stop it: orchestral auto stop'
    : 'wait for it, or stop it: orchestral stop';
}

/** Of `auto resmue` ` auto`. */
function below(command: string): string {
  const [group, ...rest] = command.split(' ');
  return rest.length === 0 ? '' : ` ${group}`;
}

function didYouMean(suggestion: string | null): string | null {
  return suggestion === null ? null : `did you mean '${suggestion}'?`;
}

/** `global` is a group of settings; some mean their own file by it. */
const FOR_ALL_PROJECTS = '; for all your projects: orchestral config set KEY VALUE --user';

const SHOWN_NAMES = 5;

/** `a, b and 3 more` */
export function formatNames(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why a checkout of the person's was left as it is. */
export function leftAlone(why: string, about = ''): string {
  switch (why) {
    case 'changed_files':
      return 'it has changed files';
    case 'operation_in_progress':
      return `a git operation is in progress there${about}`;
    case 'index_locked':
      return `git has it locked${about}`;
    case 'folder_missing':
      return 'its folder is missing';
    default:
      return `something is in the way${about}`;
  }
}

function because(cause: FailedChecks['cause']): string | undefined {
  return cause === undefined ? undefined : causes[cause.code](cause.detail);
}

const causes: Readonly<Record<CannotRunCode, (detail: string) => string>> = {
  no_interpreter: (program) => `${program} is not installed`,
  command_not_found: (program) => `command not found: ${program}`,
  not_executable: (line) => `it may not be executed (${line})`,
  no_virtual_environment: (program) => `the virtual environment is missing: ${program}`,
  runner_not_installed: (runner) => `the test runner is not installed: ${runner}`,
  lock_contradicts_manifest: (line) => `the lock file contradicts its manifest (${line})`,
  waits_for_input: (line) => `it waits for input (${line})`,
  timed_out: () => 'it took too long (test_timeout in .orchestral/config/project.json)',
  idle: () => 'it printed nothing for five minutes',
  connection_refused: (address) => `every failing test was refused a connection to ${address}`,
  wrong_version: (line) => `another version of the language is needed (${line})`,
  too_many_processes: (line) => `it may not start another process: the sandbox allows 4,096 (${line})`,
  file_too_large: (line) => `a file reached the 16 GiB that the sandbox allows${line === '' ? '' : ` (${line})`}`,
  no_space: (line) => `there is no space left, on the disk or in the sandbox's own /tmp (${line})`,
  killed: () => 'something killed it (SIGKILL): most likely memory ran out',
  too_much_output: () => 'it printed more than 256 MiB',
};

const refusals = {
  outside: 'it is outside the project',
  not_regular: 'it is not a regular file',
  tracked: 'git tracks it, so it is there already',
  not_ignored: 'git does not ignore it, so it would be committed',
  too_large: 'it is too large',
};
