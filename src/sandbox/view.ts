import path from 'node:path';
import type { Environment } from '../process/command.ts';
import type { Launchable, Overlay, SandboxRules } from './sandbox.ts';
import { hide, isBind, type Mount, nearest } from './mounts.ts';
import { listSockets } from './open-sockets.ts';
import { toolPlaces } from './tool-places.ts';
import { isBelow, linksTo, lookOnce, realPlace, show } from './visible-places.ts';

interface MachineView {
  readonly system: readonly Mount[];
  readonly read: readonly string[];
  readonly hidden: readonly string[];
}

/** All that a command sees of the machine: the system, tools, and what its rules name. Later ones count more. */
export function viewMounts(machine: MachineView, command: Launchable, rules: SandboxRules): Mount[] {
  return lookOnce(() => mountsFor(machine, command, rules));
}

function mountsFor(
  { system, read, hidden: secrets }: MachineView,
  { file, args, env = {} }: Launchable,
  rules: SandboxRules,
): Mount[] {
  const { writable, readOnly, hidden, absent = [], binds = [], overlays = [], home } = rules;
  const tools = toolPlaces({ file, args, env, home, system, untrusted: [...writable, ...hidden, ...secrets] });
  const overlaid = overlays.map(({ at }) => realPlace(at) ?? path.resolve(at));
  const mounts = [
    // First: what a rule names at the same place counts more.
    ...secrets.flatMap((place) => realPlace(place) ?? []).map(hide),
    ...system,
    ...(home === undefined ? [] : emptyHome(home, system)),
    ...ownPlaces(env, home),
    // An overlay has all that is to be found in it.
    ...tools.filter(({ at }) => !overlaid.some((folder) => at === folder || isBelow(at, folder))),
    ...read.flatMap((place) => show(place)),
    ...writable.flatMap((place) => show(place, 'write')),
    ...readOnly.flatMap((place) => show(place)),
    ...binds.flatMap(({ at, from, writable: isWritable }): Mount[] => [
      ...linksTo(at),
      { kind: isWritable ? 'write' : 'read', at: realPlace(at) ?? path.resolve(at), from: realPlace(from) ?? from },
    ]),
    ...overlays.flatMap(overlayMounts),
    ...absent.map((at): Mount => ({ kind: 'no folder', at })),
    ...hidden.flatMap((place) => realPlace(place) ?? []).map(hide),
  ];
  return [...mounts, ...visibleSockets(mounts)];
}

function overlayMounts({ at: place, from: base, parts }: Overlay): Mount[] {
  const top = realPlace(place) ?? path.resolve(place);
  const mount = (at: string, from: string | undefined, kind: 'read' | 'write'): Mount =>
    from === undefined
      ? { kind: 'private', at, bytes: OWN_BYTES, mode: '0700' }
      : { kind, at, from: realPlace(from) ?? from };
  return [
    ...linksTo(place),
    mount(top, base, 'write'),
    ...parts.map(({ name, from, writable }) => mount(path.join(top, name), from, writable === true ? 'write' : 'read')),
  ];
}

function emptyHome(home: string, system: readonly Mount[]): Mount[] {
  const at = realPlace(home) ?? path.resolve(home);
  if (at === '/' || system.some((mount) => mount.at === at)) return [];
  const bytes = system.find((mount) => mount.kind === 'private')?.bytes ?? 0;
  return [...linksTo(home), { kind: 'private', at, bytes, mode: '0700' }];
}

/** Where programs are told to keep what is theirs, outside of the home folder. */
function ownPlaces(env: Environment, home = '/'): Mount[] {
  const named = Object.entries(env).filter(([name]) =>
    /^XDG_(?:CACHE|CONFIG|DATA|STATE)_HOME$|^XDG_RUNTIME_DIR$/.test(name),
  );
  const places = named
    .map(([, place]) => path.resolve(place))
    .filter((place) => place !== '/' && !isBelow(place, home));
  return places.map((place) => ({ kind: 'private', at: realPlace(place) ?? place, bytes: OWN_BYTES, mode: '0700' }));
}

const OWN_BYTES = 1024 ** 3;

function visibleSockets(mounts: readonly Mount[]): Mount[] {
  const all = new Map(mounts.map((mount) => [mount.at, mount]));
  const binds = [...all.values()].filter(isBind);
  return listSockets().flatMap((socket) =>
    binds
      .filter(({ from }) => from === socket || isBelow(socket, from))
      .map((bind) => ({ bind, at: path.join(bind.at, path.relative(bind.from, socket)) }))
      .filter(({ bind, at }) => nearest(all, at) === bind)
      .map(({ at }): Mount => ({ kind: 'no file', at })),
  );
}
