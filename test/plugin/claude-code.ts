import path from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TestContext } from 'vitest';
import { tokensOf } from '../support/auto-context.ts';
import { type ToolUse, toolUsesIn } from '../support/model-servers/anthropic.ts';
import { type ClaudeScene, runClaude } from '../support/run-claude.ts';
import { obedientModel } from './obedient-model.ts';

export interface Conversation {
  readonly code: number | null;
  /** The first thing Claude Code prints: what it found. */
  readonly init: { readonly slash_commands: string[]; readonly agents: string[]; readonly skills: string[] };
  readonly uses: readonly ToolUse[];
  /** The last word. */
  readonly result: string;
  /** What the command and all that came of it added to the model's context. */
  readonly tokens: number;
  readonly stdout: string;
}

export const PLUGIN = ['--plugin-dir', path.resolve('templates/plugin')];

/** Types one command into the real Claude Code, whose model does what it is told. */
export async function converse(
  context: TestContext,
  scene: Omit<ClaudeScene, 'actOn'> & Partial<Pick<ClaudeScene, 'actOn'>>,
): Promise<Conversation> {
  const done = await runClaude(context, { actOn: obedientModel(), args: PLUGIN, ...scene });
  const events = done.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown> & { type: string; subtype?: string });
  const init = events.find(({ subtype }) => subtype === 'init');
  const result = events.findLast(({ type }) => type === 'result');
  if (init === undefined || result === undefined) throw new Error(`${done.stdout}\n${done.stderr}`);
  const uses = toolUsesIn(done.lastRequest);
  const said = String(result['result']);
  return {
    code: done.code,
    init: init as unknown as Conversation['init'],
    uses,
    result: said,
    tokens: countTokens(commandIn(done.lastRequest)) + tokensOf(uses) + countTokens(said),
    stdout: done.stdout,
  };
}

/** The text that the command put into the conversation. */
function commandIn(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { content: string | { type: string; text?: string }[] }[] };
  const texts = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.map(({ text = '' }) => text),
  );
  const from = texts.findIndex((text) => text.includes('<command-message>'));
  return texts
    .slice(from, from + 2)
    .map((text) => text.slice(Math.max(0, text.indexOf('<command-message>'))))
    .join('\n');
}
