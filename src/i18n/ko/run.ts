import type * as en from '../en/run.ts';
import type { RunWanted } from '../../base/failure.ts';
import { formatSize } from '../format.ts';
import type { RunFailures } from '../sentence.ts';
import { leftAlone } from './failures.ts';
import { states } from './states.ts';
import { particleOf, withParticle } from './particle.ts';

export const runFailures: RunFailures = {
  'work.cancelled': () => ({ message: '중지했습니다', hint: '이어서 하기: orchestral resume' }),
  'briefing.empty': () => ({
    message: '브리핑이 비어 있습니다',
    hint: '원하는 것을 적으세요: orchestral start "list 명령에 --json 플래그 추가"',
  }),
  'briefing.too_large': ({ size, limit }) => ({
    message: `브리핑이 ${formatSize(size)}입니다. ${formatSize(limit)}까지만 읽습니다`,
    hint: '자세한 내용은 프로젝트의 파일에 적고 브리핑에서는 그 파일을 가리키세요',
  }),
  'run.unknown': ({ run, suggestion }) => ({
    message: `여기에는 실행 ${withParticle(run, '이/가')} 없습니다`,
    hint:
      suggestion === null
        ? '목록 보기: orchestral runs'
        : `혹시 '${suggestion}'${particleOf(suggestion, '을/를')} 입력하려던 건가요?`,
  }),
  'run.none': ({ wanted }) => ({
    message: wanted === 'any' ? '여기에는 실행이 없습니다' : `${WAITS[wanted]} 실행이 없습니다`,
    hint: wanted === 'any' ? '시작하기: orchestral start "하고 싶은 일"' : '실행 목록 보기: orchestral runs',
  }),
  'run.not_now': ({ run, phase, wanted }) => ({
    message: `${run}: ${wanted === 'any' ? '지금은 할 수 없습니다' : DOES_NOT[wanted]} (지금 상태: ${states.run[phase] ?? phase})`,
    hint: '실행 목록 보기: orchestral runs',
  }),
  'run.no_rounds_left': ({ run, iterations }) => ({
    message: `${run}: ${iterations}라운드를 모두 썼습니다`,
    hint: `더 허용하려면 .orchestral/runs/${run}/state.json의 max_iterations를 올린 뒤 orchestral resume ${run}`,
  }),
  'run.failed': ({ run, step, reason }) => ({
    message: `${run}: ${step} 단계에서 실패했습니다: ${reason}`,
    hint: `기록 보기: orchestral logs ${run}. 다시 시도하기: orchestral resume ${run}`,
  }),
  'run.agent_unusable': ({ run, step, reason }) => ({
    message: `${run}: ${step} 단계에서 에이전트를 쓸 수 없어 중지되었습니다: ${reason}`,
    hint: `로그인 상태 보기: orchestral doctor. 이어서 하기: orchestral resume ${run}`,
  }),
  'run.not_accepted': ({ run, iterations }) => ({
    message: `${run}: 실패했습니다. ${iterations}라운드 동안 결과가 받아들여지지 않았습니다`,
    hint: `이유는 .orchestral/runs/${run}/gatekeeper/review.md에 있습니다. 라운드를 늘리려면 .orchestral/runs/${run}/state.json의 max_iterations를 올린 뒤 orchestral resume ${run}`,
  }),
  'run.stopped': ({ run }) => ({ message: `${run}: 중지된 상태입니다`, hint: `이어서 하기: orchestral resume ${run}` }),
  'run.pack_changed': ({ run, seen, now }) => ({
    message: `${run}의 커밋이 ${seen.slice(0, 12)}에서 ${withParticle(now.slice(0, 12), '으로/로')} 바뀌었습니다. 병합하지 않았습니다`,
    hint: `다시 보기: orchestral review ${run}`,
  }),
  'run.conflict': ({ run, base, paths }) => ({
    message: `${base}에 새 커밋이 있어 ${withParticle(run, '와/과')} 충돌합니다: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' …' : ''}. 아무것도 병합하지 않았습니다`,
    hint: `에이전트가 충돌을 풀고 다시 검증하게 하기: orchestral rebase ${run}. 또는 orchestral/${withParticle(run, '을/를')} 직접 병합하세요`,
  }),
  'run.red_when_merged': ({ run, base, names }) => ({
    message: `${base}에 새 커밋이 있고, ${withParticle(run, '와/과')} 합치면 테스트가 실패합니다${names.length > 0 ? ` (${names.slice(0, 3).join(', ')})` : ''}. 아무것도 병합하지 않았습니다`,
    hint: `최신 ${base}에 맞춰 다시 검증하기: orchestral rebase ${run}. 반려하기: orchestral reject ${run} --reason "…"`,
  }),
  'run.wants_allowing': ({ run, items }) => ({
    message: `${withParticle(run, '을/를')} 승인하려면 다음 ${items.length}개를 허용해야 합니다: ${items.join(', ')}`,
    hint: `살펴보기: orchestral review ${run}. 허용하기: orchestral approve ${run} --allow all`,
  }),
  'run.wants_approval': ({ run, commit }) => ({
    message: `${run}: 커밋 ${commit.slice(0, 12)}의 승인을 기다립니다`,
    hint: `orchestral approve ${run} --commit ${commit}`,
  }),
  'run.base_gone': ({ run, base }) => ({
    message: `${withParticle(run, '을/를')} 병합할 브랜치 ${withParticle(base, '이/가')} 더는 없습니다. 아무것도 병합하지 않았습니다`,
    hint: `브랜치를 다시 만든 뒤 orchestral approve ${run}, 또는 orchestral/${withParticle(run, '을/를')} 직접 병합하세요`,
  }),
  'run.base_moving': ({ run, base }) => ({
    message: `${withParticle(run, '을/를')} 병합하는 동안 ${base}에 커밋이 계속 들어왔습니다. 아무것도 병합하지 않았습니다`,
    hint: `다시 시도하기: orchestral approve ${run}`,
  }),
  'run.undelivered': ({ run, base, why, detail }) => ({
    message: `${run}: 병합했지만 ${base} 체크아웃은 바뀌지 않았습니다: ${leftAlone(why, detail === '' ? '' : ` (${detail})`)}`,
    hint:
      why === 'refused'
        ? `그 파일을 커밋하거나 옮긴 뒤: orchestral apply ${run}`
        : `체크아웃에 적용하기: orchestral apply ${run}`,
  }),
  'rebase.base_gone': ({ id, base }) => ({
    message: `${withParticle(id, '이/가')} 시작한 브랜치 ${withParticle(base, '이/가')} 이제 없습니다`,
    hint: '브랜치를 다시 만든 뒤 명령을 다시 실행하세요',
  }),
  'rebase.not_moved': ({ id, base }) => ({
    message: `${id}: 이미 최신 ${base}에 맞춰져 있습니다`,
    hint: '다음에 할 일 보기: orchestral status',
  }),
  'rebase.no_branch': ({ id }) => ({
    message: `${withParticle(id, '은/는')} git이 없는 폴더에서 실행되므로 맞출 브랜치가 없습니다`,
    hint: '지금 폴더 내용으로 새 실행 시작하기: orchestral start "하고 싶은 일"',
  }),
  'run.copy_gone': ({ run }) => ({
    message: `${withParticle(run, '이/가')} 작업하던 폴더 사본은 정리되어 없습니다`,
    hint: `만든 것은 .orchestral/runs/${run}/mrp에 있습니다`,
  }),
  'run.wants_reason': ({ run }) => ({
    message: '반려에는 이유가 필요합니다. 다음 라운드에 그 이유가 전달됩니다',
    hint: `orchestral reject ${run} --reason "…"`,
  }),
  'run.inside_agent': () => ({
    message: '에이전트가 시작한 orchestral은 작업을 시작할 수 없습니다',
    hint: '상태는 볼 수 있습니다: orchestral status',
  }),
  'crp.unknown': ({ crp }) => ({
    message: `질문 ${withParticle(crp, '이/가')} 없습니다`,
    hint: '목록 보기: orchestral answer',
  }),
  'crp.ambiguous': ({ crp, runs }) => ({
    message: `${withParticle(crp, '이/가')} 실행 ${runs.length}개에서 기다립니다: ${runs.join(', ')}`,
    hint: `하나를 고르세요: orchestral answer ${crp} --run ${runs[0] ?? 'RUN'}`,
  }),
  'crp.answered': ({ crp, decision, at }) => ({
    message: `${crp}에는 이미 답이 있습니다: ${decision} (${at})`,
    hint: '남은 질문 보기: orchestral answer',
  }),
  'crp.not_an_option': ({ crp, decision, options }) => ({
    message: `${crp}에는 선택지 ${withParticle(decision, '이/가')} 없습니다. 다음 중에서 고르세요: ${options.join(', ')}`,
    hint: '직접 적으려면: --decision other --notes "…"',
  }),
  'crp.needs_rationale': ({ crp, decision }) => ({
    message: '답에는 이유가 필요합니다. 결정과 함께 보관됩니다',
    hint: `orchestral answer ${crp} --decision ${decision} --rationale "…"`,
  }),
  'crp.which': ({ crps }) => ({
    message: `질문 ${crps.length}개가 기다립니다: ${crps.join(', ')}`,
    hint: `하나를 고르세요: orchestral answer ${crps[0] ?? 'CRP'} --decision … --rationale "…". 한꺼번에 답하려면: ${crps.map((crp) => `--decision ${crp}=…`).join(' ')}`,
  }),
  'crp.wants_answer': ({ crps }) => ({
    message:
      crps.length === 1
        ? `${withParticle(crps[0] ?? '', '이/가')} 답을 기다립니다`
        : `질문 ${crps.length}개가 답을 기다립니다: ${crps.join(', ')}`,
    hint:
      crps.length === 1
        ? `orchestral answer ${crps[0] ?? ''} --decision A --rationale "…"`
        : `orchestral answer ${crps.map((crp) => `--decision ${crp}=A`).join(' ')} --rationale "…"`,
  }),
};

