import { importsOf } from './imports.ts';
import { declaresDependencies, type Manifest, type ProjectTree } from './project-tree.ts';
import { TECHNOLOGIES } from './technologies/catalogue.ts';
import type { Technology } from './technologies/technology.ts';
import { withoutComments } from './without-comments.ts';

/** Whether a technology is in a project: `sign` is the path that shows it. Unsure is never taken for absent. */
export type Presence =
  | { readonly is: 'there'; readonly sign: string; readonly dependencies: readonly string[] }
  | { readonly is: 'absent' }
  | { readonly is: 'unsure' };

/** What a tree tells, gathered once for all assumptions. */
export interface Signs {
  readonly tree: ProjectTree;
  readonly dependencies: readonly { readonly path: string; readonly name: string }[];
  readonly imports: readonly { readonly path: string; readonly name: string }[];
  readonly settings: readonly { readonly path: string; readonly text: string }[];
  /** What was looked for already. */
  readonly found: Map<Technology, Presence>;
  /** Nothing could declare a dependency unseen. */
  readonly allDeclared: boolean;
}

export function readSigns(tree: ProjectTree): Signs {
  const bare = tree.manifests.map((manifest) => ({ ...manifest, text: withoutComments(manifest.path, manifest.text) }));
  const read = new Set(bare.filter(({ dependencies }) => dependencies !== null).map(({ path }) => path));
  const declaring = tree.paths.filter(declaresDependencies);
  return {
    tree,
    found: new Map(),
    dependencies: bare.flatMap(dependenciesOf),
    imports: tree.sources.flatMap(({ path, text }) => importsOf(path, text).map((name) => ({ path, name }))),
    settings: bare.filter(({ path }) => !declaresDependencies(path)),
    allDeclared: declaring.length > 0 && declaring.every((path) => read.has(path)),
  };
}

export function presenceOf(technology: Technology, signs: Signs): Presence {
  const known = signs.found.get(technology) ?? lookFor(technology, signs);
  signs.found.set(technology, known);
  return known;
}

function lookFor(technology: Technology, signs: Signs): Presence {
  const { dependencies = '', broughtBy = '', imports = '', files, settings, elusive } = technology;
  const own = signs.dependencies.filter(({ name }) => isAmong(name.toLowerCase(), dependencies.toLowerCase()));
  const sign =
    own[0] ??
    signs.dependencies.find(({ name }) => isAmong(name.toLowerCase(), broughtBy.toLowerCase())) ??
    pathThat(files, signs.tree.paths) ??
    signs.settings.find(({ text }) => settings?.test(text)) ??
    signs.imports.find(({ name }) => isAmong(name, imports));
  if (sign !== undefined) return { is: 'there', sign: sign.path, dependencies: own.map(({ name }) => name) };
  if (elusive) return { is: 'unsure' };
  const mustBeDeclared = technology.dependencies ?? technology.broughtBy ?? settings;
  return { is: mustBeDeclared !== undefined && !signs.allDeclared ? 'unsure' : 'absent' };
}

/** What the project has of the same kind. */
export function insteadOf(technology: Technology, signs: Signs): { readonly name: string; readonly sign: string }[] {
  const others = TECHNOLOGIES.filter(({ kind, name }) => kind === technology.kind && name !== technology.name);
  return others.flatMap((other) => {
    const presence = presenceOf(other, signs);
    return presence.is === 'there' ? [{ name: other.name, sign: presence.sign }] : [];
  });
}

function pathThat(files: RegExp | undefined, paths: readonly string[]): { readonly path: string } | undefined {
  const path = files && paths.find((one) => files.test(one));
  return path === undefined ? undefined : { path };
}

/** A dependency that stands only in a comment is none. */
function dependenciesOf({ path, text, dependencies }: Manifest): { path: string; name: string }[] {
  const kept = (dependencies ?? []).filter((name) => {
    const artifact = name.slice(name.lastIndexOf(':') + 1);
    return !/\.gradle(\.kts)?$/.test(path) || text.includes(artifact);
  });
  return kept.map((name) => ({ path, name }));
}

function isAmong(name: string, patterns: string): boolean {
  return patterns.split(' ').some((pattern) => {
    if (pattern === '') return false;
    if (pattern.endsWith('*')) return name.startsWith(pattern.slice(0, -1));
    return name === pattern || name.startsWith(`${pattern}.`) || name.startsWith(`${pattern}/`);
  });
}
