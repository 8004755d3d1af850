import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../../base/failure.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import { realDisk } from '../../files/disk.ts';
import { removeEmptyFolder } from '../../files/folder.ts';
import { isInside } from '../../files/inside.ts';
import { removeFile, replaceFile } from '../../files/replace.ts';
import { agentsSection, type ClientFile, clientFiles } from '../../prompts/clients/client-files.ts';
import type { ClientName } from '../../prompts/clients/client-names.ts';
import { leadsInside } from '../own-folders.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';
import { withHooks, withoutHooks } from './client-hooks.ts';

/*
 * The commands of Orchestral in other programs: which files they need, whether they are there, putting them there and
 * taking them out. A file that a person wrote or changed is theirs and stays.
 */

/**
 * What is to be done about a file. `keep`: it is as it should be. `theirs`: somebody else wrote or changed it.
 * `unreadable`: we would add to it and cannot read it.
 */
export interface ClientStep {
  readonly path: string;
  readonly action: 'write' | 'update' | 'remove' | 'keep' | 'theirs' | 'unreadable';
  /** Undefined where nothing is written. */
  readonly content?: string | undefined;
  /** In the person's home folder. */
  readonly isOutside: boolean;
}

export interface ClientRequest {
  readonly client: ClientName;
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly removes?: boolean;
}

/** Looks, and changes nothing. */
export function planClient(request: ClientRequest): ClientStep[] {
  const { client, project, removes = false } = request;
  const root = rootOf(request);
  const isOutside = root !== project.root;
  const own = ownFiles(request).map((file) => {
    const at = path.join(root, file.place);
    const present = look(at, root);
    return { path: at, isOutside, ...(removes ? removal(present) : installation(present, file.content)) };
  });
  const shared = sharedFiles(client).map(({ place, add, takeOut }) => {
    const at = path.join(project.root, place);
    return { path: at, isOutside: false, ...change(look(at, root), removes ? takeOut : add) };
  });
  return [...own, ...shared];
}

/** Does one step of a plan, and removes folders that are empty then. */
export function carryOut({ path: file, action, content }: ClientStep, { root }: Project): void {
  if (action === 'write' || action === 'update') unwrap(replaceFile(realDisk, file, Buffer.from(content ?? '')));
  if (action !== 'remove') return;
  unwrap(removeFile(realDisk, file));
  for (let folder = path.dirname(file); folder !== root && OURS.test(slashed(folder)); folder = path.dirname(folder))
    removeEmptyFolder(folder);
}

/** Folders that were made for this. */
const OURS = /\/(?:\.claude\/(?:commands|agents|skills)|\.agents|\.opencode|extensions\/orchestral)(?:\/[^/]+)*$/;

function slashed(folder: string): string {
  return folder.split(path.sep).join('/');
}

/** Whether the person has the plugin in Claude Code: then the project needs nothing of its own. */
export function hasPlugin(env: ClientRequest['env']): boolean {
  const folder = env['CLAUDE_CONFIG_DIR'] ?? path.join(env['HOME'] ?? '/', '.claude');
  const read = readRegularFile(path.join(folder, 'plugins/installed_plugins.json'), {
    limit: 2 ** 20,
    followLinks: true,
  });
  const listed = read.ok ? parseJson(Buffer.from(read.value).toString('utf8')) : undefined;
  const plugins = isRecord(listed) ? listed['plugins'] : undefined;
  return isRecord(plugins) && Object.keys(plugins).some((name) => name.startsWith('orchestral@'));
}

/** Gemini CLI looks for extensions in the home folder alone. */
function rootOf({ client, project, env }: ClientRequest): string {
  if (client !== 'gemini') return project.root;
  return path.join(env['GEMINI_CLI_HOME'] ?? env['HOME'] ?? '/', '.gemini');
}

function ownFiles({ client, version }: ClientRequest): ClientFile[] {
  const files = clientFiles(client).map(({ place, content }) => ({ place, content: signed(content) }));
  if (client !== 'gemini') return files;
  const manifest = { name: 'orchestral', version, contextFileName: 'GEMINI.md' };
  return [
    ...files,
    { place: 'extensions/orchestral/gemini-extension.json', content: `${JSON.stringify(manifest, null, 2)}\n` },
  ];
}

type Planned = Pick<ClientStep, 'action' | 'content'>;

