import path from 'node:path';
import { isTestFile } from '../../languages/test-surface.ts';
import { normalPath } from '../../base/normal-path.ts';
import type { Design } from '../../schema/contracts/design.ts';

type Named = Pick<Design['contract'], 'file_refs' | 'layer_assignments'> & {
  readonly briefRefs: Design['brief']['file_refs'];
};

/** The files that a name of a design stands for; empty: none that we can tell. */
export function filesOfEntity(name: string, design: Design, paths: ReadonlySet<string>): ReadonlySet<string> {
  const named: Named = { ...design.contract, briefRefs: design.brief.file_refs };
  for (const one of spellings(name)) {
    const found = byRefs(one, named, paths) ?? byLayer(one, named, paths) ?? byName(one, paths);
    if (found !== undefined) return found;
  }
  return new Set();
}

/** `AService`, `AService.getData`, `domain layer`, `도메인 레이어` */
function spellings(name: string): string[] {
  const plain = name.trim();
  const shorter = plain.replace(/[\s_-]*(?:layer|module|package|component|레이어|계층|모듈|패키지|컴포넌트)$/i, '');
  const owner = plain.replace(/[.#:(].*$/, '');
  return [...new Set([plain, shorter, owner])].filter((one) => one !== '');
}

function byRefs(
  name: string,
  { file_refs, briefRefs }: Named,
  paths: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const refs = [...file_refs, ...briefRefs];
  const exact = refs.filter(({ entity }) => entity.trim() === name);
  const meant = exact.length > 0 ? exact : refs.filter(({ entity }) => folded(entity) === folded(name));
  return some(meant.flatMap((ref) => filesAt(normalPath(ref.path), paths)));
}

function byLayer(name: string, named: Named, paths: ReadonlySet<string>): ReadonlySet<string> | undefined {
  const components = named.layer_assignments.filter(({ layer }) => folded(layer) === folded(name));
  return some(
    components.flatMap(({ component }) => [...(byRefs(component, named, paths) ?? byName(component, paths) ?? [])]),
  );
}

/** A path as it stands, else every file or folder that is called so, however its language writes words: `user_store.py`. */
function byName(name: string, paths: ReadonlySet<string>): ReadonlySet<string> | undefined {
  const there = filesAt(normalPath(name), paths);
  if (there.length > 0) return new Set(there);
  const wanted = folded(name);
  if (wanted === '') return undefined;
  const isNamed = (file: string): boolean => {
    const { dir, name: stem } = path.posix.parse(file);
    return folded(stem.replace(/\.d$/, '')) === wanted || dir.split('/').some((part) => folded(part) === wanted);
  };
  return some([...paths].filter((file) => !isTestFile(file) && isNamed(file)));
}

function filesAt(place: string, paths: ReadonlySet<string>): string[] {
  if (paths.has(place)) return [place];
  return place === '' || place === '.' ? [] : [...paths].filter((file) => file.startsWith(`${place}/`));
}

function some(files: readonly string[]): ReadonlySet<string> | undefined {
  return files.length === 0 ? undefined : new Set(files);
}

function folded(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, '');
}
