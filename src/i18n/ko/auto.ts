import type * as en from '../en/auto.ts';
import type { PlanProblem } from '../../base/plan-problem.ts';
import { formatCycle, formatSize, formatTaskIds, SHOWN_PROBLEMS } from '../format.ts';
import type { AutoFailures } from '../sentence.ts';
import { formatNames, leftAlone } from './failures.ts';
import { states } from './states.ts';
import { particleOf, withParticle } from './particle.ts';

export const autoFailures: AutoFailures = {
  'auto.none': () => ({
    message: '여기서 시작한 작업 목록이 없습니다',
    hint: 'TASKS.md로 시작하기: orchestral auto',
  }),
  'auto.unknown_task': ({ task, suggestion }) => ({
    message: `작업 ${withParticle(task, '이/가')} 없습니다`,
    hint:
      suggestion === null
        ? '작업 보기: orchestral auto status'
        : `혹시 ${withParticle(suggestion, '을/를')} 입력하려던 건가요?`,
  }),
  'auto.task_not_now': ({ task, status, wanted }) => ({
    message: `${task}: ${CANNOT[wanted]}${status === 'completed' ? '' : ` (지금 상태: ${states.task[status] ?? status})`}`,
    hint: '상태 보기: orchestral auto status',
  }),
  'auto.other_base': ({ base, wanted }) => ({
    message: `${base} 브랜치에서 시작한 작업입니다. ${wanted}에서 이어서 할 수 없습니다`,
    hint: `--base를 빼거나, ${wanted}에서 새로 시작하세요: orchestral auto --rebuild-state --base ${wanted}`,
  }),
  'auto.branch_in_the_way': ({ branch }) => ({
    message: `${branch} 브랜치의 이름은 Orchestral이 써야 하는 이름입니다`,
    hint: `브랜치 이름을 바꾸세요: git branch -m ${branch} 새-이름`,
  }),
  'auto.nothing_to_apply': () => ({
    message: '적용할 것이 없습니다. 끝난 작업은 모두 브랜치에 있습니다',
    hint: '상태 보기: orchestral auto status',
  }),
  'auto.phase_not_now': ({ phase, open }) => ({
    message:
      open === null
        ? `Phase ${phase}에는 할 일이 없습니다`
        : `Phase ${withParticle(String(phase), '은/는')} 아직 시작할 수 없습니다. Phase ${open}에 남은 작업이 있습니다`,
    hint: open === null ? 'Phase 보기: orchestral auto --dry-run' : `그것부터 하기: orchestral auto --phase ${open}`,
  }),
  'auto.agent_unusable': ({ kind, message }) => ({
    message: `에이전트를 쓸 수 없습니다: ${UNUSABLE[kind] ?? kind}${message === '' ? '' : `: ${message}`}`,
    hint: '원인 보기: orchestral agents test. 이어서 하기: orchestral auto --resume',
  }),
  'auto.unfinished': ({ failed, blocked, open }) => ({
    message: `모두 끝나지는 않았습니다: ${partsOf({ failed: failed.length, blocked, open })}`,
    hint:
      failed.length > 0
        ? `다시 하기: orchestral auto retry ${formatTaskIds(failed)} 다음 orchestral auto --resume. 건너뛰기: orchestral auto skip ${formatTaskIds(failed)}`
        : '이어서 하기: orchestral auto --resume',
  }),
  'auto.stuck': ({ phase, reason }) => ({
    message: `Phase ${phase}: 작업을 모두 병합하면 검사가 계속 실패합니다${reason === '' ? '' : `: ${reason}`}`,
    hint: '브랜치에서 직접 고치거나(이름: orchestral auto status) 작업을 다시 여세요: orchestral auto retry ID. 그다음: orchestral auto --resume',
  }),
  'auto.rebase_later': ({ phase }) => ({
    message: `Phase ${phase} 진행 중입니다. 최신 기준 브랜치에는 Phase 사이에만 맞출 수 있습니다`,
    hint: '계속하기: orchestral auto --resume',
  }),
  'auto.left_alone': ({ base, why, detail }) => ({
    message: `끝난 작업이 아직 ${base} 체크아웃에 없습니다: ${undelivered(why, detail)}`,
    hint: homeward(why, base),
  }),
  'auto.phase_waits': ({ phase }) => ({
    message: `Phase ${withParticle(String(phase), '은/는')} 승인을 기다립니다`,
    hint: `시작하기: orchestral auto --phase ${phase} --yes. 묻지 않게 하기: orchestral auto --ultra-thin`,
  }),
  'auto.list_done': ({ file }) => ({
    message: `시작했던 목록은 끝났고, ${file}에는 이제 다른 목록이 있습니다`,
    hint: '새로 시작하기: orchestral auto',
  }),
  'auto.stopped': () => ({ message: '작업을 중지했습니다', hint: '이어서 하기: orchestral auto --resume' }),
  'auto.agent_at_work': ({ tasks }) => ({
    message: `${formatTaskIds(tasks)}: 에이전트가 아직 작업 중입니다. 끝났는지 직접 확인해야 합니다`,
    hint: '터미널에서 다시 실행하면 확인을 묻습니다. 또는 먼저 중지하기: orchestral auto stop',
  }),
  'auto.new_tasks': ({ tasks }) => ({
    message: `그동안 목록에 새로 들어온 작업은 아직 시작하지 않았습니다: ${formatTaskIds(tasks)}`,
    hint: '새 작업 이어서 하기: orchestral auto --resume',
  }),
  'auto.conditions_cannot_run': ({ tasks, programs }) => ({
    message: `${formatTaskIds(tasks)}: 설치되지 않은 프로그램(${formatNames(programs)})이 있어 인수 명령을 실행할 수 없습니다`,
    hint: `설치한 뒤 orchestral answer ${tasks[0] ?? ''} --allow all, 그다음 orchestral auto --resume`,
  }),
  'auto.held': ({ tasks }) => ({
    message: `작업 ${tasks.length}개가 결정을 기다립니다: ${formatTaskIds(tasks)}`,
    hint: '발견 사항을 보고 결정하기: orchestral auto review, 그다음 orchestral auto --resume',
  }),
  'auto.file_exists': () => ({
    message: '이미 있습니다',
    hint: '바꾸려면 --yes를 붙이고, 다른 파일에 쓰려면 --tasks FILE로 지정하세요',
  }),
  'plan.bad': ({ problems, count }) => ({
    message: `올바른 작업 목록이 아닙니다: ${linesOf(problems)}${count > SHOWN_PROBLEMS ? ` (외 ${count - SHOWN_PROBLEMS}개)` : ''}`,
    hint: problems.some(({ code }) => code === 'no_tasks')
      ? '작업은 이렇게 적습니다: - [ ] T1.1: 이름. 다른 체크리스트는 orchestral auto import FILE로 바꿀 수 있습니다'
      : '파일을 고친 뒤 다시 실행하세요',
  }),
  'plan.none': ({ folder, looked }) => ({
    message: `${folder}에 작업 목록이 없습니다 (찾아본 곳: ${looked.join(', ')})`,
    hint: '"- [ ] T1.1: 이름" 같은 줄로 파일을 만들거나 직접 지정하세요: --tasks FILE',
  }),
  'plan.outside': ({ leadsTo }) => ({
    message: `프로젝트 밖을 가리키는 링크입니다: ${leadsTo}`,
    hint: '파일을 프로젝트에 복사하거나 지정하세요: --tasks FILE',
  }),
  'plan.import_bad': ({ reason, place, problems }) => ({
    message: `작업 목록으로 바꿀 수 없습니다: ${IMPORT[reason]}${place === '' ? '' : ` (${place})`}${problems.length === 0 ? '' : `: ${problems.slice(0, SHOWN_PROBLEMS).map(textOf).join('; ')}`}`,
    hint: IMPORT_HINTS[reason],
  }),
};

