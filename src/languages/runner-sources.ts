import { isRecord } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import { isRunnerPackage } from './known-runners.ts';
import { requirementName } from './python/file-parts.ts';
import { tomlTable } from './toml-entries.ts';
import { fileName } from './tree-path.ts';

/** A test runner, a plugin of one or an assertion library that does not plainly come from a registry. */
export interface RunnerSource {
  readonly name: string;
  readonly kind: 'file' | 'git' | 'url' | 'alias' | 'override' | 'patch' | 'lock';
  /** Where it comes from, as the file says it. */
  readonly source: string;
  readonly path: string;
}

export interface ManifestVersions {
  readonly path: string;
  /** Null: it is not there. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What a change of a manifest or of a lock file brings in. What was there before is the project's own affair. */
export function suspiciousRunnerSources(files: readonly ManifestVersions[]): RunnerSource[] {
  return files.flatMap(({ path, before, after }) => {
    const known = new Set(before === null ? [] : sourcesIn(path, before).map(keyOf));
    return after === null ? [] : sourcesIn(path, after).filter((one) => !known.has(keyOf(one)));
  });
}

function keyOf({ name, kind, source }: RunnerSource): string {
  return JSON.stringify([name, kind, source]);
}

function sourcesIn(path: string, text: string): RunnerSource[] {
  const name = fileName(path);
  const read = READERS.find(([file]) => file.test(name))?.[1];
  const found = (read?.(text) ?? []).filter((one) => isRunnerPackage(one.name));
  const isOnce = new Map(found.map((one) => [keyOf({ ...one, path }), { ...one, path }]));
  return [...isOnce.values()];
}

type Found = Omit<RunnerSource, 'path'>;

const READERS: readonly (readonly [RegExp, (text: string) => Found[]])[] = [
  [/^package\.json$/, inPackageJson],
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, inPackageLock],
  [/^pnpm-lock\.yaml$/, inPnpmLock],
  [/^pnpm-workspace\.yaml$/, inPnpmWorkspace],
  [/^yarn\.lock$/, inYarnLock],
  [/^bun\.lock$/, inBunLock],
  [/^pyproject\.toml$/, inPyproject],
  [/^Pipfile$/, inPipfile],
  [/^(?:uv|poetry|pdm)\.lock$/, inPythonLock],
  [/requirements.*\.(?:txt|in)$|^constraints.*\.txt$/, inRequirements],
];

function inPackageJson(text: string): Found[] {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return [];
  const listed = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((key) =>
    entriesOf(manifest[key]),
  );
  const pnpm = isRecord(manifest['pnpm']) ? manifest['pnpm'] : {};
  const overrides = [manifest['overrides'], manifest['resolutions'], pnpm['overrides']].flatMap(overridesIn);
  const patches = [manifest['patchedDependencies'], pnpm['patchedDependencies']].flatMap(entriesOf);
  return [
    ...listed.flatMap(([name, version]) => specifierSource(name, version)),
    ...overrides.map(([name, source]): Found => ({ name, kind: 'override', source })),
    ...patches.map(([key, source]): Found => ({ name: withoutVersion(key), kind: 'patch', source })),
  ];
}

function entriesOf(value: unknown): [string, string][] {
  return isRecord(value)
    ? Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)])
    : [];
}

/** `{ "a": "1", "b": { "c": "2", ".": "3" } }`, `"a/b"`, `"a>b"`, `"**\/b"` */
function overridesIn(value: unknown): [string, string][] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]): [string, string][] => {
    const name = withoutVersion(/(?:^|[/>])((?:@[\w.-]+\/)?[\w.-]+(?:@[^/>]*)?)$/.exec(key)?.[1] ?? key);
    const inner = isRecord(one)
      ? overridesIn(Object.fromEntries(Object.entries(one).filter(([inside]) => inside !== '.')))
      : [];
    const own = isRecord(one) ? one['.'] : one;
    return [...(typeof own === 'string' ? [[name, own] as [string, string]] : []), ...inner];
  });
}

function withoutVersion(key: string): string {
  return key.replace(/(?<=.)@.*$/, '');
}

function specifierSource(name: string, version: string): Found[] {
  const kind = kindOfSpecifier(version);
  return kind === undefined ? [] : [{ name, kind, source: version }];
}

