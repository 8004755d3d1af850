import type { PullRequestNews, Remark } from '../schema/pull-request.ts';
import type { ReadChecks } from './github-checks.ts';
import type { CommentNode, ReadNode, ThreadNode } from './github-queries.ts';
import { isOwnText } from './own-text.ts';

type Sorted = Pick<PullRequestNews, 'remarks' | 'others' | 'threads' | 'own'>;

interface Said {
  readonly comment: CommentNode;
  readonly about: Pick<Remark, 'id' | 'kind' | 'place'>;
}

/** A review that approves asks for nothing. */
const ASKS = new Set(['CHANGES_REQUESTED', 'COMMENTED']);

/**
 * What was said, by whether whoever said it may write to the repository. What we wrote ourselves is neither; anybody can
 * copy its mark, so that only those who may write count as us.
 */
export async function sortGithubRemarks(
  { reviewThreads, reviews, comments }: ReadNode,
  { remarks: ofChecks }: ReadChecks,
  canWrite: (login: string) => Promise<boolean>,
): Promise<Sorted> {
  const counts = async ({ author }: CommentNode) => author?.type === 'User' && (await canWrite(author.login));
  const isOwn = async (one: CommentNode) => isOwnText(one.body) && (one.viewerDidAuthor || (await counts(one)));
  const own = async (written: readonly CommentNode[]): Promise<string[]> => {
    const texts: string[] = [];
    for (const one of written) if (await isOwn(one)) texts.push(one.body);
    return texts;
  };
  const said = [
    ...reviewThreads.nodes.flatMap(inThread),
    ...reviews.nodes.filter(({ state }) => ASKS.has(state)).map((one) => aboutAll('review', one)),
    ...comments.nodes.map((one) => aboutAll('comment', one)),
  ];
  const [remarks, others]: [Remark[], Remark[]] = [[], []];
  for (const { comment, about } of said) {
    const { body: text, url, author } = comment;
    if (text.trim() === '' || (await isOwn(comment))) continue;
    ((await counts(comment)) ? remarks : others).push({ ...about, author: author?.login ?? '', text, url });
  }
  const threads: Sorted['threads'][number][] = [];
  for (const { id, isResolved, comments: of } of reviewThreads.nodes)
    threads.push({ id, isResolved, own: await own(of.nodes) });
  return { remarks: [...remarks, ...ofChecks], others, threads, own: await own(comments.nodes) };
}

const MOST_CODE_LINES = 12;

/** Each comment of a thread that is open; one that is resolved needs no answer. */
function inThread({ id, isResolved, path, comments, ...lines }: ThreadNode): Said[] {
  if (isResolved) return [];
  const last = lines.line ?? lines.originalLine;
  const first = lines.startLine ?? lines.originalStartLine ?? last;
  return comments.nodes.map((comment) => {
    const code = comment.diffHunk.split('\n').slice(-MOST_CODE_LINES).join('\n');
    return { comment, about: { id: `${id}/${comment.id}`, kind: 'thread', place: { path, first, last, code } } };
  });
}

function aboutAll(kind: 'review' | 'comment', comment: CommentNode): Said {
  return { comment, about: { id: comment.id, kind, place: null } };
}
