import type * as en from '../en/session.ts';
import type { SessionWanted } from '../../base/failure.ts';
import type { SessionFailures } from '../sentence.ts';
import { leftAlone } from './failures.ts';
import { states } from './states.ts';
import { withParticle } from './particle.ts';

export const sessionFailures: SessionFailures = {
  'session.lost': ({ document }) => ({
    message: `${withParticle(document, '을/를')} 읽을 수 없고, 로그와 .bak도 읽을 수 없습니다`,
    hint: '백업에서 되살리거나, 깨진 파일을 따로 두고 새 세션을 시작하세요: orchestral session "…" --yes',
  }),
  'session.none': ({ wanted }) => ({
    message: wanted === 'resume' ? '이어서 할 세션이 없습니다' : '여기에는 세션이 없습니다',
    hint: '시작하기: orchestral session "하고 싶은 일"',
  }),
  'session.no_request': () => ({
    message: '진행 중인 세션이 없고, 새로 시작할 요청도 없습니다',
    hint: '원하는 것을 적으세요: orchestral session "list 명령에 --json 플래그 추가"',
  }),
  'session.active': ({ request }) => ({
    message: `세션 ${withParticle(request, '이/가')} 진행 중입니다. 요청은 한 번에 하나만 처리합니다`,
    hint: '이어서 하기: orchestral session resume, 먼저 끝내기: orchestral session reset',
  }),
  'session.unknown': ({ named }) => ({
    message: `세션 ${withParticle(named, '이/가')} 없습니다`,
    hint: '목록 보기: orchestral session resume. 요청이라면 따옴표로 묶으세요',
  }),
  'session.choose': () => ({
    message: '세션이 여럿이지만 물어볼 터미널이 없습니다',
    hint: '번호로 고르세요: orchestral session resume N',
  }),
  'session.not_now': ({ request, status, wanted }) => ({
    message: `세션 ${request}: ${CANNOT[wanted]} (지금 상태: ${states.session[status] ?? status})`,
    hint:
      wanted === 'resume_completed'
        ? '결과를 브랜치에 병합하기: orchestral session --merge'
        : '상태 보기: orchestral session status',
  }),
  'session.failed': ({ request, where, kind, detail }) => ({
    message: `세션 ${request}: ${where}에서 중지되었습니다: ${REASONS[kind] ?? kind}${detail === '' ? '' : `: ${detail}`}`,
    hint: '자세히 보기: orchestral session status --verbose. 다시 시도하기: orchestral session resume',
  }),
  'session.agent_unusable': ({ request, where, detail }) => ({
    message: `세션 ${request}: ${where}에서 에이전트를 쓸 수 없어 중지되었습니다: ${detail}`,
    hint: '로그인 상태 보기: orchestral doctor. 이어서 하기: orchestral session resume',
  }),
  'session.waits': ({ request, id }) => ({
    message: `세션 ${request}: ${id}에 대한 결정을 기다립니다`,
    hint: `발견 사항을 보고 결정하기: orchestral answer ${id}, 그다음 orchestral session resume`,
  }),
  'session.stopped': ({ request, status }) => ({
    message:
      status === 'stopped' ? `세션 ${request}: 중지된 상태입니다` : `세션 ${request}: 작업이 다 되기 전에 끝냈습니다`,
    hint: status === 'stopped' ? '이어서 하기: orchestral session resume' : null,
  }),
  'session.left_alone': ({ request, base, why }) => ({
    message: `세션 ${request}: 병합했지만 ${base} 체크아웃은 바뀌지 않았습니다: ${leftAlone(why)}`,
    hint: '체크아웃에 적용하기: orchestral session --merge',
  }),
  'session.not_merged': ({ request, base, why, detail }) => ({
    message: `세션 ${withParticle(request, '을/를')} 병합하지 않았습니다: ${notMerged(base, why, detail)}`,
    hint:
      why === 'conflict' || why === 'red'
        ? `에이전트가 충돌을 풀고 다시 테스트하게 하기: orchestral rebase ${request}. 또는 orchestral/session-${withParticle(request, '을/를')} 직접 병합하세요`
        : `다시 시도하기: orchestral session --merge. 또는 orchestral/session-${withParticle(request, '을/를')} 직접 병합하세요`,
  }),
};

