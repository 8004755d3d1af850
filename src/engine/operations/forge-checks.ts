import { versionIn } from '../../base/version.ts';
import { isGithub, isGitlab, parseAddress } from '../../forges/hosted-repository.ts';
import { signInEnvironment } from '../../forges/ask-program.ts';
import { findRemote } from '../../git/remote.ts';
import { openRepository } from '../../git/repository.ts';
import { type AskProgram, programAsker, unrecordedGit } from '../ask-program.ts';
import type { OperationContext } from '../conductor/services.ts';
import { readConfigIfValid } from '../repository-config.ts';

interface ForgeCheck {
  readonly id: 'gh' | 'glab';
  readonly state: 'good' | 'missing' | 'bad';
  readonly detail: string;
  readonly signed_in?: boolean;
}

interface Examining extends Pick<OperationContext, 'project' | 'env'> {
  readonly signal: AbortSignal;
}

/**
 * Whether the program that opens pull requests is here and knows the person; the host is not asked. What is missing is
 * bad only in a project that wants it: without the program its branch is pushed, and no pull request opened.
 */
export async function forgeChecks({ project, env, signal }: Examining): Promise<ForgeCheck[]> {
  const host = await hostOf({ project, env, signal });
  const isWanted = readConfigIfValid(project.root, 'config-project')?.delivery === 'pull-request';
  const ask = programAsker({ env, signal, own: signInEnvironment(env) });
  const absent = isWanted && host !== undefined ? 'bad' : 'missing';
  const check = async (id: ForgeCheck['id'], at: string): Promise<ForgeCheck> => {
    const version = await ask(id, ['--version']);
    if (!('said' in version)) return { id, state: version.silent === 'failed' ? 'bad' : absent, detail: '' };
    const signed_in = await isSignedIn(ask, id, at);
    return { id, state: signed_in ? 'good' : absent, detail: `${versionIn(version.said)}, ${at}`, signed_in };
  };
  const checks = [
    ...(host !== undefined && isGitlab(host) ? [] : [check('gh', host ?? 'github.com')]),
    ...(host !== undefined && isGithub(host) ? [] : [check('glab', host ?? 'gitlab.com')]),
  ];
  const all = await Promise.all(checks);
  // Of a company's own host it is not known which of the two it is: one that is signed in to it is enough.
  const found = all.filter(({ signed_in }) => signed_in === true);
  return host !== undefined && found.length > 0 ? found : all;
}

async function hostOf({ project, env, signal }: Examining): Promise<string | undefined> {
  const git = unrecordedGit(env, signal);
  const repository = await openRepository(git, project.root);
  const remote = repository.ok ? await findRemote(git, repository.value, '') : undefined;
  return remote === undefined ? undefined : parseAddress(remote.address)?.host;
}

/** By what the program has kept: the token itself is not looked at. */
async function isSignedIn(ask: AskProgram, program: ForgeCheck['id'], host: string): Promise<boolean> {
  const question =
    program === 'gh' ? ['auth', 'token', '--hostname', host] : ['config', 'get', 'token', '--host', host];
  const answer = await ask(program, question);
  return 'said' in answer && answer.said.trim() !== '';
}
