import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { catchFailure, throwFailure, unwrap } from '../../../base/failure.ts';
import { runIdAt } from '../../../base/ids.ts';
import { ok } from '../../../base/result.ts';
import { projectFiles } from '../../../evidence/report-files.ts';
import { realDisk } from '../../../files/disk.ts';
import { removeFolder, createNewFolder } from '../../../files/folder.ts';
import { makeFolder } from '../../../files/folder.ts';
import { replaceFile } from '../../../files/replace.ts';
import { resolveRealPath } from '../../../git/add-worktree.ts';
import type { Git } from '../../../git/git.ts';
import { isInside } from '../../../files/inside.ts';
import { openRepository, resolveRevision } from '../../../git/repository.ts';
import { makeShadow } from '../../../git/shadow.ts';
import { filledFolders } from '../../../languages/manifests.ts';
import { privateFolder } from '../../../store/private-folder.ts';
import { saveRunOptions } from '../../../store/run-options.ts';
import { maxIterations } from '../../../workflows/run/criteria.ts';
import type { EventData } from '../../../workflows/run/events.ts';
import { roles } from '../../../workflows/run/run-state.ts';
import { unrecordedGit } from '../../ask-program.ts';
import { closeOnFailure, requireOutsideAgent } from '../../conductor/open-workflow.ts';
import { type OpenRun, openRun, runPaths, type RunContext, shadowPlace } from '../../descriptors/run.ts';
import { LONGEST_BRIEFING } from '../../door/briefing.ts';
import { onDisk } from '../../on-disk.ts';
import { claimPrivateFolder } from '../../claim-private-folder.ts';
import { preflightAgents, preflightBase } from '../../preflight.ts';
import type { RepositoryConfig } from '../../repository-config.ts';
import { initProject } from '../init.ts';

const RUNS = '.orchestral/runs';

export interface NewRun {
  readonly briefing: string;
  /** `--base` */
  readonly base?: string | undefined;
  /** `--allow-superseded`: old tests may contradict what is asked for. */
  readonly allowsSuperseded?: boolean | undefined;
  /** The issue that the briefing is from. */
  readonly issue?: EventData<'run_started'>['issue'];
}

/** Begins a run: everything that could stop it is looked at first, while the person is still there. */
export async function startRun(
  { briefing, base, allowsSuperseded = false, issue }: NewRun,
  tools: RunContext,
): Promise<OpenRun> {
  const size = Buffer.byteLength(briefing);
  if (briefing.trim() === '') throwFailure('briefing.empty', {});
  if (size > LONGEST_BRIEFING) throwFailure('briefing.too_large', { size, limit: LONGEST_BRIEFING });
  requireOutsideAgent(tools.env);
  const settings = await preflightAgents(tools, roles);
  const git = unrecordedGit(tools.env);
  const ground = await groundOf(git, tools, { base, config: settings.repository });
  claimPrivateFolder(tools);
  initProject(tools.project, { only: '.orchestral' });
  const run_id = takeRunId(tools.project.root);
  const begun = await catchFailure(async () => {
    const start = ground ?? (await copyOf(git, tools, run_id));
    const allows = allowsSuperseded ? ({ allows_superseded: true } as const) : {};
    const from = issue === undefined ? {} : { issue };
    const data = { run_id, max_iterations: maxIterations(settings), ...start, ...allows, ...from };
    return beginRun(data, briefing, tools);
  });
  // What was not begun is no run, and `clean` would not know what to make of it.
  // A disk that does not let us remove it, either, has been told of.
  if (!begun.ok) await removeFolder(path.join(tools.project.root, RUNS, run_id)).catch(() => undefined);
  return unwrap(begun);
}

async function beginRun(data: EventData<'run_started'>, briefing: string, tools: RunContext): Promise<OpenRun> {
  const { run_id } = data;
  const place = runPaths(tools, run_id);
  const raw = path.join(place.folder, 'briefing/raw.md');
  unwrap(replaceFile(realDisk, raw, Buffer.from(briefing.endsWith('\n') ? briefing : `${briefing}\n`)));
  for (const name of ['crp', 'vcr']) makeFolder(path.join(place.folder, name));
  unwrap(saveRunOptions(place.own, run_id, { disk: realDisk, value: tools.options }));
  return closeOnFailure(await openRun(run_id, tools), async (opened) => {
    unwrap(await opened.store.commit(() => ok([{ type: 'run_started', data }])));
    return opened;
  });
}

interface Ground {
  readonly branch: string | null;
  readonly commit: string;
}

/** What the work begins with; null where there is no git: that is made once the run has an id. */
async function groundOf(
  git: Git,
  tools: RunContext,
  { base, config }: { readonly base: string | undefined; readonly config: RepositoryConfig },
): Promise<Ground | null> {
  const { root } = tools.project;
  const home = unwrap(privateFolder(tools.env));
  const repository = await openRepository(git, root);
  if (repository.ok) {
    const { branch, commit } = await preflightBase(tools, { git, repository: repository.value, config, base });
    return { branch, commit };
  }
  if (repository.error.code !== 'git.not_a_repository' || base !== undefined) unwrap(repository);
  if (isInside(resolveRealPath(home), root))
    throwFailure('preflight.holds_private_folder', { folder: root, inside: home });
  return null;
}

async function copyOf(git: Git, tools: RunContext, runId: string): Promise<Ground> {
  const { own } = runPaths(tools, runId);
  const from = tools.project.root;
  const exclude = filledFolders(projectFiles(from));
  const shadow = unwrap(await makeShadow(git, { from, to: shadowPlace(own, runId), exclude }));
  const commit = await resolveRevision(git, shadow, 'refs/heads/main^{commit}');
  return commit === null ? throwFailure('git.no_commit', { folder: from }) : { branch: null, commit };
}

/** Making the folder is taking the id: of two that start in one second, one takes the next. */
function takeRunId(root: string): string {
  const runs = path.join(root, RUNS);
  const taken = new Set<string>();
  for (;;) {
    const id = runIdAt(systemClock.now(), (one) => taken.has(one) || fs.existsSync(path.join(runs, one)));
    const folder = path.join(runs, id);
    if (onDisk('mkdir', folder, () => createNewFolder(folder))) return id;
    taken.add(id);
  }
}
