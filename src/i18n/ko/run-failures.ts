import type { RunWanted } from '../../base/failure.ts';
import type { FailuresOf } from '../catalogue.ts';
import { sizeOf } from '../size.ts';

export const runFailures: FailuresOf<'work' | 'briefing' | 'run' | 'crp'> = {
  'work.cancelled': () => ({ message: '멈췄습니다', hint: '이어서 하기: orchestral resume' }),
  'briefing.empty': () => ({
    message: '브리핑이 비어 있습니다',
    hint: '원하는 것을 적으세요: orchestral start "list 명령에 --json 플래그 추가"',
  }),
  'briefing.too_large': ({ size, limit }) => ({
    message: `브리핑이 ${sizeOf(size)}입니다. ${sizeOf(limit)}까지만 읽습니다`,
    hint: '자세한 내용은 프로젝트의 파일에 적고 브리핑에서는 그 파일을 가리키세요',
  }),
  'run.unknown': ({ run, suggestion }) => ({
    message: `여기에는 실행 ${run}이(가) 없습니다`,
    hint: suggestion === null ? '목록 보기: orchestral runs' : `'${suggestion}'을(를) 뜻하셨나요?`,
  }),
  'run.none': ({ wanted }) => ({
    message: wanted === 'any' ? '여기에는 실행이 없습니다' : `${WAITS[wanted]} 실행이 없습니다`,
    hint: wanted === 'any' ? '시작하기: orchestral start "…"' : '어디까지 왔는지 보기: orchestral runs',
  }),
  'run.not_now': ({ run, phase, wanted }) => ({
    message: `${run}: ${wanted === 'any' ? '지금은 할 수 없습니다' : DOES_NOT[wanted]} (지금 단계: ${phase})`,
    hint: '어디까지 왔는지 보기: orchestral runs',
  }),
  'run.no_rounds_left': ({ run, iterations }) => ({
    message: `${run}은(는) ${iterations}번의 반복을 다 썼습니다`,
    hint: `더 허용하려면 .orchestral/runs/${run}/state.json의 max_iterations를 올린 뒤 orchestral resume ${run}`,
  }),
  'run.failed': ({ run, step, reason }) => ({
    message: `${run}: ${step} 단계에서 실패했습니다: ${reason}`,
    hint: `에이전트가 한 일 보기: orchestral logs ${run}. 그 단계를 다시 하기: orchestral resume ${run}`,
  }),
  'run.not_accepted': ({ run, iterations }) => ({
    message: `${run}: 실패했습니다. ${iterations}번의 반복에서 결과가 한 번도 통과하지 못했습니다`,
    hint: `이유는 .orchestral/runs/${run}/gatekeeper/review.md에 있습니다. 더 반복하려면 .orchestral/runs/${run}/state.json의 max_iterations를 올린 뒤 orchestral resume ${run}`,
  }),
  'run.stopped': ({ run }) => ({ message: `${run}: 멈춰 있습니다`, hint: `이어서 하기: orchestral resume ${run}` }),
  'run.pack_changed': ({ run, seen, now }) => ({
    message: `${run}의 꾸러미가 이제 ${seen.slice(0, 12)}이(가) 아니라 ${now.slice(0, 12)}을(를) 보여 줍니다. 아무것도 병합하지 않았습니다`,
    hint: `다시 보기: orchestral review ${run}`,
  }),
  'run.conflict': ({ run, base, paths }) => ({
    message: `${base}이(가) 움직여 ${run}과(와) 충돌합니다: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' …' : ''}. 아무것도 병합하지 않았습니다`,
    hint: `지금 상태 위에서 다시 만들게 하려면 orchestral reject ${run} --reason "…", 또는 orchestral/${run}을(를) 직접 병합하세요`,
  }),
  'run.red_when_merged': ({ run, base, names }) => ({
    message: `${base}이(가) 움직였고, ${run}과(와) 합치면 테스트가 실패합니다${names.length > 0 ? ` (${names.slice(0, 3).join(', ')})` : ''}. 아무것도 병합하지 않았습니다`,
    hint: `돌려보내기: orchestral reject ${run} --reason "…"`,
  }),
  'run.wants_approval': ({ run, commit }) => ({
    message: `${run}: 꾸러미가 보여 주는 바로 그 커밋의 승인을 기다립니다`,
    hint: `orchestral approve ${run} --commit ${commit}`,
  }),
  'run.base_gone': ({ run, base }) => ({
    message: `${run}을(를) 병합할 브랜치 ${base}이(가) 더는 없습니다. 아무것도 병합하지 않았습니다`,
    hint: `브랜치를 다시 만든 뒤 orchestral approve ${run}, 또는 orchestral/${run}을(를) 직접 병합하세요`,
  }),
  'run.base_moving': ({ run, base }) => ({
    message: `${run}을(를) 병합하는 동안 ${base}이(가) 계속 움직였습니다. 아무것도 병합하지 않았습니다`,
    hint: `잠잠해지면: orchestral approve ${run}`,
  }),
  'run.undelivered': ({ run, base, why, detail }) => ({
    message: `${run}은(는) 병합했지만 ${base} 체크아웃은 그대로 두었습니다: ${leftAlone(why, detail)}`,
    hint:
      why === 'refused'
        ? `걸리는 것을 치운 뒤(예: 커밋): orchestral apply ${run}`
        : `체크아웃에 들여오려면: orchestral apply ${run}`,
  }),
  'run.copy_gone': ({ run }) => ({
    message: `${run}이(가) 작업하던 폴더 사본은 정리되어 없습니다`,
    hint: `만든 것은 .orchestral/runs/${run}/mrp에 있습니다`,
  }),
  'run.wants_reason': ({ run }) => ({
    message: '거절에는 이유가 필요합니다. 다음 반복이 그 이유에서 시작합니다',
    hint: `orchestral reject ${run} --reason "…"`,
  }),
  'run.inside_agent': () => ({
    message: '에이전트 호출 안에서 시작된 orchestral은 아무것도 지휘하지 않습니다',
    hint: '여기서는 읽기만 하세요: orchestral status',
  }),
  'crp.unknown': ({ crp }) => ({
    message: `기다리는 질문 ${crp}이(가) 없습니다`,
    hint: '목록 보기: orchestral answer',
  }),
  'crp.ambiguous': ({ crp, runs }) => ({
    message: `${crp}이(가) 실행 ${runs.length}개에서 기다립니다: ${runs.join(', ')}`,
    hint: `어느 것인지 적으세요: orchestral answer ${crp} --run ${runs[0] ?? 'RUN'}`,
  }),
  'crp.answered': ({ crp, decision, at }) => ({
    message: `${crp}에는 이미 답이 있습니다: ${decision} (${at})`,
    hint: null,
  }),
  'crp.not_an_option': ({ crp, decision, options }) => ({
    message: `${crp}에는 선택지 ${decision}이(가) 없습니다: ${options.join(', ')}`,
    hint: '직접 적으려면: --decision other --notes "…"',
  }),
  'crp.needs_rationale': ({ crp, decision }) => ({
    message: '답에는 이유가 필요합니다. 결정과 함께 보관됩니다',
    hint: `orchestral answer ${crp} --decision ${decision} --rationale "…"`,
  }),
  'crp.which': ({ crps }) => ({
    message: `질문 ${crps.length}개가 기다립니다: ${crps.join(', ')}`,
    hint: `어느 것인지 적으세요: orchestral answer ${crps[0] ?? 'CRP'} --decision … --rationale "…"`,
  }),
  'crp.wants_answer': ({ crp }) => ({
    message: `${crp}이(가) 답을 기다립니다`,
    hint: `orchestral answer ${crp} --decision A --rationale "…"`,
  }),
};

