import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { Context, Input } from '../../context.ts';

/** `--reference`: folders that are there. */
export function referencesIn({ cwd }: Context, { lists }: Input): Result<readonly string[], Failure> {
  const references = (lists['reference'] ?? []).map((folder) => path.resolve(cwd, folder));
  const none = references.find((folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true);
  if (none !== undefined) return fail('usage.not_a_choice', { option: '--reference', value: none, choices: ['DIR'] });
  return ok(references);
}
