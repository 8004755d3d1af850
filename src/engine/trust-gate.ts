import { systemClock } from '../base/clock.ts';
import { throwFailure, unwrap } from '../base/failure.ts';
import { realDisk } from '../files/disk.ts';
import type { OnNotice } from '../schema/notice.ts';
import { privateFolder } from '../store/private-folder.ts';
import { isTrusted, rememberTrust, trustHash } from '../store/trust.ts';
import type { ConfirmTrust, Trust } from './door/options.ts';
import type { Project } from './project.ts';
import { readRepositoryConfig, type RepositoryConfig } from './repository-config.ts';
import { readRunSettings, type RunSettings } from './run-settings.ts';

export interface TrustQuestion {
  readonly project: Project;
  readonly config: Pick<RepositoryConfig, 'runnables'>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether the person has seen everything that this configuration would have us run, and agreed to it. */
export function hasTrust({ project, config, env }: TrustQuestion): boolean {
  if (config.runnables.length === 0) return true;
  return unwrap(isTrusted(unwrap(privateFolder(env)), trustHash(project.root, config.runnables)));
}

/** What the repository's configuration would have us run, and whether the person has agreed to it. Runs nothing. */
export async function readTrust(project: Project, env: TrustQuestion['env']): Promise<Trust> {
  const config = await readRepositoryConfig(project);
  return trustIn({ project, config, env });
}

function trustIn(question: TrustQuestion): Trust {
  const { runnables } = question.config;
  return { runnables, isTrusted: hasTrust(question), sha256: trustHash(question.project.root, runnables) };
}

/** To be passed before anything of the repository's configuration is run. */
export function requireTrust(question: TrustQuestion): void {
  if (!hasTrust(question)) throwFailure('trust.needed', { count: question.config.runnables.length });
}

interface TrustRequest extends TrustQuestion {
  /** Trusted without a question, this once. */
  readonly trusts: boolean;
  readonly confirmTrust?: ConfirmTrust | undefined;
  readonly onNotice: OnNotice;
}

/** As `requireTrust`; where there is somebody to ask, they are, and what they agree to is remembered. */
export async function obtainTrust(request: TrustRequest): Promise<void> {
  const { trusts, confirmTrust } = request;
  if (trusts) return;
  const trust = trustIn(request);
  if (trust.isTrusted) return;
  if (confirmTrust !== undefined && (await confirmTrust(trust))) await giveTrust(trust, request);
  else throwFailure('trust.needed', { count: trust.runnables.length });
}

/** The person agrees to what was shown, whatever the files say by now. */
export async function giveTrust(
  { sha256 }: Trust,
  { env, onNotice }: Pick<TrustRequest, 'env' | 'onNotice'>,
): Promise<void> {
  const home = unwrap(privateFolder(env));
  const options = { privateFolder: home, disk: realDisk, clock: systemClock, command: 'trust', onNotice };
  unwrap(await rememberTrust(sha256, options));
}

/** What the configuration says now, for a step that will run parts of it. */
export async function readTrustedSettings({
  project,
  env,
  trusts,
}: Pick<TrustQuestion, 'project' | 'env'> & { readonly trusts: boolean }): Promise<RunSettings> {
  const settings = await readRunSettings(project);
  if (!trusts) requireTrust({ project, config: settings.repository, env });
  return settings;
}
