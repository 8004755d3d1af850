import { catchFailure, type Failure, unwrap } from '../../base/failure.ts';
import { outputText } from '../../git/git-output.ts';
import { listBranches, openRepository } from '../../git/repository.ts';
import { unrecordedGit } from '../ask-program.ts';
import type { OperationContext } from '../conductor/services.ts';
import { readRepositoryConfig } from '../repository-config.ts';
import { readAutoPlan } from './auto/plan.ts';
import { readGraph } from './auto/read-graph.ts';

/** What a start would begin with, besides agents and trust. */
export interface StartGround {
  readonly branch: string | null;
  readonly branches: readonly string[];
  readonly tasks: { readonly file: string; readonly total: number; readonly done: number } | null;
  readonly budget_usd: number | null;
  readonly problems: readonly Failure[];
}

/** Looks, and begins nothing. */
export async function readGround({ project, env }: Pick<OperationContext, 'project' | 'env'>): Promise<StartGround> {
  const problems: Failure[] = [];
  const git = await catchFailure(async () => branchesIn(project.root, env));
  if (!git.ok && git.error.code !== 'git.not_a_repository') problems.push(git.error);
  const plan = await catchFailure(async () => readAutoPlan(project, { before: readGraph({ project })?.plan ?? null }));
  if (!plan.ok && plan.error.code !== 'plan.none') problems.push(plan.error);
  const config = await catchFailure(() => readRepositoryConfig(project, env));
  if (!config.ok) problems.push(config.error);
  return {
    branch: git.ok ? git.value.branch : null,
    branches: git.ok ? git.value.branches : [],
    tasks: plan.ok
      ? {
          file: plan.value.path ?? plan.value.file,
          total: plan.value.tasks.length,
          done: plan.value.tasks.filter(({ completed }) => completed).length,
        }
      : null,
    budget_usd: config.ok ? (config.value.agents.limits?.total_cost_usd ?? null) : null,
    problems,
  };
}

const MOST_BRANCHES = 200;

async function branchesIn(root: string, env: OperationContext['env']) {
  const git = unrecordedGit(env);
  const repository = unwrap(await openRepository(git, root));
  const answer = await git.read(repository, ['rev-parse', '--abbrev-ref', 'HEAD'], { exits: [0, 128] });
  const name = outputText(answer).trim();
  const all = [...(await listBranches(git, repository)).keys()].filter((one) => !one.startsWith('orchestral/'));
  return { branch: name === '' || name === 'HEAD' ? null : name, branches: all.slice(0, MOST_BRANCHES) };
}
