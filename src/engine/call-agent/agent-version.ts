import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from '../../agents/find-program.ts';
import { OLDEST_VERSIONS } from '../../agents/oldest-versions.ts';
import { vendorFolders } from '../../agents/vendors.ts';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import { isAtLeast, versionIn } from '../../base/version.ts';
import { realDisk } from '../../files/disk.ts';
import { makeFolder, removeFolder } from '../../files/folder.ts';
import { nonce } from '../../files/identity.ts';
import { readSmallFile } from '../../files/read-file.ts';
import { replaceFile } from '../../files/replace.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { type Answer, type Asking, programAsker } from '../ask-program.ts';
import type { installable } from './choose-agent.ts';

type Env = Readonly<Record<string, string | undefined>>;

const LARGEST_BYTES = 64 * 1024;
const MOST_KEPT = 50;

/** Throws for one that does not know what it would be asked for. One that does not tell its version passes. */
export async function requireNewEnough(backend: (typeof installable)[number], env: Env): Promise<void> {
  const needed = OLDEST_VERSIONS[backend];
  const version = await versionOf(backend, env);
  if (version !== undefined && !isAtLeast(version, needed)) throwFailure('agent.too_old', { backend, version, needed });
}

/** Some take seconds to say it: each is asked once. */
async function versionOf(backend: (typeof installable)[number], env: Env): Promise<string | undefined> {
  const program = findProgram(backend, env);
  if (program === undefined) return undefined;
  const place = path.join(unwrap(privateFolder(env)), 'agent-versions.json');
  const kept = parseJson(readSmallFile(place, LARGEST_BYTES)?.toString() ?? '');
  const known = isRecord(kept) ? kept : {};
  const file = fileIdentity(program);
  const told = known[file];
  if (typeof told === 'string') return told;
  const answer = await askVersion(backend, { env, signal: new AbortController().signal });
  if (!('said' in answer)) return undefined;
  const version = versionIn(answer.said);
  if (!/^\d/.test(version)) return undefined;
  const entries = Object.entries({ ...known, [file]: version }).slice(-MOST_KEPT);
  // It is asked again where this cannot be kept.
  replaceFile(realDisk, place, Buffer.from(JSON.stringify(Object.fromEntries(entries))));
  return version;
}

/** What an agent's program says of itself. Some write to their folders even for that: they are given others. */
export async function askVersion(backend: (typeof installable)[number], { env, signal }: Asking): Promise<Answer> {
  const scratch = path.join(os.tmpdir(), `orchestral-version-${nonce()}`);
  makeFolder(scratch);
  const moved = vendorFolders(backend, env).flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
  const own = Object.fromEntries(moved.map((variable) => [variable, scratch]));
  try {
    return await programAsker({ env, signal, own })(backend, ['--version']);
  } finally {
    await removeFolder(scratch);
  }
}

/** Package managers give every version of a file the same date; a new one was still changed at another time. */
function fileIdentity(program: string): string {
  const { ino, size, ctimeMs } = fs.statSync(program);
  return `${program} ${ino} ${size} ${ctimeMs}`;
}
