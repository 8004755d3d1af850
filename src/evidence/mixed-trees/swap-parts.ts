import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type ChangePart, isTestSurface } from '../../languages/change-class.ts';
import { mergePackageLock } from '../../languages/javascript/merge-lock.ts';
import { isLockFile } from '../../languages/manifests.ts';
import { mergeManifest, type TreeSide } from '../../languages/merge-manifest.ts';
import { suspiciousRunnerSources } from '../../languages/runner-sources.ts';
import { folderOf, joinPath } from '../../languages/tree-path.ts';
import type { ChangeTrees } from './change-trees.ts';
import type { TreeDraft } from './tree-draft.ts';

export interface SwapOptions {
  /** `as it is`: it stays as the draft has it. */
  readonly sideOf: (part: ChangePart) => TreeSide | 'as it is';
  /** What is to be written of a file whose parts come from both trees. */
  readonly complete?: (path: string, merged: string) => string;
}

/** Puts every part of a change that is not product code into the draft, each from its side. */
export async function swapParts(
  trees: ChangeTrees,
  draft: TreeDraft,
  options: SwapOptions,
): Promise<Result<void, Failure>> {
  const { baseline, candidate } = trees;
  const groups = new Map<string, ChangePart[]>();
  for (const part of trees.parts) groups.set(part.path, [...(groups.get(part.path) ?? []), part]);
  const keyed = [...groups].filter(([, parts]) => parts.some(({ part }) => part !== undefined));
  for (const tree of [baseline, candidate]) {
    const paths = keyed.flatMap(([path]) => [path, ...LOCKS.map((name) => joinPath(folderOf(path), name))]);
    const loaded = await tree.load(paths);
    if (!loaded.ok) return loaded;
  }
  const merged: FileMerge[] = [];
  for (const [path, parts] of groups) {
    const [first] = parts;
    if (first === undefined) continue;
    if (parts.some(({ isInseparable }) => isInseparable === true)) {
      if (parts.some(isTestSurface)) draft.note({ kind: 'not_swapped', path });
    } else if (first.part === undefined) swapFile(trees, draft, first, options.sideOf(first));
    else merged.push({ path, parts, options });
  }
  // After lock files, of which they may need others.
  for (const one of merged) mergeFile(trees, draft, one);
  return ok();
}

function swapFile(
  { baseline, candidate }: ChangeTrees,
  draft: TreeDraft,
  part: ChangePart,
  side: TreeSide | 'as it is',
): void {
  const own = isLockFile(part.path) ? 'candidate' : side;
  if (own === 'as it is') return;
  const tree = own === 'baseline' ? baseline : candidate;
  draft.put(part.path, tree.files.get(part.path));
  if (part.from !== undefined) draft.put(part.from, tree.files.get(part.from));
}

interface FileMerge {
  readonly path: string;
  readonly parts: readonly ChangePart[];
  readonly options: SwapOptions;
}

function mergeFile({ baseline, candidate }: ChangeTrees, draft: TreeDraft, { path, parts, options }: FileMerge): void {
  const before = baseline.text(path) ?? baseline.text(parts[0]?.from ?? '') ?? emptyFile(path);
  const after = candidate.text(path) ?? emptyFile(path);
  const locks = LOCKS.map((name) => joinPath(folderOf(path), name));
  const files = [path, ...locks].map((file) => ({
    path: file,
    before: baseline.text(file) ?? null,
    after: candidate.text(file) ?? null,
  }));
  const foreign = new Set(suspiciousRunnerSources(files).map(({ name }) => name));
  const sided = parts.map((part) => ({ part, side: sideOfPart(part, options, foreign) }));
  const merged = mergeManifest({ path, baseline: before, candidate: after, parts: sided });
  if (merged === undefined) {
    draft.note({ kind: 'not_swapped', path });
    return;
  }
  const whole = [baseline, candidate].find((tree) => tree.text(path) === merged);
  if (whole !== undefined) draft.put(path, whole.files.get(path));
  else if (merged === emptyFile(path)) draft.put(path, null);
  else {
    draft.write(path, options.complete?.(path, merged) ?? merged);
    draft.note({ kind: 'merged', path });
  }
  const runners = sided.filter(({ part, side }) => part.dependency === 'runner' && side === 'baseline');
  if (runners.length === 0) return;
  const names = runners.map(({ part }) => nameOf(part));
  draft.note({ kind: 'baseline_runner', path, names });
  for (const file of locks.filter((one) => one.endsWith('.json') && candidate.files.has(one))) {
    const [own, old] = [candidate.text(file) ?? '', baseline.text(file) ?? ''];
    const lock = mergePackageLock({ baseline: old, candidate: own, manifest: merged, names });
    if (lock !== undefined) draft.write(file, lock);
  }
}

/** Of packages everything comes from the candidate, except a runner that is from no registry, or is gone. */
function sideOfPart(part: ChangePart, { sideOf }: SwapOptions, foreign: ReadonlySet<string>): TreeSide {
  if (part.dependency === 'other') return 'candidate';
  if (part.dependency === 'runner') return part.after === null || foreign.has(nameOf(part)) ? 'baseline' : 'candidate';
  const side = sideOf(part);
  return side === 'as it is' ? 'candidate' : side;
}

const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'uv.lock', 'poetry.lock'];

function emptyFile(path: string): string {
  return /\.jsonc?$/.test(path) ? '{}\n' : '';
}

/** `devDependencies.vitest`, `[project] dependencies pytest` */
function nameOf({ part = '' }: ChangePart): string {
  return part.includes(' ') ? (part.split(' ').at(-1) ?? '') : part.slice(part.indexOf('.') + 1);
}
