import type { ExportedMember, ExportedName } from './exported-name.ts';
import { javaScriptExports } from './javascript/exports.ts';
import { resolveSpecifier } from './javascript/module-paths.ts';
import { languageOf, readSource } from './known-languages.ts';
import { pythonExports } from './python/exports.ts';
import type { StrippedText } from './lexer.ts';
import { moduleAt, rootsOf } from './python/references.ts';

/** What this text offers to those who import it; what it passes on from other modules is not followed. */
export function exportsOf(path: string, text: string): ExportedName[] {
  const source = readSource(path, text);
  if (source === undefined) return [];
  const language = languageOf(path)?.name;
  if (language === 'python') return pythonExports(source);
  return language === 'javascript' && canBeStubbed(path) ? javaScriptExports(withAllExports(path, text, source)) : [];
}

/**
 * A regular expression or a template that is misread can hide the rest of a file. A missing name does harm, one too many
 * does none: so every line that begins with `export` is read.
 */
function withAllExports(path: string, text: string, source: StrippedText): StrippedText {
  const isHidden = [...text.matchAll(/^export\b/gm)].some(({ index }) => !source.bare.startsWith('export', index));
  if (!isHidden) return source;
  const pieces = text.split(/^(?=export\b)/m).map((piece) => readSource(path, piece));
  const join = (which: 'bare' | 'code'): string => pieces.map((piece) => piece?.[which] ?? '').join('');
  return { bare: join('bare'), code: join('code') };
}

/** Whether stubs of such files can be made. */
export function canBeStubbed(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|py)$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}

/** The modules of one tree. */
export interface ModuleTexts {
  readonly paths: ReadonlySet<string>;
  text(path: string): string | undefined;
}

/** The same with everything that a module passes on from others of the tree, each with what it really is. */
export function allExportsOf(path: string, modules: ModuleTexts): ExportedName[] {
  return follow(path, modules, new Set());
}

function follow(path: string, modules: ModuleTexts, met: ReadonlySet<string>): ExportedName[] {
  const text = met.has(path) || met.size > MAX_DEPTH ? undefined : modules.text(path);
  if (text === undefined) return [];
  const further = new Set([...met, path]);
  const found = new Map<string, ExportedName>();
  const passedOn: ExportedName[] = [];
  for (const one of exportsOf(path, text)) {
    const target = one.from === undefined ? undefined : moduleBehind(one.from, path, modules.paths);
    if (one.from === undefined || target === undefined) {
      if (one.name !== '*') found.set(one.name, one);
      continue;
    }
    const offered = follow(target, modules, further);
    if (one.from.name !== '*') {
      const origin = offered.find(({ name }) => name === one.from?.name);
      found.set(one.name, {
        ...withoutLocal(origin ?? one),
        name: one.name,
        form: one.form,
        ...(one.kind === 'type' && { kind: 'type' }),
      });
    } else if (one.name === '*') {
      passedOn.push(...offered.filter(({ name }) => name !== 'default').map(withoutLocal));
    } else found.set(one.name, { name: one.name, kind: 'object', form: one.form, members: offered.map(toMember) });
  }
  for (const one of passedOn) if (!found.has(one.name)) found.set(one.name, one);
  return [...found.values()];
}

const MAX_DEPTH = 12;

/** Another module does not know it by that name. */
function withoutLocal(one: ExportedName): ExportedName {
  const { local, ...rest } = one;
  return local === undefined ? one : rest;
}

function toMember({ name, kind, flow = 'sync' }: ExportedName): ExportedMember {
  return { name, kind: kind === 'function' || kind === 'unknown' ? 'method' : 'value', owner: 'instance', flow };
}

/** The file of the tree that an export comes from; undefined: a package. */
function moduleBehind(
  { specifier, name }: { readonly specifier: string; readonly name: string },
  path: string,
  paths: ReadonlySet<string>,
): string | undefined {
  if (!path.endsWith('.py')) return resolveSpecifier(specifier, { from: path, paths, aliases: [] });
  const level = /^\.*/.exec(specifier)?.[0].length ?? 0;
  const parts = specifier.slice(level).trim().split('.');
  for (const root of rootsOf(path, level)) {
    const place = [root, ...parts].filter((part) => part !== '').join('/');
    // `from . import calc`: the module itself is what is passed on.
    if (name !== '*' && moduleAt(`${place}/${name}`, paths) !== undefined) return undefined;
    const found = moduleAt(place, paths);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An export that one version of a module has and another has not. */
export interface ExportAddition {
  /** With the new members only, where it is there already. */
  readonly added: ExportedName;
  /** Undefined: the name is new. */
  readonly to?: ExportedName;
}

export function addedExports(before: readonly ExportedName[], after: readonly ExportedName[]): ExportAddition[] {
  const known = new Map(before.map((one) => [one.name, one]));
  return after.flatMap((added): ExportAddition[] => {
    const to = known.get(added.name);
    if (added.name === '*' || added.name === '__all__') return [];
    if (to === undefined) return [{ added }];
    if (added.kind === 'enum' || added.members === undefined || to.members === undefined) return [];
    const old = new Set(to.members.map(({ name }) => name));
    const members = added.members.filter(({ name, kind }) => kind !== 'value' && !old.has(name));
    return members.length === 0 ? [] : [{ added: { ...added, members }, to }];
  });
}
