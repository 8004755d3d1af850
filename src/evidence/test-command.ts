import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Git, Place } from '../git/git.ts';
import { SCRIPT_FILES } from '../languages/manifests.ts';
import { textAt } from './text-at.ts';

export interface CommandAt {
  readonly commit: string;
  readonly command: string | null;
}

/** How tests were run and are run now, where that differs; null where it does not, or where there were none. */
export async function changedCommand(
  git: Git,
  place: Place,
  { base, now }: { readonly base: CommandAt; readonly now: CommandAt },
): Promise<Result<{ readonly before: string; readonly now: string } | null, Failure>> {
  const was = await fullCommand(git, place, base);
  if (!was.ok) return was;
  const is = await fullCommand(git, place, now);
  if (!is.ok) return is;
  const isSame = was.value === null || is.value === null || was.value === is.value;
  return ok(isSame ? null : { before: was.value, now: is.value });
}

/** `npm test` says nothing: what it runs, and what ran before it, is in the manifest. */
async function fullCommand(
  git: Git,
  place: Place,
  { commit, command }: CommandAt,
): Promise<Result<string | null, Failure>> {
  if (command === null) return ok(null);
  const run: string[] = [];
  for (const { file, behind } of SCRIPT_FILES) {
    const text = await textAt(git, place, { at: commit, path: file });
    if (!text.ok) return text;
    run.push(...behind(command, text.value ?? ''));
  }
  return ok([command, ...run].join(': '));
}
