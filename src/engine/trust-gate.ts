import path from 'node:path';
import { systemClock } from '../base/clock.ts';
import { throwFailure, unwrap } from '../base/failure.ts';
import { realDisk } from '../files/disk.ts';
import type { OnNotice } from '../schema/notice.ts';
import { privateFolder } from '../store/private-folder.ts';
import { type ConfiguredCommand, isTrusted, rememberTrust, trustHash } from '../store/trust.ts';
import { readCommittedWebhook } from './committed-webhook.ts';
import type { ConfirmTrust, Trust } from './door/options.ts';
import type { Project } from './project.ts';
import { readRepositoryConfig, type RepositoryConfig } from './repository-config.ts';
import { repositoryCommands, repositoryIdentity } from './repository-trust.ts';
import { readRunSettings, type RunSettings } from './run-settings.ts';
import { isConfined } from './sandbox.ts';
import { decisionCommand, readSharedDecisions } from './shared-decisions.ts';

export interface TrustQuestion {
  readonly project: Project;
  readonly config: RepositoryConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether the person has seen everything that this configuration would have us run, and agreed to it. */
export function hasTrust({ project, config, env }: TrustQuestion): boolean {
  return config.runnables.length === 0 || isRemembered(trustHash(project.root, config.runnables), env);
}

function isRemembered(sha256: string, env: TrustQuestion['env']): boolean {
  return unwrap(isTrusted(unwrap(privateFolder(env)), sha256));
}

/** What the repository would have us run or take over, and whether the person has agreed to it. Runs nothing of it. */
export async function readTrust(project: Project, env: TrustQuestion['env']): Promise<Trust> {
  const config = await readRepositoryConfig(project, env);
  const webhook = await readCommittedWebhook(project, env);
  const own = path.join(unwrap(privateFolder(env)), project.hash);
  const decisions = readSharedDecisions({ project, env, own }).map(({ entry }) => decisionCommand(entry));
  return trustIn({ project, config, env }, [...(webhook === undefined ? [] : [webhook]), ...decisions]);
}

async function trustIn(question: TrustQuestion, others: readonly ConfiguredCommand[] = []): Promise<Trust> {
  const { project, config, env } = question;
  const isUnconfined = !(await isConfined(config.agents.sandbox, env));
  const hashes = [
    ...(config.runnables.length === 0 ? [] : [trustHash(project.root, config.runnables)]),
    ...others.map((other) => trustHash(project.root, [other])),
    ...(isUnconfined ? [repositoryIdentity(project)] : []),
  ];
  return {
    runnables: [...config.runnables, ...others],
    unconfined: isUnconfined ? repositoryCommands(project, config.project) : null,
    isTrusted: hashes.every((sha256) => isRemembered(sha256, env)),
    hashes,
  };
}

/** Whether the person agreed to exactly this webhook, which came with the repository. */
export function isTrustedWebhook(webhook: ConfiguredCommand, { project, env }: Omit<TrustQuestion, 'config'>): boolean {
  return isRemembered(trustHash(project.root, [webhook]), env);
}

/** To be passed before anything of the repository's configuration is run. */
export function requireTrust(question: TrustQuestion): void {
  const count = question.config.runnables.length;
  if (!hasTrust(question)) throwFailure('trust.needed', { count, unconfined: false });
}

/** To be passed before its set-up or tests are run without a sandbox. */
export function requireRepositoryTrust({ project, config, env }: TrustQuestion): void {
  if (isRemembered(repositoryIdentity(project), env)) return;
  throwFailure('trust.needed', { count: repositoryCommands(project, config.project).length, unconfined: true });
}

interface TrustRequest extends TrustQuestion {
  /** Trusted without a question, this once. */
  readonly trusts: boolean;
  readonly confirmTrust?: ConfirmTrust | undefined;
  readonly onNotice: OnNotice;
}

/** As both of these; where there is somebody to ask, they are, and what they agree to is remembered. */
export async function obtainTrust(request: TrustRequest): Promise<void> {
  const { project, env, trusts, confirmTrust } = request;
  if (trusts || (hasTrust(request) && isRemembered(repositoryIdentity(project), env))) return;
  const trust = await trustIn(request);
  if (trust.isTrusted) return;
  if (confirmTrust !== undefined && (await confirmTrust(trust))) return giveTrust(trust, request);
  requireTrust(request);
  requireRepositoryTrust(request);
}

/** The person agrees to what was shown, whatever the files say by now. */
export async function giveTrust(
  { hashes }: Pick<Trust, 'hashes'>,
  { env, onNotice }: Pick<TrustRequest, 'env' | 'onNotice'>,
): Promise<void> {
  const home = unwrap(privateFolder(env));
  const options = { privateFolder: home, disk: realDisk, clock: systemClock, command: 'trust', onNotice };
  for (const sha256 of hashes) unwrap(await rememberTrust(sha256, options));
}

/** What the configuration says now, for a step that will run parts of it. */
export async function readTrustedSettings({
  project,
  env,
  trusts,
}: Pick<TrustQuestion, 'project' | 'env'> & { readonly trusts: boolean }): Promise<RunSettings> {
  const settings = await readRunSettings(project, env);
  if (!trusts) requireTrust({ project, config: settings.repository, env });
  return settings;
}
