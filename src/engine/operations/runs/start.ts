import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { catchFailure, fail, type Failure } from '../../../base/failure.ts';
import { runIdAt } from '../../../base/ids.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { projectFiles } from '../../../evidence/report-files.ts';
import { diskFailure } from '../../../files/disk-failure.ts';
import { realDisk } from '../../../files/disk.ts';
import { removeFolder, createNewFolder } from '../../../files/folder.ts';
import { replaceFile } from '../../../files/replace.ts';
import { resolveRealPath } from '../../../git/add-worktree.ts';
import { createGit, type Git } from '../../../git/git.ts';
import { isInside, openRepository, resolveRevision } from '../../../git/repository.ts';
import { makeShadow } from '../../../git/shadow.ts';
import { filledFolders } from '../../../languages/manifests.ts';
import { privateFolder } from '../../../store/private-folder.ts';
import { saveRunOptions } from '../../../store/run-options.ts';
import { maxIterations } from '../../../workflows/run/criteria.ts';
import type { EventData } from '../../../workflows/run/events.ts';
import { roles } from '../../../workflows/run/run-state.ts';
import { unrecordedSpawner } from '../../ask-program.ts';
import { requireAgents } from '../../call-agent/installed-agents.ts';
import { type OpenRun, openRun, runPaths, type RunContext, shadowPlace } from '../../descriptors/run.ts';
import { LONGEST_BRIEFING } from '../../door/briefing.ts';
import { preflight } from '../../preflight.ts';
import { readRunSettings, type RunSettings } from '../../run-settings.ts';
import { obtainTrust } from '../../trust-gate.ts';
import { worktreePlace } from '../../work/worktrees.ts';
import { initProject } from '../init.ts';

const RUNS = '.orchestral/runs';

export interface NewRun {
  readonly briefing: string;
  /** `--base` */
  readonly base?: string | undefined;
}

/** Begins a run: everything that could stop it is looked at first, while the person is still there. */
export async function startRun({ briefing, base }: NewRun, tools: RunContext): Promise<Result<OpenRun, Failure>> {
  const size = Buffer.byteLength(briefing);
  if (briefing.trim() === '') return fail('briefing.empty', {});
  if (size > LONGEST_BRIEFING) return fail('briefing.too_large', { size, limit: LONGEST_BRIEFING });
  const effect = tools.env['ORCHESTRAL_EFFECT'];
  if (effect !== undefined) return fail('run.inside_agent', { effect });
  const settings = await readRunSettings(tools.project);
  if (!settings.ok) return settings;
  const trusted = await obtainTrust({ ...tools, config: settings.value.repository });
  if (!trusted.ok) return trusted;
  const callable = await requireAgents(roles, { ...tools, config: settings.value.repository });
  if (!callable.ok) return callable;
  const git = createGit({ run: (command) => unrecordedSpawner().run(command), env: tools.env });
  const ground = await groundOf(git, tools, { base, settings: settings.value });
  if (!ground.ok) return ground;
  const begun = initProject(tools.project, { only: '.orchestral' });
  if (!begun.ok) return begun;
  const runId = takeRunId(tools.project.root);
  if (!runId.ok) return runId;
  const start = ground.value === null ? await copyOf(git, tools, runId.value) : ok(ground.value);
  const max_iterations = maxIterations(settings.value);
  const opened = start.ok
    ? await beginRun({ run_id: runId.value, max_iterations, ...start.value }, briefing, tools)
    : start;
  // What was not begun is no run, and `clean` would not know what to make of it.
  // A disk that does not let us remove it, either, has been told of.
  if (!opened.ok) await removeFolder(path.join(tools.project.root, RUNS, runId.value)).catch(() => undefined);
  return opened;
}

async function beginRun(
  data: EventData<'run_started'>,
  briefing: string,
  tools: RunContext,
): Promise<Result<OpenRun, Failure>> {
  const { run_id } = data;
  const place = runPaths(tools, run_id);
  if (!place.ok) return place;
  const raw = path.join(place.value.folder, 'briefing/raw.md');
  const written = replaceFile(realDisk, raw, Buffer.from(briefing.endsWith('\n') ? briefing : `${briefing}\n`));
  if (!written.ok) return written;
  const wished = saveRunOptions(place.value.own, run_id, { disk: realDisk, value: tools.options });
  if (!wished.ok) return wished;
  const opened = await openRun(run_id, tools);
  if (!opened.ok) return opened;
  const started = await opened.value.store.commit(() => ok([{ type: 'run_started', data }]));
  if (started.ok) return opened;
  await opened.value.close();
  return started;
}

interface Ground {
  readonly branch: string | null;
  readonly commit: string;
}

/** What the work begins with; null where there is no git: that is made once the run has an id. */
async function groundOf(
  git: Git,
  { project, env, onNotice }: RunContext,
  { base, settings }: { readonly base: string | undefined; readonly settings: RunSettings },
): Promise<Result<Ground | null, Failure>> {
  const home = privateFolder(env);
  if (!home.ok) return home;
  const repository = await openRepository(git, project.root);
  if (!repository.ok) {
    if (repository.error.code !== 'git.not_a_repository' || base !== undefined) return repository;
    return isInside(resolveRealPath(home.value), project.root)
      ? fail('preflight.holds_private_folder', { folder: project.root, inside: home.value })
      : ok(null);
  }
  const worktrees = worktreePlace({
    project,
    repository: repository.value,
    privateFolder: home.value,
    configured: settings.repository.project?.worktree_root,
  });
  if (!worktrees.ok) return worktrees;
  const looked = await preflight({
    git,
    repository: repository.value,
    root: project.root,
    worktrees: worktrees.value,
    base,
    env,
  });
  if (!looked.ok) return looked;
  if (looked.value.below !== '')
    return fail('preflight.below_repository', { folder: project.root, repository: repository.value.folder });
  for (const notice of looked.value.notices) onNotice(notice);
  const { branch, commit } = looked.value.base;
  return ok({ branch, commit });
}

async function copyOf(git: Git, tools: RunContext, runId: string): Promise<Result<Ground, Failure>> {
  const place = runPaths(tools, runId);
  if (!place.ok) return place;
  const from = tools.project.root;
  const exclude = filledFolders(projectFiles(from));
  const shadow = await makeShadow(git, { from, to: shadowPlace(place.value.own, runId), exclude });
  if (!shadow.ok) return shadow;
  const commit = await catchFailure(() => resolveRevision(git, shadow.value, 'refs/heads/main^{commit}'));
  if (!commit.ok) return commit;
  return commit.value === null
    ? fail('git.no_commit', { folder: tools.project.root })
    : ok({ branch: null, commit: commit.value });
}

/** Making the folder is taking the id: of two that start in one second, one takes the next. */
function takeRunId(root: string): Result<string, Failure> {
  const runs = path.join(root, RUNS);
  const taken = new Set<string>();
  for (;;) {
    const id = runIdAt(systemClock.now(), (one) => taken.has(one) || fs.existsSync(path.join(runs, one)));
    try {
      if (createNewFolder(path.join(runs, id))) return ok(id);
    } catch (error) {
      return err(diskFailure(error, 'mkdir', path.join(runs, id)));
    }
    taken.add(id);
  }
}
