import fs from 'node:fs';
import path from 'node:path';
import { throwFailure } from '../base/failure.ts';
import { getErrno } from '../files/disk-failure.ts';

/**
 * A repository's configuration may name programs, and agents can write it: linked worktrees share it with the user's
 * checkout. Nothing it names may run inside our own git commands unless a person trusted exactly that value.
 */

/** Values of the repository's own configuration that a person trusted: key → value. */
export type TrustedConfig = Readonly<Record<string, string>>;

export interface ConfigEntry {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

export type Override = readonly [key: string, value: string];

/** For every command, wherever it runs. */
export const fixedConfig: readonly Override[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['core.editor', 'false'],
  ['sequence.editor', 'false'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['credential.helper', ''],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['diff.external', ''],
  ['protocol.allow', 'never'],
  ['protocol.ext.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
  ['submodule.recurse', 'false'],
  ['commit.gpgSign', 'false'],
  ['merge.verifySignatures', 'false'],
  ['log.showSignature', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['user.useConfigOnly', 'true'],
  ['i18n.commitEncoding', 'UTF-8'],
  ['core.safecrlf', 'false'],
  ['core.trustctime', 'true'],
  ['core.checkStat', 'default'],
  ['core.splitIndex', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.fsync', 'committed,reference'],
];

/** For our own worktrees: in a sparse one, everything outside it would look deleted. */
export const ownWorktreeConfig: readonly Override[] = [
  ['core.sparseCheckout', 'false'],
  ['index.sparse', 'false'],
];

/** Only the identity is kept: any other GIT_* variable could redirect a command. */
const KEPT = new Set(['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL']);

export function hardenedEnvironment(from: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && (!name.startsWith('GIT_') || KEPT.has(name))) environment[name] = value;
  }
  return {
    ...environment,
    LC_ALL: 'C.UTF-8',
    LANGUAGE: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'false',
    GIT_SEQUENCE_EDITOR: 'false',
    GIT_PAGER: 'cat',
    GIT_ASKPASS: 'false',
    SSH_ASKPASS: 'false',
    GIT_SSH_COMMAND: 'false',
    // No transport has this name: a missing object is an error, never a reason to start ssh or a remote helper.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    // A commit is what its name says, not what a ref or a file of the repository puts in its place.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null/none',
    GIT_OPTIONAL_LOCKS: '0',
  };
}

/** Programs and keys that a person names for their own git. */
const OF_TRANSPORT = new Set(['GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_ASKPASS', 'GIT_SSL_CAINFO', 'GIT_PROXY_SSL_CAINFO']);

/**
 * For commands that speak with a remote. Their git folder is a private one, so that nothing in the repository's own
 * configuration (addresses, helpers, hooks) applies, but the objects are the repository's.
 */
export function exchangeEnvironment(
  from: Readonly<Record<string, string | undefined>>,
  { commonDir }: Pick<GitFolders, 'commonDir'>,
): Record<string, string> {
  const own = hardenedEnvironment(from);
  const { GIT_SSH_COMMAND: _ssh, GIT_ASKPASS: _ask, SSH_ASKPASS: _sshAsk, GIT_ALLOW_PROTOCOL: _none, ...rest } = own;
  const named = Object.entries(from).filter(([name]) => OF_TRANSPORT.has(name) || name === 'SSH_ASKPASS');
  const shallow = path.join(commonDir, 'shallow');
  return {
    ...rest,
    // Nobody is there to type a passphrase: ssh asks a program that says no, not the terminal.
    ...(from['SSH_ASKPASS'] === undefined && { SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'force' }),
    ...Object.fromEntries(named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_OBJECT_DIRECTORY: path.join(commonDir, 'objects'),
    ...(fs.existsSync(shallow) && { GIT_SHALLOW_FILE: shallow }),
  };
}

/** As `fixedConfig`, with the person's own ssh and helpers. */
const FROM_PERSON = new Set(['core.sshCommand', 'core.askPass', 'credential.helper', 'protocol.allow']);

export const exchangeConfig: readonly Override[] = [
  ...fixedConfig.filter(([key]) => !FROM_PERSON.has(key)),
  ['push.followTags', 'false'],
  ['push.gpgSign', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['fetch.recurseSubmodules', 'no'],
];

/** `-c` splits at the first `=`, which a driver's name may contain; the environment does not. */
export function configEnvironment(overrides: readonly Override[]): Record<string, string> {
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(overrides.length) };
  for (const [n, [key, value]] of overrides.entries()) {
    environment[`GIT_CONFIG_KEY_${n}`] = key;
    environment[`GIT_CONFIG_VALUE_${n}`] = value;
  }
  return environment;
}

/** What `parseConfig` reads. */
export const LIST_CONFIG = ['config', '--list', '-z', '--show-scope', '--includes'];

/** What `git config --list -z --show-scope` prints: `scope NUL key LF value NUL`; a key alone means true. */
export function parseConfig(listing: Uint8Array): ConfigEntry[] {
  const fields = Buffer.from(listing).toString('utf8').split('\0');
  const entries: ConfigEntry[] = [];
  for (let n = 0; n + 1 < fields.length; n += 2) {
    const [scope = '', setting = ''] = [fields[n], fields[n + 1]];
    const end = setting.indexOf('\n');
    entries.push(
      end === -1
        ? { scope, key: setting, value: 'true' }
        : { scope, key: setting.slice(0, end), value: setting.slice(end + 1) },
    );
  }
  // Such a name cannot be given to git again: it would be another one, and what it runs would not be emptied.
  const names = entries.map(({ key }) => key).filter((key) => key.includes('\ufffd'));
  if (names.length > 0) throwFailure('git.config_unreadable', { names: names.slice(0, MOST_NAMES) });
  return entries;
}

const MOST_NAMES = 5;

/** Settings whose values git runs. */
const PROGRAM = /^(?:filter\..*\.(?:clean|smudge|process)|merge\..*\.driver|diff\..*\.(?:command|textconv))$/su;
const HOOK = /^hook\.(.*)\.[^.]*$/su;

/**
 * Empties every program that the repository's configuration names and nobody trusted. An emptied filter passes content
 * through; an emptied merge driver makes the merge fail, which is right: nothing else merges that file as meant.
 */
export function overridesFor(entries: readonly ConfigEntry[], trusted: TrustedConfig): Override[] {
  const trustedByUser = new Set(
    entries.filter(({ scope }) => !isRepositoryScope(scope)).map(({ key, value }) => `${key}\n${value}`),
  );
  const overrides = new Map<string, string>();
  for (const { scope, key, value } of entries) {
    const hook = HOOK.exec(key)?.[1];
    if (hook !== undefined) {
      overrides.set(`hook.${hook}.enabled`, 'false').set(`hook.${hook}.event`, '');
      continue;
    }
    if (!isRepositoryScope(scope) || !PROGRAM.test(key)) continue;
    // Other bytes may read the same where a value is not UTF-8.
    const isExact = !value.includes('\ufffd');
    if (isExact && (trusted[key] === value || trustedByUser.has(`${key}\n${value}`))) continue;
    overrides.set(key, '');
    if (key.startsWith('filter.')) overrides.set(key.replace(/[^.]*$/u, 'required'), 'false');
  }
  return [...overrides];
}

export function isRepositoryScope(scope: string): boolean {
  return scope !== 'system' && scope !== 'global' && scope !== 'command';
}

/**
 * Whether the repository's own configuration, as it is at this moment, has no section in which a program could be named,
 * and includes no other file. Then nothing has to be emptied, and a call of `git config` is saved.
 */
export function namesNoPrograms({ gitDir, commonDir }: GitFolders): boolean {
  if (gitDir !== commonDir && readCommonDir(gitDir) !== commonDir) return false;
  return [path.join(commonDir, 'config'), path.join(gitDir, 'config.worktree')].every((file) => {
    const text = readText(file);
    return text !== undefined && !NAMES_PROGRAMS.test(text);
  });
}

interface GitFolders {
  readonly gitDir: string;
  readonly commonDir: string;
}

/** Git allows no space between the bracket and the name. */
const NAMES_PROGRAMS = /\[(?:filter|merge|diff|hook|include)/i;

/** Git finds the shared configuration by this file. */
function readCommonDir(gitDir: string): string | undefined {
  const named = readText(path.join(gitDir, 'commondir'));
  return named === undefined || named === '' ? undefined : path.resolve(gitDir, named.replace(/\n+$/, ''));
}

/** Empty when there is no such file, undefined when it cannot be read. */
function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch (error) {
    return getErrno(error) === 'ENOENT' ? '' : undefined;
  }
}