function leftAlone(why: string, detail: string): string {
  const about = detail === '' ? '' : ` (${detail})`;
  switch (why) {
    case 'changed_files':
      return '변경된 파일이 있습니다';
    case 'operation_in_progress':
      return `진행 중인 git 작업이 있습니다${about}`;
    case 'index_locked':
      return `git이 잠가 두었습니다${about}`;
    case 'folder_missing':
      return '그 폴더가 없습니다';
    default:
      return `걸리는 것이 있습니다${about}`;
  }
}

const WAITS: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: '답을 기다리는',
  review: '검토할 꾸러미가 있는',
  approve: '승인을 기다리는',
  reject: '승인을 기다리는',
  apply: '아직 체크아웃에 들어오지 않은 결과가 있는',
  resume: '이어서 할 수 있는',
  stop: '진행 중인',
  clean: '끝난',
};

const DOES_NOT: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: '기다리는 질문이 없습니다',
  review: '검토할 꾸러미가 없습니다',
  approve: '승인을 기다리지 않습니다',
  reject: '승인을 기다리지 않습니다',
  apply: '적용할 것이 없습니다',
  resume: '끝난 실행이라 이어서 할 수 없습니다',
  stop: '진행 중이 아닙니다',
  clean: '끝나지 않아 지우지 않습니다',
};