function notMerged(base: string, why: string, detail: readonly string[]): string {
  const names = `${detail.slice(0, 5).join(', ')}${detail.length > 5 ? ' …' : ''}`;
  switch (why) {
    case 'conflict':
      return `${base}에 새 커밋이 있어 충돌합니다: ${names}`;
    case 'red':
      return `${base}에 새 커밋이 있고, 합치면 테스트가 실패합니다${names === '' ? '' : ` (${names})`}`;
    case 'agent':
      return `${withParticle(base, '와/과')} 합칠 에이전트가 실패했습니다: ${names}`;
    case 'not_allowed':
      return `최신 ${base}에서 나온 발견 사항을 허용하지 않았습니다`;
    case 'question':
      return `${base}에 새 커밋이 있고, 발견 사항에 결정이 필요합니다: orchestral answer`;
    case 'base_gone':
      return `브랜치 ${withParticle(base, '이/가')} 더는 없습니다`;
    default:
      return `${base}에 커밋이 계속 들어왔습니다`;
  }
}

const CANNOT: Record<SessionWanted, string> = {
  status: '보여 줄 수 없습니다',
  resume: '끝난 세션이라 이어서 할 수 없습니다',
  resume_completed: '이미 완료되어 이어서 할 것이 없습니다',
  stop: '진행 중이 아닙니다',
  reset: '이미 끝났습니다',
  merge: '병합할 완성된 결과가 없습니다',
  rebase: '지금은 기준 브랜치에 맞출 수 없습니다',
  rerun: '지금 다시 할 수 있는 그런 단계가 없습니다',
  learn: '배울 것이 없습니다',
};

const REASONS: Readonly<Record<string, string>> = {
  qa_strayed: 'QA가 바꾸면 안 되는 파일을 두 번 바꿨습니다',
  implementation_retries: '구현 시도를 모두 썼지만 통과하지 못했습니다',
  design_retries: '설계 시도를 모두 썼지만 통과하지 못했습니다',
  rebase_conflict: '기준 브랜치와의 충돌을 풀지 못했습니다',
  rebase_red: '최신 기준 브랜치에서는 통과하지 못합니다',
  crash: '에이전트가 실패했습니다',
  timeout: '에이전트가 너무 오래 걸렸습니다',
  validation: '에이전트가 쓸 수 있는 답을 주지 않았습니다',
  limit: '에이전트의 한도에 도달했습니다',
  auth: '에이전트에 로그인되어 있지 않습니다',
};

