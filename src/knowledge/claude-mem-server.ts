import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

/** How claude-mem's MCP server is started. */
export interface McpServer {
  readonly file: string;
  readonly args: readonly string[];
  /** Beyond what every process sees. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The server as the person's own Claude Code knows it: registered by hand in `.claude.json`, else part of the installed
 * plugin. Nothing that lies in a repository (`.mcp.json`) counts: it would be run unseen.
 */
export function findClaudeMem(env: Variables): McpServer | undefined {
  // What is relative would be looked up in the project.
  const [home, moved] = [env['HOME'], env['CLAUDE_CONFIG_DIR']].map((place) =>
    place !== undefined && path.isAbsolute(place) ? place : undefined,
  );
  const own = moved ?? (home === undefined ? undefined : path.join(home, '.claude'));
  if (own === undefined) return undefined;
  const settings = path.join(moved ?? path.dirname(own), '.claude.json');
  const registered = Object.entries(readJson(settings, servers)?.mcpServers ?? {}).find(isClaudeMem)?.[1];
  if (registered !== undefined) return toMcpServer(registered, env, home ?? own);
  return pluginRoots(own)
    .map((root) => readPluginServer(root, env))
    .find((server) => server !== undefined);
}

const stdioServer = z.object({
  type: z.optional(z.literal('stdio')),
  command: z.string(),
  args: z.optional(z.array(z.string())),
  env: z.optional(z.record(z.string(), z.string())),
});

type StdioServer = z.infer<typeof stdioServer>;

/** Those of another kind (HTTP) are none for us. */
const servers = z.object({ mcpServers: z.optional(z.record(z.string(), z.catch(z.nullable(stdioServer), null))) });

const installed = z.object({ installPath: z.string() });

const plugins = z.object({ plugins: z.record(z.string(), z.union([z.array(installed), installed])) });

const switches = z.object({ enabledPlugins: z.record(z.string(), z.unknown()) });

function isClaudeMem(entry: [string, StdioServer | null]): entry is [string, StdioServer] {
  const [name, server] = entry;
  if (server === null) return false;
  return name === 'claude-mem' || [server.command, ...(server.args ?? [])].some((word) => word.includes('claude-mem'));
}

/** Folders of the plugin, unless it was switched off. */
function pluginRoots(own: string): string[] {
  const enabled = readJson(path.join(own, 'settings.json'), switches)?.enabledPlugins ?? {};
  const known = readJson(path.join(own, 'plugins', 'installed_plugins.json'), plugins)?.plugins ?? {};
  return Object.entries(known).flatMap(([name, places]) => {
    if (!name.startsWith('claude-mem@') || enabled[name] === false) return [];
    return [places].flat().flatMap(({ installPath }) => (path.isAbsolute(installPath) ? [installPath] : []));
  });
}

/** As the plugin declares it. Some installations lose files whose names begin with a dot: then the script itself. */
function readPluginServer(root: string, env: Variables): McpServer | undefined {
  const declared = Object.values(readJson(path.join(root, '.mcp.json'), servers)?.mcpServers ?? {}).find(
    (server) => server !== null,
  );
  const place = { CLAUDE_PLUGIN_ROOT: root };
  if (declared != null) {
    const { env: extra, ...server } = toMcpServer(declared, { ...env, ...place }, root);
    return { ...server, env: { ...extra, ...place } };
  }
  const script = path.join(root, 'scripts', 'mcp-server.cjs');
  return fs.existsSync(script) ? { file: process.execPath, args: [script], env: place, cwd: root } : undefined;
}

function toMcpServer({ command, args = [], env: extra = {} }: StdioServer, env: Variables, cwd: string): McpServer {
  const filled = (text: string): string => expandVariables(text, env);
  const variables = Object.entries(extra).map(([name, value]) => [name, filled(value)] as const);
  return { file: filled(command), args: args.map(filled), env: Object.fromEntries(variables), cwd };
}

/** `${NAME}` and `${NAME:-otherwise}`, as Claude Code does it; a name without a value stays as it is. */
function expandVariables(text: string, env: Variables): string {
  return text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (all, name: string, otherwise?: string) => {
    return env[name] ?? otherwise ?? all;
  });
}

/** Undefined where the file is not there or says something else: other people's files, in formats that change. */
function readJson<T>(file: string, shape: z.ZodMiniType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(fs.readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
