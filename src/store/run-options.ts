import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import type { Disk } from '../files/disk.ts';
import { replaceFile } from '../files/replace.ts';

/** What a person asked for on the command line when a run began: it holds until the run ends. */
const runOptions = z.strictObject({
  agent: z.exactOptional(z.string()),
  model: z.exactOptional(z.string()),
  /** Of a session: other projects to look at. */
  references: z.exactOptional(z.array(z.string())),
});

export type RunOptions = z.infer<typeof runOptions>;

/** Kept privately: an agent may be named by a path of this machine. */
export function saveRunOptions(
  own: string,
  runId: string,
  { disk, value }: { readonly disk: Disk; readonly value: RunOptions },
): Result<void, Failure> {
  return replaceFile(disk, runOptionsFile(own, runId), Buffer.from(`${JSON.stringify(value)}\n`));
}

/** Nothing where there is nothing to be read: the configuration decides then. */
export function loadRunOptions(own: string, runId: string): RunOptions {
  try {
    const parsed = runOptions.safeParse(JSON.parse(fs.readFileSync(runOptionsFile(own, runId), 'utf8')));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

export function runOptionsFile(own: string, runId: string): string {
  return path.join(own, 'wishes', `${runId}.json`);
}
