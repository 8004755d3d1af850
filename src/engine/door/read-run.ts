import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import { LogState } from '../../store/log-state.ts';
import { run } from '../../workflows/run/run.ts';
import { runPaths } from '../descriptors/run.ts';
import type { Project } from '../project.ts';
import { toRunView } from './run-view.ts';

/** A run as its log has it now. Reads only. */
export function readRun(
  id: string,
  reading: { readonly project: Project; readonly env: Readonly<Record<string, string | undefined>> },
): Result<RunView, Failure> {
  const place = runPaths(reading, id);
  if (!place.ok) return place;
  const state = new LogState(place.value.log, run).look();
  if (!state.ok) return state;
  return state.value?.kind === 'run'
    ? ok(toRunView(state.value, place.value.folder))
    : fail('run.none', { wanted: 'any' });
}
