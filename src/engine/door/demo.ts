import { catchFailure, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { Demo, NewDemo } from '../operations/demo.ts';

export type { Demo };

/** A small project in a repository of its own, and agents that know what to do with it. */
export function createDemo(wanted: NewDemo): Promise<Result<Demo, Failure>> {
  return catchFailure(async () => (await import('../operations/demo.ts')).makeDemo(wanted));
}
