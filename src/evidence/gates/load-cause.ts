import path from 'node:path';
import type { Awaited } from './awaited.ts';
import { type Missing, missingIn, saysSyntaxError } from './missing-names.ts';

export interface LoadCause {
  /** What is missing and awaited. */
  readonly awaited: readonly string[];
  /** What is missing, and nobody would bring. */
  readonly other: readonly string[];
  readonly syntaxError: boolean;
}

/** Why a test file could not be loaded, according to what was printed then. */
export function loadCause(output: string, { testFile, awaited }: { testFile: string; awaited: Awaited }): LoadCause {
  const missing = missingIn(output);
  const isAwaited = (one: Missing): boolean => isComing(one, { testFile, awaited });
  return {
    awaited: unique(missing.filter(isAwaited).map(nameOf)),
    other: unique(missing.filter((one) => !isAwaited(one)).map(nameOf)),
    syntaxError: saysSyntaxError(output),
  };
}

function nameOf(missing: Missing): string {
  if (missing.kind === 'path') return missing.path;
  return missing.kind === 'module' ? missing.module : missing.symbol;
}

function isComing(missing: Missing, { testFile, awaited }: { testFile: string; awaited: Awaited }): boolean {
  if (missing.kind === 'symbol') return awaited.symbols.has(missing.symbol);
  if (missing.kind === 'module') return isComingModule(missing.module, awaited);
  const file = placeOf(missing.path, missing.from ?? testFile);
  return awaited.paths.some((one) => stems(one).includes(file) || stems(one).includes(withoutEnding(file)));
}

/** As a path from the project's root: what was printed says nothing of where the worktree lies. */
function placeOf(specifier: string, from: string): string {
  const plain = specifier.replace(/^file:\/{0,2}/, '').replace(/[?#].*$/, '');
  if (!/^\.{1,2}(?:\/|$)/.test(plain)) return plain.replace(/^\/+/, '');
  const importer = from.replace(/^file:\/{0,2}|[:(]\d.*$/g, '').replace(/^\/+/, '');
  return path.posix.join(path.posix.dirname(importer), plain);
}

/** A module may be imported with its ending, without it, and an `index` by its folder. */
function stems(file: string): string[] {
  const stem = withoutEnding(file);
  return [file, stem, ...(path.posix.basename(stem) === 'index' ? [path.posix.dirname(stem)] : [])];
}

function withoutEnding(file: string): string {
  return file.replace(/(?:\.d)?\.[cm]?[jt]sx?$|\.(?:pyi?|java|kts?|go|rs|cs|json|vue|svelte)$/, '');
}

/** A package is named from some root of the sources, or (in Go) from the module's own name. */
function isComingModule(module: string, { paths, folders }: Awaited): boolean {
  const places = [...paths.map(withoutEnding), ...paths.map(withoutEnding).map(withoutInit), ...folders];
  return places.some(
    (place) => place === module || place.endsWith(`/${module}`) || isGoPackage(module, place, folders),
  );
}

function withoutInit(stem: string): string {
  return stem.replace(/\/__init__$/, '');
}

function isGoPackage(module: string, place: string, folders: ReadonlySet<string>): boolean {
  return module.includes('.') && folders.has(place) && module.endsWith(`/${place}`);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
