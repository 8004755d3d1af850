import { factsOf, type Facts, type Import, type SourceFile } from './facts.ts';
import { DOORS, EXCEPTIONS, LONGEST_FILE, PACKAGES, PARTS, PURE_ROOMS, ROOMS } from './table.ts';

/** Every breach of the house rules in these files, as `path:line: what is wrong`. */
export function violations(files: readonly SourceFile[]): string[] {
  const sources = files.filter(({ path }) => /^(src|ui)\//.test(path)).map(factsOf);
  return [
    ...sources.flatMap((source) => [
      ...layers(source),
      ...packages(source),
      ...spawning(source),
      ...writing(source),
      ...speaking(source),
      ...purity(source),
      ...barrels(source),
      ...unfinished(source),
    ]),
    ...cycles(sources),
    ...files.flatMap((file) => [...drawers(file), ...tooLong(file)]),
  ];
}

function layers({ path, imports }: Facts): string[] {
  const room = roomOf(path);
  const allowed = ROOMS[room];
  if (allowed === undefined) return [`${path}:1: ${room}/ is no room of the house`];
  return imports.flatMap((each) => {
    if (each.target === undefined || !/^(src|ui)\//.test(each.target)) return [];
    const to = roomOf(each.target);
    const rest = PARTS.find((one) => one.of === to && one.for.includes(room) && !each.target?.startsWith(one.part));
    if (rest !== undefined)
      return [`${path}:${each.line}: of ${to}/ ${room} may import only ${rest.part} (${each.target})`];
    if (to === room || allowed.includes(to) || hasDoor(path, each)) return [];
    return [`${path}:${each.line}: ${room}/ may not import ${to}/ (${each.target})`];
  });
}

function packages({ path, imports }: Facts): string[] {
  return imports.flatMap(({ specifier, target, line }) => {
    if (target !== undefined || specifier.startsWith('node:')) return [];
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    if (PACKAGES[name]?.includes(roomOf(path)) === true) return [];
    return [`${path}:${line}: ${roomOf(path)}/ may not use the package ${name}`];
  });
}

function spawning({ path, imports }: Facts): string[] {
  if (roomOf(path) === 'process') return [];
  return imports
    .filter(({ specifier }) => /^node:(child_process|cluster)$/.test(specifier))
    .map(({ line }) => `${path}:${line}: only process/ starts processes`);
}

const WRITES =
  /^node:fs(\/promises|\.promises)?\.(writev?|writeFile|appendFile|open|createWriteStream|mkdir|mkdtemp|rename|unlink|rm|rmdir|link|symlink|l?chmod|fchmod|[lf]?chown|[lf]?utimes|f?truncate|copyFile|cp)(Sync)?$/;

function writing({ path, uses }: Facts): string[] {
  if (roomOf(path) === 'files' || isExcepted('file writes', path)) return [];
  return uses
    .filter(({ name }) => WRITES.test(name))
    .map(({ name, line }) => `${path}:${line}: only files/ writes files (${name})`);
}

const SPEAKS = /^(console\..*|(node:)?process\.(env|exit|exitCode|argv|stdin|stdout|stderr))$/;

function speaking({ path, uses }: Facts): string[] {
  if (roomOf(path) === 'cli') return [];
  return uses
    .filter(({ name }) => SPEAKS.test(name))
    .map(({ name, line }) => `${path}:${line}: ${name} belongs to cli/`);
}

const IMPURE = /^(Date\.now|Math\.random|performance\..*|crypto\..*|process\..*)$/;

function purity({ path, imports, uses }: Facts): string[] {
  const room = roomOf(path);
  if (!PURE_ROOMS.includes(room) || isExcepted('purity', path)) return [];
  return [
    ...imports
      .filter(({ specifier }) => specifier.startsWith('node:'))
      .map(({ specifier, line }) => ({ name: specifier, line })),
    ...uses.filter(({ name }) => IMPURE.test(name)),
  ].map(({ name, line }) => `${path}:${line}: ${room}/ is pure and may not use ${name}`);
}

function barrels({ path, isBarrel }: Facts): string[] {
  return isBarrel && path !== 'src/index.ts' ? [`${path}:1: only re-exports; import from the files themselves`] : [];
}

function unfinished({ path, text }: Facts): string[] {
  if (isExcepted('unfinished work', path)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      /\b(TODO|FIXME|XXX|stub)\b/.test(line) ? [`${path}:${index + 1}: unfinished: ${line.trim()}`] : [],
    );
}

const DRAWER = /(^|[/-])(utils?|helpers?|types?|managers?|common|misc|shared)(\.[cm]?[jt]s$|\/)/;

function drawers({ path }: SourceFile): string[] {
  return DRAWER.test(path) ? [`${path}:1: named after a kind, not after what it does`] : [];
}

function tooLong({ path, text }: SourceFile): string[] {
  const lines = text.trimEnd().split('\n').length;
  if (lines <= LONGEST_FILE || isExcepted('file length', path)) return [];
  return [`${path}:${LONGEST_FILE}: ${lines} lines; a file stops at ${LONGEST_FILE}`];
}

/** Every circle of imports, each told once, from its alphabetically first file. */
function cycles(sources: readonly Facts[]): string[] {
  const next = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? []).toSorted()]),
  );
  const found = new Set<string>();
  const done = new Set<string>();
  const follow = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.add(asCircle(trail.slice(start)));
    if (start >= 0 || done.has(path)) return;
    for (const target of next.get(path) ?? []) follow(target, [...trail, path]);
    done.add(path);
  };
  for (const path of [...next.keys()].toSorted()) follow(path, []);
  return [...found];
}

function asCircle(paths: readonly string[]): string {
  const first = paths.indexOf(paths.toSorted()[0] ?? '');
  const turned = [...paths.slice(first), ...paths.slice(0, first)];
  return `${turned[0]}:1: imports in a circle: ${[...turned, turned[0]].join(' → ')}`;
}

function hasDoor(path: string, { target, kind }: Import): boolean {
  return DOORS.some(
    (door) => door.from.test(path) && target?.startsWith(door.to) && (door.kind === 'any' || door.kind === kind),
  );
}

function isExcepted(rule: string, path: string): boolean {
  return EXCEPTIONS[rule]?.[path] !== undefined;
}

function roomOf(path: string): string {
  const [first = '', second = ''] = path.replace(/^src\//, '').split('/');
  return first === 'workflows' ? `${first}/${second}` : first;
}
