import type * as en from '../en/documents.ts';
import { formatDollars } from '../format.ts';
import { duration } from './glance.ts';
import { withParticle } from './particle.ts';

export const runDocuments: typeof en.runDocuments = {
  round: (iteration, most) => `${most}라운드 중 ${iteration}라운드`,
  none: '없음.',
  more: (count) => `그 외 ${count}개`,
  duration,
  cost: (usd) => (usd === null ? '알려지지 않음' : formatDollars(usd)),
  severity: { critical: '치명적', major: '중대', minor: '경미' },
  evidence: {
    noTests: '이 프로젝트에는 테스트를 실행하는 명령이 없습니다.',
    command: (command, ending) => `테스트: ${command}, ${ending}`,
    exitCode: (code) => (code === null ? '종료 코드 없음' : `종료 코드 ${code}`),
    build: (command, ending) => `빌드: ${command}, ${ending}`,
    counts: ({ total, passed, failed, skipped }) =>
      `테스트 ${total}개: 통과 ${passed}개, 실패 ${failed}개, 건너뜀 ${skipped}개`,
    sources: {
      junit: '테스트 러너의 JUnit 보고서',
      stream: '테스트 러너가 테스트마다 바로 보고한 결과',
      tap: '테스트 러너의 TAP 출력',
      json: '테스트 러너의 JSON 보고서',
      'closing-lines': '테스트 러너가 마지막에 출력한 줄',
      'exit-code': '종료 코드만',
    },
    source: (source) => `수치의 출처: ${source}`,
    coverage: (percent, of) => `커버리지: ${of === 'change' ? '변경된 줄' : '전체 줄'}의 ${percent} %`,
    notMeasured: '커버리지: 측정되지 않음. 이 기준은 적용하지 않습니다',
    verifier: 'Verifier가 남긴 것',
    caseKinds: { edge: '경계 사례', error: '오류 사례', attack: '코드에 대한 공격' },
    missingCase: (kind) => `필요하지만 해당 테스트가 없습니다: ${kind}`,
    attackSays: (finding) => `공격에 대해 Verifier가 말한 것(측정하지 않음): ${finding}`,
    tree: (tree) => `측정한 트리: ${tree}, 에이전트가 쓰지 않은 깨끗한 복사본`,
    took: (duration) => `걸린 시간: ${duration}`,
    failures: '실패한 테스트',
    newlyRed: '이전에는 통과했으나 지금은 실패',
    gone: '원래 있었으나 더 이상 실행되지 않는 테스트',
    changedTests: '이 작업이 바꾼 기존 테스트(하나씩 확인하세요)',
  },
  proof: {
    title: '증명된 것',
    lost: '테스트가 전보다 적게 확인합니다. 먼저 하나씩 살펴보세요',
    toAllow: '승인하면 허용되는 발견 사항',
    youWrote: '이렇게 요청했습니다:',
    allowed: '허용됨',
    byPerson: '이 실행에서 직접 허용',
    onlyNames: (count: number) => `테스트 ${count}개: import나 이름만 바뀌고 확인하는 것은 같음`,
    atStart: '시작할 때 직접 허용(--allow-superseded)',
    nothing: '없음',
    kinds: {
      superseded: '기존 테스트가 새 동작과 어긋남',
      lost_demand: '더 이상 확인하지 않음',
      unreached: '바뀌었지만 테스트가 더 이상 불러오지 않음',
      configuration: '테스트 실행 방법을 바꿈',
      controls: '에이전트나 Orchestral의 동작을 정하는 파일',
      tampering: '단언, 테스트 러너 또는 그 보고를 바꿈',
      test_detection: '프로세스를 끝내거나 어디서 실행되는지(테스트, 운영) 확인함',
      newly_flaky: '늘 통과하던 테스트가 가끔 실패함',
      not_testable: '코드를 요청했는데 문서나 테스트만 바뀜',
      task_list_changed: '작업 목록이 바뀜',
    },
    added: (count, names) => `새 테스트 ${count}개: ${names}`,
    changed: (count, names) => `바뀐 파일의 테스트 ${count}개: ${names}`,
    proven: (count, names) => `이 변경 없이는 실패하고 있으면 통과하는 테스트 ${count}개: ${names}`,
    ran: '실행',
    hunks: '바뀐 코드를 부분마다 하나씩 되돌려 본 결과',
    hunksUnknown: '아직 확인하지 않았습니다. `orchestral prove`로 언제든 확인할 수 있습니다.',
    noticed: (noticed, total, percent) => `${total}개 부분 중 ${noticed}개를 테스트가 알아챕니다(${percent} %)`,
    runs: {
      baseline: '작업 전',
      candidate: '작업 결과',
      old_tests: '기존 테스트만',
      new_tests: '새 테스트만',
      regression: '새 코드에 기존 테스트',
      red: '새 코드 없이 새 테스트',
      hollow: '빈 코드에 바뀐 테스트',
      turned: '일부러 망가뜨린 코드에 바뀐 테스트',
      flaky: '다시 한 번',
      earlier_round: '이전 라운드의 결과',
    },
    run: ({ kind, passed, failed, seconds, reused }) =>
      `${kind}: 통과 ${passed}, 실패 ${failed}(${reused ? '재사용' : `${seconds}초`})`,
  },
  review: {
    title: (run) => `${run} 리뷰`,
    verdict: (verdict) => `판정: ${verdict}`,
    overruled: (said, verdict) =>
      `Gatekeeper의 판정: ${said}. **Orchestral이 이를 뒤집었습니다: ${verdict}**. 이유는 다음과 같습니다.`,
    notAsked: 'Gatekeeper에게 묻지 않았습니다. 판정할 것이 없었습니다.',
    said: (verdict) => `Gatekeeper의 판정: ${verdict}`,
    nothingSaid: '이유를 밝히지 않았습니다.',
    issues: '문제',
    found: 'Orchestral이 찾은 것',
    foundNothing: '문제가 되는 것이 없습니다.',
    evidence: 'Orchestral이 측정한 증거',
    noEvidence: '측정한 것이 없습니다. 작업이 바꾼 것이 없습니다.',
    changedTests: '바뀐 기존 테스트',
    dependencies: '추가된 의존성',
    triggers: 'Gatekeeper가 든, 사람에게 물어야 할 이유',
    next: '다음 단계',
    pass: (run) => `병합 검토 자료를 만듭니다. 그다음은 직접 결정합니다: \`orchestral review ${run}\``,
    again: (iteration, most) =>
      `이 내용을 모두 Builder에게 전달합니다. ${most}라운드 중 ${iteration}라운드를 시작합니다.`,
    failed: (most) => `${most}라운드 중 마지막이었습니다. 실행이 실패했습니다.`,
    asks: '답이 필요합니다: `orchestral answer`',
  },
  summary: {
    title: (run) => `병합 준비 완료: ${run}`,
    rehearsal: '이것은 리허설입니다. 에이전트는 스크립트대로 움직였습니다. 파일, git, 테스트는 실제입니다.',
    facts: (iterations, finished) => `${iterations}라운드, 완료 시각 ${finished}`,
    commit: (commit) => `커밋 ${commit}`,
    branches: (branch, base) => `브랜치 ${branch}, 병합할 브랜치 ${base}`,
    noGit: '이곳에는 git이 없습니다. 승인하면 무엇을 덮어쓰는지 보여 준 뒤 `code/`의 파일을 프로젝트로 복사합니다.',
    decide: '할 수 있는 일',
    review: '살펴보기',
    approve: '병합하기',
    reject: '무엇이 잘못되었는지 적어 반려하기',
    why: '잘못된 점',
    intent: '요청한 것',
    wholeBrief: (file) => `브리핑 전문: ${file}`,
    changes: '변경 사항',
    files: (files, added, deleted) => `파일 ${files}개, +${added} −${deleted}줄`,
    binary: '바이너리',
    renamed: (from) => `이전 이름 ${from}`,
    kinds: { added: '새 파일', deleted: '삭제', renamed: '이름 변경', copied: '복사' },
    folded: '모두 나열하기에는 많아 폴더별로 보여 줍니다.',
    folder: (files) => `파일 ${files}개`,
    root: '최상위 폴더',
    tests: '테스트',
    dependencies: '추가된 의존성',
    decisions: '결정',
    noDecisions: '사람에게 물을 일이 없었습니다.',
    filledIn: 'Refiner가 채운 것',
    builderReasons: 'Builder가 결정한 것과 그 이유',
    sentBack: '반려',
    sentBackIn: (round) => `${round}라운드를 반려한 이유:`,
    changedSince: (files) => `그 뒤 바뀐 파일: ${files}`,
    nothingChanged: '그 뒤 바뀐 것이 없습니다',
    builderSays: 'Builder의 설명:',
    notReady: (round, reason) => `병합하면 안 됩니다. ${round}라운드를 반려했습니다: ${reason}`,
    asked: (who) => `${who}의 질문`,
    precedent: '이전 실행의 결정으로 답함',
    because: (rationale) => `이유: ${rationale}`,
    notes: (notes) => `메모: ${notes}`,
    passed: '통과한 이유',
    remaining: 'Gatekeeper가 더 나아질 수 있다고 본 점',
    spent: '시간과 비용',
    columns: ['에이전트', '호출', '시간', '입력 토큰', '출력 토큰', '비용'],
    all: '전체',
  },
  log: {
    title: (role) => `${role} 로그`,
    model: (backend, model) => (model === null ? backend : `${backend}, ${model}`),
    tokens: (input, output) => `입력 토큰 ${input}, 출력 토큰 ${output}`,
    tries: (tries) => `쓸 수 있는 답까지 ${tries}번 시도`,
    noLog: '로그를 남기지 않았습니다. 마지막으로 한 말:',
    silent: '아무 말도 하지 않았습니다.',
  },
};

