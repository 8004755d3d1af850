import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { closeQuietly, realDisk } from '../../files/disk.ts';
import { diskFailure } from '../../files/disk-failure.ts';
import { FileLock, readLockHolder } from '../../files/lock.ts';
import { startDetached } from '../../process/detach.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { readRegularFile } from '../read-file.ts';
import {
  readServerCertificate,
  type ServerCertificate,
  writeServerCertificate,
} from '../../store/server-certificate.ts';
import {
  readServerRecord,
  removeServerRecord,
  type ServerRecord,
  writeServerRecord,
} from '../../store/server-record.ts';

export type { ServerRecord };

/** The place of the one server that a user has. */
export interface DashboardPlace {
  /** What a server has written down; it may be dead. */
  read(): ServerRecord | undefined;
  /** Whether a process has the place, so that waiting for it makes sense. */
  isTaken(): boolean;
  /** Takes the place until this process ends or gives it back; false while another living process has it. */
  take(): Result<boolean, Failure>;
  write(record: ServerRecord): Result<void, Failure>;
  /** Made for an earlier start; undefined where there is none. */
  certificate(): ServerCertificate | undefined;
  keepCertificate(certificate: ServerCertificate): Result<void, Failure>;
  /** Gives the place back, with what was written. */
  leave(): void;
}

export function openDashboardPlace(env: Readonly<Record<string, string | undefined>>): Result<DashboardPlace, Failure> {
  const home = privateFolder(env);
  if (!home.ok) return home;
  const folder = home.value;
  const lockFile = path.join(folder, 'dashboard.lock');
  const lock = new FileLock({ disk: realDisk, path: lockFile, command: 'dashboard', onNotice: () => undefined });
  let written: ServerRecord | undefined;
  return ok({
    read: () => readServerRecord(folder),
    isTaken: () => (readLockHolder(lockFile)?.life ?? 'dead') !== 'dead',
    take: () => {
      try {
        realDisk.mkdir(folder, 0o700);
      } catch (error) {
        return err(diskFailure(error, 'make', folder));
      }
      return lock.tryTake();
    },
    write: (record) => {
      written = record;
      return writeServerRecord(folder, record);
    },
    certificate: () => readServerCertificate(folder),
    keepCertificate: (certificate) => writeServerCertificate(folder, certificate),
    leave: () => {
      if (written !== undefined) removeServerRecord(folder, written);
      lock.close();
    },
  });
}

const LONGEST_PEM = 1024 * 1024;

/** A certificate or key that a person names. */
export function readPem(file: string): Result<string, Failure> {
  const bytes = readRegularFile(file, { limit: LONGEST_PEM, followLinks: true });
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes;
}

/** Starts a program that goes on without us and says nothing: the server, or a browser. Whether it runs. */
export function launch(command: {
  readonly program: readonly string[];
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): boolean {
  const [file = '', ...first] = command.program;
  const { cwd, env } = command;
  const output = realDisk.open(os.devNull, fs.constants.O_WRONLY, 0);
  const child = startDetached({ file, args: [...first, ...command.args], cwd, env, readsInput: false, output });
  closeQuietly(realDisk, output);
  child.leave();
  return child.pid !== undefined;
}
