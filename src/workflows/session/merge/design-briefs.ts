import type { DesignBrief } from '../../../schema/contracts/design.ts';
import type { Explored, TaskBreakdown } from '../../../schema/contracts/discovery.ts';
import type { ProjectTree, Replacement } from './assumptions.ts';
import { fileRefsOf } from './file-refs.ts';

/** Plan and exploration, merged: what each task is about, in the order of the plan. */
export function designBriefs({
  breakdown,
  explored,
  tree,
  created_at,
  language,
  replacements = [],
}: {
  readonly breakdown: TaskBreakdown;
  readonly explored: Explored;
  readonly tree: Pick<ProjectTree, 'paths'>;
  readonly created_at: string;
  readonly language: keyof typeof TESTS_PASS;
  /** Of wrong assumptions: nobody is told to create what lies elsewhere. */
  readonly replacements?: readonly Replacement[];
}): DesignBrief[] {
  const tasks = breakdown.tasks.map((task) => corrected(task, replacements));
  return tasks.map((task) => ({
    version: 1,
    request_id: breakdown.request_id,
    task_id: task.id,
    created_at,
    created_by: 'orchestrator',
    task_name: task.name,
    objective: task.objective,
    subtasks: task.subtasks.map(({ id, name }) => ({ id, name })),
    completion_criteria: [task.objective, TESTS_PASS[language]],
    scope_in: unique([task.objective, ...task.subtasks.map(({ description }) => description)]),
    scope_out: unique(tasks.filter(({ id }) => id !== task.id).map(({ objective }) => objective)),
    file_refs: fileRefsOf(task, { explored, paths: tree.paths }),
  }));
}

type Task = TaskBreakdown['tasks'][number];

/** Names stay: they are how the plan calls its parts. */
function corrected(task: Task, replacements: readonly Replacement[]): Task {
  const put = (text: string): string => replacements.reduce(replacePath, text);
  return {
    ...task,
    objective: put(task.objective),
    subtasks: task.subtasks.map((one) => ({ ...one, description: put(one.description) })),
  };
}

/** The whole path only: `src/auth.ts` is no part of `lib/src/auth.ts` or `src/auth.ts.bak`. */
function replacePath(text: string, { path, found }: Replacement): string {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  const before = String.raw`(?<![\p{L}\p{N}_.@/-])(?:\.\/)?`;
  const after = String.raw`(?![\p{L}\p{N}_@/-]|\.[\p{L}\p{N}])`;
  return text.replaceAll(new RegExp(`${before}${escaped}${after}`, 'gu'), () => found);
}

/** Part of the document, not of a message: the brief is written in the language of the request. */
const TESTS_PASS = { en: 'All test contracts pass', ko: '모든 테스트 계약 통과' } as const;

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text.trim() !== '');
}

/**
 * Whether a subtask's name says nothing but that tests are to be written. Test first is inside every subtask, so such a
 * subtask has nothing of its own.
 */
export function onlyWritesTests(name: string): boolean {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[가-힣]+|[a-z0-9]+/g) ?? [];
  const plain = words.join(' ');
  return ENGLISH.test(plain) || KOREAN.test(plain);
}

const KIND =
  '(?:unit|integration|e2e|end to end|functional|acceptance|regression|automated|failing|단위|유닛|통합|기능|인수|회귀|자동화)';

const ENGLISH = new RegExp(
  String.raw`^(?:(?:writ(?:e|ing)|add(?:ing)?|creat(?:e|ing)|implement(?:ing)?|prepar(?:e|ing)|mak(?:e|ing))\s)?` +
    String.raw`(?:(?:a|an|the|some|all|new|needed|necessary)\s)*(?:${KIND}\s(?:and\s)?)*` +
    String.raw`(?:tests?(?:\s(?:code|cases?|suites?|files?))?(?:\s(?:first|writing|creation))?|testing)$`,
);

const KOREAN = new RegExp(
  String.raw`^(?:${KIND}\s?(?:및\s|와\s|과\s)?)*(?:테스트|tests?)\s?(?:코드|케이스|파일)?(?:을|를)?\s?(?:먼저\s|우선\s)?` +
    String.raw`(?:(?:작성|추가|구현|생성|준비|개발)(?:하기|한다|하자|함)?|만들기|쓰기)?$`,
);
