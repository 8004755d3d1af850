import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { trustHash } from '../../store/trust.ts';
import type { Trust } from '../door/options.ts';
import type { Project } from '../project.ts';
import { readRepositoryConfig } from '../repository-config.ts';
import { hasTrust } from '../trust-gate.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the repository's configuration would have us run, and whether the person has agreed to it. Runs nothing. */
export async function readTrust(project: Project, env: Environment): Promise<Result<Trust, Failure>> {
  const config = await readRepositoryConfig(project);
  if (!config.ok) return config;
  const { runnables } = config.value;
  const isTrusted = hasTrust({ project, config: config.value, env });
  if (!isTrusted.ok) return isTrusted;
  return ok({ runnables, isTrusted: isTrusted.value, sha256: trustHash(project.root, runnables) });
}
