import { unwrap } from '../../../base/failure.ts';
import type { NewAuto } from '../../../engine/door/auto.ts';
import type { ProjectApi } from '../../../engine/door/open-project.ts';
import type { Context, Run } from '../../context.ts';
import { announceDashboard } from '../../dashboard/announce.ts';
import type { ExitCode } from '../../exit.ts';
import { conductAuto, isThin } from '../../live-view/auto.ts';
import { printNotice, projectOf } from '../../project.ts';
import { openingLines } from '../../report/auto-report.ts';
import { readAutoOptions } from './options.ts';

/** Begins with TASKS.md, or goes on with it. */
export const begin: Run = async (context, input) => {
  const options = readAutoOptions(context, input);
  return context.finishing(beginOrGoOn(context, projectWithLimit(context), options));
};

async function beginOrGoOn(
  context: Context,
  { project, limitNotices }: LimitedProject,
  options: NewAuto,
): Promise<ExitCode> {
  const { conductor, changes, isNew } = unwrap(await project.auto.start(options));
  announceDashboard(context, project);
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

/** Brings finished phases into the person's checkout; a conductor elsewhere does it itself. */
export const apply: Run = async (context) => {
  const { project, limitNotices } = projectWithLimit(context);
  unwrap(await project.auto.exists());
  const applying = await project.auto.apply();
  if (!applying.ok && applying.error.code === 'owner.held')
    return context.tell(context.words.auto.appliedElsewhere(applying.error.params.holder?.pid ?? 0));
  const conductor = unwrap(applying);
  const { project: name, base } = conductor.view();
  const openingJson = { project: name, base };
  return conductAuto(context, project, { conductor, opening: [], openingJson, applies: true, limitNotices });
};

/** Looks what became of published phases, here or where they are conducted. */
export const sync: Run = async (context) => {
  const { project, limitNotices } = projectWithLimit(context);
  unwrap(await project.auto.exists());
  const syncing = await project.auto.sync();
  if (!syncing.ok && syncing.error.code === 'owner.held')
    return context.tell(context.words.pullRequest.goesOn('auto', syncing.error.params.holder?.pid ?? 0));
  const conductor = unwrap(syncing);
  const { project: name, base } = conductor.view();
  return conductAuto(context, project, {
    conductor,
    opening: [],
    openingJson: { project: name, base },
    applies: true,
    limitNotices,
  });
};

interface LimitedProject {
  readonly project: ProjectApi;
  /** From now on only so many notices are passed on. */
  readonly limitNotices: (most: number) => void;
}

function projectWithLimit(context: Context): LimitedProject {
  let left = Infinity;
  const project = projectOf(context, {
    onNotice: (notice) => {
      if (left-- > 0) printNotice(context, notice);
    },
  });
  const limitNotices = (most: number) => {
    left = most;
  };
  return { project, limitNotices };
}
