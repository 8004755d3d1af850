import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { ChangeClass, ChangedPath, ChangePart, SearchableTree } from './change-class.ts';
import { type FilePart, type PartContext, toContent } from './file-parts.ts';
import { splitFile } from './split-file.ts';
import { textWithout } from './test-blocks.ts';
import { readSurface, type SurfaceOptions, type TreeSurface } from './tree-surface.ts';

export interface ChangeToClassify extends SurfaceOptions {
  readonly before: SearchableTree;
  readonly after: SearchableTree;
  readonly files: readonly ChangedPath[];
  /** Stands for the content of a part. */
  readonly hash: (content: string) => string;
}

/**
 * Every part of a change with its class. A file that was there before has the class that it had there: nothing in the
 * change itself can make a test of it, or no test.
 */
export async function classifyChange(change: ChangeToClassify): Promise<Result<ChangePart[], Failure>> {
  const before = await readSide(
    change.before,
    change,
    change.files.flatMap((file) => (file.before === null ? [] : [file.from ?? file.path])),
  );
  if (!before.ok) return before;
  const after = await readSide(
    change.after,
    change,
    change.files.flatMap((file) => (file.after === null ? [] : [file.path])),
  );
  if (!after.ok) return after;
  const sides = { before: before.value, after: after.value };
  return ok(change.files.flatMap((file) => partsOf(file, sides, change.hash)));
}

interface Side {
  readonly surface: TreeSurface;
  readonly classes: ReadonlyMap<string, ChangeClass>;
  readonly texts: ReadonlyMap<string, string>;
}

async function readSide(
  tree: SearchableTree,
  options: SurfaceOptions,
  paths: readonly string[],
): Promise<Result<Side, Failure>> {
  const surface = await readSurface(tree, options);
  if (!surface.ok) return surface;
  const classes = await surface.value.classesOf(paths);
  if (!classes.ok) return classes;
  const texts = await tree.texts(paths);
  return texts.ok ? ok({ surface: surface.value, classes: classes.value, texts: texts.value }) : texts;
}

interface Sides {
  readonly before: Side;
  readonly after: Side;
}

function partsOf(file: ChangedPath, sides: Sides, hash: (content: string) => string): ChangePart[] {
  const { path, from, kind, before, after } = file;
  const was = before === null ? undefined : (sides.before.classes.get(from ?? path) ?? 'product');
  const is = after === null ? undefined : (sides.after.classes.get(path) ?? 'product');
  // A file that is moved out of its class is gone from it.
  if (from !== undefined && was !== undefined && is !== undefined && was !== is) {
    return [
      ...partsOf({ path: from, kind: 'deleted', before, after: null }, sides, hash),
      ...partsOf({ path, kind: 'added', before: null, after }, sides, hash),
    ];
  }
  const own = was ?? is ?? 'product';
  const whole: ChangePart = { path, ...(from !== undefined && { from }), kind, class: own, before, after };
  if (kind === 'mode' || (before === after && from !== undefined)) return [whole];
  const cut = cutApart(file, own, sides);
  if (cut === undefined) return [whole];
  if (cut === 'inseparable' || 'holds' in cut) {
    const holds = cut === 'inseparable' ? 'test' : cut.holds;
    return [
      { ...whole, class: 'product', isInseparable: true },
      { ...whole, class: holds, isInseparable: true },
    ];
  }
  const changed = changedParts(cut.before, cut.after).map(({ name, one, contents: [old, now] }): ChangePart => ({
    ...whole,
    kind: old === undefined ? 'added' : now === undefined ? 'deleted' : kind,
    class: one.class,
    part: name,
    before: old === undefined ? null : hash(old),
    after: now === undefined ? null : hash(now),
    ...(one.dependency !== undefined && { dependency: one.dependency }),
  }));
  return changed.length > 0 ? changed : [{ ...whole, class: 'product', part: 'format' }];
}

type Cut =
  | { readonly before: readonly FilePart[]; readonly after: readonly FilePart[] }
  | { readonly holds: ChangeClass }
  | 'inseparable';

/** The parts of both versions; undefined: the whole file has one class. */
function cutApart({ path, from, before, after }: ChangedPath, own: ChangeClass, sides: Sides): Cut | undefined {
  const old = before === null ? undefined : splitSide(from ?? path, own, sides.before);
  const now = after === null ? undefined : splitSide(path, own, sides.after);
  for (const one of [old, now]) if (one !== undefined && 'holds' in one) return one;
  const parts = (one: typeof old, text: string | undefined): readonly FilePart[] => {
    if (one !== undefined && 'parts' in one) return one.parts;
    return text === undefined ? [] : [{ class: own, part: 'code', content: textWithout(text, []) }];
  };
  if (old === undefined && now === undefined) return undefined;
  return {
    before: before === null ? [] : parts(old, sides.before.texts.get(from ?? path)),
    after: after === null ? [] : parts(now, sides.after.texts.get(path)),
  };
}

function splitSide(path: string, own: ChangeClass, { surface, texts }: Side): ReturnType<typeof splitFile> {
  const text = texts.get(path);
  const context: PartContext = surface.contextOf(path);
  return text === undefined ? undefined : splitFile(path, { text, class: own, context });
}

interface ChangedPart {
  readonly name: string;
  readonly one: FilePart;
  readonly contents: readonly [string | undefined, string | undefined];
}

function changedParts(before: readonly FilePart[], after: readonly FilePart[]): ChangedPart[] {
  const names = [...new Set([...before, ...after].map(({ part }) => part))];
  return names.flatMap((name): ChangedPart[] => {
    const [old, now] = [before, after].map((parts) => parts.filter(({ part }) => part === name));
    const one = old?.[0] ?? now?.[0];
    const content = (parts: readonly FilePart[] | undefined): string | undefined => {
      const contents = (parts ?? []).map((each) => each.content);
      return contents.length === 0 ? undefined : contents.length === 1 ? contents[0] : toContent(contents);
    };
    const contents = [content(old), content(now)] as const;
    return one === undefined || contents[0] === contents[1] ? [] : [{ name, one, contents }];
  });
}