export const run: typeof en.run = {
  endedBy: {
    timeout: (time) => `${time} 만에 끝냈습니다`,
    idle: (time) => `오랫동안 출력이 없어 ${time} 만에 끝냈습니다`,
    budget: () => '호출 한 번에 쓸 수 있는 비용에 이르렀습니다',
    max_turns: () => '호출 한 번에 쓸 수 있는 턴 수에 이르렀습니다',
  },
  wroteOutside: (paths) =>
    `에이전트가 일하는 동안 사용자의 체크아웃이 바뀌었습니다: ${paths} (직접 바꿨다면 이어서 하세요: orchestral resume)`,
  refinementLimit: (most) =>
    `답을 ${most}번 받고도 Refiner에게 질문이 남았습니다. briefing/raw.md에 더 적거나 max_refinement_iterations를 올린 뒤 이어서 하세요: orchestral resume`,
  strayed: (files) => `테스트가 아닌 파일을 바꿨습니다: ${files}`,
  askedAgain: (question) => `이미 답한 것을 다시 묻습니다: ${question}`,
  question: (findings) =>
    findings.length === 0
      ? 'Gatekeeper가 결정을 요청합니다. 이 작업을 승인 단계로 보낼까요?'
      : `이 작업을 승인 단계로 보낼까요? ${findings.join(' ')}`,
  context: (findings, reason) =>
    [...findings.map((finding) => `- ${finding}`), ...(reason.trim() === '' ? [] : [`Gatekeeper: ${reason}`])].join(
      '\n',
    ),
  accept: {
    label: '그대로 진행',
    description: '작업이 승인을 기다립니다.',
    risk: '발견 사항은 그대로 남습니다.',
  },
  sendBack: {
    label: '반려하기',
    description: 'Builder가 이 점을 빼고 다시 만듭니다. 적은 내용도 전달됩니다.',
    risk: '라운드를 하나 더 씁니다.',
  },
};

