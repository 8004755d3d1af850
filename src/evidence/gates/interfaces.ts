import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { DesignContract } from '../../schema/contracts/design.ts';
import { declares, declaresMember, mentions } from '../../languages/declarations.ts';
import { isReadable, readSource } from '../../languages/known-languages.ts';
import { isSourceFile } from '../../languages/source-files.ts';
import type { SourceText } from '../../languages/source.ts';
import { isTestFile } from '../../languages/test-surface.ts';
import type { TreeFiles } from './tree-files.ts';

/** Interfaces of a design that are nowhere, and those of which it cannot be told. */
export interface MissingInterfaces {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

/** Sources of the project itself; tests may hold stand-ins. */
export async function missingInterfaces(
  contract: Pick<DesignContract, 'interfaces'>,
  tree: TreeFiles,
): Promise<Result<MissingInterfaces, Failure>> {
  const names = contract.interfaces.map(({ name }) => name);
  if (names.length === 0) return ok({ missing: [], unknown: [] });
  const paths = [...tree.paths].filter((path) => isReadable(path) && !isTestFile(path) && isSourceFile(path));
  const files: File[] = [];
  let isCut = paths.length > MAX_FILES;
  // In parts: a large project need not be in memory all at once.
  for (let at = 0; at < paths.length && at < MAX_FILES; at += AT_ONCE) {
    const texts = await tree.texts(paths.slice(at, at + AT_ONCE));
    if (!texts.ok) return texts;
    isCut ||= texts.value.size < paths.slice(at, at + AT_ONCE).length;
    for (const [path, text] of texts.value) {
      if (names.some((name) => partsOf(name)?.some((part) => text.includes(part)))) files.push({ path, text });
    }
  }
  const states = names.map((name) => ({ name, state: paths.length === 0 ? 'unknown' : stateOf(name, files, isCut) }));
  const those = (wanted: State): string[] => states.filter(({ state }) => state === wanted).map(({ name }) => name);
  return ok({ missing: those('missing'), unknown: those('unknown') });
}

const MAX_FILES = 20_000;
const AT_ONCE = 500;

interface File {
  readonly path: string;
  readonly text: string;
}

type State = 'present' | 'missing' | 'unknown';

/** `AService.getData`, `AService#getData(id)`, `a_service::get_data`, `getData`; undefined: no name of a program. */
function partsOf(name: string): readonly string[] | undefined {
  const plain = name.trim().replace(/\s*\(.*$/s, '');
  const parts = plain.split(/\.|#|::|->/);
  return parts.every((part) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(part)) ? parts : undefined;
}

function stateOf(name: string, files: readonly File[], isCut: boolean): State {
  const parts = partsOf(name);
  const member = parts?.at(-1);
  if (parts === undefined || member === undefined) return 'unknown';
  const owner = parts.at(-2);
  const sources = files.filter(({ text }) => text.includes(member)).flatMap(read);
  const isThere =
    owner === undefined ? sources.some(({ source }) => declares(source, member)) : isMemberOf(owner, member, sources);
  if (isThere) return 'present';
  // Written somewhere, but not in a way that we know for a declaration of it: inherited, generated, made at run time.
  const isMentioned = sources.some(({ source }) => mentions(source, member));
  return isMentioned || isCut ? 'unknown' : 'missing';
}

interface Read {
  readonly path: string;
  readonly source: SourceText;
}

function read({ path, text }: File): Read[] {
  const source = readSource(path, text);
  return source === undefined ? [] : [{ path, source }];
}

/** In a file that declares the owner, or that is the owner: a module. */
function isMemberOf(owner: string, member: string, sources: readonly Read[]): boolean {
  return sources.some(({ path, source }) => {
    if (declares(source, owner) && declaresMember(source, member)) return true;
    return stem(path) === folded(owner) && (declares(source, member) || declaresMember(source, member));
  });
}

function stem(path: string): string {
  return folded(path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, ''));
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[_.-]/g, '');
}
