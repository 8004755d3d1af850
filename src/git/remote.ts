import type { Git, Repository } from './git.ts';
import { outputText } from './git-output.ts';
import { parseConfig, LIST_CONFIG } from './hardening.ts';

/** Where a branch of the user's is published. */
export interface Remote {
  readonly name: string;
  /** As the repository names it: the person's own `insteadOf` is applied by git. May hold a secret. */
  readonly address: string;
}

/** The remote that the branch follows, else `origin`, else the only one; undefined where there is none. */
export async function findRemote(git: Git, repository: Repository, branch: string): Promise<Remote | undefined> {
  const entries = parseConfig((await git.read(repository, LIST_CONFIG)).stdout);
  const valueOf = (key: string): string | undefined => entries.findLast((one) => one.key === key)?.value;
  const names = [...new Set(entries.flatMap(({ key }) => /^remote\.(.+)\.url$/su.exec(key)?.[1] ?? []))];
  const wanted = [valueOf(`branch.${branch}.remote`), 'origin', names.length === 1 ? names[0] : undefined];
  const name = wanted.find((one) => one !== undefined && names.includes(one));
  const address = name === undefined ? undefined : (valueOf(`remote.${name}.pushurl`) ?? valueOf(`remote.${name}.url`));
  return name === undefined || address === undefined ? undefined : { name, address };
}

/** The address without what signs in: for logs and people. */
export function withoutSecret(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/iu, (whole, scheme: string) =>
    /^ssh/iu.test(scheme) ? whole.replace(/:[^/@:]*@$/u, '@') : scheme,
  );
}

/** The commits of a remote's branch that another commit has not, the latest first: `subject (author)`. */
export async function commitsBeyond(
  git: Git,
  repository: Repository,
  { tip, commit }: { readonly tip: string; readonly commit: string },
): Promise<string[]> {
  const listed = await git.read(repository, [
    'rev-list',
    '--no-commit-header',
    '--max-count=5',
    '--format=%h %s (%an)',
    `${commit}..${tip}`,
  ]);
  const text = outputText(listed);
  return text === '' ? [] : text.split('\n');
}
