import type { PullRequestNews, Remark } from '../schema/pull-request.ts';
import type { ReadChecks } from './github-checks.ts';
import type { ReadNode, ThreadNode } from './github-queries.ts';
import { isOwnText } from './own-text.ts';

type Sorted = Pick<PullRequestNews, 'remarks' | 'others' | 'threads' | 'comments'>;

/** A review that approves asks for nothing. */
const ASKS = new Set(['CHANGES_REQUESTED', 'COMMENTED']);

/** What was said, by whether whoever said it may write to the repository. What we wrote ourselves is neither. */
export async function sortGithubRemarks(
  node: ReadNode,
  { remarks: ofChecks }: ReadChecks,
  canWrite: (login: string) => Promise<boolean>,
): Promise<Sorted> {
  const said = [
    ...node.reviewThreads.nodes.flatMap(threadRemarks),
    ...node.reviews.nodes.flatMap((one) => (ASKS.has(one.state) ? plainRemark('review', one) : [])),
    ...node.comments.nodes.flatMap((one) => plainRemark('comment', one)),
  ];
  const [remarks, others]: [Remark[], Remark[]] = [[], []];
  for (const one of said) (one.author !== '' && (await canWrite(one.author)) ? remarks : others).push(one);
  return {
    remarks: [...remarks, ...ofChecks],
    others,
    threads: node.reviewThreads.nodes.map(({ id, isResolved, comments }) => ({
      id,
      isResolved,
      comments: comments.nodes.map(({ body }) => body),
    })),
    comments: node.comments.nodes.map(({ body }) => body),
  };
}

const MOST_CODE_LINES = 12;

/** Each comment of a thread that is open; one that is resolved needs no answer. */
function threadRemarks({ id, isResolved, path, comments, ...lines }: ThreadNode): Remark[] {
  if (isResolved) return [];
  const last = lines.line ?? lines.originalLine;
  const first = lines.startLine ?? lines.originalStartLine ?? last;
  return comments.nodes
    .filter(({ body }) => body.trim() !== '' && !isOwnText(body))
    .map((comment) => ({
      id: `${id}/${comment.id}`,
      kind: 'thread',
      author: comment.author?.login ?? '',
      text: comment.body,
      url: comment.url,
      place: { path, first, last, code: comment.diffHunk.split('\n').slice(-MOST_CODE_LINES).join('\n') },
    }));
}

interface Said {
  readonly id: string;
  readonly body: string;
  readonly url: string;
  readonly author: { readonly login: string } | null;
}

function plainRemark(kind: 'review' | 'comment', { id, body, url, author }: Said): Remark[] {
  if (body.trim() === '' || isOwnText(body)) return [];
  return [{ id, kind, author: author?.login ?? '', text: body, url, place: null }];
}
