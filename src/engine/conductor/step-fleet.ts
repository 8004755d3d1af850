import { createHash, randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { throwFailure } from '../../base/failure.ts';
import { realDisk } from '../../files/disk.ts';
import type { Dispatcher } from '../../fleet/dispatcher.ts';
import type { OnNotice } from '../../schema/notice.ts';
import { type Environment, readUserConfig } from '../user-config.ts';
import type { StepFleet } from './step.ts';

interface FleetWish {
  readonly env: Environment;
  /** What the person says now: an address, or `off`. */
  readonly fleet?: string | undefined;
}

/** Its address: what the person says now, else what their configuration says; undefined: agents are called here. */
export function meantFleet({ env, fleet: given }: FleetWish): string | undefined {
  const url = given ?? readUserConfig(env)?.fleet?.url;
  return url === 'off' ? undefined : url;
}

/** The fleet that the person wants the agents of this work to be called in; connected when it is first needed. */
export function stepFleet(
  { env, fleet: given, onNotice }: FleetWish & { readonly onNotice: OnNotice },
  { home, log }: { readonly home: string; readonly log: string },
): StepFleet | undefined {
  const url = meantFleet({ env, fleet: given });
  if (url === undefined) return undefined;
  const { fleet } = readUserConfig(env) ?? {};
  let opened: Promise<Dispatcher> | undefined;
  let dispatcher: Dispatcher | undefined;
  const open = async (isShared: boolean): Promise<Dispatcher> => {
    const { connectFleet, parseFleetUrl } = await import('../../fleet/connect.ts');
    const { Dispatcher: Opened } = await import('../../fleet/dispatcher.ts');
    const { readConductorKey } = await import('../../fleet/keys.ts');
    const key = readConductorKey(home) ?? throwFailure('fleet.no_key', {});
    const shown = parseFleetUrl(url);
    const connection = await connectFleet({
      url,
      onLost: (reason) => onNotice({ code: 'fleet.lost', params: { url: shown.ok ? shown.value : '', reason } }),
      onBack: () => onNotice({ code: 'fleet.back', params: {} }),
    });
    if (!connection.isDurable) onNotice({ code: 'fleet.not_durable', params: {} });
    const owner = ownerOf(log, isShared);
    // Of processes that conduct at once, none goes on with what another one began.
    const grants = isShared ? undefined : { disk: realDisk, file: path.join(home, 'fleet-grants', `${owner}.jsonl`) };
    dispatcher = await Opened.open({ connection, key, owner, label: fleet?.label, grants });
    if (dispatcher.capacity('step') === 0) onNotice({ code: 'fleet.no_workers', params: {} });
    return dispatcher;
  };
  const stepping: StepFleet = {
    open: ({ isShared } = { isShared: false }) => (opened ??= open(isShared)),
    capacity: () => dispatcher?.capacity('step'),
    remote: fleet?.remote,
    pushed: new Map(),
    close: async () => {
      await stepping.tidy?.();
      await dispatcher?.close();
    },
  };
  return stepping;
}

/** The same for whoever conducts this work next. Processes that conduct it at once have a mailbox each. */
function ownerOf(log: string, isShared: boolean): string {
  const name = isShared ? randomUUID() : `${os.hostname()}\0${log}`;
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}
