/** What a set-up that failed says of itself, without what package managers print around it. */
export interface SetUpError {
  /** The line that says what is wrong. */
  readonly line: string;
  /** That line and what follows it, without usage texts and warnings. */
  readonly text: string;
}

/** Undefined: no line says so. */
export function findSetUpError(printed: string): SetUpError | undefined {
  const lines = withoutNoise(printed.slice(-MAX_READ).split(/\r?\n/));
  // The most telling first: a lock file that contradicts its manifest says so before it says where.
  for (const pattern of ERRORS) {
    const at = lines.findIndex((line) => pattern.test(line));
    if (at === -1) continue;
    const [, said = lines[at] ?? ''] = pattern.exec(lines[at] ?? '') ?? [];
    const rest = lines.slice(at + 1, at + MOST_LINES).map(plain);
    const next = rest.find((one) => one !== '') ?? '';
    const line = (said.trim() === '' ? next : said.trim()).slice(0, MAX_LINE);
    return { line, text: [line, ...rest.filter((one) => one !== '' && one !== line)].join('\n').slice(0, MAX_TEXT) };
  }
  return undefined;
}

const MAX_READ = 256 * 1024;
const MOST_LINES = 25;
const MAX_LINE = 300;
const MAX_TEXT = 3_000;

/** The first group is what is said; where it is empty, the next line says it. */
const ERRORS: readonly RegExp[] = [
  // npm: what the lock file lacks, then what the registry or a script answered.
  /^npm (?:error|ERR!) ((?:Missing|Invalid): .+)$/,
  /^npm (?:error|ERR!) (\d{3} .+ - .+)$/,
  /^npm (?:error|ERR!) (notarget .+|While resolving: .+|Could not resolve dependency:.*|notsup .+)$/,
  // Something that a package runs when it is installed.
  /^npm (?:error|ERR!) (?:\[eval\]|.*\bError: )(.*)$/,
  /^npm (?:error|ERR!) ((?!code |errno |syscall |path |command |A complete log|A full log|$).+)$/,
  // pnpm, Yarn of both generations, Bun.
  /^\s*(?:ERROR\s+)?((?:ERR_PNPM_|ERR_INVALID_)\w+.*)$/,
  /^\s*➤ (YN(?!0000)\d{4}: .+)$/,
  /^error ((?!Command failed\.?$|Found incompatible module).+)$/,
  /^\s*error: (.+)$/i,
  // pip, uv, Poetry, PDM.
  /^ERROR: (.+)$/,
  /^\s*(?:×|╰─▶) (.+)$/,
  /^\s*\[(?:\w*Error|PdmException)\]: (.+)$/,
  // Cargo, Go, Maven, Gradle, .NET, Bundler, Composer.
  /^error(?:\[E\d+\])?: (.+)$/,
  /^go: ((?!downloading|finding|added|upgraded).+)$/,
  /^\[ERROR\] (.+)$/,
  /^\* What went wrong:(.*)$/,
  /\berror ((?:NU|NETSDK|MSB)\d+: .+)$/,
  /^(Could not find gem .+|Bundler could not find .+)$/,
  /^\s*(Your requirements could not be resolved.+)$/,
  // Whatever else was started.
  /^(?:\S*\/)?(?:sh|bash|dash|env): .*?((?:\S+): (?:not found|command not found|No such file or directory|Permission denied))$/,
  /^(?:\w*Error|\w*Exception|panic|fatal): (.+)$/,
  /^(.*\b(?:ENOENT|EACCES|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ENOSPC)\b.*)$/,
];

const NOISE = [
  /^npm (?:warn|WARN|notice|http|verb|sill|timing)\b/,
  /^(?:npm (?:error|ERR!) )?(?:A complete log of this run|A full log|Log files were not written)/,
  /^\s*(?:warning|WARN|DEPRECATION|notice)[:\s]/i,
  /^\[notice\]/,
  /^Progress: |^\s*Downloading |^Collecting |^Requirement already satisfied/,
];

/** npm explains how its command is used from this line on. */
const USAGE = /^npm (?:error|ERR!) (?:Usage:|Clean install a project|Install a package)$/;

function withoutNoise(lines: readonly string[]): string[] {
  const usage = lines.findIndex((line) => USAGE.test(line.trim()));
  const said = usage === -1 ? lines : lines.slice(0, usage);
  return said.map((line) => line.trimEnd()).filter((line) => !NOISE.some((noise) => noise.test(line)));
}

function plain(line: string): string {
  return line.replace(/^npm (?:error|ERR!) ?/, '').trim();
}