export const sessionScreens: typeof en.sessionScreens = {
  sessionBox: {
    title: '이전 세션 목록',
    request: '요청:',
    choose: '번호를 선택하세요:',
    more: (count) => `이전 세션 ${count}개 더 있음 (모두 보기: --json)`,
  },
  session: {
    begins: (request, base) => `세션 ${request} · 기준 ${base}`,
    discovery: '탐색',
    explored: '프로젝트를 살펴봤습니다',
    planned: '계획을 세웠습니다',
    merged: (tasks, subtasks) => `작업 ${tasks}개, 하위 작업 ${subtasks}개`,
    assumptions: (matched, mismatched) => `가정 ${matched}개 맞음, ${mismatched}개 틀림`,
    redOnBase: '최신 기준 브랜치에서는 통과하지 못합니다',
    planAgain: 'Planner가 한 번 다시 합니다',
    designed: '설계함',
    testsWritten: '테스트 작성함',
    implemented: '구현함',
    verified: {
      complete: 'QA가 문제를 찾지 못했습니다',
      retry_implementation: 'QA가 다시 구현하기를 권합니다',
      retry_design: 'QA가 다시 설계하기를 권합니다',
    },
    passed: '통과',
    failed: '실패',
    pending: '대기',
    waived: '면제',
    strength: {
      case: '새 테스트가 예상대로 실패함',
      load: '새 테스트가 가져오는 것이 아직 없음',
      characterisation: '이미 있는 동작의 테스트',
      weak: '약한 증거',
      unjudged: '글로 쓴 규칙은 GATE-4에서 판정',
      judged: 'QA가 판정',
      flaky: '불안정한 테스트',
    },
    backTo: {
      write: 'QA가 다시 합니다',
      implement: 'Implementer가 다시 합니다',
      design: 'Architect가 다시 합니다',
      verify: 'QA가 다시 검증',
    },
    testsRefused: 'QA가 바꾸면 안 되는 파일을 바꿨습니다',
    snapshotsWritten: (count) => `스냅샷 ${count}개를 새로 썼습니다`,
    asked: '결정이 필요합니다',
    answered: (allowed, refused) =>
      [...(allowed > 0 ? [`${allowed}개 허용`] : []), ...(refused > 0 ? [`${refused}개 거부`] : [])].join(', '),
    waits: (id) => `${id}: 결정을 기다립니다: orchestral answer ${id}`,
    was: '이전:',
    now: '지금:',
    proven: (count) => `이 변경이 없으면 실패하는 테스트 ${count}개`,
    allowedBy: (name, by) => `${name}: ${withParticle(by, '이/가')} 허용`,
    subtaskDone: (commit) => `${withParticle(commit, '으로/로')} 완료`,
    learned: 'knowledge.yaml을 갱신했습니다',
    reasons: REASONS,
    missing: (document) => `${withParticle(document, '이/가')} 없거나 올바르지 않아, 담당 역할이 다시 만듭니다`,
    again: '다시 시도',
    delivered: (commit) => `${withParticle(commit, '으로/로')} 병합했습니다`,
    leftAlone: '병합했습니다. 체크아웃은 바꾸지 않았습니다',
    resetRequested: '끝냄',
    lostAside: (count) => `깨진 파일 ${count}개를 따로 두었습니다(.corrupt-…)`,
    lostQuestion: '깨진 파일을 따로 두고 새 세션을 시작할까요?',
    corrected: '계획이 잘못 가정한 것과 실제로 있는 것:',
    ungrounded: '로그 없이 문서만 있습니다. 지금 브랜치에서 이어서 하기: orchestral session resume',
    delivering: '병합 요청',
    moved: (subtask, phase) => `state.json에서 고친 대로 ${subtask} (${phase})부터 이어 갑니다`,
    completed: (request) => `세션 ${request}: 완료되었습니다`,
    mergedInto: (request, base, commit) => `세션 ${request}: ${base}에 ${withParticle(commit, '으로/로')} 병합했습니다`,
    subtasks: (count) => `하위 작업 ${count}개`,
    onBranch: (branch) => `브랜치 ${branch}`,
    howToMerge: (base) => `${base}에 병합하기: orchestral session --merge`,
    mergeCommit: (work, base) => `지금 ${work} 커밋을 ${base}에 병합할까요?`,
    mergeNow: (base) => `지금 ${base}에 병합할까요?`,
    interrupted: '중단되었습니다. 모두 저장되어 있습니다. 이어서 하기: orchestral session resume',
    goOn: '세션은 저장되어 있습니다. 이어서 하기: orchestral session resume',
    active: (request, text) => `세션 ${withParticle(request, '이/가')} 진행 중입니다: ${text}`,
    choices: {
      resume: { label: '이어서 하기', detail: '중단된 곳부터 계속' },
      over: { label: '새로 시작', detail: '이 세션을 끝내고 새 세션을 시작. 계약 문서는 남음' },
      cancel: { label: '취소', detail: '아무것도 하지 않음' },
    },
    notTaken: '진행 중인 세션을 이어 갑니다. 새 요청은 시작하지 않았습니다',
    wanted: '무엇을 할까요?',
    noSuchNumber: (most) => `1부터 ${most}까지의 번호를 입력하세요`,
    duplicate: (hash) => `세션 ${hash}도 진행 중이었습니다. 더 최근 세션을 쓰고 이 세션은 중지했습니다`,
    stopped: (request) => `세션 ${request}: 중지했습니다. 이어서 하기: orchestral session resume`,
    stopping: (request, pid) =>
      `세션 ${request}: 중지하는 중입니다. 프로세스 ${withParticle(String(pid), '이/가')} 끝나기를 기다립니다 …`,
    slow: (request, pid) =>
      `세션 ${request}: 중지하는 중입니다. 프로세스 ${withParticle(String(pid), '이/가')} 아직 종료되지 않았지만 곧 중지됩니다`,
    ended: (request) =>
      `세션 ${request}: 끝냈습니다. 계약 문서는 남아 있고, 커밋한 결과는 orchestral/session-${request}에 있습니다`,
    sureToEnd: (request) => `세션 ${request}의 작업이 남아 있습니다. 그래도 끝낼까요?`,
    knows: (file) => `${withParticle(file, '을/를')} 갱신했습니다`,
    conductedBy: (pid, host) => `${host}의 프로세스 ${pid}에서 실행 중`,
    inFolder: (folder) => `폴더 ${folder}`,
    retries: (implementation, design) =>
      [
        ...(implementation > 0 ? [`다시 구현 ${implementation}번`] : []),
        ...(design > 0 ? [`다시 설계 ${design}번`] : []),
      ].join(', '),
    tree: (tree) => `트리 ${tree}`,
    noProof: '저장된 증명이 없습니다',
  },
};