const CANNOT = {
  retry: '다시 시도할 것이 없습니다',
  complete: '이미 완료되었습니다',
  skip: '이미 완료되었습니다',
  exec: '지금은 실행할 수 없습니다',
} as const;

const UNUSABLE: Readonly<Record<string, string>> = {
  auth: '로그인되어 있지 않습니다',
  billing: '계정에 요금을 청구할 수 없습니다',
  not_installed: '설치되어 있지 않습니다',
};

function partsOf({ failed, blocked, open }: { failed: number; blocked: number; open: number }): string {
  return [
    ...(failed === 0 ? [] : [`실패 ${failed}`]),
    ...(blocked === 0 ? [] : [`막힘 ${blocked}`]),
    ...(open === 0 ? [] : [`남음 ${open}`]),
  ].join(', ');
}

function undelivered(why: string, detail: readonly string[]): string {
  const what = formatNames(detail);
  switch (why) {
    case 'conflict':
      return `브랜치에 새 커밋이 있어 작업과 충돌합니다: ${what}`;
    case 'red':
      return `브랜치에 새 커밋이 있고, 합치면 테스트가 실패합니다: ${what}`;
    case 'base_gone':
      return '브랜치가 더는 없습니다';
    case 'branch_moved':
      return '브랜치에 커밋이 계속 들어왔습니다';
    case 'phase_open':
      return '브랜치에 새 커밋이 있고, 작업이 아직 진행 중입니다';
    default:
      return leftAlone(why, why === 'refused' && what !== '' ? `: ${what}` : '');
  }
}

