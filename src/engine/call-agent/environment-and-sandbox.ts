import path from 'node:path';
import { type AgentCall, type Backend, failedCall, NO_USAGE } from '../../agents/port.ts';
import { type ProviderNeeds, providerNeeds } from '../../agents/provider-needs.ts';
import { openVendorFolders } from '../../agents/vendor-folders/open-vendor-folders.ts';
import { signInVariables } from '../../agents/vendors.ts';
import { catchFailure, type Failure, unwrap } from '../../base/failure.ts';
import { err, type Result } from '../../base/result.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import type { Environment } from '../../process/command.ts';
import { allowedEnvironment } from '../../process/environment.ts';
import type { Sandbox, BindMount } from '../../sandbox/sandbox.ts';
import { agentSandboxRules } from '../../sandbox/sandbox-rules.ts';
import type { ConfigAgents } from '../../schema/config/agents.ts';
import type { OnNotice } from '../../schema/notice.ts';
import type { BackendName } from './choose-agent.ts';

const reportNoCost: ReadonlySet<BackendName> = new Set(['codex', 'gemini', 'command']);

/** A limit of money means nothing for a vendor that reports no cost. */
export function tellUnknownCost(backend: BackendName, limits: ConfigAgents['limits'], onNotice: OnNotice): void {
  const isLimited = limits?.max_cost_usd !== undefined || limits?.total_cost_usd !== undefined;
  if (isLimited && reportNoCost.has(backend)) onNotice({ code: 'cost.unknown', params: { backend } });
}

/** What an agent's program needs of the person's: variables, and files to read. */
export async function needsOf(
  backend: BackendName,
  { env, agents }: { readonly env: Readonly<Record<string, string | undefined>>; readonly agents: ConfigAgents },
): Promise<ProviderNeeds> {
  const { variables, places } = await providerNeeds(backend, env);
  const named = backend === 'rehearsal' ? [] : (agents.backends?.[backend]?.env ?? []);
  const asked = Object.entries(env).filter(([name]) => named.includes(name));
  return { variables: { ...variables, ...definedIn(asked) }, places };
}

function definedIn(entries: readonly (readonly [string, string | undefined])[]): Record<string, string> {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** What an agent sees of the environment: the usual, its own vendor's sign-in, and what it needs besides. */
export function environmentFor(
  backend: BackendName,
  env: Readonly<Record<string, string | undefined>>,
  { variables }: Pick<ProviderNeeds, 'variables'> = { variables: {} },
): Environment {
  // By a relative entry the agent's program would be looked up in the folder it works in, which may hold anything.
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const own = { ...signInVariables(backend, env), ...variables };
  return { ...allowedEnvironment(env, own), PATH: folders.join(path.delimiter) };
}

export interface Confining extends Pick<AgentCall, 'folder' | 'stepFolder' | 'env'> {
  readonly backend: BackendName;
  readonly privateFolder: string;
  /** See `VendorFolderOptions`. */
  readonly vendorRoot: string;
  /** See `ProviderNeeds`. */
  readonly places?: readonly string[];
  readonly caches?: readonly BindMount[];
}

/** The same agent in the sandbox: with its folders, and those of the run in place of its vendor's. */
export function confineBackend(
  backend: Backend,
  confine: Sandbox,
  { backend: name, privateFolder, folder, stepFolder, vendorRoot, env, places = [], caches = [] }: Confining,
): Backend {
  const home = env['HOME'] ?? '/';
  return {
    ...backend,
    run: async (call, on) => {
      const opened = await catchDisk(vendorRoot, () => openVendorFolders({ backend: name, env, root: vendorRoot }));
      if (!opened.ok) return { ...failedCall('crash', opened.error.code), spent: NO_USAGE, duration_ms: 0, exit: null };
      const { overlays: own } = opened.value;
      const binds = [...opened.value.binds, ...places.map((place) => ({ at: place, from: place, writable: false }))];
      const rules = agentSandboxRules({ folder, stepFolder, home, privateFolder, caches, own, binds });
      try {
        return await backend.run({ ...call, confine: (command) => confine(command, rules) }, on);
      } finally {
        // What could not be put away is seen to by the next call.
        await catchDisk(vendorRoot, () => opened.value.close());
      }
    },
  };
}

function catchDisk<T>(place: string, work: () => Promise<T>): Promise<Result<T, Failure>> {
  return catchFailure(async () => {
    try {
      return await work();
    } catch (error) {
      return unwrap(err(diskFailure(error, 'open', place)));
    }
  });
}
