import * as z from 'zod/mini';
import { tomlEntries } from './toml-entries.ts';

/** The manifest's own reader, or undefined when it is no manifest. */
export function manifestReader(path: string): ((text: string) => string[]) | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return MANIFESTS.find(([pattern]) => pattern.test(name))?.[1];
}

/** Reading is lenient: what cannot be understood names nothing, and an agent's broken manifest fails in the build. */
const MANIFESTS: readonly (readonly [RegExp, (text: string) => string[]])[] = [
  [/^package\.json$/, fromPackageJson],
  [/^composer\.json$/, fromComposerJson],
  [/^(.*[-_.])?requirements([-_.].*)?\.(txt|in)$/, (text) => lines(text).flatMap(requirement)],
  [/^pyproject\.toml$/, fromPyproject],
  [/^Cargo\.toml$/, fromCargo],
  [/^go\.mod$/, fromGoMod],
  [/^pom\.xml$/, fromPom],
  [/^(build|settings)\.gradle(\.kts)?$|^libs\.versions\.toml$/, fromGradle],
  [/\.(cs|fs|vb)proj$|^Directory\.Packages\.props$/, fromProject],
  [/^Gemfile$|\.gemspec$/, (text) => all(text, /^\s*(?:gem|\w+\.add(?:_\w+)?_dependency)[ (]+['"]([^'"]+)['"]/gm)],
];

const names = z.record(z.string(), z.unknown());

function fromPackageJson(text: string): string[] {
  const kinds = 'dependencies devDependencies peerDependencies optionalDependencies bundleDependencies';
  return fieldsOf(text, kinds.split(' '));
}

function fromComposerJson(text: string): string[] {
  return fieldsOf(text, ['require', 'require-dev']).filter((name) => name.includes('/'));
}

function fieldsOf(text: string, fields: readonly string[]): string[] {
  const manifest = names.safeParse(parsed(text));
  if (!manifest.success) return [];
  return fields.flatMap((field) => {
    const value = manifest.data[field];
    if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
    const listed = names.safeParse(value);
    return listed.success ? Object.keys(listed.data) : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** `name[extra]>=1 ; marker`, in any spelling that is the same to pip. */
function requirement(line: string): string[] {
  const name = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:$|[[<>=!~;@ (#])/.exec(line)?.[1];
  const fromUrl = /(?:^|\s)(?:-e\s+)?(?:git\+|https?:|file:)\S+#egg=([\w.-]+)/.exec(line)?.[1];
  const found = name ?? fromUrl;
  return found === undefined ? [] : [found.toLowerCase().replaceAll(/[-_.]+/g, '-')];
}

function fromPyproject(text: string): string[] {
  return tomlEntries(text).flatMap(({ table, key, strings }) => {
    if (table === 'project' && key === 'dependencies') return strings.flatMap(requirement);
    if (table === 'project.optional-dependencies' || table === 'dependency-groups') return strings.flatMap(requirement);
    if (table === 'build-system' && key === 'requires') return strings.flatMap(requirement);
    if (/^tool\.(poetry|uv|pdm)(\..*)?dependencies$/.test(table)) return key === 'python' ? [] : requirement(key);
    return /^tool\.(pdm|uv)(\.|$)/.test(table) && key.endsWith('dependencies') ? strings.flatMap(requirement) : [];
  });
}

function fromCargo(text: string): string[] {
  return tomlEntries(text).flatMap(({ table, key }) => {
    const inTable = /(?:^|\.)(?:dev-|build-)?dependencies(?:\.(.+))?$/.exec(table);
    return inTable === null ? [] : [inTable[1] ?? key.replace(/\..*$/, '')];
  });
}

function fromGoMod(text: string): string[] {
  const blocks = all(text, /^require\s*\(([^)]*)\)/gm).flatMap((block) => all(block, /^\s*([^\s/][^\s]*)\s+v/gm));
  return [...blocks, ...all(text, /^require\s+([^\s(]+)\s+v/gm)];
}

function fromPom(text: string): string[] {
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, '');
  return all(plain, /<(?:dependency|plugin)>([\s\S]*?)<\/(?:dependency|plugin)>/g).flatMap((block) => {
    const [group = '', artifact] = [/<groupId>\s*([^<]+?)\s*</, /<artifactId>\s*([^<]+?)\s*</].map(
      (field) => field.exec(block)?.[1],
    );
    return artifact === undefined ? [] : [group === '' ? artifact : `${group}:${artifact}`];
  });
}

function fromGradle(text: string): string[] {
  const coordinates = all(text, /['"]([\w.-]+:[\w.-]+)(?::[^'"]*)?['"]/g);
  const named = [...text.matchAll(/group\s*[:=]\s*['"]([\w.-]+)['"]\s*,\s*name\s*[:=]\s*['"]([\w.-]+)['"]/g)];
  return [
    ...coordinates,
    ...named.map(([, group, name]) => `${group}:${name}`),
    ...all(text, /\bid[ (]+['"]([\w.-]+)['"]/g),
    ...all(text, /\b(libs\.[\w.]+)/g).filter((name) => !name.startsWith('libs.versions')),
  ];
}

function fromProject(text: string): string[] {
  return all(text.replaceAll(/<!--[\s\S]*?-->/g, ''), /<Package(?:Reference|Version)\s[^>]*?Include\s*=\s*"([^"]+)"/g);
}

function lines(text: string): string[] {
  return text.split(/\r?\n/);
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found ?? '');
}
