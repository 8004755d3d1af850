import fs from 'node:fs';
import path from 'node:path';
import { decode } from '../../src/schema/codec.ts';
import { decodeLogLine } from '../../src/store/log-record.ts';
import type { AutoProject } from './auto-store.ts';

export interface Comparison {
  /** Acknowledged to the process that asked, but not in the log. */
  readonly lost: string[];
  /** Recorded more than once. */
  readonly doubled: string[];
  readonly recorded: number;
  readonly acknowledged: number;
}

/** Compares what was acknowledged, by a witness that our store knows nothing of, with what the log holds. */
export function compareWithLog(project: AutoProject, witness: string): Comparison {
  const acknowledged = fs.existsSync(witness) ? fs.readFileSync(witness, 'utf8').split('\n').slice(0, -1) : [];
  const counts = new Map<string, number>();
  for (const line of logLines(project)) {
    if (line.type !== 'task_completed') continue;
    const { id } = line.data as { id: string };
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return {
    lost: acknowledged.filter((id) => !counts.has(id)),
    doubled: [...counts].filter(([, count]) => count > 1).map(([id]) => id),
    recorded: counts.size,
    acknowledged: acknowledged.length,
  };
}

/** Every good line of every segment, oldest first. */
function logLines(project: AutoProject) {
  const folder = path.dirname(project.log);
  const older = fs
    .readdirSync(folder)
    .filter((name) => /^orchestrate-events-\d+\.log$/.test(name))
    .sort();
  const files = [...older.map((name) => path.join(folder, name)), project.log].filter((file) => fs.existsSync(file));
  const inodes = new Set<number>();
  return files.flatMap((file) => {
    const { ino } = fs.statSync(file);
    if (inodes.has(ino)) return [];
    inodes.add(ino);
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text) => decodeLogLine(text) ?? []);
  });
}

/** What is wrong with the document as it stands; nothing when it is absent. */
export function documentProblems(document: string): unknown {
  if (!fs.existsSync(document)) return [];
  const decoded = decode('auto-state', fs.readFileSync(document));
  return decoded.ok ? [] : decoded.error;
}
