import path from 'node:path';
import { isRecord, parseJson } from '../../base/json.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';

export type McpClient = 'claude' | 'codex' | 'gemini' | 'opencode';

type Variables = Readonly<Record<string, string | undefined>>;

/** `~/.claude.json` keeps more than settings. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The file in which a client is told to start `orchestral mcp`, for all projects or for this one; undefined: in none. */
export function findMcpEntry(client: McpClient, { root }: Project, env: Variables): string | undefined {
  const home = env['HOME'] ?? '';
  const own = {
    claude: [path.join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json')],
    codex: [path.join(env['CODEX_HOME'] ?? path.join(home, '.codex'), 'config.toml')],
    gemini: [path.join(env['GEMINI_CLI_HOME'] ?? home, '.gemini/settings.json')],
    opencode: ['opencode.json', 'opencode.jsonc'].map((name) =>
      path.join(env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), 'opencode', name),
    ),
  }[client];
  const ofProject = {
    claude: ['.mcp.json'],
    codex: ['.codex/config.toml'],
    gemini: ['.gemini/settings.json'],
    opencode: ['opencode.json', 'opencode.jsonc'],
  }[client].map((name) => path.join(root, name));
  return (
    own.filter((file) => path.isAbsolute(file)).find((file) => hasEntry(file, true)) ??
    ofProject.find((file) => hasEntry(file, false))
  );
}

/** A person's own file may be a link; one of a repository may lead anywhere. */
function hasEntry(file: string, followLinks: boolean): boolean {
  const read = readRegularFile(file, { limit: MOST_BYTES, followLinks });
  if (!read.ok) return false;
  const text = new TextDecoder().decode(read.value);
  const value = parseJson(text);
  return value === undefined ? IN_TEXT.test(text) : hasServer(value);
}

/** TOML, and JSON with comments: the words of the command, one behind the other. */
const IN_TEXT =
  /["'](?:[^"'\n]*[\\/])?orchestral(?:\.js|\.cmd)?["'][^[\]{}]*\[?\s*(?:["'][^"'\n]*["'],\s*)*["']mcp["']/;

/** Wherever it stands: of all projects, or of one of them. */
function hasServer(value: unknown, depth = 0): boolean {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return false;
  if (isRecord(value)) {
    const words = [value['command'], value['args']].flat();
    if (words.some(isProgram) && words.includes('mcp')) return true;
  }
  return Object.values(value).some((inner) => hasServer(inner, depth + 1));
}

const DEEPEST = 8;

function isProgram(word: unknown): boolean {
  return typeof word === 'string' && /(?:^|[\\/])orchestral(?:\.js|\.cmd)?$/.test(word);
}
