import { unwrap } from '../base/failure.ts';
import { openProject, openProjectAt, type ProjectApi } from '../engine/door/open-project.ts';
import type { DoorOptions } from '../engine/door/options.ts';
import type { Context, GlanceContext } from './context.ts';

/** `--project`, else the one around the current folder. */
export function openNamed({ cwd, flags }: Pick<Context, 'cwd' | 'flags'>, options: DoorOptions): ProjectApi {
  return unwrap(
    flags.project === undefined ? openProject(cwd, options) : openProjectAt({ cwd, named: flags.project }, options),
  );
}

/** For whoever only looks, and has nothing to ask or to tell on the way. */
export function projectToLookAt(context: GlanceContext): ProjectApi {
  const { io, cwd, language } = context;
  return openNamed(context, { env: io.env, language, cwd });
}
