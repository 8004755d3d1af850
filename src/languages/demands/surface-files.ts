import { folderOf, joinPath } from '../tree-path.ts';
import { withoutExtension } from '../known-languages.ts';
import type { FindImported } from './read-demands.ts';
import type { Item, TestFile } from './test-items.ts';

/** The files of a test surface, read as they are asked for. */
export class SurfaceFiles {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #read: (path: string, text: string) => TestFile | undefined;
  readonly #files = new Map<string, TestFile | undefined>();
  readonly #byModule = new Map<string, string>();

  constructor(texts: ReadonlyMap<string, string>, read: (path: string, text: string) => TestFile | undefined) {
    this.#texts = texts;
    this.#read = read;
    for (const path of texts.keys()) this.#byModule.set(withoutExtension(path), path);
  }

  file(path: string): TestFile | undefined {
    if (!this.#files.has(path)) {
      const text = this.#texts.get(path);
      this.#files.set(path, text === undefined ? undefined : this.#read(path, text));
    }
    return this.#files.get(path);
  }

  /** What this file imports from others of the surface. */
  importsOf(path: string): FindImported {
    return (from, name) => {
      const target = this.#resolve(path, from);
      return target === undefined || target === path ? undefined : exportOf(this.file(target)?.items ?? [], name);
    };
  }

  #resolve(path: string, from: string): string | undefined {
    const isPython = path.endsWith('.py');
    if (!isPython && !from.startsWith('.')) return undefined;
    const modules = isPython ? pythonModules(path, from) : [joinPath(folderOf(path), from)];
    for (const module of modules) {
      const found =
        this.#byModule.get(module) ??
        this.#byModule.get(withoutExtension(module)) ??
        this.#byModule.get(`${module}/index`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Where a module may lie: from the root, and beside the file that imports it. */
function pythonModules(path: string, from: string): string[] {
  const dots = /^\.*/.exec(from)?.[0].length ?? 0;
  const place = from.slice(dots).replaceAll('.', '/');
  const folder = folderOf(path);
  if (dots > 0) return [joinPath(folder, '../'.repeat(dots - 1), place)];
  return [place, joinPath(folder, place), joinPath('src', place)];
}

function exportOf(items: readonly Item[], name: string): Item | undefined {
  return items.find((item) => {
    if (item.kind === 'function') return item.name === name;
    const [only] = item.kind === 'definition' ? item.pattern : [];
    return only?.kind === 'word' && only.text === name;
  });
}
