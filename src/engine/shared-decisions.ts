import path from 'node:path';
import { unwrap } from '../base/failure.ts';
import type { Disk } from '../files/disk.ts';
import { removeFile, replaceFile } from '../files/replace.ts';
import { jsonValue } from '../schema/codec.ts';
import { encodeJson } from '../schema/own-layout.ts';
import { asPrecedent, type Precedent, readPrecedents, readRevocations } from '../store/precedents.ts';
import { privateFolder } from '../store/private-folder.ts';
import { type ConfiguredCommand, isTrusted, trustHash } from '../store/trust.ts';
import { namesIn } from './on-disk.ts';
import type { Project } from './project.ts';
import { readRegularFile } from './read-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface Here {
  readonly project: Project;
  readonly env: Environment;
}

/** Answers for the future lie here, one file each, for whoever shares the repository. */
const FOLDER = '.orchestral/decisions';
const LIMIT = 256 * 1024;

/** An answer that came with the repository. */
export interface SharedDecision {
  readonly entry: Precedent;
  /** From the project. */
  readonly file: string;
  /** It counts once the person agreed to it. */
  readonly isTrusted: boolean;
}

/** What answers questions by itself: what this person said for the future, and what they agreed to of what others said. */
export function knownPrecedents({ project, env, own }: Here & { readonly own: string }): readonly Precedent[] {
  const mine = unwrap(readPrecedents(own));
  const shared = readSharedDecisions({ project, env, own }).filter((one) => one.isTrusted);
  return [...mine, ...shared.map(({ entry }) => entry)];
}

/** Those of others: neither what this person said themselves nor what they revoked. */
export function readSharedDecisions({ project, env, own }: Here & { readonly own: string }): SharedDecision[] {
  const passed = [
    ...unwrap(readPrecedents(own)).map(({ run_id, vcr }) => fileOf(run_id, vcr.vcr_id)),
    ...unwrap(readRevocations(own)).map(({ run_id, vcr_id }) => fileOf(run_id, vcr_id)),
  ];
  const home = unwrap(privateFolder(env));
  return namesIn(path.join(project.root, FOLDER)).flatMap((name) => {
    const file = `${FOLDER}/${name}`;
    const entry = readDecision(path.join(project.root, file));
    if (entry === undefined || fileOf(entry.run_id, entry.vcr.vcr_id) !== file || passed.includes(file)) return [];
    const sha256 = trustHash(project.root, [decisionCommand(entry)]);
    return [{ entry, file, isTrusted: unwrap(isTrusted(home, sha256)) }];
  });
}

function readDecision(file: string): Precedent | undefined {
  const bytes = readRegularFile(file, { limit: LIMIT, followLinks: false });
  const value = bytes.ok ? jsonValue(Buffer.from(bytes.value).toString('utf8')) : undefined;
  return value?.ok === true ? asPrecedent(value.value) : undefined;
}

/** What a person agrees to, in words that say all of it. */
export function decisionCommand({ run_id, crp, vcr }: Precedent): ConfiguredCommand {
  const options = crp.options.map(({ id, label }) => `${id}: ${label}`).join(' | ');
  const notes = [vcr.rationale, vcr.additional_notes].filter((text) => text.trim() !== '').join('. ');
  const text = `${crp.question} [${options}] → ${vcr.decision}${notes === '' ? '' : ` (${notes})`}`;
  return { file: fileOf(run_id, vcr.vcr_id), place: 'vcr.decision', text };
}

export function shareDecision({ project, disk }: { readonly project: Project; readonly disk: Disk }, entry: Precedent) {
  const file = path.join(project.root, fileOf(entry.run_id, entry.vcr.vcr_id));
  unwrap(replaceFile(disk, file, Buffer.from(encodeJson(entry))));
}

/** Its file goes with it; that others have it no more is for a commit to say. */
export function unshareDecision(
  { project, disk }: { readonly project: Project; readonly disk: Disk },
  { run, vcr }: { readonly run: string; readonly vcr: string },
): void {
  const file = namesIn(path.join(project.root, FOLDER)).find((name) => `${FOLDER}/${name}` === fileOf(run, vcr));
  if (file !== undefined) unwrap(removeFile(disk, path.join(project.root, FOLDER, file)));
}

function fileOf(run: string, vcr: string): string {
  return `${FOLDER}/${run}-${vcr}.json`;
}