/** What a question is about. */
const KINDS: Readonly<Record<string, string>> = {
  clarification: '확인',
  architecture: '구조',
  security_concern: '보안',
  breaking_change: '호환성',
  external_dependency_addition: '새 의존성',
  other: '기타',
};

const WAITS: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: '답을 기다리는',
  review: '병합 검토 자료가 있는',
  approve: '승인을 기다리는',
  reject: '승인을 기다리는',
  apply: '체크아웃에 아직 적용하지 않은 결과가 있는',
  resume: '이어서 할 수 있는',
  rerun: '중지되거나 끝난',
  rebase: '기준 브랜치에 맞출 수 있는',
  sync: '풀 리퀘스트가 있는',
  stop: '진행 중인',
  clean: '끝난',
};

const DOES_NOT: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: '답할 질문이 없습니다',
  review: '병합 검토 자료가 없습니다',
  approve: '승인을 기다리지 않습니다',
  reject: '승인을 기다리지 않습니다',
  apply: '적용할 것이 없습니다',
  resume: '끝난 실행이라 이어서 할 수 없습니다',
  rerun: '지금은 다시 할 단계가 없습니다',
  rebase: '이미 병합되었습니다',
  sync: '아직 실행 중이거나 이미 병합되었습니다',
  stop: '진행 중이 아닙니다',
  clean: '끝나지 않아 지우지 않습니다',
};

