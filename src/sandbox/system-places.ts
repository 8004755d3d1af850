import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hide, type Mount } from './mounts.ts';
import { linksTo, show } from './visible-places.ts';
import { listFolder } from './read-if-there.ts';

/** Where systems keep what everybody may use. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/nix',
  '/gnu',
  '/snap',
  '/sys',
  '/var/lib/ca-certificates',
  '/var/lib/snapd/snap',
  '/var/lib/dpkg',
  // Of what lies in /run, which is private otherwise.
  '/etc/resolv.conf',
  '/run/current-system',
  '/run/opengl-driver',
];

/** Of the system, what shows or steers the kernel. */
const HIDDEN = ['/sys/fs/bpf', '/sys/kernel/debug', '/sys/kernel/tracing', '/sys/kernel/security'];

const MiB = 1024 ** 2;

/** What every sandboxed process finds: the system, read-only, and private folders for what programs leave anywhere. */
export function systemPlaces(): Mount[] {
  const quarter = Math.max(256 * MiB, Math.floor(os.totalmem() / 4));
  return [
    { kind: 'private', at: '/tmp', bytes: quarter, mode: '1777' },
    { kind: 'private', at: '/var/tmp', bytes: quarter, mode: '1777' },
    { kind: 'private', at: '/dev/shm', bytes: quarter, mode: '1777' },
    { kind: 'private', at: '/run', bytes: 64 * MiB, mode: '0755' },
    ...['/var/run', '/var/lock'].flatMap((place) => linksTo(place)),
    ...SYSTEM.flatMap((place) => show(place)),
    ...(process.getuid?.() === 0 ? closedToAll() : []),
  ];
}

/** What only root may read: without capabilities it still is the owner. */
function closedToAll(): Mount[] {
  return [
    ...HIDDEN.filter((place) => listFolder(place).length > 0).map(hide),
    ...['/etc', '/usr/local/etc'].flatMap((folder) => closedToOthers(folder)),
  ];
}

function closedToOthers(folder: string): Mount[] {
  return listFolder(folder).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isSymbolicLink()) return [];
    const { mode, size } = fs.lstatSync(at);
    if (entry.isDirectory() && (mode & 0o005) === 0o005) return closedToOthers(at);
    return (mode & 0o004) === 0 && size > 0 ? [hide(at)] : [];
  });
}
