import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { type ChangePart, isTestSurface } from '../../languages/change-class.ts';
import { isLockFile } from '../../languages/manifests.ts';
import { mergeManifest, type TreeSide } from '../../languages/merge-manifest.ts';
import { isPlainRegistryVersion } from '../../languages/registry-version.ts';
import { folderOf, joinPath } from '../../languages/tree-path.ts';
import type { ChangeTrees } from './change-trees.ts';
import type { TreeDraft } from './tree-draft.ts';

/** Puts every part of a change that is not product code into the draft, each from its side. */
export async function swapParts(
  trees: ChangeTrees,
  draft: TreeDraft,
  sideOf: (part: ChangePart) => TreeSide | 'as it is',
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
  for (const [path, parts] of groups) {
    const [first] = parts;
    if (first === undefined) continue;
    if (parts.some(({ isInseparable }) => isInseparable === true)) {
      if (parts.some(isTestSurface)) draft.note({ kind: 'not_swapped', path });
    } else if (first.part === undefined) swapFile(trees, draft, first, sideOf(first));
    else mergeFile(trees, draft, path, parts, sideOf);
  }
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

function mergeFile(
  { baseline, candidate }: ChangeTrees,
  draft: TreeDraft,
  path: string,
  parts: readonly ChangePart[],
  sideOf: (part: ChangePart) => TreeSide | 'as it is',
): void {
  const before = baseline.text(path) ?? baseline.text(parts[0]?.from ?? '') ?? emptyFile(path);
  const after = candidate.text(path) ?? emptyFile(path);
  const lock = LOCKS.map((name) => candidate.text(joinPath(folderOf(path), name))).find((one) => one !== undefined);
  const sided = parts.map((part) => {
    const side = part.dependency === undefined ? sideOf(part) : dependencySide(part, { manifest: after, lock });
    return { part, side: side === 'as it is' ? ('candidate' as const) : side };
  });
  const merged = mergeManifest({ path, baseline: before, candidate: after, parts: sided });
  if (merged === undefined) {
    draft.note({ kind: 'not_swapped', path });
    return;
  }
  const names = sided.filter(({ part, side }) => part.dependency === 'runner' && side === 'baseline');
  if (names.length > 0) draft.note({ kind: 'baseline_runner', path, names: names.map(({ part }) => nameOf(part)) });
  const [whole] = [baseline, candidate].filter((tree) => tree.text(path) === merged);
  if (whole !== undefined) draft.put(path, whole.files.get(path));
  else if (merged === emptyFile(path) && !baseline.files.has(path)) draft.put(path, null);
  else {
    draft.write(path, merged);
    draft.note({ kind: 'merged', path });
  }
}

const LOCKS = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'];

function emptyFile(path: string): string {
  return /\.jsonc?$/.test(path) ? '{}\n' : '';
}

/** All from the candidate, except a runner that does not come from a registry, or is gone. */
function dependencySide(
  part: ChangePart,
  locked: { readonly manifest: string; readonly lock: string | undefined },
): TreeSide {
  if (part.dependency !== 'runner') return 'candidate';
  return part.after !== null && isPlainRegistryVersion(nameOf(part), locked) ? 'candidate' : 'baseline';
}

/** `devDependencies.vitest`, `[project] dependencies pytest` */
function nameOf({ part = '' }: ChangePart): string {
  return part.includes(' ') ? (part.split(' ').at(-1) ?? '') : part.slice(part.indexOf('.') + 1);
}