/** A link, a folder or something huge is somebody else's. */
type Present = { readonly text: string | undefined } | 'other';

function installation(present: Present, content: string): Planned {
  if (present === 'other') return { action: 'theirs' };
  const { text } = present;
  if (text === undefined) return { action: 'write', content };
  if (text === content) return { action: 'keep' };
  return isOurs(text) ? { action: 'update', content } : { action: 'theirs' };
}

function removal(present: Present): Planned {
  if (present === 'other') return { action: 'theirs' };
  if (present.text === undefined) return { action: 'keep' };
  return { action: isOurs(present.text) ? 'remove' : 'theirs' };
}

function change(present: Present, edit: SharedFile['takeOut']): Planned {
  const edited = present === 'other' ? null : edit(present.text);
  if (present === 'other' || edited === null) return { action: 'unreadable' };
  if (edited === present.text) return { action: 'keep' };
  if (edited === undefined) return { action: 'remove' };
  return { action: present.text === undefined ? 'write' : 'update', content: edited };
}

interface SharedFile {
  readonly place: string;
  /** The new text; null where there is no telling what it holds. */
  readonly add: (text: string | undefined) => string | null;
  /** Undefined where nothing is left. */
  readonly takeOut: (text: string | undefined) => string | null | undefined;
}

/** Files of the person's that we add something to. */
function sharedFiles(client: ClientName): SharedFile[] {
  if (client === 'claude') return [{ place: '.claude/settings.json', add: withHooks, takeOut: withoutHooks }];
  if (client === 'codex') return [{ place: 'AGENTS.md', add: withSection, takeOut: withoutSection }];
  return [];
}

const BEGIN = '<!-- orchestral: begin -->';
const END = '<!-- orchestral: end -->';

function withSection(text = ''): string {
  const section = `${BEGIN}\n## Orchestral\n\n${agentsSection().trimEnd()}\n${END}\n`;
  const rest = withoutSection(text) ?? '';
  return rest === '' ? section : `${rest.trimEnd()}\n\n${section}`;
}

function withoutSection(text: string | undefined): string | undefined {
  if (text?.includes(BEGIN) !== true) return text;
  const [before = '', rest = ''] = text.split(BEGIN, 2);
  const after = rest.includes(END) ? rest.slice(rest.indexOf(END) + END.length) : '';
  const left = [before.trimEnd(), after.trim()].filter((part) => part !== '').join('\n\n');
  return left === '' ? undefined : `${left}\n`;
}

const SIGNATURE = /^# orchestral-cli [0-9a-f]{12}\n/m;

/** A comment in the head of the file says what it was when we wrote it. */
function signed(content: string): string {
  const line = `# orchestral-cli ${digest(content)}\n`;
  if (content.startsWith('---\n')) return `---\n${line}${content.slice(4)}`;
  return content.startsWith('description = ') ? `${line}${content}` : `${content}\n<!--\n${line}-->\n`;
}

/** Whether nobody changed it since: then it is ours to change. */
function isOurs(text: string): boolean {
  if (isOurManifest(text)) return true;
  const [line] = SIGNATURE.exec(text) ?? [];
  return line === `# orchestral-cli ${digest(unsigned(text))}\n`;
}

function unsigned(text: string): string {
  return text.replace(/\n<!--\n# orchestral-cli [0-9a-f]{12}\n-->\n$/, '').replace(SIGNATURE, '');
}

function isOurManifest(text: string): boolean {
  const manifest = parseJson(text);
  const isKnown = (field: string) => ['name', 'version', 'contextFileName', 'mcpServers'].includes(field);
  return isRecord(manifest) && manifest['name'] === 'orchestral' && Object.keys(manifest).every(isKnown);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** What is there, unless a link on the way leads out of the folder that it is written below. */
function look(file: string, root: string): Present {
  const above = nearestFolder(path.dirname(file));
  if (isInside(above, root) && !leadsInside(root, above)) return 'other';
  const read = readRegularFile(file, { limit: 2 ** 20, followLinks: false });
  if (read.ok) return { text: Buffer.from(read.value).toString('utf8') };
  return read.error.code === 'file.missing' ? { text: undefined } : 'other';
}

function nearestFolder(folder: string): string {
  return fs.existsSync(folder) || path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder));
}
