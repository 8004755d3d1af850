import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { canonicalJson } from '../../base/json.ts';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { listWorktrees } from '../../git/worktree-list.ts';
import { openRepository, resolveRevision } from '../../git/repository.ts';
import { unrecordedGit } from '../ask-program.ts';
import type { Leaving } from '../clean-run-refs.ts';
import type { RunContext } from '../descriptors/run.ts';
import { ownName } from '../repository-names.ts';
import { cleanRuns } from './runs/clean.ts';

export interface OwnedWorktree {
  readonly folder: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly owner: {
    readonly workflow: 'run' | 'session' | 'auto';
    readonly id: string;
    readonly task: string | null;
  } | null;
  readonly is_main: boolean;
  readonly is_there: boolean;
  readonly bytes: number | null;
  readonly clean: 'removes' | 'keeps' | 'is_not_ours';
  readonly why: string | null;
}

export interface Worktrees {
  readonly worktrees: readonly OwnedWorktree[];
  readonly leavings: readonly Leaving[];
  /** Of `leavings`: cleaning does what was shown, or nothing. */
  readonly seen: string;
}

/** How long sizes are measured; what is not measured by then has none. */
const MEASURE_MS = 1_500;

/** Which folder and branch belongs to whom, and what cleaning would remove. */
export async function readWorktrees(tools: RunContext): Promise<Worktrees> {
  const git = unrecordedGit(tools.env);
  const repository = await openRepository(git, tools.project.root);
  const leavings = await cleanRuns(tools, { runs: [], dryRun: true });
  const seen = seenOf(leavings);
  if (!repository.ok) {
    if (repository.error.code !== 'git.not_a_repository') unwrap(repository);
    return { worktrees: [], leavings, seen };
  }
  const until = performance.now() + MEASURE_MS;
  const worktrees: OwnedWorktree[] = [];
  for (const [n, { folder, head, branch, owner }] of (await listWorktrees(git, repository.value)).entries()) {
    const is_there = fs.existsSync(folder);
    const fate = leavings.find(({ kind, name }) => kind === 'worktree' && name === folder);
    worktrees.push({
      folder,
      branch: branch?.replace(/^refs\/heads\//, '') ?? null,
      commit: head === null ? null : await resolveRevision(git, repository.value, `${head}^{commit}`),
      owner: owner === null ? null : ownerOf(ownName(tools.project, owner) ?? owner),
      is_main: n === 0,
      is_there,
      bytes: is_there && n > 0 ? await sizeOf(folder, until) : null,
      clean: owner === null ? 'is_not_ours' : fate?.fate === 'removed' ? 'removes' : 'keeps',
      why: fate?.why ?? null,
    });
  }
  return { worktrees, leavings, seen };
}

/** Removes what was shown; where that is another by now, nothing. */
export async function cleanShown(
  tools: RunContext,
  { seen, runs }: { readonly seen: string; readonly runs: readonly string[] },
): Promise<Leaving[]> {
  if (seenOf(await cleanRuns(tools, { runs: [], dryRun: true })) !== seen)
    throwFailure('shown.changed', { what: 'clean' });
  return cleanRuns(tools, { runs, dryRun: false });
}

function seenOf(leavings: readonly Leaving[]): string {
  const shown = leavings.map(({ run, kind, name, fate, why }) => ({ run, kind, name, fate, why }));
  return createHash('sha256').update(canonicalJson(shown)).digest('hex');
}

/** `run-…/build`, `auto/slot-1`, `R1/…` */
function ownerOf(owner: string): OwnedWorktree['owner'] {
  const [id = '', ...rest] = owner.split('/');
  const workflow = id.startsWith('run-') ? 'run' : id === 'auto' ? 'auto' : 'session';
  return { workflow, id, task: rest.join('/') || null };
}

/** Null where it takes too long. Links are not followed. */
async function sizeOf(folder: string, until: number): Promise<number | null> {
  const open = [folder];
  let sum = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (performance.now() > until) return null;
    await nextTurn();
    for (const entry of fs.readdirSync(next, { withFileTypes: true })) {
      const whole = path.join(next, entry.name);
      if (entry.isDirectory()) open.push(whole);
      else sum += fs.lstatSync(whole, { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return sum;
}
