import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { NewAuto } from '../../../engine/door/auto.ts';
import type { ProjectApi } from '../../../engine/door/open-project.ts';
import type { Context, Run } from '../../context.ts';
import type { ExitCode } from '../../exit.ts';
import { conductAuto, isThin } from '../../live-view/auto.ts';
import { printNotice, projectOf } from '../../project.ts';
import { openingLines } from '../../report/auto-report.ts';
import { readAutoOptions } from './options.ts';

/** Begins with TASKS.md, or goes on with it. */
export const run: Run = async (context, input) => {
  const options = readAutoOptions(context, input);
  if (!options.ok) return options;
  const opened = projectWithLimit(context);
  return opened.ok ? context.finishing(begin(context, opened.value, options.value)) : opened;
};

async function begin(
  context: Context,
  { project, limitNotices }: LimitedProject,
  options: NewAuto,
): Promise<Result<ExitCode, Failure>> {
  const started = await project.auto.start(options);
  if (!started.ok) return started;
  const { conductor, changes, isNew } = started.value;
  const graph = conductor.view();
  const { project: name, base, mode, counts, phases } = graph;
  const { columns } = context.io.stderr.isTTY ? context : { columns: Infinity };
  return conductAuto(context, project, {
    conductor,
    opening: openingLines({ graph, changes, isNew }, { words: context.words, columns, isThin: isThin(context, graph) }),
    openingJson: {
      project: name,
      base,
      mode,
      tasks: counts.total,
      phases: phases.length,
      resumed: !isNew,
      changes,
    },
    phase: options.phase,
    limitNotices,
  });
}

interface LimitedProject {
  readonly project: ProjectApi;
  /** From now on only so many notices are passed on. */
  readonly limitNotices: (most: number) => void;
}

export function projectWithLimit(context: Context): Result<LimitedProject, Failure> {
  let left = Infinity;
  const project = projectOf(context, {
    onNotice: (notice) => {
      if (left-- > 0) printNotice(context, notice);
    },
  });
  if (!project.ok) return project;
  const limitNotices = (most: number) => {
    left = most;
  };
  return ok({ project: project.value, limitNotices });
}
