import { err, type Result } from '../base/result.ts';
import { jsonValue } from '../schema/codec.ts';
import { yamlValue } from '../schema/codec-any.ts';
import type { Problem } from '../base/document-problem.ts';
import { textOf } from '../schema/text.ts';

const MOST_BYTES = 1024 * 1024;

/**
 * The value an agent gave in its text: the last fenced block of YAML or JSON, else the last fenced block without a
 * language, else the last object of JSON that stands in the text by itself. Commas too many are read over. The text may
 * be anything at all.
 */
export function parseFencedAnswer(text: string): Result<unknown, readonly Problem[]> {
  const blocks = parseBlocks(text);
  const block =
    blocks.findLast(({ language }) => language === 'yaml' || language === 'json') ??
    blocks.findLast(({ language }) => language === '') ??
    parseBareJson(text);
  if (block === undefined) return err([{ path: '', expected: { kind: 'missing' }, got: '' }]);
  // A truncated YAML document often parses.
  if (!block.closed) return err([{ path: '', expected: { kind: 'syntax', reason: 'unexpected-end' }, got: '' }]);
  const content = textOf(block.content, MOST_BYTES);
  if (!content.ok) return content;
  if (block.language !== 'json') return yamlValue(content.value);
  const strict = jsonValue(content.value);
  if (strict.ok) return strict;
  const loose = jsonValue(withoutTrailingCommas(content.value));
  return loose.ok ? loose : strict;
}

interface Block {
  /** `yml` and `json5` are written as the language they mean; empty where none is named. */
  readonly language: string;
  readonly content: string;
  readonly closed: boolean;
}

/** A fence: its indentation, its marks, and what follows on the line. No part of it can match in two ways. */
const FENCE = /^([ \t]*)(`{3,}|~{3,})([^`\n]*)$/gm;

function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Fence | undefined;
  for (const match of text.matchAll(FENCE)) {
    const fence = toFence(match);
    if (open === undefined) open = fence;
    else if (closes(fence, open)) {
      blocks.push(toBlock(open, text.slice(open.end, fence.start), true));
      open = undefined;
    }
  }
  if (open !== undefined) blocks.push(toBlock(open, text.slice(open.end), false));
  return blocks;
}

interface Fence {
  readonly indent: number;
  readonly marks: string;
  readonly info: string;
  readonly start: number;
  readonly end: number;
}

function toFence({ 0: line, 1: indent = '', 2: marks = '', 3: info = '', index }: RegExpExecArray): Fence {
  return { indent: indent.length, marks, info: info.trim(), start: index, end: index + line.length };
}

/** A fence with more indentation is content: a block of text inside YAML may hold fences. */
function closes(fence: Fence, open: Fence): boolean {
  return fence.info === '' && fence.indent <= open.indent && fence.marks.startsWith(open.marks);
}

function toBlock({ indent, info }: Fence, inside: string, closed: boolean): Block {
  const [word = ''] = info.toLowerCase().split(/[^a-z0-9]/, 1);
  const content = indent === 0 ? inside : inside.replaceAll(new RegExp(`^[ \\t]{1,${indent}}`, 'gm'), '');
  return { language: languages[word] ?? word, content, closed };
}

const languages: Partial<Record<string, string>> = { yml: 'yaml', jsonc: 'json', json5: 'json' };

function parseBareJson(text: string): Block | undefined {
  const content = text.trim();
  const begins = [...text.matchAll(/^[ \t]*(?=[[{])/gm)].map((match) => match.index + match[0].length);
  // The last one that is whole and of which nothing else is a part.
  let last: { readonly begin: number; readonly end: number } | undefined;
  for (const begin of begins.slice(-MOST_BEGINNINGS)) {
    if (last !== undefined && begin < last.end) continue;
    const end = endOfValue(text, begin);
    if (end !== undefined) last = { begin, end };
  }
  if (last !== undefined) return { language: 'json', content: text.slice(last.begin, last.end), closed: true };
  return /^[[{]/.test(content) ? { language: 'json', content, closed: true } : undefined;
}

const MOST_BEGINNINGS = 20;

/** Behind the bracket that closes the one at `begin`; undefined where nothing does. */
function endOfValue(text: string, begin: number): number | undefined {
  const scan = new JsonScan();
  for (let at = begin; at < Math.min(text.length, begin + MOST_BYTES); at++) {
    scan.take(text[at] ?? '');
    if (scan.depth === 0) return at + 1;
  }
  return undefined;
}

/** `[1, 2,]` as `[1, 2]`; what stands in strings stays. */
function withoutTrailingCommas(text: string): string {
  const scan = new JsonScan();
  let kept = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    const isComma = letter === ',' && !scan.isInString;
    scan.take(letter);
    if (!isComma || !/^\s*[\]}]/.test(text.slice(at + 1, at + 1 + LONGEST_GAP))) kept += letter;
  }
  return kept;
}

const LONGEST_GAP = 200;

/** Where in a text of JSON one is: how deep, and whether in a string. */
class JsonScan {
  depth = 0;
  isInString = false;
  #isEscaped = false;

  take(letter: string): void {
    if (this.isInString) {
      if (!this.#isEscaped && letter === '"') this.isInString = false;
      this.#isEscaped = !this.#isEscaped && letter === '\\';
    } else if (letter === '"') this.isInString = true;
    else if (letter === '{' || letter === '[') this.depth += 1;
    else if (letter === '}' || letter === ']') this.depth -= 1;
  }
}
