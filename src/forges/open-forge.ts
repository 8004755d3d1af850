import { catchFailure, throwFailure, unwrap } from '../base/failure.ts';
import { type ForgeProgram, forgeProgram } from './ask-program.ts';
import type { Forge, HostedRepository } from './forge.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { isGithub, isGitlab } from './hosted-repository.ts';

type ForgeTools = Pick<ForgeProgram, 'run' | 'env' | 'signal'>;

/** The host of a repository, once its program is there and the person is signed in; thrown as `forge.…` otherwise. */
export async function openForge(hosted: HostedRepository, tools: ForgeTools): Promise<Forge> {
  const { host } = hosted;
  if (isGithub(host)) return openGithub(hosted, tools);
  if (isGitlab(host)) return openGitlab(hosted, tools);
  // A company's own: whichever program the person signed in to it with.
  const opened = await catchFailure(() => openGithub(hosted, tools));
  if (opened.ok || !UNKNOWN.has(opened.error.code)) return unwrap(opened);
  const other = await catchFailure(() => openGitlab(hosted, tools));
  return other.ok || !UNKNOWN.has(other.error.code) ? unwrap(other) : throwFailure('forge.unknown_host', { host });
}

const UNKNOWN: ReadonlySet<string> = new Set([
  'forge.no_program',
  'forge.signed_out',
  'forge.unreachable',
  'forge.not_found',
]);

async function openGithub(hosted: HostedRepository, tools: ForgeTools): Promise<Forge> {
  const ask = forgeProgram({ program: 'gh', host: hosted.host, ...tools });
  await ask({ method: 'GET', path: 'user' });
  return github(ask, hosted);
}

async function openGitlab(hosted: HostedRepository, tools: ForgeTools): Promise<Forge> {
  const ask = forgeProgram({ program: 'glab', host: hosted.host, ...tools });
  await ask({ method: 'GET', path: 'user' });
  return gitlab(ask, hosted);
}
