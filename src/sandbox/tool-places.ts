import fs from 'node:fs';
import path from 'node:path';
import { getErrno } from '../files/disk-failure.ts';
import { TOOL_CHAINS } from '../languages/tool-chains.ts';
import type { Environment } from '../process/command.ts';
import type { Mount } from './mounts.ts';
import { isBelow, realPlace, show } from './visible-places.ts';

export interface ToolRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** The person's. */
  readonly home: string | undefined;
}

/** Variables that say where tools lie, and certificates. */
const NAMING_TOOLS =
  `NVM_DIR FNM_DIR VOLTA_HOME PNPM_HOME ASDF_DIR ASDF_DATA_DIR JAVA_HOME ANDROID_HOME GOROOT RUSTUP_HOME
  VIRTUAL_ENV PYENV_ROOT CONDA_PREFIX RBENV_ROOT GEM_HOME DOTNET_ROOT
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE`.split(/\s+/);

/** Too many programs to look at; where their links lead is part of the system. */
const OF_THE_SYSTEM = new Set(['/usr/bin', '/usr/sbin', '/bin', '/sbin']);

/** Drives of Windows: programs that lie there run outside. */
const OF_WINDOWS = /^\/mnt\/[a-z](?:\/|$)/;

/** The programs that a command can start by name, those it names itself, and what these need beside them. */
export function toolPlaces({ file, args, env, home }: ToolRequest): Mount[] {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => isTool(folder, home));
  const roots = new Set([...(home === undefined ? [] : [home]), ...folders.flatMap(toolChainHome)]);
  const named = NAMING_TOOLS.flatMap((name) => env[name] ?? []).filter((place) => isTool(place, home));
  const program = path.isAbsolute(file) ? file : findOnPath(file, env);
  const files = [program ?? '', ...args].filter(isFile);
  return [
    ...[...roots].flatMap((root) => TOOL_CHAINS.flatMap((name) => show(path.join(root, name)))),
    ...[...folders, ...named].flatMap((place) => show(place)),
    ...folders.flatMap((folder) => prefixOf(folder, home)),
    ...folders.filter((folder) => !OF_THE_SYSTEM.has(folder)).flatMap((folder) => linkedPrograms(folder, home)),
    ...files.flatMap((place) => [...show(place), ...besideProgram(place, home)]),
  ];
}

/** A whole home folder is no tool, and neither is what contains one. */
function isTool(place: string, home: string | undefined): boolean {
  if (!path.isAbsolute(place) || OF_WINDOWS.test(place)) return false;
  const real = realPlace(place);
  const inside = home === undefined ? undefined : realPlace(home);
  return real !== undefined && real !== '/' && (inside === undefined || (real !== inside && !isBelow(inside, real)));
}

/** Of `~/.pyenv/shims` the home folder, whoever's it is. */
function toolChainHome(folder: string): string[] {
  const found = TOOL_CHAINS.map((name) => `${folder}/`.indexOf(`/${name}/`)).filter((index) => index > 0);
  return found.map((index) => folder.slice(0, index));
}

/** Relative folders count for nothing: they would be looked up in the project, which may hold anything. */
export function findOnPath(name: string, env: Environment): string | undefined {
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find(isFile);
}

/** Of `tool/bin` the folder `tool`, where programs keep their libraries, unless it is something else. */
function prefixOf(folder: string, home: string | undefined): Mount[] {
  const real = realPlace(folder);
  if (real === undefined || !['bin', 'sbin'].includes(path.basename(real))) return [];
  const prefix = path.dirname(real);
  return isTool(prefix, home) && !SHARED.test(prefix) && isPrefix(prefix) ? show(prefix) : [];
}

/** Folders that hold a `bin`, and sign-ins or caches beside it. */
const SHARED = /\/(?:\.local|\.cargo|\.bun|\.deno|go|\.config|\.cache|\.claude|\.codex|\.gemini)$/;

function isPrefix(folder: string): boolean {
  const has = (name: string): boolean => fs.existsSync(path.join(folder, name));
  return ['lib', 'lib64', 'libexec', 'share', 'include', 'pyvenv.cfg'].some(has) && !has('.git');
}

function linkedPrograms(folder: string, home: string | undefined): Mount[] {
  return listFolder(folder)
    .filter((entry) => entry.isSymbolicLink())
    .flatMap(({ name }) => {
      const place = path.join(folder, name);
      return isFile(place) ? [...show(place), ...besideProgram(place, home)] : [];
    });
}

/** A package of Node with all it was installed with; a program with the libraries of its prefix. */
function besideProgram(place: string, home: string | undefined): Mount[] {
  const real = realPlace(place) ?? place;
  const [packages] = real.split('/node_modules/', 1);
  return packages === real || packages === undefined
    ? prefixOf(path.dirname(real), home)
    : show(path.join(packages, 'node_modules'));
}

function isFile(place: string): boolean {
  return path.isAbsolute(place) && realPlace(place) !== undefined && fs.statSync(place).isFile();
}

function listFolder(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return [];
  }
}
