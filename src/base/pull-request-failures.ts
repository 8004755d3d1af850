/** What may go wrong where work is published, and with the hosts of repositories. */
export interface PullRequestFailureParams {
  /** Hosts of repositories. Of one that we know nothing of: neither program is signed in to it. */
  'forge.unknown_host': { readonly host: string };
  'forge.no_program': { readonly program: 'gh' | 'glab'; readonly host: string };
  'forge.signed_out': { readonly program: 'gh' | 'glab'; readonly host: string };
  /** The person may not do this there. */
  'forge.denied': { readonly host: string; readonly what: string; readonly message: string };
  'forge.not_found': { readonly host: string; readonly what: string };
  'forge.refused': { readonly host: string; readonly what: string; readonly message: string };
  /** Too many questions; null: it does not say for how long. */
  'forge.limited': { readonly host: string; readonly seconds: number | null };
  'forge.unreachable': { readonly host: string; readonly reason: string };
  /** An answer that makes no sense. */
  'forge.garbage': { readonly host: string; readonly what: string };
  /** The address of the remote names no host: a folder, for example. */
  'pull_request.no_host': { readonly address: string };
  'pull_request.not_fetched': { readonly remote: string; readonly reason: string };
  /** Nothing was published that could be looked after. */
  'pull_request.none': { readonly named: string };
  /** Nothing was pushed: `why` as in `PublishRefusal`, `again` is the command that tries it once more. */
  'pull_request.not_pushed': {
    readonly id: string;
    readonly why: string;
    readonly detail: readonly string[];
    readonly again: string;
  };
  /** It is published already. */
  'pull_request.published': { readonly id: string; readonly url: string };
  /** Only people with write access give work to agents. */
  'pull_request.stranger': { readonly issue: string; readonly author: string };
  'pull_request.not_an_issue': { readonly named: string; readonly repository: string };
  'pull_request.no_remote': Record<never, never>;
  'pull_request.no_issues': { readonly label: string };
}
