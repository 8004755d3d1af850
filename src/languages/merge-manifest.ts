import { parse, stringify } from 'smol-toml';
import { isRecord } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import type { ChangePart } from './change-class.ts';
import { NOTHING_KNOWN } from './file-parts.ts';
import { javaScriptSyntax } from './javascript/syntax.ts';
import { languageOf } from './known-languages.ts';
import { stripText } from './lexer.ts';
import { textWithout } from './test-blocks.ts';
import { fileName } from './tree-path.ts';

export type TreeSide = 'baseline' | 'candidate';

export interface ManifestMerge {
  readonly path: string;
  readonly baseline: string;
  readonly candidate: string;
  /** Everything in which the two differ, and where the merged file has it from. */
  readonly parts: readonly { readonly part: ChangePart; readonly side: TreeSide }[];
}

/** A file of which each part comes from one of two versions; undefined: such a file cannot be merged. */
export function mergeManifest(merge: ManifestMerge): string | undefined {
  const { baseline, candidate } = merge;
  const parts = withScriptsAround(merge.parts);
  if (parts.every(({ side }) => side === 'candidate')) return candidate;
  if (parts.every(({ side }) => side === 'baseline')) return baseline;
  // What is left of a group follows the group.
  const ordered = parts.toSorted((a, b) => Number(isRunner(a.part)) - Number(isRunner(b.part)));
  const name = fileName(merge.path);
  const wanted = { baseline, candidate, parts: ordered };
  try {
    if (/\.jsonc?$/.test(name)) return mergeJson(wanted);
    if (/\.toml$|^Pipfile$/.test(name)) return mergeToml(wanted);
    if (/\.(?:cfg|ini)$/.test(name)) return mergeSections(wanted, /^(?=[ \t]*\[[^\]\n]+\])/m, iniName);
    if (name === 'pnpm-workspace.yaml')
      return mergeSections(wanted, /^(?=[\w-]+:)/m, (one) => /^[\w-]+/.exec(one)?.[0]);
    return /\.(?:txt|in)$/.test(name) ? mergeRequirements(wanted) : mergeBlocks(merge.path, wanted);
  } catch {
    return undefined;
  }
}

interface Merge extends Omit<ManifestMerge, 'path'> {}

function isRunner({ dependency }: ChangePart): boolean {
  return dependency === 'runner';
}

/** A script that runs before or after another comes from where that one comes from. */
function withScriptsAround(parts: ManifestMerge['parts']): ManifestMerge['parts'] {
  const sides = new Map(parts.map(({ part, side }) => [part.part, side]));
  return parts.map(({ part, side }) => {
    const around = /^scripts\.(?:pre|post)(.+)$/.exec(part.part ?? '')?.[1];
    return { part, side: sides.get(`scripts.${around}`) ?? side };
  });
}

type Document = Record<string, unknown>;

function mergeJson({ baseline, candidate, parts }: Merge): string | undefined {
  const [merged, other] = [parseJson(withoutComments(baseline)), parseJson(withoutComments(candidate))];
  if (!isRecord(merged) || !isRecord(other)) return undefined;
  const documents = { baseline: parseJson(withoutComments(baseline)), candidate: other };
  for (const { part, side } of parts) {
    const name = part.part ?? '';
    const dot = name.indexOf('.');
    const top = name.slice(0, dot);
    const path = dot > 0 && NESTED.test(top) ? [top, name.slice(dot + 1)] : [name];
    if (side === 'candidate' || isRunner(part)) assign(merged, documents[side], path);
  }
  return `${JSON.stringify(merged, null, 2)}\n`;
}

const NESTED = /^(?:scripts|tasks|compilerOptions|(?:dev|peer|optional|bundle)?dependencies)$/i;

/** Tables of settings may have comments, and commas after the last entry. */
function withoutComments(text: string): string {
  return (stripText(javaScriptSyntax, text)?.code ?? text).replaceAll(/,(?=\s*[}\]])/g, ' ');
}

function assign(target: Document, source: unknown, [key = '', ...rest]: readonly string[]): void {
  const value = isRecord(source) && Object.hasOwn(source, key) ? source[key] : undefined;
  if (rest.length > 0) {
    const inside = target[key];
    const next = isRecord(inside) ? inside : {};
    assign(next, value, rest);
    if (Object.keys(next).length > 0) target[key] = next;
    else delete target[key];
  } else if (value === undefined) delete target[key];
  else target[key] = structuredClone(value);
}