export const findings: typeof en.findings = {
  tests_red: ({ failed, names, more }) => {
    if (failed === 0) return `테스트 실행이 중단되었습니다${names.length === 0 ? '' : `: ${some({ names, more })}`}`;
    const fail = `테스트 ${failed}개가 실패합니다`;
    if (names.length === 0) return fail;
    return `${fail}${names.length + more < failed ? '(일부만 표시)' : ''}: ${some({ names, more })}`;
  },
  tests_did_not_run: ({ ending }) => `테스트가 실행되지 않았습니다(${ending})`,
  build_red: ({ command, exit_code }) =>
    `빌드가 실패합니다: ${command}(${exit_code === null ? '시그널로 종료' : `종료 코드 ${exit_code}`})`,
  no_tests: () => '이 프로젝트에서 실행되는 테스트가 없어 작업이 맞는지 확인할 수 없습니다',
  test_command_changed: ({ before, now }) => `작업이 테스트하는 방법을 바꿉니다: 이전 ${before}, 지금 ${now}`,
  tests_gone: (names) => `원래 있던 테스트가 더 이상 실행되지 않습니다: ${some(names)}`,
  tests_skipped: (names) => `원래 있던 테스트를 이제 건너뜁니다: ${some(names)}`,
  fewer_tests: ({ before, now }) => `실행되는 테스트가 줄었습니다: 이전 ${before}개, 지금 ${now}개`,
  coverage_low: ({ coverage, needed }) =>
    `커버리지가 ${Math.floor(coverage * 10) / 10} %입니다. ${needed} % 이상이어야 합니다`,
  hunks_unproven: ({ percent, wanted, places }) =>
    `테스트가 바뀐 부분의 ${percent} %만 알아챕니다. min_proven은 ${wanted} %를 요구합니다. 다음이 없어도 모든 단언이 통과합니다: ${places.join(', ')}`,
  tests_unwritten: () => '새 코드에 새 테스트가 없고, 커버리지도 측정되지 않았습니다',
  empty_diff: () => '작업이 바꾼 것이 없습니다',
  rejected_before: () => '반려한 것과 완전히 같습니다. 그 뒤로 바뀐 것이 없습니다',
  critical_issues: ({ count }) => `Gatekeeper 스스로 치명적인 문제를 ${count}개 지적했습니다`,
  attacks_succeeded: ({ attacks }) =>
    `Verifier에 따르면 공격 ${attacks.length}개가 성공했습니다: ${attacks.join('; ')}`,
  file_too_long: ({ file, lines, limit }) => `${withParticle(file, '은/는')} ${lines}줄입니다. 한도는 ${limit}줄입니다`,
  types_missing: ({ file, line }) => `${line === null ? file : `${file}:${line}`}에 타입이 없습니다`,
  library_avoided: ({ file, library }) =>
    `${withParticle(file, '이/가')} 피해야 할 ${withParticle(library, '을/를')} 사용합니다`,
  trigger: ({ name, detail }) => `사람이 결정해야 합니다(${name})${detail === '' ? '' : `: ${detail}`}`,
  agent_failed_it: () => 'Gatekeeper가 FAIL로 판정했습니다',
  human_rejected: ({ decision }) => `사람이 반려했습니다: ${decision}`,
};

