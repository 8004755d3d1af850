import { err, type Result } from '../base/result.ts';
import { jsonValue } from '../schema/codec.ts';
import { yamlValue } from '../schema/codec-any.ts';
import type { Problem } from '../base/document-problem.ts';
import { textOf } from '../schema/text.ts';

const MOST_BYTES = 1024 * 1024;

/**
 * The value an agent gave in its text: the last fenced block of YAML or JSON, else the last fenced block without a
 * language, else the text itself where all of it is JSON. The text may be anything at all.
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
  return block.language === 'json' ? jsonValue(content.value) : yamlValue(content.value);
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
  return /^[[{]/.test(content) ? { language: 'json', content, closed: true } : undefined;
}