function mergeToml({ baseline, candidate, parts }: Merge): string {
  const read = (text: string): Document => parse(text, { integersAsBigInt: 'asNeeded' });
  const merged = read(baseline);
  const documents = { baseline: read(baseline), candidate: read(candidate) };
  for (const { part, side } of parts) {
    const [, table = '', rest = ''] = /^\[([^\]]*)\]\s*(.*)$/.exec(part.part ?? '') ?? [];
    const path = [...table.split('.'), ...rest.split(' ').filter((one) => one !== '')];
    if (!isRunner(part)) {
      if (side === 'candidate') assign(merged, documents.candidate, path);
      continue;
    }
    const name = path.pop() ?? '';
    const holder = valueAt(merged, path);
    const source = valueAt(documents[side], path);
    if (isRecord(holder) && (name in holder || (isRecord(source) && name in source)))
      assign(merged, documents[side], [...path, name]);
    else replaceRequirement(holder, source, name);
  }
  return stringify(merged);
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), document);
}

/** In a list of lines, or in each list of a table. */
function replaceRequirement(target: unknown, source: unknown, name: string): void {
  if (isRecord(target)) {
    for (const [key, value] of Object.entries(target)) {
      replaceRequirement(value, isRecord(source) ? source[key] : undefined, name);
    }
  }
  if (!Array.isArray(target)) return;
  const isIt = (one: unknown): boolean => typeof one === 'string' && requirementName(one) === name;
  const wanted = Array.isArray(source) ? source.filter(isIt) : [];
  const kept = target.filter((one) => !isIt(one));
  target.splice(0, target.length, ...kept, ...wanted);
}

/** As pip compares names. */
function requirementName(line: string): string {
  const name = /^\s*(?:-e\s+)?([A-Za-z0-9][\w.-]*)/.exec(line)?.[1] ?? '';
  return (/#egg=([\w.-]+)/.exec(line)?.[1] ?? name).toLowerCase().replaceAll(/[-_.]+/g, '-');
}

function iniName(section: string): string | undefined {
  return /^[ \t]*(\[[^\]\n]+\])/.exec(section)?.[1];
}

function mergeSections(
  { baseline, candidate, parts }: Merge,
  begin: RegExp,
  nameOf: (section: string) => string | undefined,
): string {
  const wanted = new Set(parts.filter(({ side }) => side === 'candidate').map(({ part }) => part.part));
  const isWanted = (section: string): boolean => wanted.has(nameOf(section));
  const kept = baseline.split(begin).filter((section) => !isWanted(section));
  const taken = candidate.split(begin).filter(isWanted);
  return [...kept, ...taken].map((section) => (section.endsWith('\n') ? section : `${section}\n`)).join('');
}

/** A source with tests in it: those of one version after the code of the other. */
function mergeBlocks(path: string, { baseline, candidate, parts }: Merge): string | undefined {
  const sideOf = (name: string): TreeSide | undefined => parts.find(({ part }) => part.part === name)?.side;
  const [code, tests] = [sideOf('code'), sideOf('tests')];
  const find = languageOf(path)?.findTestBlocks;
  if (code === undefined || tests === undefined || find === undefined) return undefined;
  const texts = { baseline, candidate };
  const [own, other] = [find(texts[code], NOTHING_KNOWN), find(texts[tests], NOTHING_KNOWN)];
  if (own === 'inseparable' || other === 'inseparable' || other.length + own.length === 0) return undefined;
  const blocks = other.map(({ begin, end }) => texts[tests].slice(begin, end));
  return `${[textWithout(texts[code], own), ...blocks].join('\n')}\n`;
}

function mergeRequirements({ baseline, candidate, parts }: Merge): string {
  const sideOf = (name: string): TreeSide => parts.find(({ part }) => part.part === name)?.side ?? 'candidate';
  const lines = { baseline: baseline.split(/\r?\n/), candidate: candidate.split(/\r?\n/) };
  const isOption = (line: string): boolean => /^\s*-(?!e\b|-editable|-requirement|r\b)/.test(line);
  const runners = new Map(
    parts.filter(({ part }) => isRunner(part)).map(({ part, side }) => [part.part?.split(' ').at(-1), side]),
  );
  const own = lines[sideOf('requirements')].filter((line) => !isOption(line) && !runners.has(requirementName(line)));
  const options = lines[sideOf('options')].filter(isOption);
  const replaced = [...runners].flatMap(([name, side]) => lines[side].filter((line) => requirementName(line) === name));
  return `${[...options, ...own, ...replaced].filter((line) => line.trim() !== '').join('\n')}\n`;
}