function some({ names, more }: { readonly names: readonly string[]; readonly more: number }): string {
  return more === 0 ? names.join(', ') : `${names.join(', ')} 외 ${more}개`;
}

export const documents: typeof en.documents = {
  session: '세션: 어떤 프로젝트이고 어떤 상태인지',
  'session-state': '세션의 진행: 요청, 작업, 하위 작업',
  explored: 'Code Explore가 프로젝트에서 찾은 것',
  'task-breakdown': 'Planner가 나눈 작업과 하위 작업',
  'design-brief': '작업의 범위와 파일',
  'design-contract': '작업의 설계: 인터페이스, 경계, 불변식',
  'test-contract': '하위 작업의 테스트 케이스',
  'test-result': '하위 작업의 테스트 결과',
  knowledge: '프로젝트의 패턴, 결정, 함정',
  'auto-state': 'TASKS.md의 작업 그래프와 진행 상황',
  'run-state': '실행의 상태',
  crp: '사람만 답할 수 있는 질문',
  vcr: '사람의 결정',
  clarifications: 'Refiner가 브리핑을 해석한 내용',
  results: 'Verifier 테스트의 실측 결과',
  verdict: 'Gatekeeper의 판정',
  evidence: '병합 검토 자료의 실측 증거',
  proof: '병합 검토 자료에서 증명된 것과 증명되지 않은 것',
  'config-global': '모든 실행의 설정',
  'config-refiner': 'Refiner 설정',
  'config-builder': 'Builder 설정',
  'config-verifier': 'Verifier 설정',
  'config-gatekeeper': 'Gatekeeper 설정',
  'config-agents': '역할별 백엔드와 모델',
  'config-project': '프로젝트의 준비, 빌드, 테스트 명령',
  'config-user': '모든 프로젝트에 쓰이는 내 설정',
  rehearsal: '리허설 에이전트의 스크립트',
};
