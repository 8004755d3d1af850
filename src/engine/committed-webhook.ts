import path from 'node:path';
import { isCommitted } from '../git/content.ts';
import { openRepository } from '../git/repository.ts';
import { placeOf } from '../schema/places.ts';
import type { ConfiguredCommand } from '../store/trust.ts';
import { unrecordedGit } from './ask-program.ts';
import type { Project } from './project.ts';
import { readDocument } from './read-document.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The webhook of a state file that came with the repository: nobody here may have asked for it. */
export async function readCommittedWebhook(project: Project, env: Environment): Promise<ConfiguredCommand | undefined> {
  const read = readDocument({ path: path.join(project.root, placeOf('auto-state')), name: 'auto-state' });
  const url = read.ok ? read.value.config.slack_webhook_url : null;
  if (url === null || !(await comesWithRepository(project, env))) return undefined;
  return committedWebhook(url);
}

export function committedWebhook(url: string): ConfiguredCommand {
  return { file: placeOf('auto-state'), place: 'config.slack_webhook_url', text: url };
}

/** The state file, its backup or the log: the settings of a person are read from each of them. */
export async function comesWithRepository({ root }: Project, env: Environment): Promise<boolean> {
  const git = unrecordedGit(env);
  const repository = await openRepository(git, root);
  if (!repository.ok) return false;
  const place = path.relative(repository.value.folder, path.join(root, placeOf('auto-state')));
  const name = path.basename(place).replace(/-.*$/, '-');
  return isCommitted(git, repository.value, path.dirname(place), name);
}
