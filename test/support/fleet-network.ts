import { execFileSync } from 'node:child_process';
import { onTestFinished, type TestContext } from 'vitest';
import { needs, notRun } from './needs.ts';

/** `cut`: the cable is out; `silent`: nothing passes, and nobody is told; `deaf`: answers get lost; `mute`: questions do. */
export type Partition = 'cut' | 'silent' | 'deaf' | 'mute';

/** A machine of its own, as far as the network goes, with one cable to the hub. */
export interface Machine {
  /** What to put before a command, to have it run there. */
  readonly enter: readonly string[];
  readonly partition: (kind: Partition) => void;
  readonly heal: () => void;
}

export interface MachineNetwork {
  /** Where servers listen that all machines reach; nobody else does. */
  readonly hub: { readonly enter: readonly string[]; readonly address: string };
  readonly machines: readonly Machine[];
}

const HUB = '10.77.255.1';
/** A neighbour that nobody is: what is sent there gets lost. */
const NOBODY = '02:00:00:00:00:99';

let networks = 0;

/** Machines in network namespaces, around a hub that has the servers. Taken down with the test. */
export function machineNetwork(context: Pick<TestContext, 'skip'>, count: number): MachineNetwork {
  needs(context, 'ip');
  const prefix = `of${process.pid}n${networks++}`;
  const hub = `${prefix}h`;
  try {
    ip('netns', 'add', hub);
  } catch (error) {
    notRun(context, `network namespaces cannot be made: ${String(error).split('\n')[1] ?? ''}`);
  }
  onTestFinished(() => ip('netns', 'del', hub));
  ip('-n', hub, 'link', 'set', 'lo', 'up');
  ip('-n', hub, 'address', 'add', `${HUB}/32`, 'dev', 'lo');
  const machines = Array.from({ length: count }, (_, n) => machine({ hub, name: `${prefix}m${n}`, n }));
  return { hub: { enter: entering(hub), address: HUB }, machines };
}

function machine({ hub, name, n }: { readonly hub: string; readonly name: string; readonly n: number }): Machine {
  ip('netns', 'add', name);
  onTestFinished(() => ip('netns', 'del', name));
  const [near, far] = [`10.77.${n}.2`, `10.77.${n}.1`];
  const plug = `m${n}`;
  ip('link', 'add', 'eth0', 'netns', name, 'type', 'veth', 'peer', 'name', plug, 'netns', hub);
  const plugIn = (): void => {
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'route', 'replace', 'default', 'via', far);
  };
  ip('-n', hub, 'address', 'add', `${far}/30`, 'dev', plug);
  ip('-n', hub, 'link', 'set', plug, 'up');
  ip('-n', name, 'address', 'add', `${near}/30`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  plugIn();
  const lose = (where: string, to: string, device: string) =>
    ip('-n', where, 'neighbour', 'replace', to, 'lladdr', NOBODY, 'nud', 'permanent', 'dev', device);
  const lost = (where: string, to: string, device: string) =>
    ip('-n', where, 'neighbour', 'flush', 'to', to, 'dev', device, 'nud', 'permanent');
  return {
    enter: entering(name),
    partition: (kind) => {
      if (kind === 'cut') ip('-n', name, 'link', 'set', 'eth0', 'down');
      if (kind === 'silent' || kind === 'mute') lose(name, far, 'eth0');
      if (kind === 'silent' || kind === 'deaf') lose(hub, near, plug);
    },
    heal: () => {
      plugIn();
      lost(name, far, 'eth0');
      lost(hub, near, plug);
    },
  };
}

function entering(name: string): readonly string[] {
  return ['ip', 'netns', 'exec', name];
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}
