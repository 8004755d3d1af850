/* What is written the same way in every language. */

/** Bytes as people say them: `512 B`, `1.5 KB`, `64 MB`. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${rounded} ${units[unit]}`;
}

/** `: …` with the first line of a text; nothing where it is empty. */
export function firstLine(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '' && one !== '…') ?? '';
  return line === '' ? '' : `: ${line.trim().slice(0, 300)}`;
}

/** `$12.34`; small sums to the hundredth of a cent, and what is less than that is still not nothing. */
export function formatDollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return '< $0.0001';
  return `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}

/** `2024-01-15 10:30`, where the person is. A time that is none is given back as it came. */
export function formatTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${timeOf(date)}`;
}

/** `10:30` of today, and with the day of any other. */
export function formatClock(iso: string, now: Date): string {
  const date = new Date(iso);
  return date.toDateString() === now.toDateString() ? timeOf(date) : formatTime(iso);
}

function timeOf(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** As many problems of a plan are told in one sentence. */
export const SHOWN_PROBLEMS = 5;

/** `T1.3 → T1.4 → T1.3`; a long one without its middle. */
export function formatCycle(cycle: readonly string[]): string {
  const shown = cycle.length > 12 ? [...cycle.slice(0, 8), '…', ...cycle.slice(-3)] : cycle;
  return shown.join(' → ');
}

const MOST_TYPED = 5;

/** For a command that can be copied; of many it is for the person to choose. */
export function formatTaskIds(ids: readonly string[]): string {
  return ids.length > MOST_TYPED ? 'ID…' : ids.join(' ');
}

/** Names and commands, the same in every language. */
/** What tells a client of `orchestral mcp`. */
export const mcpCommands = {
  claude: 'claude mcp add -s user orchestral -- orchestral mcp',
  codex: 'codex mcp add orchestral -- orchestral mcp',
  gemini: 'gemini mcp add -s user orchestral orchestral mcp',
};

export const installCommands = {
  claude: 'Claude Code: npm install -g @anthropic-ai/claude-code',
  codex: 'Codex: npm install -g @openai/codex',
  gemini: 'Gemini CLI: npm install -g @google/gemini-cli',
  opencode: 'opencode: npm install -g opencode-ai',
};

/** What brings an agent's program up to date. */
export const updateCommands = {
  claude: 'claude update',
  codex: 'npm install -g @openai/codex@latest',
  gemini: 'npm install -g @google/gemini-cli@latest',
  opencode: 'opencode upgrade',
};

const MOST_LISTED = 5;

/** The first of some names, and how many follow. */
export function formatNames(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return `${names.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` (+${more})` : ''}`;
}
