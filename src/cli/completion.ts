/** Shells whose completion can be written. */
export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** What the command table has of a command. */
interface Named {
  readonly name: string;
  readonly alias?: string;
  readonly options: readonly Flag[];
}

interface Flag {
  readonly long: string;
}

/** What can be typed. */
export interface Commands {
  readonly commands: readonly Named[];
  readonly globalOptions: readonly Flag[];
}

/** A command as completion knows it. */
interface Entry {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
  /** What may follow its name, where that is one of a few words. */
  readonly words: readonly string[];
}

/** The script for a shell, from the table of commands. */
export function completionScript(
  shell: Shell,
  { commands, globalOptions }: Commands,
  summaries: Readonly<Record<string, { summary: string }>>,
): string {
  const entries = commands.flatMap((command) =>
    [command.name, ...(command.alias === undefined ? [] : [command.alias])].map((name) => ({
      name,
      summary: summaries[command.name]?.summary ?? '',
      options: namesOf([...command.options, ...globalOptions]),
      words: firstWords[command.name] ?? [],
    })),
  );
  return scripts[shell](entries, namesOf(globalOptions));
}

/** The first word behind a command, where it is one of a few. */
const firstWords: Readonly<Record<string, readonly string[] | undefined>> = {
  session: ['status', 'resume', 'reset', 'stop', 'learn'],
  auto: ['status', 'stop', 'retry', 'complete', 'skip', 'review', 'import', 'next', 'exec'],
  config: ['list', 'get', 'set', 'unset', 'explain', 'edit'],
  precedents: ['list', 'revoke'],
  'pull-request': ['status', 'sync'],
  agents: ['test'],
  logs: ['refiner', 'builder', 'verifier', 'gatekeeper', 'auto', 'session'],
  rerun: ['refiner', 'builder', 'verifier', 'gatekeeper', 'code-explore', 'planner', 'architect', 'implementer'],
  completion: shells,
  hook: ['session-start', 'pre-tool-use'],
};

function namesOf(options: readonly Flag[]): string[] {
  return [...new Set(options.map(({ long }) => long))];
}

type Writer = (entries: readonly Entry[], global: readonly string[]) => string;

const scripts: Readonly<Record<Shell, Writer>> = { bash, zsh, fish };

function bash(entries: readonly Entry[], global: readonly string[]): string {
  const cases = entries.map(
    ({ name, options, words }) => `    ${name}) words='${words.join(' ')}' options='${options.join(' ')}' ;;`,
  );
  return `# orchestral completion bash: put this into ~/.bashrc:  source <(orchestral completion bash)
_orchestral() {
  local current=\${COMP_WORDS[COMP_CWORD]} command='' at=0 words='' options='' n
  for ((n = 1; n < COMP_CWORD; n++)); do
    [[ \${COMP_WORDS[n]} == -* ]] || { command=\${COMP_WORDS[n]}; at=$n; break; }
  done
  case $command in
    '') words='${[...entries.map(({ name }) => name), 'help'].join(' ')}' options='${global.join(' ')}' ;;
    help) words='${entries.map(({ name }) => name).join(' ')}' ;;
${cases.join('\n')}
  esac
  COMPREPLY=()
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [[ -z $command || $COMP_CWORD -eq $((at + 1)) ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  fi
}
complete -o bashdefault -o default -F _orchestral orchestral
`;
}

function zsh(entries: readonly Entry[], global: readonly string[]): string {
  const commands = entries.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`);
  const cases = entries.map(
    ({ name, options, words }) =>
      `    ${name}) (( CURRENT == 3 )) && compadd -- ${words.join(' ')}; [[ $words[CURRENT] == -* ]] && compadd -- ${options.join(' ')}; _files ;;`,
  );
  return `#compdef orchestral
# orchestral completion zsh: put this into ~/.zshrc:  source <(orchestral completion zsh)
_orchestral() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    [[ $words[CURRENT] == -* ]] && compadd -- ${global.join(' ')} || _describe command commands
    return
  fi
  case $words[2] in
    help) _describe command commands ;;
${cases.join('\n')}
  esac
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
compdef _orchestral orchestral
`;
}

function fish(entries: readonly Entry[], global: readonly string[]): string {
  const lines = entries.flatMap(({ name, summary, options, words }) => [
    `complete -c orchestral -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
    ...words.map((word) => `complete -c orchestral -n '__fish_seen_subcommand_from ${name}' -a ${word}`),
    ...options
      .filter((option) => !global.includes(option))
      .map((option) => `complete -c orchestral -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`),
  ]);
  return `# orchestral completion fish: orchestral completion fish > ~/.config/fish/completions/orchestral.fish
${global.map((option) => `complete -c orchestral -l ${option.slice(2)}`).join('\n')}
${lines.join('\n')}
`;
}

/** Within single quotes of all three shells, and without the separator of zsh. */
function quoted(text: string): string {
  return text.replaceAll("'", '’').replaceAll(':', ' -');
}