function kindOfSpecifier(version: string): Found['kind'] | undefined {
  if (/^(?:file|link|portal|workspace):|^\.{0,2}\/|^~\//.test(version)) return 'file';
  if (version.startsWith('patch:')) return 'patch';
  if (/^(?:git\b|git\+|git:|github:|gitlab:|bitbucket:|gist:)|\.git(?:#|$)|^[\w.-]+\/[\w.-]+(?:#|$)/.test(version))
    return 'git';
  if (/^(?:https?|exec):/.test(version)) return 'url';
  return version.startsWith('npm:') ? 'alias' : undefined;
}

/** An address is of the registry if most of the lock file's packages come from the same host. */
function inPackageLock(text: string): Found[] {
  const lock = parseJson(text);
  if (!isRecord(lock)) return [];
  const packages = isRecord(lock['packages'])
    ? Object.entries(lock['packages']).map(([place, one]): [string, unknown] => [nameAt(place), one])
    : Object.entries(isRecord(lock['dependencies']) ? lock['dependencies'] : {});
  const entries = packages.flatMap(([name, one]) => (isRecord(one) && name !== '' ? [{ name, one }] : []));
  const usual = usualHost(entries.map(({ one }) => one['resolved']));
  return entries.flatMap(({ name, one }): Found[] => {
    const { resolved, integrity, link, name: alias, inBundle, bundled } = one;
    if (link === true) return [{ name, kind: 'lock', source: `link: ${String(resolved)}` }];
    if (typeof alias === 'string' && alias !== name) return [{ name, kind: 'alias', source: alias }];
    if (typeof resolved !== 'string')
      return inBundle === true || bundled === true || resolved === undefined
        ? []
        : [{ name, kind: 'lock', source: 'no address' }];
    if (hostOf(resolved) !== usual || !namesPackage(resolved, name)) return [{ name, kind: 'lock', source: resolved }];
    return integrity === undefined ? [{ name, kind: 'lock', source: `${resolved} (no integrity)` }] : [];
  });
}

function nameAt(place: string): string {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1] ?? '';
}

/** Of the registry, as far as can be told: whichever is most common. */
function usualHost(addresses: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const one of addresses)
    if (typeof one === 'string' && /^https?:/.test(one)) counts.set(hostOf(one), (counts.get(hostOf(one)) ?? 0) + 1);
  if (counts.has('registry.npmjs.org')) return 'registry.npmjs.org';
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'registry.npmjs.org';
}

function hostOf(address: string): string {
  const host = /^https?:\/\/(?:[^/@]*@)?([^/]+)/.exec(address)?.[1] ?? address.slice(0, 40);
  return host === 'registry.yarnpkg.com' ? 'registry.npmjs.org' : host;
}

/** `https://registry.npmjs.org/NAME/-/NAME-1.0.0.tgz` */
function namesPackage(address: string, name: string): boolean {
  return decodeURIComponent(
    /^https?:\/\/[^?#]*/.exec(address.replaceAll(/%(?![0-9a-f]{2})/gi, ''))?.[0] ?? '',
  ).includes(`/${name}/`);
}

function inPnpmLock(text: string): Found[] {
  const blocks = text.split(/^(?= {2}['"/@\w])/m);
  const unusual = blocks.flatMap((block): Found[] => {
    const key = /^ {2}['"]?\/?((?:@[\w.-]+\/)?[\w.-]+)@/.exec(block)?.[1];
    const source = /resolution:\s*\{[^}]*\b(?:tarball|directory|repo|type):[^}]*\}/.exec(block)?.[0];
    return key === undefined || source === undefined ? [] : [{ name: key, kind: 'lock', source }];
  });
  const linked = [
    ...text.matchAll(/^ {6}['"]?((?:@[\w.-]+\/)?[\w.-]+)['"]?:\n\s+specifier: (.*)\n\s+version: ((?:link|file):.*)$/gm),
  ];
  return [
    ...unusual,
    ...linked.map(([, name = '', , source = '']): Found => ({ name, kind: 'lock', source })),
    ...topSections(text),
  ];
}

function inPnpmWorkspace(text: string): Found[] {
  return topSections(text);
}

/** `overrides:` and `patchedDependencies:` of pnpm's files. */
function topSections(text: string): Found[] {
  const kinds = { overrides: 'override', patchedDependencies: 'patch' } as const;
  return Object.entries(kinds).flatMap(([key, kind]) => {
    const section = new RegExp(`^${key}:\\n((?:[ \\t]+.*\\n?)*)`, 'm').exec(text)?.[1] ?? '';
    return [...section.matchAll(/^ {2}['"]?((?:@[\w.-]+\/)?[\w.>-]+)(?:@[^'":]*)?['"]?:\s*(.*)$/gm)].map(
      ([, name = '', source = '']): Found => ({ name: name.replace(/^.*>/, ''), kind, source }),
    );
  });
}

function inYarnLock(text: string): Found[] {
  const blocks = text.split(/\n(?=\S)/).map((block) => ({
    name: /^"?((?:@[\w.-]+\/)?[\w.-]+)@/m.exec(block.replace(/^(?:#.*\n)+/, ''))?.[1] ?? '',
    address: /^ {2}resolved "([^"]+)"/m.exec(block)?.[1],
    resolution: /^ {2}resolution: "([^"]+)"/m.exec(block)?.[1],
    integrity: /^ {2}integrity /m.test(block),
  }));
  const usual = usualHost(blocks.map(({ address }) => address));
  return blocks.flatMap(({ name, address, resolution, integrity }): Found[] => {
    if (resolution !== undefined)
      return resolution.startsWith(`${name}@npm:`) || /@workspace:/.test(resolution)
        ? []
        : [{ name, kind: 'lock', source: resolution }];
    if (address === undefined) return [];
    const isUsual = hostOf(address) === usual && namesPackage(address, name);
    return isUsual && (integrity || address.includes('#')) ? [] : [{ name, kind: 'lock', source: address }];
  });
}

/** `"name": ["name@1.0.0", "address", …]` */
function inBunLock(text: string): Found[] {
  return [...text.matchAll(/^\s*"((?:@[\w.-]+\/)?[\w.-]+)":\s*\["([^"]*)"(?:,\s*"([^"]*)")?/gm)].flatMap(
    ([, name = '', resolved = '', address = '']): Found[] => {
      const version = resolved.slice(name.length + 1);
      if (!resolved.startsWith(`${name}@`)) return [{ name, kind: 'alias', source: resolved }];
      return address !== '' || !/^[\w^~]/.test(version) || version.includes(':')
        ? [{ name, kind: 'lock', source: address === '' ? resolved : address }]
        : [];
    },
  );
}

function inRequirements(text: string): Found[] {
  return text.split(/\r?\n/).flatMap((line) => requirementSource(line.replace(/(?:^|\s)#(?!egg=).*$/, '').trim()));
}

/** `pytest @ git+https://…`, `-e ./tools/pytest`, `https://…/pytest-1.whl` */
function requirementSource(line: string): Found[] {
  const plain = line.replace(/^(?:-e|--editable)\s+/, '');
  const named = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*@\s*(\S+)/.exec(plain);
  const source = named?.[2] ?? (/^(?:\.{0,2}\/|file:|git\+|https?:)/.test(plain) ? plain : undefined);
  if (source === undefined) return [];
  const last =
    /([A-Za-z][\w.]*?(?:[-_][A-Za-z]\w*)*)(?:-\d[^/]*)?(?:\.git)?(?:@[^/]*)?(?:#.*)?\/?$/.exec(source)?.[1] ?? '';
  const name = requirementName(named?.[1] ?? /#egg=([\w.-]+)/.exec(source)?.[1] ?? last);
  const kind = source.startsWith('git+') ? 'git' : /^https?:/.test(source) ? 'url' : 'file';
  return [{ name, kind, source }];
}

function inPyproject(text: string): Found[] {
  const strings: Found[] = [];
  const tables: Found[] = [];
  const walk = (value: unknown, key: string, left: number): void => {
    if (typeof value === 'string') strings.push(...requirementSource(value));
    else if (Array.isArray(value) && left > 0) for (const one of value) walk(one, key, left - 1);
    else if (isRecord(value) && left > 0) {
      const source = ['path', 'git', 'url', 'file', 'workspace', 'index'].find((one) => one in value);
      if (source !== undefined)
        tables.push({
          name: requirementName(key),
          kind: source === 'git' ? 'git' : source === 'url' ? 'url' : 'file',
          source: `${source}: ${String(value[source])}`,
        });
      for (const [name, one] of Object.entries(value)) walk(one, name, left - 1);
    }
  };
  for (const place of [
    ['project', 'dependencies'],
    ['project', 'optional-dependencies'],
    ['dependency-groups'],
    ['tool', 'poetry'],
    ['tool', 'uv'],
    ['tool', 'pdm'],
  ]) {
    walk(tomlTable(text, place), '', 6);
  }
  return [...strings, ...tables];
}

function inPipfile(text: string): Found[] {
  return ['packages', 'dev-packages'].flatMap((section) => {
    const table = tomlTable(text, [section]);
    return Object.entries(isRecord(table) ? table : {}).flatMap(([name, value]): Found[] => {
      const source = isRecord(value) ? ['path', 'git', 'file', 'index'].find((one) => one in value) : undefined;
      return source === undefined
        ? []
        : [{ name: requirementName(name), kind: source === 'git' ? 'git' : 'file', source: toSource(value, source) }];
    });
  });
}

function toSource(value: unknown, key: string): string {
  return isRecord(value) ? `${key}: ${String(value[key])}` : key;
}

function inPythonLock(text: string): Found[] {
  const packages = tomlTable(text, ['package']);
  return (Array.isArray(packages) ? packages : []).flatMap((one): Found[] => {
    if (!isRecord(one) || typeof one['name'] !== 'string') return [];
    const source = isRecord(one['source']) ? one['source'] : one;
    const isRegistry =
      source === one || source['registry'] === 'https://pypi.org/simple' || source['type'] === 'legacy';
    const place = ['git', 'path', 'url', 'directory', 'editable', 'virtual', 'registry', 'type'].find(
      (key) => key in source,
    );
    return isRegistry || place === undefined
      ? []
      : [{ name: requirementName(one['name']), kind: 'lock', source: `${place}: ${String(source[place])}` }];
  });
}
