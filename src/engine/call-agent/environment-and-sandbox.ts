import path from 'node:path';
import type { AgentCall } from '../../agents/port.ts';
import { signInVariables, vendorFolders, vendorPlaces } from '../../agents/vendors.ts';
import { makeFolder } from '../../files/folder.ts';
import type { Environment } from '../../process/command.ts';
import { allowedEnvironment } from '../../process/environment.ts';
import type { Sandbox, BindMount } from '../../sandbox/sandbox.ts';
import { agentSandboxRules } from '../../sandbox/sandbox-rules.ts';
import type { ConfigAgents } from '../../schema/config/agents.ts';
import type { OnNotice } from '../../schema/notice.ts';
import { onDisk } from '../on-disk.ts';
import type { BackendName } from './choose-agent.ts';

const reportNoCost: ReadonlySet<BackendName> = new Set(['codex', 'gemini', 'command']);

/** A limit of money means nothing for a vendor that reports no cost. */
export function tellUnknownCost(backend: BackendName, limits: ConfigAgents['limits'], onNotice: OnNotice): void {
  const isLimited = limits?.max_cost_usd !== undefined || limits?.total_cost_usd !== undefined;
  if (isLimited && reportNoCost.has(backend)) onNotice({ code: 'cost.unknown', params: { backend } });
}

/** What an agent sees of the environment: the usual, and its own vendor's sign-in. */
export function environmentFor(backend: BackendName, env: Readonly<Record<string, string | undefined>>): Environment {
  // By a relative entry the agent's program would be looked up in the folder it works in, which may hold anything.
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return { ...allowedEnvironment(env, signInVariables(backend, env)), PATH: folders.join(path.delimiter) };
}

export interface Confining extends Pick<AgentCall, 'folder' | 'stepFolder' | 'env'> {
  readonly backend: BackendName;
  readonly privateFolder: string;
  readonly caches?: readonly BindMount[];
}

/** The sandbox for one call: its folders, and its vendor's own. */
export function confineTo(
  confine: Sandbox,
  { backend, privateFolder, folder, stepFolder, env, caches = [] }: Confining,
): NonNullable<AgentCall['confine']> {
  // In the sandbox the vendor's program cannot make them, and what it keeps there would be lost.
  for (const own of vendorFolders(backend, env)) onDisk('mkdir', own, () => makeFolder(own));
  const home = env['HOME'] ?? '/';
  const confines = agentSandboxRules({
    folder,
    stepFolder,
    home,
    privateFolder,
    caches,
    own: vendorPlaces(backend, env),
  });
  return (command) => confine(command, confines);
}
