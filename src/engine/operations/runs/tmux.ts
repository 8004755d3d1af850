import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import { configDefaults } from '../../../schema/config/defaults.ts';
import { roles } from '../../../workflows/run/run-state.ts';
import { unrecordedSpawner } from '../../ask-program.ts';
import type { OpenRun } from '../../descriptors/run.ts';
import { readRunSettings } from '../../run-settings.ts';
import { openTmux, type TmuxOptions, type TmuxSession } from '../../tmux.ts';

/** Lets the person watch a run in their tmux. */
export async function watchInTmux(
  { id, services }: OpenRun,
  { command }: Pick<TmuxOptions, 'command'>,
): Promise<Result<TmuxSession, Failure>> {
  const { project, env } = services;
  const settings = await readRunSettings(project);
  const { tmux_session_prefix: prefix } = settings.ok ? settings.value.global : configDefaults['config-global'];
  const spawner = unrecordedSpawner();
  return openTmux({ prefix, runId: id, roles, project: project.root, command, env, spawner });
}
