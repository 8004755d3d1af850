import { systemClock } from '../base/clock.ts';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import type { OnNotice } from '../schema/notice.ts';
import { privateFolder } from '../store/private-folder.ts';
import { isTrusted, rememberTrust, trustHash } from '../store/trust.ts';
import type { ConfirmTrust, Trust } from './door/options.ts';
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

interface TrustRequest extends TrustQuestion {
  /** Trusted without a question, this once. */
  readonly trusts: boolean;
  readonly confirmTrust?: ConfirmTrust | undefined;
  readonly onNotice: OnNotice;
}

/** As `requireTrust`; where there is somebody to ask, they are, and what they agree to is remembered. */
export async function obtainTrust(request: TrustRequest): Promise<Result<void, Failure>> {
  const { project, config, confirmTrust } = request;
  const trusted = request.trusts ? ok() : requireTrust(request);
  if (trusted.ok || trusted.error.code !== 'trust.needed' || confirmTrust === undefined) return trusted;
  const { runnables } = config;
  const trust = { runnables, isTrusted: false, sha256: trustHash(project.root, runnables) };
  return (await confirmTrust(trust)) ? giveTrust(trust, request) : trusted;
}

/** The person agrees to what was shown, whatever the files say by now. */
export async function giveTrust(
  { sha256 }: Trust,
  { env, onNotice }: Pick<TrustRequest, 'env' | 'onNotice'>,
): Promise<Result<void, Failure>> {
  const home = privateFolder(env);
  if (!home.ok) return home;
  const options = { privateFolder: home.value, disk: realDisk, clock: systemClock, command: 'trust', onNotice };
  return rememberTrust(sha256, options);
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
