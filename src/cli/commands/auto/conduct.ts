import { type Failure, unwrap } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import type { AutoConductor, NewAuto } from '../../../engine/door/auto.ts';
import type { ProjectApi } from '../../../engine/door/open-project.ts';
import type { Context, Run } from '../../context.ts';
import { announceDashboard } from '../../dashboard/announce.ts';
import { exit, type ExitCode } from '../../exit.ts';
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
export const apply: Run = (context) =>
  conductOnly(context, {
    ask: ({ auto }) => auto.apply(),
    goesOn: context.words.auto.appliedElsewhere,
  });

/** Looks what became of published phases, here or where they are conducted. */
export const sync: Run = (context) =>
  conductOnly(context, {
    ask: ({ auto }) => auto.sync(),
    goesOn: (pid) => context.words.pullRequest.goesOn('auto', pid),
  });

/** Takes up the base as it is now, here or where the list is conducted. */
export const rebase: Run = (context) =>
  conductOnly(context, {
    ask: ({ auto }) => auto.rebase(),
    goesOn: (pid) => context.words.rebase.goesOn('auto', pid),
  });

interface Asked {
  readonly ask: (project: ProjectApi) => Promise<Result<AutoConductor, Failure>>;
  /** What is said where another process conducts: it was recorded there. */
  readonly goesOn: (pid: number) => string;
}

async function conductOnly(context: Context, { ask, goesOn }: Asked): Promise<ExitCode> {
  const { project, limitNotices } = projectWithLimit(context);
  unwrap(await project.auto.exists());
  const asked = await ask(project);
  if (!asked.ok && asked.error.code === 'owner.held') {
    context.tell(goesOn(asked.error.params.holder?.pid ?? 0));
    return exit.done;
  }
  const conductor = unwrap(asked);
  const { project: name, base } = conductor.view();
  const openingJson = { project: name, base };
  return conductAuto(context, project, { conductor, opening: [], openingJson, applies: true, limitNotices });
}

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
