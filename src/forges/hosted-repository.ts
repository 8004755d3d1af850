import type { HostedRepository } from './forge.ts';

/** Of `https://host/owner/name.git`, `git@host:owner/name.git` or `ssh://git@host:22/owner/name`; undefined of others. */
export function parseAddress(address: string): HostedRepository | undefined {
  const [, url] = /^(?:https?|ssh|git):\/\/(.+)$/iu.exec(address) ?? [];
  const [, host = '', path = ''] =
    url === undefined
      ? (/^(?:[^@/:]+@)?([^/:]{2,}):(?!\/\/)\/?(.+)$/u.exec(address) ?? [])
      : (/^(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/u.exec(url) ?? []);
  const name = path.replace(/\/+$/u, '').replace(/\.git$/u, '');
  const isOne = /^[\w.-]+(?:\/[\w.~-]+)+$/u.test(name) && /^[\w.-]+$/u.test(host) && !name.includes('..');
  return isOne ? { host: host.toLowerCase(), path: name } : undefined;
}

/** Where a person opens a pull request by hand. */
export function openLink(
  { host, path }: HostedRepository,
  { branch, base }: { readonly branch: string; readonly base: string },
): string {
  const [from, to] = [encodeURIComponent(branch), encodeURIComponent(base)];
  if (isGitlab(host))
    return `https://${host}/${path}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${from}&merge_request%5Btarget_branch%5D=${to}`;
  if (host.includes('bitbucket')) return `https://${host}/${path}/pull-requests/new?source=${from}&dest=${to}`;
  return `https://${host}/${path}/compare/${escapeBranch(base)}...${escapeBranch(branch)}?expand=1`;
}

export function isGitlab(host: string): boolean {
  return /(?:^|\.)gitlab\./u.test(host);
}

export function isGithub(host: string): boolean {
  return /(?:^|\.)(?:github\.[a-z]+|ghe\.com)$/u.test(host) || /(?:^|\.)github\./u.test(host);
}

function escapeBranch(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}

/** The number of an issue, of `12`, `#12` or an address of this repository; undefined of what is none. */
export function issueNumber(named: string, { host, path }: HostedRepository): number | undefined {
  const [, number] = /^#?([1-9]\d{0,9})$/u.exec(named.trim()) ?? [];
  if (number !== undefined) return Number(number);
  const [, atHost, atPath, linked] =
    /^https?:\/\/([^/]+)\/(.+?)\/(?:-\/)?(?:issues|work_items)\/([1-9]\d{0,9})(?:[?#].*)?$/u.exec(named.trim()) ?? [];
  const isHere = atHost?.toLowerCase() === host && atPath?.toLowerCase() === path.toLowerCase();
  return isHere ? Number(linked) : undefined;
}
