import net from 'node:net';
import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { splitLines } from '../base/jsonl.ts';
import { err, ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { diskFailure, getErrno } from '../files/disk-failure.ts';
import { openFifo, readFifo } from '../files/fifo.ts';
import { makeFolder } from '../files/folder.ts';
import { nonce } from '../files/identity.ts';
import { replaceVolatileFile } from '../files/replace.ts';
import type { ReporterPlace, TestReporter } from '../languages/runner.ts';
import type { Environment } from '../process/command.ts';
import { type StreamedReport, StreamReader } from './reports/streamed.ts';
import type { CheckContext } from './check-context.ts';

/** What a reporter of ours tells while the tests run: read as it comes, so that nothing of it can be taken back. */
export interface ReportChannel {
  readonly place: ReporterPlace;
  readonly env: Environment;
  /** Once the command has ended: everything that was told. */
  finish(): StreamedReport;
  close(): void;
}

export interface ChannelOptions {
  /** Of this run alone; the tests can only read it. Made here. */
  readonly folder: string;
  /** The project. */
  readonly project: string;
  readonly reporter: TestReporter;
}

/** Undefined: there are no named pipes here. */
export async function openChannel(
  context: Pick<CheckContext, 'spawner' | 'env'>,
  { folder, project, reporter }: ChannelOptions,
): Promise<Result<ReportChannel | undefined, Failure>> {
  const key = nonce();
  const pipe = path.join(folder, 'results');
  try {
    makeFolder(folder);
    const files = reporter.files({ pipe, key, folder: project });
    for (const [name, text] of Object.entries(files)) {
      const written = replaceVolatileFile(realDisk, path.join(folder, name), Buffer.from(text));
      if (!written.ok) return written;
    }
  } catch (error) {
    return err(diskFailure(error, 'mkdir', folder));
  }
  const made = await context.spawner.run({ file: 'mkfifo', args: ['-m', '600', pipe], cwd: folder, env: context.env });
  if (made.ending.kind !== 'exited' || made.ending.code !== 0) return ok(undefined);
  try {
    return ok(readingFrom(openFifo(pipe), { folder, key, project, env: reporter.env?.(folder) ?? {} }));
  } catch (error) {
    if (getErrno(error) === undefined) throw error;
    return err(diskFailure(error, 'open', pipe));
  }
}

interface Reading extends ReporterPlace {
  readonly project: string;
  readonly env: Environment;
}

function readingFrom(fd: number, { folder, key, project, env }: Reading): ReportChannel {
  const reader = new StreamReader({ key, folder: project });
  const lines = splitLines((line) => reader.take(line), MAX_LINE);
  const socket = new net.Socket({ fd, readable: true, writable: false });
  socket.on('data', (chunk: Buffer) => lines.push(chunk));
  socket.on('error', () => {});
  return {
    place: { folder, key },
    env,
    finish() {
      // All who wrote are gone: what they wrote is in the pipe.
      lines.push(readFifo(fd));
      lines.end();
      return reader.finish();
    },
    close: () => void socket.destroy(),
  };
}

/** Ours are shorter. */
const MAX_LINE = 64 * 1024;
