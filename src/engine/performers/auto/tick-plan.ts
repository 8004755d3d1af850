import fs from 'node:fs';
import path from 'node:path';
import { readTreeFile, writeTreeFile } from '../../../git/tree-file.ts';
import { isInside } from '../../../files/inside.ts';
import { putFile } from '../../../files/put.ts';
import { tick } from '../../../plans/tick.ts';
import type { Graph } from '../../../workflows/auto/graph-state.ts';
import type { AutoPlan, AutoServices } from './job.ts';

/** TASKS.md as the repository names it; null where it lies outside. */
export function planPath({ plan, repository }: Pick<AutoServices, 'plan' | 'repository'>): string | null {
  if (plan.file === '' || !isInside(plan.file, repository.folder)) return null;
  return path.relative(repository.folder, plan.file).split(path.sep).join('/');
}

/** A tree with the boxes of these tasks ticked, where it has the file. */
export async function tickedTree(
  services: AutoServices,
  { tree, ids }: { readonly tree: string; readonly ids: readonly string[] },
): Promise<string> {
  const { git, repository } = services;
  const file = planPath(services);
  if (file === null) return tree;
  const found = await readTreeFile(git, repository, { tree, path: file });
  const content = found === null ? null : tick(found, ids);
  return content === null ? tree : await writeTreeFile(git, repository, { tree, path: file, content });
}

/** A TASKS.md that git does not know is ticked where it lies. */
export async function tickInPlace(
  services: AutoServices,
  { tree, ids }: { readonly tree: string; readonly ids: readonly string[] },
): Promise<void> {
  const { git, repository, plan, disk } = services;
  const file = planPath(services);
  const tracked = file === null ? null : await readTreeFile(git, repository, { tree, path: file });
  if (tracked !== null || !fs.existsSync(plan.file)) return;
  // A person may have told git of it since.
  const listed = file === null ? null : await git.read(repository, ['ls-files', '-z', '--', file]);
  if (listed !== null && listed.stdout.length > 0) return;
  const content = tick(fs.readFileSync(plan.file), ids);
  if (content === null) return;
  // The boxes are a courtesy there: what is done stands in the log, and the next merge tries again.
  const put = putFile(disk, plan.file, { kind: 'file', bytes: content });
  if (put.ok || told.has(plan)) return;
  told.add(plan);
  services.onNotice({ code: 'tasks.not_ticked', params: { file: plan.file, reason: put.error } });
}

/** Plans of which it was said that they cannot be written. */
const told = new WeakSet<AutoPlan>();

/** What is done and was not left out by a person. */
export function doneIn({ order, tasks }: Graph): string[] {
  return order.filter((id) => tasks[id]?.status === 'completed' && !tasks[id].skipped);
}
