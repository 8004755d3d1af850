import { ok } from '../../src/base/result.ts';
import type { ChangedPath, SearchableTree } from '../../src/languages/change-class.ts';
import { classifyChange } from '../../src/languages/classify-change.ts';
import { readSurface } from '../../src/languages/tree-surface.ts';

export type Files = Readonly<Record<string, string>>;

export function memoryTree(files: Files): SearchableTree {
  return {
    paths: new Set(Object.keys(files)),
    texts: async (paths) =>
      ok(new Map([...paths].flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]]])))),
    mentions: async (texts) =>
      ok(new Map(texts.map((text) => [text, Object.keys(files).filter((path) => files[path]?.includes(text))]))),
  };
}

/** The class of one file of a tree. */
export async function classIn(
  files: Files,
  path: string,
  commands: readonly string[] = ['npm test'],
): Promise<string | undefined> {
  const surface = await readSurface(memoryTree(files), { commands, taskLists: ['TASKS.md'] });
  if (!surface.ok) throw new Error(surface.error.code);
  const classes = await surface.value.classesOf([path]);
  if (!classes.ok) throw new Error(classes.error.code);
  return classes.value.get(path);
}

interface Change {
  readonly before: Files;
  readonly after: Files;
  readonly renamed?: Readonly<Record<string, string>>;
  readonly commands?: readonly string[];
}

/** `path part: class`, for each part of a change. */
export async function classify({ before, after, renamed = {}, commands = ['npm test'] }: Change): Promise<string[]> {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  const files = [...paths].flatMap((path): ChangedPath[] => {
    if (Object.values(renamed).includes(path)) return [];
    const from = renamed[path];
    const [old, now] = [before[from ?? path] ?? null, after[path] ?? null];
    if (old === now && from === undefined) return [];
    const kind = from !== undefined ? 'renamed' : old === null ? 'added' : now === null ? 'deleted' : 'modified';
    return [{ path, ...(from !== undefined && { from }), kind, before: old, after: now }];
  });
  const parts = await classifyChange({
    before: memoryTree(before),
    after: memoryTree(after),
    files,
    commands,
    taskLists: ['TASKS.md'],
    hash: (content) => content,
  });
  if (!parts.ok) throw new Error(parts.error.code);
  return parts.value.map(({ path, kind, part, class: own, isInseparable, dependency }) => {
    const marks = [isInseparable === true ? 'inseparable' : '', dependency === 'runner' ? 'runner' : ''].filter(
      (one) => one !== '',
    );
    return `${path}${part === undefined ? '' : ` ${part}`} ${kind}: ${[own, ...marks].join(' ')}`;
  });
}
