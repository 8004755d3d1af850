import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { readRegularFile } from '../read-file.ts';

/** More than this no agent could read in one go. */
export const LONGEST_BRIEFING = 1024 * 1024;

/** What a person wrote into a file that they name. */
export function readBriefing(file: string): Result<string, Failure> {
  const bytes = readRegularFile(file, { limit: LONGEST_BRIEFING, followLinks: true });
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes;
}
