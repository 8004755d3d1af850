import type { CannotRunCode } from '../base/run-ending.ts';

/** Why a project's commands could not be run at all, which says nothing about its code. */
export interface CannotRunCause {
  readonly code: CannotRunCode;
  /** What names it: a program, an address, a version, or the line that says it. */
  readonly detail: string;
}

/** What is known of a set-up or of a run of the tests that did not end well. */
export interface FailedCommand {
  readonly ending: string;
  /** Which limit ended it. */
  readonly limit?: 'wall' | 'idle' | undefined;
  readonly exit_code: number | null;
  readonly signal?: string | null;
  /** What was printed, or the last of it. */
  readonly output_tail: string;
  /** Of the tests; those of a set-up are none. */
  readonly counts?: { readonly total: number; readonly passed: number; readonly failed: number };
  readonly tests?: readonly { readonly status: string; readonly reason?: string | undefined }[];
}

/** Undefined: it ran, and failing is its answer. */
export function cannotRunCause(failed: FailedCommand): CannotRunCause | undefined {
  const { ending, limit, exit_code, output_tail, counts } = failed;
  if (ending === 'not_run' || (ending === 'exited' && exit_code === 0)) return undefined;
  const lines = output_tail
    .slice(-MAX_READ)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const refused = refusedByAll(failed);
  if (refused !== undefined) return { code: 'connection_refused', detail: refused };
  if (ending === 'timed_out') {
    const prompt = findPrompt(lines);
    if (prompt !== undefined) return { code: 'waits_for_input', detail: prompt };
    return { code: limit === 'idle' ? 'idle' : 'timed_out', detail: lines.at(-1) ?? '' };
  }
  // Tests that ran are an answer, whatever is printed beside them.
  if (counts !== undefined && counts.total > 0 && counts.passed > 0) return undefined;
  for (const line of lines) {
    const cause = missingProgram(line) ?? matchLine(line);
    if (cause !== undefined) return cause;
  }
  const bound = reachedBound(failed);
  if (bound !== undefined) return { code: bound, detail: lines.at(-1)?.slice(0, MAX_DETAIL) ?? '' };
  if (exit_code === 126 || exit_code === 127)
    return { code: exit_code === 126 ? 'not_executable' : 'command_not_found', detail: lines.at(-1) ?? '' };
  const prompt = counts === undefined || counts.total === 0 ? findPrompt(lines.slice(-3)) : undefined;
  return prompt === undefined ? undefined : { code: 'waits_for_input', detail: prompt };
}

const MAX_READ = 256 * 1024;

const INTERPRETERS =
  /^(?:node|npm|npx|pnpm|yarn|corepack|bun|deno|python[\d.]*|pip[\d.]*|ruby|bundle|php|java|mvn|gradle|go|cargo|rustc|dotnet|uv|poetry|pdm)$/;
const RUNNERS =
  /^(?:vitest|jest|mocha|ava|tap|tape|pytest|nose2|tox|nox|karma|cypress|playwright|c8|nyc|rspec|phpunit|tsx|ts-node|cross-env)$/;

