import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import { readSmallFile } from '../../files/read-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The rest of the file is settings, MCP servers and whatever else the person's own Claude Code remembers. */
const account = z.object({
  oauthAccount: z.optional(z.record(z.string(), z.unknown())),
  userID: z.optional(z.string()),
  hasCompletedOnboarding: z.optional(z.boolean()),
  primaryApiKey: z.optional(z.string()),
});

/** Projects that the person worked on are in it, with what they typed. */
const LARGEST_BYTES = 32 * 1024 * 1024;

/** Where Claude Code keeps whose it is, beside much else. */
export function claudeAccountFile({ CLAUDE_CONFIG_DIR: moved, HOME: home = '/' }: Environment): string {
  return path.join(moved !== undefined && path.isAbsolute(moved) ? moved : home, '.claude.json');
}

/** What of it an agent gets: what is needed to act in the person's name. Nothing ever returns. */
export function copyClaudeAccount(file: string): string {
  // Theirs may be a link: people keep such files elsewhere, too.
  const text = fs.existsSync(file) ? readSmallFile(fs.realpathSync(file), LARGEST_BYTES)?.toString() : undefined;
  return JSON.stringify(account.safeParse(parseJson(text ?? '')).data ?? {});
}
