import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { temporaryFolder } from './auto-store.ts';
import type { RunProject } from './run-project.ts';
import { runningProcesses } from './user-checkout.ts';

interface Played {
  readonly project: RunProject;
}

const known = new Map<string, { readonly played: Played; restore(): void }>();

/**
 * What takes long to play is played once in a test file: afterwards its project, and everything beside it, is put back
 * as it was then, at the same place. Whoever had it before is to be done with it. `name` tells plays apart.
 */
export async function playOnce<P extends Played>(name: string, play: () => Promise<P>): Promise<P> {
  const key = `${expect.getState().testPath} ${name}`;
  const before = known.get(key);
  if (before === undefined) {
    const played = await play();
    await untilGitRests(played);
    known.set(key, { played, restore: snapshotOf([played.project.folder, played.project.home]) });
    return withOwnEnvironment(played);
  }
  before.restore();
  // The key is of one kind of play.
  return withOwnEnvironment(before.played as P);
}

/** What was asked of git beside the conductor is answered by a process that stays for two seconds more. */
async function untilGitRests({ project }: Played): Promise<void> {
  for (let waited = 0; waited < 5_000 && runningProcesses(project).length > 0; waited += 50) await pause(50);
}

/** Tests may change theirs. */
function withOwnEnvironment<P extends Played>(played: P): P {
  return { ...played, project: { ...played.project, env: { ...played.project.env } } };
}

/** The folders themselves stay: Orchestral knows a folder by its inode. */
function snapshotOf(folders: readonly string[]): () => void {
  const saved = temporaryFolder();
  for (const [n, folder] of folders.entries()) copy(folder, path.join(saved, `${n}`));
  return () => {
    for (const [n, folder] of folders.entries()) {
      for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true });
      copy(path.join(saved, `${n}`), folder);
    }
  };
}

function copy(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}
