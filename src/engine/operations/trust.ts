import { systemClock } from '../../base/clock.ts';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { realDisk } from '../../files/disk.ts';
import type { OnNotice } from '../../schema/notice.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { rememberTrust, type Runnable, trustHash } from '../../store/trust.ts';
import type { Project } from '../project.ts';
import { readRepositoryConfig } from '../repository-config.ts';
import { hasTrust } from '../trust-gate.ts';

export interface Trust {
  readonly runnables: readonly Runnable[];
  readonly isTrusted: boolean;
  /** Of exactly these in this project. */
  readonly sha256: string;
}

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

/** The person agrees to what was shown, whatever the files say by now. */
export async function giveTrust(
  { sha256 }: Trust,
  { env, onNotice }: { readonly env: Environment; readonly onNotice: OnNotice },
): Promise<Result<void, Failure>> {
  const home = privateFolder(env);
  if (!home.ok) return home;
  const { value } = home;
  return rememberTrust(sha256, {
    privateFolder: value,
    disk: realDisk,
    clock: systemClock,
    command: 'trust',
    onNotice,
  });
}
