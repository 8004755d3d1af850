import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { RunRole } from '../workflows/run/run-state.ts';
import type { Project } from './project.ts';
import { readRegularFile } from './read-file.ts';

type SessionTemplate =
  | 'code-explore'
  | 'planner'
  | 'architect'
  | 'qa-test-first'
  | 'implementer'
  | 'qa-verification'
  | 'qa-invariants';

/** `analyse` and `debug` end a task's prompt, or a repair's, when it failed before. */
type AutoTemplate = 'task' | 'conflict' | 'repair' | 'analyse' | 'debug';

export type TemplateName = `run/${RunRole}` | `session/${SessionTemplate}` | `auto/${AutoTemplate}`;

const LIMIT = 256 * 1024;

/** The project's own words for a role, `.orchestral/prompts/<name>.md`; undefined where it has none. */
export function readTemplate({ root }: Project, name: TemplateName): Result<string | undefined, Failure> {
  const file = path.join(root, '.orchestral/prompts', `${name}.md`);
  const read = readRegularFile(file, { limit: LIMIT, followLinks: false });
  if (read.ok) return ok(Buffer.from(read.value).toString('utf8'));
  return read.error.code === 'file.missing' ? ok(undefined) : read;
}