/** `sh: 1: vitest: not found`, `bash: line 1: x: command not found`, `env: 'python3': No such file or directory` */
function missingProgram(line: string): CannotRunCause | undefined {
  const [, shell] =
    /^(?:\S*\/)?(?:sh|bash|dash|zsh|ash|env)(?::(?: line)? ?\d+)?: '?‘?([^\s:'’]+)'?’?: (?:command |No such file or directory|not found)/.exec(
      line,
    ) ?? [];
  const [, program = shell] = /^spawn (\S+) ENOENT$/.exec(line) ?? [];
  if (program === undefined) return undefined;
  if (/(?:^|\/)\.?v?env\/bin\//.test(program)) return { code: 'no_virtual_environment', detail: program };
  const name = program.replace(/^.*\//, '');
  if (INTERPRETERS.test(name)) return { code: 'no_interpreter', detail: program };
  return { code: RUNNERS.test(name) ? 'runner_not_installed' : 'command_not_found', detail: program };
}

/** What the kernel, or we, end a process for. A shell tells of a signal by a number. */
function reachedBound({ ending, signal, exit_code }: FailedCommand): CannotRunCode | undefined {
  if (ending === 'too_much_output') return 'too_much_output';
  if (signal === 'SIGXFSZ' || exit_code === 128 + 25) return 'file_too_large';
  return signal === 'SIGKILL' || exit_code === 128 + 9 ? 'killed' : undefined;
}

interface Pattern {
  readonly code: CannotRunCause['code'];
  /** What is in the first group is the detail, else the line. */
  readonly line: RegExp;
}

const PATTERNS: readonly Pattern[] = [
  { code: 'runner_not_installed', line: /^\S*python[\d.]*(?:\.exe)?: No module named (\S+)$/ },
  { code: 'runner_not_installed', line: /^npm (?:error|ERR!) (could not determine executable to run)/ },
  { code: 'runner_not_installed', line: /npx canceled due to missing packages.*?\["?([^"\]]+)/ },
  { code: 'runner_not_installed', line: /Cannot find (?:module|package) '(vitest|jest|mocha)(?:\/[^']*)?'/ },
  { code: 'runner_not_installed', line: /ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL.*Command "([^"]+)" not found/ },
  { code: 'runner_not_installed', line: /^error Command "([^"]+)" not found\.$/ },
  { code: 'no_interpreter', line: /^error: rustup could not choose a version of (\w+) to run/ },
  { code: 'lock_contradicts_manifest', line: /`npm ci` can only install packages when your package\.json and/ },
  {
    code: 'lock_contradicts_manifest',
    line: /ERR_PNPM_(?:OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH|BROKEN_LOCKFILE)/,
  },
  { code: 'lock_contradicts_manifest', line: /Your lockfile needs to be updated, but yarn was run with/ },
  { code: 'lock_contradicts_manifest', line: /The lockfile would have been (?:modified|created) by this install/ },
  { code: 'lock_contradicts_manifest', line: /lockfile had changes, but lockfile is frozen/ },
  { code: 'lock_contradicts_manifest', line: /The lockfile at .* needs to be updated/ },
  { code: 'lock_contradicts_manifest', line: /pyproject\.toml changed significantly since poetry\.lock/ },
  { code: 'wrong_version', line: /^npm (?:error|ERR!) notsup (Required: .*)/ },
  { code: 'wrong_version', line: /The engine "node" is incompatible with this module\.\s*(Expected version .*)/ },
  { code: 'wrong_version', line: /ERR_PNPM_UNSUPPORTED_ENGINE/ },
  { code: 'wrong_version', line: /^(?:\S*\/)?node: (bad option: \S+)/ },
  { code: 'wrong_version', line: /requires a different Python: (.*)/ },
  {
    code: 'too_many_processes',
    line: /\bfork\b.*(?:Resource temporarily unavailable|EAGAIN)|: Cannot fork$|\bspawn \S+ EAGAIN\b|can't start new thread|unable to create (?:new )?native thread|pthread_create failed|newosproc/,
  },
  { code: 'file_too_large', line: /\bEFBIG\b|: File too large$|File size limit exceeded/ },
  { code: 'no_space', line: /\bENOSPC\b|No space left on device/i },
];

function matchLine(line: string): CannotRunCause | undefined {
  for (const { code, line: pattern } of PATTERNS) {
    const found = pattern.exec(line);
    if (found !== null) return { code, detail: (found[1] ?? line).slice(0, MAX_DETAIL) };
  }
  return undefined;
}

const MAX_DETAIL = 200;

const PROMPTS = [
  /\[y\/n\]|\(y\/n\)|\(yes\/no(?:\/\[\w+\])?\)/i,
  /^(?:\S+ )*(?:password|passphrase|username|token)(?: for .*)?: *$/i,
  /press (?:any key|enter|return)/i,
  /^\? .+[›»?:]/,
  /^EOFError: EOF when reading a line/,
  /(?:requires?|no) (?:an? )?(?:interactive|TTY)|ABORTED_REMOVE_MODULES_DIR_NO_TTY|not running in a terminal/i,
  /^do you want to .*\?/i,
];

function findPrompt(lines: readonly string[]): string | undefined {
  return lines.findLast((line) => PROMPTS.some((prompt) => prompt.test(line)))?.slice(0, MAX_DETAIL);
}

/** The address that refused the connection in every test that failed; undefined where one failed for another reason. */
function refusedByAll({ counts, tests = [], output_tail }: FailedCommand): string | undefined {
  const failed = tests.filter(({ status }) => status === 'failed');
  const texts = failed.length > 0 ? failed.map(({ reason }) => reason ?? '') : [output_tail];
  if (failed.length === 0 && (counts === undefined || counts.passed > 0)) return undefined;
  const addresses = texts.map(refusedAddress);
  const [first] = addresses;
  return first !== undefined && addresses.every((address) => address === first) ? first : undefined;
}

function refusedAddress(text: string): string | undefined {
  const [, plain] = /ECONNREFUSED\s+([\w.:[\]-]+:\d+)/.exec(text) ?? [];
  if (plain !== undefined) return plain;
  if (!/connection refused/i.test(text)) return undefined;
  const [, host, port] =
    /(localhost|\d+\.\d+\.\d+\.\d+|::1)["')\s,]*(?:[:,]|\bport\b|:)?\s*(?:port[=\s]+)?(\d{2,5})\b/i.exec(text) ?? [];
  return host === undefined ? undefined : `${host}:${port}`;
}
