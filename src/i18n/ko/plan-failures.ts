import type { PlanProblem } from '../../base/plan-problem.ts';
import type { FailuresOf } from '../catalogue.ts';
import { withParticle } from '../particle.ts';
import { cycleText, firstProblems } from '../plan-problems.ts';
import { sizeOf } from '../size.ts';

export const planFailures: FailuresOf<'plan'> = {
  'plan.bad': ({ problems, count }) => ({
    message: `작업을 시작할 수 없습니다: ${linesOf(problems)}${count > firstProblems ? ` (외 ${count - firstProblems}개)` : ''}`,
    hint: problems.some(({ code }) => code === 'no_tasks')
      ? '작업은 이렇게 적습니다: - [ ] T1.1: 이름'
      : '파일을 고친 뒤 다시 실행하세요',
  }),
  'plan.none': ({ folder, looked }) => ({
    message: `${folder}에 작업 목록이 없습니다 (찾아본 곳: ${looked.join(', ')})`,
    hint: '"- [ ] T1.1: 이름" 같은 줄로 파일을 만들거나 직접 지정하세요: --tasks FILE',
  }),
  'plan.outside': ({ leadsTo }) => ({
    message: `프로젝트 밖을 가리키는 링크입니다: ${leadsTo}`,
    hint: '그 자리에 파일을 직접 두거나 지정하세요: --tasks FILE',
  }),
  'plan.import_bad': ({ reason, place, problems }) => ({
    message: `작업 목록으로 바꿀 수 없습니다: ${IMPORT[reason]}${place === '' ? '' : ` (${place})`}${problems.length === 0 ? '' : `: ${problems.slice(0, firstProblems).map(textOf).join('; ')}`}`,
    hint: reason === 'bad_graph' ? '의존성을 고친 뒤 다시 가져오세요' : null,
  }),
};

const IMPORT = {
  not_json: 'JSON이 아닙니다',
  not_task_master: 'Task Master의 tasks.json 형식이 아닙니다',
  bad_graph: '작업들이 그래프를 이루지 않습니다',
} as const;

function linesOf(problems: readonly PlanProblem[]): string {
  return problems
    .slice(0, firstProblems)
    .map((problem) => `${problem.line}행: ${textOf(problem)}`)
    .join('; ');
}

function textOf({ code, params }: PlanProblem): string {
  switch (code) {
    case 'no_tasks':
      return 'NO_TASKS: 작업이 없습니다';
    case 'too_large':
      return `TOO_LARGE: 크기가 ${sizeOf(params.size)}입니다. 최대 ${sizeOf(params.limit)}까지 읽습니다`;
    case 'too_many_deps':
      return `TOO_MANY_DEPS: 의존성이 ${params.limit}개를 넘습니다`;
    case 'bad_id':
      return `BAD_ID: '${params.id}' — 작업 id가 아닙니다 (예: T1.3)`;
    case 'bad_checkbox':
      return `BAD_CHECKBOX: ${params.id}의 [${params.mark}] — [ ] 또는 [x]여야 합니다`;
    case 'bad_phase':
      return `BAD_PHASE: ${params.id}의 Phase 번호가 아홉 자리를 넘습니다`;
    case 'duplicate_id':
      return `DUPLICATE_ID: ${withParticle(params.id, '은/는')} ${params.firstLine}행에 이미 있습니다`;
    case 'missing_dep': {
      const { suggestion } = params;
      return `MISSING_DEP: ${params.id}에 적힌 ${params.needs} — 그런 작업이 없습니다${suggestion === null ? '' : ` (혹시 ${suggestion}?)`}`;
    }
    case 'circular_dep':
      return `CIRCULAR_DEP: ${cycleText(params.cycle)}`;
    case 'later_phase':
      return `LATER_PHASE: ${params.id}(Phase ${params.phase})에 필요한 ${withParticle(params.needs, '은/는')} 더 뒤인 Phase ${params.needsPhase}에 있습니다`;
  }
}
