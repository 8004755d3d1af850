import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Trailers } from './commit.ts';
import type { Git, Place } from './git.ts';
import { textOf } from './output.ts';

export interface SoughtCommit {
  /** It, or the nearest before it on its own line. */
  readonly from: string;
  /** All of these; a value is a basic regular expression. */
  readonly trailers: Trailers;
  /** A time that it is not older than. */
  readonly since: string;
}

/** The latest commit that bears the trailers; null where there is none. */
export async function findCommit(
  git: Git,
  place: Place,
  { from, trailers, since }: SoughtCommit,
): Promise<Result<string | null, Failure>> {
  const patterns = Object.entries(trailers).map(([key, value]) => `--grep=^${key}: ${value}$`);
  const how = ['--max-count=1', '--first-parent', '--basic-regexp', '--all-match', `--since=${since}`];
  const answer = await git.read(place, ['rev-list', ...how, ...patterns, '--end-of-options', from]);
  if (!answer.ok) return answer;
  const commit = textOf(answer.value);
  return ok(commit === '' ? null : commit);
}
