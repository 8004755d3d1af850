import { clip } from '../../base/clip.ts';
import type { Decision, Pitfall } from '../../schema/knowledge.ts';
import { MEMORY_TOPIC } from './learn.ts';
import { decisionsQuery, domainQuery, failedTestsQuery, failureQuery, fileQuery } from './mem-triggers.ts';

/** Something that claude-mem is to remember. */
export interface MemoryNote {
  readonly project: string;
  readonly title: string;
  readonly text: string;
}

export interface NotesOf {
  readonly project: string;
  readonly decisions: readonly Pick<Decision, 'topic' | 'decision' | 'rationale' | 'refs'>[];
  readonly pitfalls: readonly Pick<Pitfall, 'description' | 'reason'>[];
  /** The subtask that a pitfall was overcome in, by its description. */
  readonly subtaskOf: (description: string) => string | undefined;
}

const MOST_FILES = 20;
const LONGEST_TITLE = 200;

/**
 * What was learned, for claude-mem. Without a vector search it finds only what holds the words of a query one after the
 * other: each note has the queries in it that the table would ask for it with. What came from claude-mem is there already.
 */
export function memoryNotes({ project, decisions, pitfalls, subtaskOf }: NotesOf): MemoryNote[] {
  const note = (title: string, lines: readonly string[]): MemoryNote => ({
    project,
    title: clip(title.replaceAll(/\s+/g, ' '), LONGEST_TITLE),
    text: lines.filter((line) => line.trim() !== '').join('\n'),
  });
  return [
    ...decisions
      .filter(({ topic }) => topic !== MEMORY_TOPIC)
      .map(({ topic, decision, rationale, refs }) =>
        note(`${decisionsQuery(project)}: ${decision}`, [
          `${topic}: ${decision}`,
          rationale,
          ...domainQuery(project, refs),
          ...refs.slice(0, MOST_FILES).map((file) => fileQuery(project, file)),
        ]),
      ),
    ...pitfalls.map(({ description, reason }) => {
      const subtask = subtaskOf(description);
      return note(`${failedTestsQuery(project)}: ${description}`, [
        `${description}: ${reason}`,
        ...(subtask === undefined ? [] : [failureQuery(project, subtask)]),
      ]);
    }),
  ];
}
