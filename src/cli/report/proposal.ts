import type { RunEvent } from '../../engine/door/runs.ts';
import { formatFailure } from '../../i18n/catalogue.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { troubleIn } from '../../engine/door/proposal-view.ts';
import type { ProposalView } from '../../schema/views/proposal-view.ts';
import type { Context } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { headedLines } from '../terminal/layout.ts';

type Publication = Extract<RunEvent, { type: 'published' }>['data']['publication'];
type News = Extract<RunEvent, { type: 'synced' }>['data']['news'];

export function publishedFacts(
  { remote, branch, url, draft }: Publication,
  { pullRequest: said }: Catalogue,
): string[] {
  return [
    said.pushed(remote, branch),
    ...(url === null ? [] : [said.opened(url)]),
    ...(draft && url !== null ? [said.draft] : []),
  ];
}

export function newsFacts(news: News, { pullRequest: said }: Catalogue, toAgent = said.remarks): string[] {
  const { state, landed, checks, remarks, others, answered, conflicts, theirs } = news;
  const facts = [
    ...(landed === null ? [] : [said.merged(landed.slice(0, 12))]),
    ...(state === 'closed' ? [said.closed] : []),
    ...(checks === null || checks.passed + checks.failed + checks.pending === 0
      ? []
      : [said.checks(checks.passed, checks.failed, checks.pending)]),
    ...(remarks.length === 0 || landed !== null ? [] : [toAgent(remarks.length)]),
    ...(answered.length === 0 ? [] : [said.answered(answered.length)]),
    ...(others.length === 0 ? [] : [said.others(others.length)]),
    ...(conflicts.length === 0 ? [] : [said.conflicts(news.publication.base)]),
    ...(theirs === null ? [] : [said.theirs]),
  ];
  return facts.length === 0 ? [said.noNews] : facts;
}

/** One line that says what was in the way, and what to do about it. */
export function troubleDetails({ trouble }: Pick<Publication, 'trouble'>, words: Catalogue) {
  if (trouble === null) return {};
  const { message, hint } = formatFailure(words, troubleIn(trouble));
  const details = [message, ...(hint === null ? [] : [hint])];
  return { icon: '!', details, weight: 'warn' } as const;
}

/** Where published work stands, and what can be done about it. */
export function sayProposed(
  context: Context,
  { id, proposal }: { readonly id: string; readonly proposal: ProposalView | null },
): ExitCode {
  const { flags, answer } = context;
  if (proposal !== null && !flags.quiet && !flags.json) answer(proposalLines(context, id, proposal).join('\n'));
  return exit.done;
}

export function proposalLines(context: Context, id: string, proposal: ProposalView): string[] {
  const { words } = context;
  const said = words.pullRequest;
  const { remote, branch, base, url, link, state, draft, checks, others, trouble, remarks } = proposal;
  const title = url === null ? said.pushed(remote, branch) : said.opened(url);
  const isCounted = checks !== null && checks.passed + checks.failed + checks.pending > 0;
  const facts = [
    said.states[state],
    ...(draft ? [said.draft] : []),
    ...(isCounted ? [said.checks(checks.passed, checks.failed, checks.pending)] : []),
    ...(remarks.answered > 0 ? [said.answered(remarks.answered)] : []),
  ];
  const { message, hint } = trouble === null ? { message: null, hint: null } : formatFailure(words, troubleIn(trouble));
  const lines = [
    `${branch} → ${base}: ${facts.join(' · ')}`,
    ...(url !== null ? [] : [link === null ? said.noLink(remote, branch) : said.openIt(link)]),
    ...(message === null ? [] : [message]),
    ...(hint === null ? [] : [hint]),
    ...(others.length === 0
      ? []
      : [said.others(others.length), ...others.map(({ author, url: at }) => `  ${author}: ${at}`)]),
    ...(state === 'merged' ? [said.mergedHint(base)] : [said.sync(id)]),
  ];
  return headedLines(`🔀 ${title}`, lines, context);
}