function homeward(why: string, base: string): string {
  const join = `직접 합치세요: git checkout ${base} && git merge orchestral/auto`;
  switch (why) {
    case 'conflict':
      return `에이전트가 양쪽을 합치고 전부 다시 테스트하게 하기: orchestral rebase auto. 또는 ${join} 실행 후 충돌을 해결하고 커밋하세요. 그다음: orchestral apply`;
    case 'red':
      return `에이전트가 고치고 전부 다시 테스트하게 하기: orchestral rebase auto. 또는 ${join} 실행 후 실패하는 것을 고치고 커밋하세요. 그다음: orchestral apply`;
    case 'phase_open':
      return 'Phase가 끝날 때 합쳐집니다: orchestral auto --resume';
    case 'refused':
      return '그 파일을 커밋하거나 옮긴 뒤 실행하세요: orchestral apply';
    default:
      return `orchestral apply를 실행하면 ${withParticle(base, '을/를')} orchestral/auto까지 fast-forward합니다. 고친 파일은 덮어쓰지 않습니다`;
  }
}

const IMPORT = {
  is_plan: '이미 작업 목록입니다',
  no_list: '체크리스트도, Task Master의 tasks.json도, JSON으로 내보낸 GitHub 이슈도 아닙니다',
  not_task_master: 'Task Master의 tasks.json 형식이 아닙니다',
  not_issues: 'GitHub 이슈 형식이 아닙니다',
  bad_graph: '의존성이 올바르지 않습니다',
} as const;

const IMPORT_HINTS = {
  is_plan: '그대로 쓰세요: orchestral auto --tasks FILE',
  no_list: '작업을 "- [ ] 이름"과 같은 줄로 적은 뒤 다시 가져오세요',
  not_task_master: '파일이 온전한지 확인하거나 "- [ ] 이름"과 같은 줄로 체크리스트를 적은 뒤 다시 가져오세요',
  not_issues: '다시 내보내기: gh issue list --json number,title,body,labels,state. 그 파일을 가져오세요',
  bad_graph: '의존성을 고친 뒤 다시 가져오세요',
} as const;

function linesOf(problems: readonly PlanProblem[]): string {
  return problems
    .slice(0, SHOWN_PROBLEMS)
    .map((problem) => `${problem.line}행: ${textOf(problem)}`)
    .join('; ');
}

function textOf({ code, params }: PlanProblem): string {
  switch (code) {
    case 'no_tasks':
      return 'NO_TASKS: 작업이 없습니다';
    case 'too_large':
      return `TOO_LARGE: 크기가 ${formatSize(params.size)}입니다. 최대 ${formatSize(params.limit)}까지 읽습니다`;
    case 'too_many_deps':
      return `TOO_MANY_DEPS: 의존성이 ${params.limit}개를 넘습니다`;
    case 'bad_id':
      return `BAD_ID: '${params.id}'${particleOf(params.id, '은/는')} 작업 id가 아닙니다 (예: T1.3)`;
    case 'bad_checkbox':
      return `BAD_CHECKBOX: ${params.id}의 [${params.mark}] 표시는 [ ] 또는 [x]여야 합니다`;
    case 'bad_phase':
      return `BAD_PHASE: ${params.id}의 Phase 번호가 아홉 자리를 넘습니다`;
    case 'duplicate_id':
      return `DUPLICATE_ID: ${withParticle(params.id, '은/는')} ${params.firstLine}행에 이미 있습니다`;
    case 'missing_dep': {
      const { suggestion } = params;
      return `MISSING_DEP: ${params.id}에 필요한 ${withParticle(params.needs, '이/가')} 없습니다${suggestion === null ? '' : ` (혹시 ${suggestion}?)`}`;
    }
    case 'circular_dep':
      return `CIRCULAR_DEP: ${formatCycle(params.cycle)}`;
    case 'later_phase':
      return `LATER_PHASE: ${params.id}(Phase ${params.phase})에 필요한 ${withParticle(params.needs, '은/는')} 더 뒤인 Phase ${params.needsPhase}에 있습니다`;
  }
}

