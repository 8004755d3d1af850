import fs from 'node:fs';
import path from 'node:path';
import { type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { realDisk } from '../../files/disk.ts';
import { createNewFolder } from '../../files/folder.ts';
import { replaceFile } from '../../files/replace.ts';
import { gitVersion } from '../../git/repository.ts';
import { makeShadow } from '../../git/shadow.ts';
import type { Rehearsal, RehearsalStep } from '../../schema/rehearsal.ts';
import { unrecordedGit } from '../ask-program.ts';
import { onDisk } from '../on-disk.ts';
import { findProject, type Project } from '../project.ts';
import { readScript } from '../read-document.ts';
import { readRegularFile } from '../read-file.ts';

export interface NewDemo extends Omit<DemoScript, 'decision'> {
  /** An empty folder, or one to be made; otherwise a new one is made in `temporary`. */
  readonly into: string | undefined;
  readonly temporary: string;
  readonly env: Environment;
}

export interface Demo {
  /** Everything of the demo lies in here, the private state of its run too. */
  readonly folder: string;
  readonly project: Project;
  readonly briefing: string;
  /** As for `--agent`. */
  readonly agent: string;
  readonly env: Environment;
  /** The answers that the rehearsal knows; any other is played like the one that is recommended. */
  readonly decisions: readonly string[];
  /** Lets the rest of the rehearsal follow the person's answer. */
  follow(decision: string): Result<void, Failure>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A small project in a repository of its own, and agents that know what to do with it. */
export async function makeDemo({ into, temporary, env, ...wanted }: NewDemo): Promise<Demo> {
  unwrap(await gitVersion(unrecordedGit(env), temporary));
  const folder = takeDemoFolder(into, temporary);
  // No setting of the person's counts in there, no program leaves its traces in their home, and nobody else is told.
  const own = {
    ...env,
    HOME: path.join(folder, 'home'),
    XDG_STATE_HOME: path.join(folder, 'state'),
    ORCHESTRAL_SLACK_WEBHOOK_URL: undefined,
  };
  const script = path.join(folder, 'rehearsal.yaml');
  const play = await player(script, wanted);
  unwrap(play(RECOMMENDED));
  const briefing = unwrap(readRegularFile(path.join(wanted.from, wanted.texts, 'briefing.md'), BRIEFING));
  const from = path.join(wanted.from, 'project');
  const root = path.join(folder, 'project');
  unwrap(await makeShadow(unrecordedGit(own), { from, to: root, message: 'Links out of titles' }));
  const project = unwrap(findProject({ cwd: folder, named: root }));
  return {
    folder,
    project,
    briefing: Buffer.from(briefing).toString('utf8'),
    agent: `rehearsal:${script}`,
    env: own,
    decisions: DECISIONS,
    follow: play,
  };
}

const BRIEFING = { limit: 2 ** 16, followLinks: true };

function takeDemoFolder(into: string | undefined, temporary: string): string {
  if (into === undefined) return onDisk('mkdir', temporary, () => newFolderIn(temporary));
  const isFree = () => createNewFolder(into) || isEmptyFolder(into);
  const folder = onDisk('mkdir', into, () => (isFree() ? fs.realpathSync(into) : undefined));
  return folder ?? throwFailure('usage.folder_not_empty', { folder: into });
}

function newFolderIn(temporary: string): string {
  for (let n = 1; ; n += 1) {
    const folder = path.join(temporary, n === 1 ? 'orchestral-demo' : `orchestral-demo-${n}`);
    if (createNewFolder(folder)) return fs.realpathSync(folder);
  }
}

function isEmptyFolder(folder: string): boolean {
  return fs.statSync(folder).isDirectory() && fs.readdirSync(folder).length === 0;
}

/** Made beforehand, so that it can be put in place before anybody plays on after an answer. */
async function player(
  file: string,
  wanted: Omit<DemoScript, 'decision'>,
): Promise<(decision: string) => Result<void, Failure>> {
  const { encodeAny } = await import('../../schema/codec-any.ts');
  const texts = new Map<string, string>();
  for (const decision of DECISIONS) {
    const script = await demoScript({ ...wanted, decision });
    texts.set(decision, encodeAny('rehearsal', script));
  }
  return (decision) => {
    const text = texts.get(decision) ?? texts.get(RECOMMENDED) ?? '';
    return replaceFile(realDisk, file, Buffer.from(text));
  };
}

const DECISIONS = ['A', 'B'];
const RECOMMENDED = 'A';

export interface DemoScript {
  /** Where the demo's files lie. */
  readonly from: string;
  /** Folder of the texts in the person's language, from there. */
  readonly texts: string;
  /** What the person answered: the id of an option. */
  readonly decision: string;
  /** Whether the steps take their time, so that people can follow. */
  readonly paced: boolean;
}

/** The rehearsal as it goes on after an answer: each file says only what is different from those before it. */
export async function demoScript({ from, texts, decision, paced }: DemoScript): Promise<Rehearsal> {
  const names = decision === LATIN_ONLY ? ['rehearsal.yaml', 'latin.yaml'] : ['rehearsal.yaml'];
  const files = names.flatMap((name) => [...new Set([path.join(from, name), path.join(from, texts, name)])]);
  let script: Rehearsal = { version: 1 };
  for (const file of files) {
    const read = unwrap(await readScript(file, { followLinks: true }));
    script = changedBy(script, read);
  }
  return paced ? script : withoutPauses(script);
}

/** The id of the option that `latin.yaml` follows. */
const LATIN_ONLY = 'B';

function changedBy({ roles = {}, ...script }: Rehearsal, { roles: changes = {} }: Rehearsal): Rehearsal {
  const changed = Object.entries(changes).map(([role, steps]): [string, RehearsalStep[]] => [
    role,
    Array.from({ length: Math.max(steps.length, roles[role]?.length ?? 0) }, (_, n) => {
      const [before = {}, after = {}] = [roles[role]?.[n], steps[n]];
      const edit = { ...before.edit, ...after.edit };
      return { ...before, ...after, ...(Object.keys(edit).length > 0 && { edit }) };
    }),
  ]);
  return { ...script, roles: { ...roles, ...Object.fromEntries(changed) } };
}

function withoutPauses({ roles = {}, ...script }: Rehearsal): Rehearsal {
  const steps = (list: readonly RehearsalStep[]) => list.map((step) => ({ ...step, delay_ms: 0 }));
  return { ...script, roles: Object.fromEntries(Object.entries(roles).map(([role, list]) => [role, steps(list)])) };
}
