import { clip } from '../../base/clip.ts';
import type { DesignContract } from '../../schema/contracts/design.ts';
import type { Learned } from '../../schema/knowledge-edit.ts';

/** A test that failed on the way and passes now. */
interface Overcome {
  readonly task: string;
  readonly name: string;
  readonly reason: string;
  /** What the cause was and what put it right. */
  readonly lesson?: string;
}

const LONGEST_LESSON = 400;

/** The last line of an Implementer's closing words that begins with `Lesson:`; undefined where there is none. */
export function lessonIn(text: string): string | undefined {
  const lines = [...text.matchAll(/^[ \t>*_-]*lesson:[ \t*_]*(.+)$/gim)].map(([, lesson = '']) => lesson.trim());
  const lesson = lines.at(-1)?.replaceAll(/[*_]+$/g, '') ?? '';
  return lesson === '' ? undefined : clip(lesson, LONGEST_LESSON);
}

/** Something that claude-mem remembers of this project. */
export interface Observation {
  readonly id: string;
  readonly title: string;
}

/** Of decisions that claude-mem remembers. */
export const MEMORY_TOPIC = 'claude-mem';

export interface Sources {
  readonly contracts: readonly DesignContract[];
  /** Why invariants must hold, by task and id. */
  readonly reasons?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly overcome: readonly Overcome[];
  readonly observations: readonly Observation[];
  /** The day of the scan. */
  readonly today: string;
}

/** Everything a session has taught, whether it is known already or not. */
export function learnedFrom({ contracts, reasons = new Map(), overcome, observations, today }: Sources): Learned {
  const remembered = observations.map(({ id, title }) => ({
    topic: MEMORY_TOPIC,
    decision: title,
    rationale: `claude-mem #${id}`,
    refs: [],
    created_at: today,
  }));
  return {
    decisions: [
      ...contracts.flatMap((contract) => decisionsOf(contract, reasons.get(contract.task_id))),
      ...remembered,
    ].filter(({ decision }) => decision.trim() !== ''),
    pitfalls: pitfallsOf(overcome).filter(({ description }) => description.trim() !== ''),
  };
}

/** What a design settled: its invariants, and the boundaries that somebody gave a reason for. */
function decisionsOf(contract: DesignContract, reasons?: ReadonlyMap<string, string>): Learned['decisions'] {
  const { request_id, task_id, task_name: topic, invariants, boundaries, file_refs, created_at } = contract;
  const refs = file_refs.map(({ path }) => path);
  const settled = (decision: string, what: string, reason = '') => ({
    topic,
    decision,
    rationale: `${reason.trim() === '' ? '' : `${reason.trim()} · `}${request_id}/${task_id} ${what}`,
    refs,
    created_at: created_at.slice(0, 'YYYY-MM-DD'.length),
  });
  return [
    ...invariants.map(({ id, rule }) => settled(rule, id, reasons?.get(id))),
    ...boundaries.flatMap(({ from, to, allowed, note = '' }) => {
      const boundary = `${from} ${allowed ? '→' : '↛'} ${to}`;
      return note.trim() === '' ? [] : settled(`${boundary}: ${note}`, boundary);
    }),
  ];
}

/** Of a test that failed several times the last reason counts: it is the one that was overcome. */
function pitfallsOf(overcome: readonly Overcome[]): Learned['pitfalls'] {
  const last = new Map(overcome.map((failure) => [`${failure.task}\n${failure.name}`, failure]));
  return [...last.values()].map(({ task, name, reason, lesson }) => ({
    description: name,
    reason: lesson ?? clip(reason),
    learned_from: task,
  }));
}
