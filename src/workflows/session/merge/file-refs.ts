import { keywords } from '../../../base/keywords.ts';
import { type PathToken, pathTokens, proseAround } from '../../../base/path-tokens.ts';
import type { DesignBrief } from '../../../schema/contracts/design.ts';
import type { Explored, TaskBreakdown } from '../../../schema/contracts/discovery.ts';
import { findPlaces, nameOf, plain } from './places.ts';

type FileRef = DesignBrief['file_refs'][number];
type Task = TaskBreakdown['tasks'][number];

interface Known {
  readonly explored: Explored;
  readonly paths: readonly string[];
}

/** More would tell the Architect nothing. */
const MOST_REFS = 30;

/** A name that fits more files than this names none of them. */
const MOST_PLACES = 3;

/**
 * Files that the task names come first: to modify where they exist, else to create. Then explored files that share a
 * telling word with it, the most alike first; one that is not in the tree is left out.
 */
export function fileRefsOf(task: Task, { explored, paths }: Known): FileRef[] {
  const text = textOf(task);
  const tokens = pathTokens(text);
  const named = namedFiles(tokens, paths);
  const isNamed = new Set(named.map(({ path }) => path));
  // `AuthService.java` names itself; its words do not relate every other service.
  const related = relatedFiles(proseAround(tokens, text), { explored, paths })
    .filter((path) => !isNamed.has(path))
    .map((path) => fileRef(path, 'exists'));
  return [...named, ...related].slice(0, MOST_REFS);
}

function textOf({ name, objective, subtasks }: Task): string {
  const parts = subtasks.flatMap((subtask) => [subtask.name, subtask.description]);
  return [name, objective, ...parts].join('\n').normalize('NFC');
}

/** A folder names no file. */
function namedFiles(tokens: readonly PathToken[], paths: readonly string[]): FileRef[] {
  const refs = tokens.flatMap((token) => {
    if (token.kind === 'folder') return [];
    const found = findPlaces(token, { files: paths, folders: [] });
    if (found.length === 0) return token.kind === 'file' ? [fileRef(token.path, 'to_create')] : [];
    return found.length > MOST_PLACES ? [] : found.map((path) => fileRef(path, 'to_modify'));
  });
  return [...new Map(refs.map((ref) => [ref.path, ref])).values()];
}

function relatedFiles(text: string, { explored, paths }: Known): string[] {
  const real = new Set(paths);
  const words = keywords(text);
  const files = explored.explored_files.map(({ path, summary }) => ({
    path: plain(path),
    words: keywords(`${path} ${summary}`),
  }));
  const scored = files.flatMap(({ path, words: own }) => {
    const shared = [...own].filter((word) => words.has(word) && tellsApart(word, files)).length;
    return shared > 0 && real.has(path) ? [{ path, shared }] : [];
  });
  return [...new Set(scored.sort((a, b) => b.shared - a.shared).map(({ path }) => path))];
}

/** A word that most explored files have, such as the name of the project, relates none of them. */
function tellsApart(word: string, files: readonly { readonly words: ReadonlySet<string> }[]): boolean {
  const having = files.filter(({ words }) => words.has(word)).length;
  return files.length < 4 || having * 2 <= files.length;
}

function fileRef(path: string, status: FileRef['status']): FileRef {
  return { entity: nameOf(path).replace(/(?<=.)\.[^.]+$/, ''), path, status };
}
