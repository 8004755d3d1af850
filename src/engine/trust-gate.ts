import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { privateFolder } from '../store/private-folder.ts';
import { isTrusted, trustHash } from '../store/trust.ts';
import type { Project } from './project.ts';
import type { RepositoryConfig } from './repository-config.ts';
import { readRunSettings, type RunSettings } from './run-settings.ts';

export interface TrustQuestion {
  readonly project: Project;
  readonly config: Pick<RepositoryConfig, 'runnables'>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether the person has seen everything that this configuration would have us run, and agreed to it. */
export function hasTrust({ project, config, env }: TrustQuestion): Result<boolean, Failure> {
  if (config.runnables.length === 0) return ok(true);
  const home = privateFolder(env);
  return home.ok ? isTrusted(home.value, trustHash(project.root, config.runnables)) : home;
}

/** To be passed before anything of the repository's configuration is run. */
export function requireTrust(question: TrustQuestion): Result<void, Failure> {
  const trusted = hasTrust(question);
  if (!trusted.ok) return trusted;
  return trusted.value ? ok() : fail('trust.needed', { count: question.config.runnables.length });
}

/** What the configuration says now, for a step that will run parts of it. */
export async function readTrustedSettings({
  project,
  env,
  trusts,
}: Pick<TrustQuestion, 'project' | 'env'> & { readonly trusts: boolean }): Promise<Result<RunSettings, Failure>> {
  const settings = await readRunSettings(project);
  if (!settings.ok || trusts) return settings;
  const trusted = requireTrust({ project, config: settings.value.repository, env });
  return trusted.ok ? settings : trusted;
}
