import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Git, Place } from '../git/git.ts';
import { scriptsIn } from './package-json.ts';
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
  const was = await inFull(git, place, base);
  if (!was.ok) return was;
  const is = await inFull(git, place, now);
  if (!is.ok) return is;
  const isSame = was.value === null || is.value === null || was.value === is.value;
  return ok(isSame ? null : { before: was.value, now: is.value });
}

/** `npm test` says nothing: what it runs is in the manifest. */
async function inFull(git: Git, place: Place, { commit, command }: CommandAt): Promise<Result<string | null, Failure>> {
  if (command === null || !/^(?:npm|pnpm|yarn)\b.*\btest\b/.test(command)) return ok(command);
  const manifest = await textAt(git, place, { at: commit, path: 'package.json' });
  if (!manifest.ok) return manifest;
  const scripts = scriptsIn(manifest.value ?? '');
  const run = ['pretest', 'test', 'posttest'].flatMap((name) => scripts[name] ?? []);
  return ok([command, ...run].join(': '));
}
