import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../base/failure.ts';
import { realDisk } from '../files/disk.ts';
import { makeFolder } from '../files/folder.ts';
import { replaceFile } from '../files/replace.ts';
import type { OnNotice } from '../schema/notice.ts';
import { privateFolder } from '../store/private-folder.ts';
import { entriesIn, onDisk } from './on-disk.ts';
import type { Project } from './project.ts';
import { readRegularFile } from './read-file.ts';
import { repositoryIdentity } from './repository-trust.ts';

interface Claiming {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotice: OnNotice;
}

/**
 * Where work begins: a project that was deleted and made or cloned again in the same place is another one. What is kept
 * of the former one (worktrees, records of steps, what was shown) is put aside, and this one begins with nothing.
 */
export function claimPrivateFolder({ project, env, onNotice }: Claiming): void {
  const home = unwrap(privateFolder(env));
  const own = path.join(home, project.hash);
  const note = path.join(own, NOTE);
  const identity = repositoryIdentity(project);
  const known = readRegularFile(note, { limit: 1024, followLinks: false });
  const before = known.ok ? Buffer.from(known.value).toString('utf8').trim() : undefined;
  if (before === identity) return;
  // Versions before this one left no note: theirs is taken for this project's. One with logs was moved or restored.
  if (before !== undefined && !hasLogs(project.root))
    onNotice({ code: 'project.replaced', params: { kept: putAside(home, own) } });
  onDisk('mkdir', own, () => makeFolder(own));
  unwrap(replaceFile(realDisk, note, Buffer.from(`${identity}\n`)));
}

const NOTE = 'identity';

/** Whether anything that was begun in it is still there. */
function hasLogs(root: string): boolean {
  const folders = ['.orchestral/runs', '.claude/orchestrator/sessions'].flatMap((place) =>
    entriesIn(path.join(root, place)).map(({ name }) => path.join(place, name, 'events.log')),
  );
  return [...folders, '.claude/orchestrate-events.log'].some((log) => fs.existsSync(path.join(root, log)));
}

function putAside(home: string, own: string): string {
  const folder = path.join(home, 'replaced');
  onDisk('mkdir', folder, () => makeFolder(folder));
  for (let n = 1; ; n++) {
    const aside = path.join(folder, `${path.basename(own)}-${n}`);
    if (fs.existsSync(aside)) continue;
    onDisk('rename', own, () => realDisk.rename(own, aside));
    return aside;
  }
}