export const autoScreens: typeof en.autoScreens = {
  auto: {
    begins: (tasks, mode, on) => `${tasks}, 브랜치 ${on}, 모드 ${mode}`,
    goesOn: (tasks, mode, on) => `이어서 하기: ${tasks}, 브랜치 ${on}, 모드 ${mode}`,
    tasksIn: (left, total, phases) => `Phase ${phases}개, 작업 ${total}개${left === total ? '' : ` 중 ${left}개 남음`}`,
    changes: {
      added: (ids) => `목록에 추가됨: ${ids}`,
      removed: (ids) => `목록에서 빠짐: ${ids}`,
      rewired: (id, needs) => `${id}의 의존성이 바뀜: ${needs === '' ? '없음' : needs}`,
    },
    andMore: (count) => `외 ${count}개`,
    more: (count) => `+ ${count}개 더`,
    phase: (phase) => `Phase ${phase}`,
    phasesMore: (count) => `+ Phase ${count}개`,
    prepared: '변경 전 기준 커밋에서 테스트를 실행했습니다',
    baseRed: '변경 전 기준 커밋에서 이미 실패하는 테스트가 있습니다. 작업 실패로 계산하지 않습니다',
    entered: (tasks) => `작업 ${tasks}개`,
    worked: '에이전트가 끝냈습니다. 병합을 기다립니다',
    completedByHand: '직접 완료로 처리함',
    attempts: (count) => `${count}번 시도`,
    attemptFailed: (nth, reason) => `${nth}번째 시도 실패: ${reason}`,
    failed: (attempts, reason) => (attempts === 0 ? `실패: ${reason}` : `${attempts}번 시도 후 실패: ${reason}`),
    givenUp: '직접 포기함',
    conflict: '먼저 병합된 작업과 충돌합니다. 에이전트가 해결합니다',
    skipped: '건너뜀',
    reopened: '다시 열었습니다',
    verdicts: { review: '병합하기 전에 검토합니다', hold: '결정을 기다립니다', work: '반려했습니다' },
    reviewed: '검토자가 허용했습니다',
    reviewFailed: (reason) => `검토하지 못했습니다(${reason}). 결정을 기다립니다`,
    answered: { merge: '허용했습니다', work: '거부했습니다. 다시 합니다' },
    probed: '다른 입력으로 확인했습니다',
    phaseDone: (done, total) => `완료, 작업 ${done}/${total}`,
    phaseRed: '모두 병합하면 검사가 실패합니다. 에이전트가 고칩니다',
    phaseStuck: '검사가 계속 실패합니다',
    repaired: '고쳤습니다',
    repairFailed: '고치지 못했습니다',
    delivered: (base) => `${base}에 반영했습니다`,
    movedTo: (base, commit) => `${base}: 이제 ${commit} 커밋입니다`,
    phasesDelivered: (count, base) => `끝난 Phase ${count}개가 ${base}에 있습니다`,
    blockedBy: (id, by) => `${id}: ${by} 때문에 막힘`,
    leftAlone: (base, why, detail) => `${base} 체크아웃은 그대로 두었습니다: ${undelivered(why, detail)}`,
    rebaseRed: '최신 기준 브랜치에서는 통과하지 못합니다',
    delivering: '체크아웃에 적용하는 중',
    steps: {
      work: '',
      wait: '재시도 대기',
      probe: '다른 입력으로 확인하는 중',
      merge: '병합하고 테스트하는 중',
      review: '검토하는 중',
      hold: '결정을 기다림',
      resolve: '충돌을 해결하는 중',
      prepare: '기준 커밋을 테스트하는 중',
      begin: 'Phase를 준비하는 중',
      'phase-merge': 'Phase를 병합하고 테스트하는 중',
      repair: 'Phase를 고치는 중',
      deliver: '반영하는 중',
      rebase: '최신 기준 브랜치에 맞추는 중',
    },
    attempt: (nth) => `${nth}번째 시도`,
    needsYou: (ids) => `결정이 필요합니다: ${formatNames(ids)} (orchestral auto review)`,
    counts: {
      failed: (count) => `실패 ${count}`,
      running: (count) => `진행 ${count}`,
      left: (count) => `남음 ${count}`,
      held: (count) => `결정 대기 ${count}`,
      interrupted: (count) => `중단 ${count}`,
      blocked: (count) => `막힘 ${count}`,
      skipped: (count) => `건너뜀 ${count}`,
      ready: (count) => `준비 ${count}`,
      pending: (count) => `대기 ${count}`,
      done: (done, total) => `${done}/${total} 완료`,
    },
    eta: (duration) => `약 ${duration} 남음`,
    briefly: (minutes) => (minutes < 60 ? `${minutes}분` : `${Math.floor(minutes / 60)}시간 ${minutes % 60}분`),
    nextPhase: (phase, tasks, blocked) =>
      `Phase ${withParticle(String(phase), '을/를')} 시작할까요? (작업 ${tasks}개${blocked === 0 ? '' : `, 막힘 ${blocked}개`})`,
    report: {
      allDone: (total) => `작업 ${total}개를 모두 끝냈습니다`,
      done: (done, total) => `작업 ${total}개 중 ${done}개를 끝냈습니다`,
      failed: '실패',
      blocked: '막힘',
      skipped: '건너뜀',
      by: (ids) => `원인 ${ids}`,
      held: '결정을 기다림',
      allowed: '허용된 것',
      allowedBy: {
        reviewer: (what) => `검토자가 허용함: ${what}`,
        person: (what) => `직접 허용함: ${what}`,
      },
      letThrough: (ids) => `검토자나 사람이 허용한 것: ${ids}`,
      unproven: (ids) => `증명되지 않음(변경이 없어도 모든 테스트가 통과): ${ids}`,
      notTestable: (ids) => `테스트가 불러올 수 있는 것이 없음: ${ids}`,
      wall: (duration) => `걸린 시간 ${duration}`,
      agents: (duration) => `에이전트 ${duration}`,
      wasted: (what) => `실패한 시도 ${what}`,
      kept: '실패한 작업에서 만든 것이 있는 브랜치:',
      seeAll: '모두 보기: orchestral auto status',
    },
    kinds: {
      tests_red: '테스트 실패',
      build_red: '빌드 실패',
      setup_red: '준비 명령 실패',
      tests_gone: '테스트가 없어짐',
      no_change: '바뀐 것이 없음',
      conflict: '충돌',
      acceptance: '인수 명령 실패',
      proof: '증명 실패',
      probe: '다른 입력으로 확인했으나 실패함',
      review: '검토에서 거부됨',
      ask: '승인이 필요함',
      outside: '자기 폴더 밖에 씀',
      person: '직접 포기함',
      crash: '에이전트 실패',
      denied: '에이전트에 필요한 도구가 거부됨',
      timeout: '에이전트 시간 초과',
      idle: '에이전트 응답 없음(시간 초과)',
      invalid_answer: '에이전트의 답을 쓸 수 없음',
      rate_limit: '사용량 제한에 걸림',
      overloaded: '에이전트가 과부하 상태',
      context_too_long: '대화가 에이전트에 비해 너무 김',
      refused: '에이전트가 거부함',
      max_turns: '에이전트의 턴이 너무 많음',
      budget: '시도의 예산을 다 씀',
    },
    interrupted: '중단되었습니다. 모두 저장되어 있습니다. 이어서 하기: orchestral auto --resume',
    kept: '모두 저장되어 있습니다. 이어서 하기: orchestral auto --resume',
    phaseOver: (phase) =>
      `Phase ${withParticle(String(phase), '이/가')} 끝났습니다. 나머지 이어서 하기: orchestral auto --resume`,
    failedThin: (id, attempts, reason) => `실패 ${id} (${attempts}×): ${reason}`,
    status: {
      title: (project, phase) => `${project} · Phase ${phase}`,
      worktree: '워크트리',
      conductedBy: (pid, host) => `${host}의 프로세스 ${pid}에서 실행 중`,
      next: {
        conducted: '중지하기: orchestral auto stop',
        done: '남은 일이 없습니다',
        failed: (ids) => `다시 하기: orchestral auto retry ${formatTaskIds(ids)} 다음 orchestral auto --resume`,
        leftAlone: '체크아웃에 적용하기: orchestral apply',
        held: '결정을 기다리는 작업 보기: orchestral auto review',
        goOn: '이어서 하기: orchestral auto --resume',
        asks: (phase) => `Phase ${phase} 시작하기: orchestral auto --phase ${phase} --yes`,
      },
    },
    dry: {
      title: (project, left, total) => `${project}: 작업 ${total}개${left === total ? '' : ` 중 ${left}개 남음`}`,
      nothing: '남은 일이 없습니다',
      failed: (ids, blocked) =>
        `실패한 작업: ${ids}${blocked === 0 ? '' : ` (이 때문에 막힌 작업 ${blocked}개)`}. 다시 시도하기: orchestral auto retry ID`,
      atOnce: (count) => (count === null ? '메모리가 허용하는 만큼 동시에' : `동시에 ${count}개`),
      phase: (phase, tasks, duration) => `Phase ${phase} · 작업 ${tasks}개 · ${duration}`,
      critical: '임계 경로',
      wall: (duration) => `예상 시간: ${duration}`,
      cost: (dollars) => `지금까지의 작업을 기준으로 약 ${dollars}`,
      noCost: '비용을 알 수 없음: 비용을 보고한 작업이 아직 없습니다',
      begin: '시작하기: orchestral auto',
    },
    stopped: '중지했습니다. 이어서 하기: orchestral auto --resume',
    stoppedNobody: '실행 중이 아니었습니다. 이제 중지된 상태입니다. 이어서 하기: orchestral auto --resume',
    stopping: (pid) => `중지하는 중입니다. 프로세스 ${withParticle(String(pid), '이/가')} 끝나기를 기다립니다 …`,
    slow: (pid) =>
      `중지하는 중입니다. 프로세스 ${withParticle(String(pid), '이/가')} 아직 종료되지 않았지만 곧 중지됩니다`,
    judged: {
      retry: (ids) => `다시 시도합니다: ${ids}`,
      complete: (ids) => `완료 처리: ${ids}`,
      skip: (ids) => `건너뜀: ${ids}`,
    },
    agentAtWork: (ids) => `에이전트가 ${ids} 작업 중입니다. 에이전트를 중지하고 완료로 처리할까요?`,
    queued: (ids) => `병합을 기다림: ${ids}`,
    readyNow: (ids) => `이제 준비됨: ${ids}`,
    leftOut: (ids) => `취소되었거나 미뤄졌거나 선택 사항이라 제외함: ${ids}`,
    guessed: {
      in_order: '순서대로라고 보았습니다: 작업마다 바로 앞의 작업이 필요합니다',
      subtasks_first: '하위 작업이 있는 작업은 그 뒤에 합니다',
      numbered: '작업 번호를 나온 순서대로 붙였습니다',
      independent: '다른 이슈를 적지 않은 이슈는 아무것도 필요하지 않다고 보았습니다',
    },
    otherTags: (tag, others) => `파일의 여러 목록 중 '${tag}'만 읽었습니다. 읽지 않은 것: ${others}`,
    imported: (tasks, file) => `작업 ${tasks}개를 ${file}에 썼습니다`,
    replaceFile: (file) => `${withParticle(file, '이/가')} 이미 있습니다. 바꿀까요?`,
    applied: (base) => `끝난 작업이 ${base}에 있습니다`,
    alsoWaits: '작업 목록에도 적용할 것이 있습니다: orchestral apply auto',
    appliedElsewhere: (pid) =>
      `프로세스 ${withParticle(String(pid), '이/가')} 작업 목록을 실행 중이며, 끝난 작업을 적용합니다`,
  },
};
