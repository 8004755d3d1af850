import * as z from 'zod/mini';
import { parseJson } from '../reports/json.ts';
import type { Language } from './language.ts';
import { readSource } from './read-source.ts';

/**
 * The part of a manifest or a build file that decides how tests are run, in a form that can be compared; empty where it
 * has none. Undefined: a file without such a part.
 */
export function frozenPart(path: string, text: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return PARTS.find(([pattern]) => pattern.test(name))?.[1](text);
}

const PARTS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/^package\.json$/, ofPackageJson],
  [
    /^(?:composer|deno)\.jsonc?$/,
    (text) =>
      textOfFields(text, [
        ['scripts', TEST_SCRIPT],
        ['tasks', TEST_SCRIPT],
        ['test', /^/],
      ]),
  ],
  [
    /^(?:pyproject\.toml|setup\.cfg|Pipfile)$/,
    (text) => sections(text, /^(?:tool[.:]pytest|pytest|coverage[:.]|tool\.(?:coverage|tox|nox|hatch\.envs))/),
  ],
  [/^Cargo\.toml$/, (text) => sections(text, /^(?:test$|\[test|profile\.test|lib$)/)],
  [
    /^(?:vite|nx|rsbuild|angular)[\w.-]*\.config\.[cm]?[jt]s$/,
    (text) => blocks('javascript', text, /(?<![.\w])test\s*:\s*\{/g),
  ],
  [
    /^build\.gradle(?:\.kts)?$/,
    (text) => blocks('kotlin', text, /(?:^|[\s.])(?:test|withType[<(]\s*Test\b[^{]{0,40}|named\([^{]{0,60})\s*\{/g),
  ],
  [/^pom\.xml$/, ofPom],
  [/^(?:GNU)?[Mm]akefile$|^justfile$/, ofMakefile],
];

const TEST_SCRIPT = /^(?:pre|post)?test(?:[:\-_.].*)?$/;

const fields = z.record(z.string(), z.unknown());

/** Test scripts with those that they run, and settings of runners. A manifest that cannot be read is compared as a whole. */
function ofPackageJson(text: string): string {
  const manifest = fields.safeParse(parseJson(text));
  if (!manifest.success) return text;
  const read = fields.safeParse(manifest.data['scripts']);
  const scripts = read.success ? read.data : {};
  const taken = new Set(Object.keys(scripts).filter((name) => TEST_SCRIPT.test(name)));
  for (const name of taken) {
    const line = scripts[name];
    if (typeof line !== 'string') continue;
    const words = line.slice(0, 4_000).split(/[^\w:.@/-]+/);
    for (const other of Object.keys(scripts))
      if (words.includes(other)) for (const one of [`pre${other}`, other, `post${other}`]) taken.add(one);
  }
  const own = [...taken].filter((name) => Object.hasOwn(scripts, name)).sort();
  const settings = ['jest', 'mocha', 'ava', 'nyc', 'c8', 'vitest', 'tap', 'config'];
  return asText([...own.map((name) => [name, scripts[name]]), ...settings.map((name) => [name, manifest.data[name]])]);
}

function textOfFields(text: string, wanted: readonly (readonly [string, RegExp])[]): string {
  const manifest = fields.safeParse(parseJson(text));
  if (!manifest.success) return text;
  return asText(
    wanted.flatMap(([field, names]) => {
      const value = fields.safeParse(manifest.data[field]);
      return value.success
        ? Object.entries(value.data)
            .filter(([name]) => names.test(name))
            .sort(([a], [b]) => (a < b ? -1 : 1))
        : [];
    }),
  );
}

function asText(entries: readonly (readonly unknown[])[]): string {
  return JSON.stringify(entries.filter(([, value]) => value !== undefined));
}

/** Of TOML and INI files. */
function sections(text: string, wanted: RegExp): string {
  const kept: string[] = [];
  let isWanted = false;
  for (const line of text.split('\n')) {
    const header = /^\s*\[([^\]\n]+)\]+\s*(?:#.*)?$/.exec(line)?.[1];
    if (header !== undefined) isWanted = wanted.test(header.replaceAll(/["' ]/g, ''));
    const plain = line.trim();
    if (isWanted && plain !== '' && !/^[#;]/.test(plain)) kept.push(plain);
  }
  return kept.join('\n');
}

/** From the opening brace that the pattern ends with to the one that closes it. */
function blocks(language: Language, text: string, begins: RegExp): string {
  const source = readSource(language, text);
  if (source === undefined) return text;
  return [...source.bare.matchAll(begins)]
    .slice(0, 100)
    .map((match) => {
      let depth = 0;
      const brace = /[{}]/g;
      brace.lastIndex = match.index + match[0].length - 1;
      for (let found = brace.exec(source.bare); found !== null; found = brace.exec(source.bare)) {
        depth += found[0] === '{' ? 1 : -1;
        if (depth === 0) return source.code.slice(match.index, brace.lastIndex).replaceAll(/\s+/g, ' ').trim();
      }
      return source.code.slice(match.index).trim();
    })
    .join('\n');
}

function ofPom(text: string): string {
  const plain = between(text, '<!--', '-->').outside;
  const testing = between(plain, '<plugin>', '</plugin>').inside.filter((one) => /surefire|failsafe|jacoco/.test(one));
  const settings = plain.match(/<(?:skipTests|maven\.test\.[\w.]+|surefire\.[\w.]+|testSourceDirectory)>[^<]*</g) ?? [];
  return [...testing, ...settings].map((one) => one.replaceAll(/\s+/g, ' ')).join('\n');
}

function between(text: string, begin: string, end: string): { readonly inside: string[]; readonly outside: string } {
  const [first = '', ...rest] = text.split(begin);
  const parts = rest.map((part) => {
    const at = part.indexOf(end);
    return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + end.length)];
  });
  return {
    inside: parts.map(([inside = '']) => inside),
    outside: [first, ...parts.map(([, after = '']) => after)].join(''),
  };
}

/** Rules whose target is named after tests. */
function ofMakefile(text: string): string {
  const kept: string[] = [];
  let isWanted = false;
  for (const line of text.split('\n')) {
    const target = /^([\w.-]+)[^:=\n]*:(?!=)/.exec(line.slice(0, 1_000))?.[1];
    if (target !== undefined) isWanted = /^(?:check|tests?(?:[-_.].*)?|.*[-_.]tests?)$/.test(target);
    if (isWanted && line.trim() !== '') kept.push(line.trimEnd());
  }
  return kept.join('\n');
}
