import { parseJson } from '../base/json.ts';
import type { ChangeClass } from './change-class.ts';
import { type FilePart, NOTHING_KNOWN, type PartContext, type SplitFile } from './file-parts.ts';
import { LANGUAGES, languageOf } from './known-languages.ts';
import { TEST_TOOLS } from './known-runners.ts';
import { blockParts } from './test-blocks.ts';
import { testPart } from './test-surface.ts';

interface FileToSplit {
  readonly text: string;
  /** Of the whole file. */
  readonly class: ChangeClass;
  readonly context: PartContext;
}

/** The parts of a file that holds several classes, or what it holds beside the product; undefined: it is of one class. */
export function splitFile(
  path: string,
  file: FileToSplit,
): { readonly parts: readonly FilePart[] } | { readonly holds: ChangeClass } | undefined {
  const kind = SPLIT_FILES.find((one) => one.file.test(path));
  // Configuration can hold settings of other tools, and tests never do.
  if (kind !== undefined && (file.class === 'product' || file.class === 'runner_config')) {
    const parts = kind.split(file.text, file.context);
    return parts === undefined ? { holds: kind.holds } : { parts };
  }
  if (file.class !== 'product') return undefined;
  const ofBuild = testPart(path, file.text);
  if (ofBuild !== undefined) return { parts: buildParts(file.text, ofBuild) };
  const blocks = languageOf(path)?.findTestBlocks?.(file.text, file.context) ?? [];
  if (blocks === 'inseparable') return { holds: 'test' };
  const parts = blockParts(file.text, blocks);
  return parts === undefined ? undefined : { parts };
}

/** Only these parts of a manifest, as an object: whoever compares it finds what is in them. */
export function partsAsJson(path: string, text: string, names: ReadonlySet<string>): string {
  const split = splitFile(path, { text, class: 'product', context: NOTHING_KNOWN });
  const parts = split !== undefined && 'parts' in split ? split.parts.filter(({ part }) => names.has(part)) : [];
  return JSON.stringify(Object.fromEntries(parts.map(({ part, content }) => [part, parseJson(content)])));
}

export function isSplit(path: string): boolean {
  return SPLIT_FILES.some(({ file }) => file.test(path));
}

const SPLIT_FILES: readonly SplitFile[] = [
  ...LANGUAGES.flatMap(({ splitFiles = [] }) => splitFiles),
  ...TEST_TOOLS.flatMap(({ splitFiles = [] }) => splitFiles),
];

/** Of a build file only what runs tests is known; where that cannot be cut out, it is in the rest as well. */
function buildParts(text: string, tests: string): FilePart[] {
  const plain = (one: string): string => one.replaceAll(/\s+/g, ' ').trim();
  const rest = tests
    .split('\n')
    .reduce((left, block) => (block === '' ? left : left.replace(plain(block), ' ')), plain(text));
  return [
    { class: 'runner_config', part: 'tests', content: tests },
    { class: 'product', part: 'build', content: plain(rest) },
  ];
}
