import { languageOf, withoutExtension } from '../../languages/known-languages.ts';
import { type Missing, missingIn, saysSyntaxError } from '../../languages/missing-names.ts';
import { fileName, folderOf, joinPath } from '../../languages/tree-path.ts';
import type { AnnouncedNames } from './announced-names.ts';

export interface LoadCause {
  /** What is missing, and announced by the design. */
  readonly announced: readonly string[];
  /** What is missing, and nobody would bring. */
  readonly other: readonly string[];
  readonly syntaxError: boolean;
}

/** Why a test file could not be loaded, according to what was printed then. */
export function loadCause(
  output: string,
  { testFile, announced }: { testFile: string; announced: AnnouncedNames },
): LoadCause {
  const missing = missingIn(output);
  const isKnown = (one: Missing): boolean => isAnnounced(one, { testFile, announced });
  return {
    announced: unique(missing.filter(isKnown).map(nameOf)),
    other: unique(missing.filter((one) => !isKnown(one)).map(nameOf)),
    syntaxError: saysSyntaxError(output),
  };
}

function nameOf(missing: Missing): string {
  if (missing.kind === 'path') return missing.path;
  return missing.kind === 'module' ? missing.module : missing.symbol;
}

function isAnnounced(
  missing: Missing,
  { testFile, announced }: { testFile: string; announced: AnnouncedNames },
): boolean {
  if (missing.kind === 'symbol') return announced.symbols.has(missing.symbol);
  if (missing.kind === 'module') return isAnnouncedModule(missing.module, announced);
  const file = placeOf(missing.path, missing.from ?? testFile);
  return announced.paths.some((one) => stems(one).includes(file) || stems(one).includes(withoutExtension(file)));
}

/** As a path from the project's root: what was printed says nothing of where the worktree lies. */
function placeOf(specifier: string, from: string): string {
  const plain = specifier.replace(/^file:\/{0,2}/, '').replace(/[?#].*$/, '');
  if (!/^\.{1,2}(?:\/|$)/.test(plain)) return plain.replace(/^\/+/, '');
  const importer = from.replace(/^file:\/{0,2}|[:(]\d.*$/g, '').replace(/^\/+/, '');
  return joinPath(folderOf(importer), plain);
}

/** A module may be imported with its extension, without it, and some by their folder. */
function stems(file: string): string[] {
  const stem = withoutExtension(file);
  const standsForFolder = fileName(stem) === languageOf(file)?.folderModule;
  return [file, stem, ...(standsForFolder ? [folderOf(stem)] : [])];
}

/** A package is named from some root of the sources, or (in Go) from the module's own name. */
function isAnnouncedModule(module: string, { paths, folders }: AnnouncedNames): boolean {
  return [...paths.flatMap(stems), ...folders].some(
    (place) => place === module || place.endsWith(`/${module}`) || isGoPackage(module, place, folders),
  );
}

function isGoPackage(module: string, place: string, folders: ReadonlySet<string>): boolean {
  return module.includes('.') && folders.has(place) && module.endsWith(`/${place}`);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