export const runScreens: typeof en.runScreens = {
  runScreen: {
    begins: (run, base) => (base === null ? run : `${run} · 기준 ${base}`),
    round: (iteration, most) => `${most}라운드 중 ${iteration}라운드`,
    sentBack: (iteration, most) => `반려되어 Builder가 다시 합니다: ${most}라운드 중 ${iteration}라운드`,
    tokens: (count) => `${count} 토큰`,
    baseGreen: (total) => `테스트 ${total}개 통과`,
    baseRed: (total, failed) => `테스트 ${total}개 중 ${failed}개가 이미 실패`,
    noTests: '실행할 테스트 없음',
    tests: (passed, failed) => `테스트 통과 ${passed}개, 실패 ${failed}개`,
    coverage: (percent) => `커버리지 ${percent} %`,
    coverageUnknown: '커버리지 측정 안 됨',
    testFiles: (count) => `테스트 파일 ${count}개`,
    leftRejected: '반려한 것과 완전히 같은 결과라서 다시 보여 주지 않습니다',
    nothingBuilt: '바뀐 것이 없음',
    overruled: (said) => `Gatekeeper는 ${withParticle(said, '으로/로')} 판정했지만 증거가 그와 다릅니다`,
    packed: '병합 검토 자료를 만들었습니다',
    merged: (commit) => (commit === null ? '폴더에 복사했습니다' : `${withParticle(commit, '으로/로')} 병합했습니다`),
    leftAlone: '체크아웃은 바꾸지 않았습니다',
    asks: (question, crp) => `${question} (${crp})`,
    precedent: (decision) => `이전 실행과 같은 답: ${decision}`,
    failed: (kind, message) => (message === '' ? kind : `${kind}: ${message}`),
    again: (nth, most) => `다시 시도 (${most}번 중 ${nth}번째)`,
    answered: (crp, decision) => `${crp}에 답했습니다: ${decision}`,
    approved: '승인됨',
    toAllow: '승인할 때 허용해야 할 발견 사항이 있습니다: orchestral review',
    testsIncomplete: '필요한 테스트가 빠져 있어 Verifier가 계속합니다',
    strayed: '바꾸면 안 되는 파일을 바꿔서 그 작업은 쓰지 않습니다',
    rejected: (reason) => `반려: ${reason}`,
    rebased: (commit, conflicts) =>
      conflicts === 0
        ? `최신 기준 브랜치에 맞췄습니다 (${commit})`
        : `최신 기준 브랜치에 맞췄습니다 (${commit}). 충돌 ${conflicts}개를 에이전트가 풀었습니다`,
    conflictLeft: '에이전트가 충돌을 풀지 않았습니다',
    rebaseRequested: '최신 기준 브랜치에 맞추기 요청',
    rounds: (most) => `이제 ${most}라운드까지 허용`,
    applying: '체크아웃에 적용하는 중',
    overtime: (role, minutes) => `${role}: ${minutes}보다 오래 걸리고 있습니다`,
    ready: (run) => `${run}: 병합할 준비가 되었습니다`,
    files: (count) => `파일 ${count}개`,
    roundsTaken: (count) => `${count}라운드`,
    done: (run) => `${run}: 끝났습니다`,
    mergedInto: (base, commit) => `${base}에 ${withParticle(commit, '으로/로')} 병합`,
    copiedBack: '파일을 폴더에 넣었습니다',
    interrupted: (run) => ['중단되었습니다. 모두 저장되어 있습니다. 이어서 하기:', `  orchestral resume ${run}`],
    goOn: (run) => `실행은 저장되어 있습니다. 이어서 하기: orchestral resume ${run}`,
    answeredElsewhere: (crp, decision) => `${crp}에 그사이 다른 곳에서 답했습니다: ${decision}`,
    settledElsewhere: (crp) => `${crp}에는 더 이상 답이 필요 없습니다`,
    tmux: (session) => `tmux에서 보기: tmux attach -t ${session}`,
  },
  runs: {
    titles: ['실행', '상태', '라운드', '변경', '다음'],
    none: '여기에는 실행이 없습니다',
    begin: '시작하기: orchestral start "하고 싶은 일"',
    age: { now: '방금', minutes: (n) => `${n}분 전`, hours: (n) => `${n}시간 전`, days: (n) => `${n}일 전` },
    conducted: '진행 중',
    undelivered: (run) => `병합됨. 체크아웃에 적용: orchestral apply ${run}`,
    total: (runs, spent) => `실행 ${runs}개: ${spent}`,
    left: (run) => `중단됨: orchestral resume ${run}`,
    unreadable: (run) =>
      `${run}: state.json을 읽을 수 없습니다(orchestral validate). 다시 만들려면: orchestral resume ${run}`,
  },
  stop: {
    stopped: (run) => `${run}: 중지했습니다. 이어서 하기: orchestral resume ${run}`,
    waiting: (run, pid) =>
      `${run}: 중지하는 중입니다. 프로세스 ${withParticle(String(pid), '이/가')} 끝나기를 기다립니다 …`,
    slow: (run, pid) =>
      `${run}: 중지하는 중입니다. 프로세스 ${withParticle(String(pid), '이/가')} 아직 종료되지 않았지만 곧 중지됩니다`,
  },
  logs: {
    step: (step, time) => `${step} · ${time}`,
    nothing: (run) => `${run}: 아직 호출된 에이전트가 없습니다`,
    nothingOf: (run, agent) => `${run}: ${withParticle(agent, '은/는')} 아직 호출되지 않았습니다`,
    cut: '… 여기에 빠진 줄이 있습니다 …',
    ended: (run, phase) => `${run}: ${phase}`,
  },
  answer: {
    nothing: '답할 질문이 없습니다',
    head: (crp, run) => `${run}의 ${crp}`,
    asked: (by, type) => `${by}의 질문 (${KINDS[type] ?? type})`,
    risk: (risk) => `위험: ${risk}`,
    other: { label: '다른 답', detail: '직접 적기' },
    how: '답하기:',
    inYourWords: '답을 적으세요:',
    why: '이유는? (결정과 함께 남습니다)',
    asRecommended: '추천대로',
    future: '다음 실행에서도 이 답을 자동으로 쓸까요?',
    recommended: '추천대로 선택함 (--yes)',
    unconfirmed: (file) => `${file}에 답이 있지만 'orchestral answer'로 만든 것이 아니므로 확인이 필요합니다:`,
    confirm: '이 답을 사용할까요?',
    confirmHow: '터미널에서 확인하거나 직접 답하세요: orchestral answer',
    bad: (file) => `${file}에 답이 있지만 올바르지 않습니다:`,
    decided: (decision) => `결정: ${decision}`,
    because: (rationale) => `이유: ${rationale}`,
    notes: (notes) => `덧붙임: ${notes}`,
    alsoLater: '다음 실행의 같은 질문에도 쓰이게 됩니다',
    recorded: (crp, decision) => `기록했습니다: ${crp} → ${decision}`,
    goesOn: (run, pid) => `${run}: 프로세스 ${pid}에서 이어집니다`,
    resume: (run) => `이어서 하기: orchestral resume ${run}`,
    cancelled: '아무것도 기록하지 않았습니다',
    unreadable: (run) => `${run}: 읽을 수 없습니다:`,
  },
  pack: {
    commit: (commit) => `커밋 ${commit}`,
    into: (branch, base) => `${branch} → ${base} 병합 예정`,
    intoFolder: (folder) => `${folder} 폴더에 복사 예정`,
    merged: '이미 병합했습니다',
    waitsForApply: (base) => `병합했지만 아직 ${base} 체크아웃에는 없습니다`,
    code: '바뀐 파일',
    tests: '새로 만든 테스트',
    evidence: '측정한 숫자',
    diff: '변경 내용',
    approve: '이 커밋을 병합',
    reject: '반려하기',
    apply: '체크아웃에 적용',
    why: '무엇이 잘못되었는지',
    refused: '전에 승인했지만 병합하지 못했습니다:',
    files: (count) => `파일 ${count}개가 바뀝니다`,
    testsRun: ({ passed, total, failed }) =>
      `테스트: ${total}개 중 ${passed}개 통과${failed > 0 ? `, ${failed}개 실패` : ''}`,
    noTests: '테스트: 없음',
    coverage: (percent) => (percent === null ? '커버리지: 측정하지 않음' : `커버리지: ${percent} %`),
    written: '새 파일',
    overwritten: '덮어씀',
    deleted: '삭제',
    changedMeanwhile: '실행을 시작한 뒤 누군가 바꾸어 아무것도 복사할 수 없음',
  },
  approve: {
    question: (base) => `이 커밋을 ${base}에 병합할까요?`,
    questionFolder: '이 파일들을 폴더에 복사할까요?',
    questionAllow: (count, question) => `${question} 위의 발견 사항 ${count}개도 허용합니다.`,
    no: '병합하지 않았습니다. 계속 승인을 기다립니다',
    goesOn: (run, pid) => `승인했습니다. 프로세스 ${pid}에서 ${withParticle(run, '을/를')} 병합합니다`,
  },
  reject: {
    question: '무엇이 잘못되었나요? (Builder에게 전달됩니다)',
    goesOn: (run, pid) => `반려했습니다. 프로세스 ${pid}에서 ${withParticle(run, '을/를')} 다시 만듭니다`,
    baseMoved: (run, base, commits) =>
      `${withParticle(run, '을/를')} 시작한 뒤 ${base}에 새 커밋이 ${commits}개 있습니다. 최신 상태에 맞추려면: orchestral rebase ${run}`,
  },
  rebase: {
    goesOn: (id, pid) => `프로세스 ${pid}에서 ${withParticle(id, '을/를')} 최신 기준 브랜치에 맞춥니다`,
  },
  apply: {
    goesOn: (run, pid) => `프로세스 ${pid}에서 ${withParticle(run, '을/를')} 체크아웃에 적용합니다`,
    latest: (run, others) => `${withParticle(run, '을/를')} 적용했습니다. 적용할 실행이 ${others}개 더 있습니다`,
  },
  clean: {
    nothing: '정리할 것이 없습니다',
    question: (count) => `실행 ${count}개를 폴더째 지울까요?`,
    kept: '아무것도 지우지 않았습니다',
    removed: '지움',
    wouldRemove: '지울 것',
    keeps: '남김',
    kinds: {
      run: '실행',
      worktree: '워크트리',
      branch: '브랜치',
      rescue: '건져 둔 작업',
      copy: '폴더 사본',
      records: '기록',
    },
    why: {
      conducted: '실행 중입니다',
      unfinished: '끝나지 않았습니다',
      unmerged: '아직 병합하지 않은 작업입니다',
      checked_out: '어딘가에 체크아웃되어 있습니다',
      young: '30일 동안 남겨 둡니다',
      failed: '지우지 못했습니다',
    },
  },
};
