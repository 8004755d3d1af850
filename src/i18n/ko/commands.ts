import type * as en from '../en/commands.ts';

export const commands: typeof en.commands = {
  program: {
    summary: '중단되어도 이어지고 결과를 증명하는 워크플로로 코딩 에이전트를 실행합니다.',
    options: {
      project: 'DIR에 있는 프로젝트에서 실행(없으면 현재 폴더에서 가장 가까운 프로젝트)',
      json: '프로그램이 읽을 JSON 출력',
      quiet: '결과만 출력',
      verbose: '자세히 출력, 오류의 스택도 표시',
      color: '색 없이 출력',
      lang: '출력 언어: 영어(en) 또는 한국어(ko)',
      agent: '모든 역할에 이 에이전트를 사용. BACKEND:ARG로 모델, 프로그램, 스크립트를 지정',
      fleet: '이 플릿(Redis 주소)의 워커가 에이전트를 호출합니다(없으면 설정의 fleet.url, off면 여기서 호출)',
      model: '이 모델을 사용. haiku, sonnet, opus는 모든 백엔드에서 통함',
      trust: '이 저장소의 설정이 실행하는 것을 이번 한 번만 신뢰',
      dashboard: '브라우저 대시보드 없이 실행',
      yes: '묻지 않고 안전한 답을 선택',
      version: '버전 출력',
      help: '도움말 보기',
    },
    examples: [
      ['orchestral demo', '실행 하나를 끝까지 보기. 계정이 필요 없음'],
      ['orchestral doctor', '설치 상태, 작동 여부, 할 일 보기'],
      ['orchestral start "list 명령에 --json 플래그 추가"', '에이전트가 만들고 테스트한 결과를 보고 승인합니다'],
      ['orchestral status', '전체 상황을 한눈에 보기'],
    ],
  },
  start: {
    summary: '브리핑으로 실행 시작: 에이전트가 다듬고 만들고 테스트하며, 승인은 사용자가 합니다',
    arguments: { briefing: "원하는 것: 문장, 텍스트 파일, 또는 파이프로 받을 때 '-'(없으면 대시보드만 열기)" },
    options: {
      detach: '백그라운드에서 실행하고 id를 출력',
      issue: '쓰기 권한이 있는 사람의 이슈를 브리핑으로 사용(번호나 주소)',
      base: '이 브랜치에서 시작하고 여기로 병합(없으면 지금 체크아웃된 브랜치)',
      'allow-superseded': '요청한 동작과 어긋나는 기존 테스트를 미리 허용하고 다시 묻지 않음',
      tmux: '에이전트마다 창이 하나씩 있는 tmux 세션 열기',
    },
    examples: [
      ['orchestral start "list 명령에 --json 플래그 추가"', '문장 하나로 시작'],
      ['orchestral start briefing.md', '파일로 시작'],
      ['orchestral start --issue 7', '이슈로 시작: 시작 전에 보여 주고, 풀 리퀘스트가 이슈를 닫습니다'],
      ['gh issue view 7 | orchestral start -', '다른 프로그램의 출력으로 시작'],
    ],
  },
  acp: {
    summary: '편집기의 에이전트로 동작합니다: 표준 입출력으로 Agent Client Protocol을 사용합니다',
    examples: [['orchestral acp', 'Zed, JetBrains, Neovim이 시작합니다. 설정 방법은 docs/guides/editors.md']],
  },
  resume: {
    summary: '중단되거나 중지되거나 실패한 실행을 이어서 하기',
    arguments: { run: '실행(없으면 이어서 할 수 있는 가장 최근 것)' },
    options: {
      detach: '백그라운드에서 실행하고 id를 출력',
    },
    examples: [['orchestral resume', '끝난 단계는 다시 하지 않습니다']],
  },
  stop: {
    summary: '실행 중지(다른 프로세스에서 실행 중이어도)',
    arguments: { run: '실행(없으면 진행 중인 가장 최근 것)' },
    examples: [['orchestral stop', '에이전트를 끝냅니다. orchestral resume으로 이어서 합니다']],
  },
  runs: {
    summary: '이 프로젝트의 실행을 최근 것부터 나열',
    examples: [
      ['orchestral runs', '어디까지 왔는지, 무엇을 기다리는지'],
      ['orchestral runs --json', '같은 내용을 프로그램용으로'],
    ],
  },
  logs: {
    summary: '에이전트의 출력과 작업 기록 보기',
    arguments: {
      run: '실행(없으면 가장 최근 것), T1.3 같은 작업, auto, session 중 하나',
      agent: '실행이면 refiner, builder, verifier, gatekeeper 중 하나만. auto와 session이면 이 작업이나 하위 작업만',
    },
    options: { follow: '작업이 끝날 때까지 계속 보기' },
    examples: [
      ['orchestral logs', '가장 최근 실행의 모든 것'],
      ['orchestral logs builder -f', 'Builder를 실시간으로'],
      ['orchestral logs T1.3', '한 작업의 모든 시도'],
      ['orchestral logs session T1-S2', '하위 작업 하나에서 한 일'],
    ],
  },
  watch: {
    summary: 'Ctrl-C를 누를 때까지 바뀌는 상황 보기',
    examples: [['orchestral watch', '작업 옆에 열어 두세요']],
  },
  session: {
    summary: '요청을 작업과 하위 작업으로 나눠 테스트부터 진행하고, 게이트는 Orchestral이 직접 확인',
    arguments: {
      request: '하고 싶은 일. 또는 지금 세션에 대한 명령: status, resume [N|HASH], reset, stop, learn',
    },
    options: {
      detach: '백그라운드에서 실행하고 id를 출력',
      reference: 'Code Explore가 참고할 다른 프로젝트. 여러 번 쓸 수 있음',
      'allow-superseded': '요청한 동작과 어긋나는 기존 테스트를 미리 허용하고 다시 묻지 않음',
      merge: '완성된 결과를 시작한 브랜치에 병합',
    },
    examples: [
      ['orchestral session "계산기에 곱셈 추가"', '새 세션. 진행 중인 세션이 있으면 어떻게 할지 물음'],
      ['orchestral session status --verbose', '작업, 하위 작업, 게이트마다의 증거'],
      ['orchestral session resume', '모든 프로젝트의 세션에서 골라 이어서 하기'],
      ['orchestral session stop', '중지. resume으로 이어서 함'],
      ['orchestral session reset', '끝내고 새 세션을 시작할 수 있게 하기'],
      ['orchestral session learn', 'knowledge.yaml을 지금 갱신'],
      ['orchestral session --merge', '완성된 결과를 브랜치에 병합'],
    ],
  },
  auto: {
    summary: 'TASKS.md를 Phase별로 병렬 진행. 테스트를 통과한 작업만 완료로 처리',
    arguments: {
      command:
        '지금 목록에 대한 명령: status, stop, retry ID…, complete ID…, skip ID…, review [ID], import FILE. 에이전트용: next, exec ID (없으면 시작하거나 이어서 하기)',
    },
    options: {
      detach: '백그라운드에서 실행하고 id를 출력',
      'ultra-thin': '묻지 않고 거의 출력하지 않음. --mode ultra-thin과 같음',
      mode: 'normal은 Phase마다 묻고, ultra-thin은 묻지 않으며, ralph는 작업을 하나씩 진행',
      tasks:
        '작업 목록 파일 (없으면 TASKS.md, docs/planning/TASKS.md, docs/TASKS.md, specs/*/tasks.md). import에서는 쓸 파일',
      phase: '이 Phase만',
      parallel: '동시에 진행할 작업 수. 0이면 메모리가 허용하는 만큼',
      resume: '진행 중인 작업만 재개(새로 시작하지 않음)',
      'rebuild-state': 'TASKS.md, 로그, 커밋에서 상태를 다시 만듦',
      'dry-run': 'Phase, 순서, 임계 경로, 예상 시간과 비용을 보여 주고 아무것도 쓰지 않음',
      base: '작업할 브랜치 (없으면 처음 시작할 때 체크아웃된 브랜치)',
      'retry-limit': '작업을 다시 시도할 횟수',
      'max-iterations': '시작할 시도의 최대 횟수',
      allow: 'review에서 허용할 번호(예: 1,3) 또는 all',
      refuse: 'review에서 허용하지 않은 것은 거부. 다시 하게 됨',
      reason: 'review의 이유. 결정과 함께 남음',
      issues: 'import에서: 이 레이블이 붙은, 쓰기 권한이 있는 사람의 열린 이슈',
    },
    examples: [
      ['orchestral auto --dry-run', '무엇을 어떤 순서로 하고 얼마나 걸릴지 보기'],
      ['orchestral auto', '시작하거나 이어서 하기. 다음 Phase마다 물음'],
      ['orchestral auto --ultra-thin --parallel 4', '네 개씩, 묻지 않고 끝까지'],
      ['orchestral auto status', '끝난 것, 진행 중인 것, 실패한 것과 그 이유'],
      ['orchestral auto retry T1.3', '실패한 작업을 다시. orchestral auto --resume으로 진행'],
      ['orchestral auto review T1.3', '결정을 기다리는 작업의 발견 사항을 보고 허용하거나 거부하기'],
      ['orchestral auto skip T1.3 T1.4', '작업을 건너뜀. 의존하는 작업은 진행'],
      ['orchestral auto import .taskmaster/tasks/tasks.json', 'Task Master의 목록으로 TASKS.md 만들기'],
    ],
  },
  help: { summary: '명령의 도움말 보기' },
  status: {
    summary: '이 프로젝트의 상태 보기: 실행, 세션, auto',
    examples: [
      ['orchestral status', '진행 상황과 결정을 기다리는 것'],
      ['orchestral status --json', '같은 내용을 프로그램용으로'],
    ],
  },
  answer: {
    summary: '질문을 보고 답하기',
    arguments: { id: '질문: 실행의 crp-001, 작업 목록의 T1.3, 하위 작업 (없으면 기다리는 것 모두)' },
    options: {
      crp: '인자와 같음',
      run: '같은 번호의 질문이 여러 실행에 있을 때 그 실행',
      decision: "고른 선택지, 또는 'other' (--notes에 직접 적음). 한꺼번에: crp-001=A, crp-002=B",
      rationale: '이유. 결정과 함께 남음',
      notes: '덧붙일 말',
      future: '다음 실행의 같은 질문에도 이 답을 사용',
      allow: '발견 사항 중 허용할 번호(예: 1,3) 또는 all',
      refuse: '허용하지 않은 것은 거부. 다시 하게 됨',
      reason: '이유. 결정과 함께 남음',
    },
    examples: [
      ['orchestral answer', '기다리는 질문 보기. 터미널에서는 바로 묻습니다'],
      ['orchestral answer crp-001 --decision A --rationale "단순하면 충분"', '묻지 않고 바로 답하기'],
      ['orchestral answer T1.3 --allow 1,3 --refuse --reason "반올림만 요청했음"', '작업의 발견 사항에 대해'],
      ['orchestral answer --json', '프로그램용 목록. 기다리는 것이 있으면 종료 코드 3'],
    ],
  },
  review: {
    summary: '병합 검토 자료 보기: 변경, 테스트 결과, 결정',
    arguments: { run: '실행 (없으면 병합 검토 자료가 있는 가장 최근 것)' },
    examples: [
      ['orchestral review', '가장 최근 병합 검토 자료와 그 커밋'],
      ['orchestral review run-20240115-143022 --json', '프로그램용'],
    ],
  },
  approve: {
    summary: '실행의 결과를 병합: 검토한 바로 그 커밋만',
    arguments: { run: '실행 (없으면 승인을 기다리는 가장 최근 것)' },
    options: {
      commit: '확인한 커밋. 다른 커밋이면 거부하고, 묻지 않음',
      allow: '함께 허용할 것의 번호: 1,3 또는 all',
    },
    examples: [
      ['orchestral approve', '요점을 보고 결정'],
      ['orchestral approve run-20240115-143022 --commit 1f2e3d4c5b6a', '터미널 없이'],
    ],
  },
  reject: {
    summary: '실행의 결과를 반려하고 Builder에게 다시 맡기기',
    arguments: { run: '실행 (없으면 승인을 기다리는 가장 최근 것)' },
    options: { reason: '무엇이 잘못되었는지. Builder에게 전달됨' },
    examples: [['orchestral reject --reason "빈 목록도 처리해 주세요"', '다음 라운드가 바로 시작됩니다']],
  },
  prove: {
    summary: '바뀐 부분을 하나씩 되돌려 보고, 테스트가 어느 것을 알아채는지 알려 주기',
    arguments: {
      ref: '실행, 작업, 브랜치 또는 커밋 (없으면 병합 검토 자료가 있는 최근 실행, 그것도 없으면 최근 커밋)',
    },
    examples: [
      ['orchestral prove', '최근 실행. 테스트 40번 또는 10분까지, 큰 부분부터'],
      ['orchestral prove T1.3', '작업 목록의 작업. 병합 전이든 후든'],
      ['orchestral prove my-branch --json', '아무 브랜치나, 갈라진 곳과 비교'],
    ],
  },
  verify: {
    summary: '병합된 변경의 테스트를 다시 실행해 커밋에 적힌 것과 같은지 알려 주기',
    arguments: { ref: '실행 또는 병합 커밋 (없으면 지금 체크아웃된 커밋)' },
    examples: [
      ['orchestral verify', '체크아웃된 커밋. 결과가 같지 않으면 종료 코드 1'],
      ['orchestral verify run-20240115-143022', '실행. 폴더에 남은 증거와도 비교'],
    ],
  },
  apply: {
    summary: '병합했지만 아직 반영하지 않은 결과를 체크아웃에 적용',
    arguments: { ref: '실행 (없으면 기다리는 가장 최근 것)' },
    examples: [['orchestral apply', '체크아웃을 fast-forward. 바꾼 파일은 git이 덮어쓰지 않음']],
  },
  clean: {
    summary: '끝난 실행이 남긴 것 정리: 워크트리, 병합된 브랜치, 오래된 사본. 병합하지 않은 작업은 지우지 않음',
    arguments: { run: '폴더째 지울 끝난 실행' },
    options: {
      'older-than': '이보다 오래전에 끝난 실행을 폴더째 지움(30d, 12h)',
      'dry-run': '무엇을 할지 보여 주기만 함',
    },
    examples: [
      ['orchestral clean --older-than 30d', '한 달보다 오래된 실행을 폴더째 지우기'],
      ['orchestral clean --dry-run', '무엇이 지워지고 무엇이 왜 남는지'],
      ['orchestral clean', '정리하기. 실행은 .orchestral/runs에 남음'],
      ['orchestral clean run-20240115-143022', '이 실행을 폴더째 지우기'],
    ],
  },
  rerun: {
    summary: '한 단계와 그 뒤를 다시 하기',
    arguments: {
      role: '실행: refiner, builder, verifier, gatekeeper. 세션: code-explore, planner, architect, qa-engineer, implementer, qa-verification. 또는 T1.3 같은 작업',
      run: '실행(없으면 중지된 최근 실행) 또는 요청',
    },
    options: {
      detach: '백그라운드에서 실행하고 id를 출력',
    },
    examples: [
      ['orchestral rerun verifier', '같은 결과에 테스트를 새로 쓰고 검토까지'],
      ['orchestral rerun architect R1', '세션이 하고 있는 작업을 다시 설계'],
      ['orchestral rerun T1.3', '목록의 작업을 다시 할 수 있게'],
    ],
  },
  rebase: {
    summary: '최신 기준 브랜치에 맞추기: 병합하고, 충돌은 에이전트가 풀고, 다시 테스트하고 검토',
    arguments: { id: '실행, 세션(R1) 또는 auto. 없으면 병합되지 않은 최근 실행, 그것도 없으면 기다리는 것' },
    options: {
      detach: '백그라운드에서 실행하고 id를 출력',
    },
    examples: [
      ['orchestral rebase', '실행이 시작한 브랜치에 다른 커밋이 들어온 뒤'],
      ['orchestral rebase R1', '기준 브랜치와 충돌하는 세션'],
      ['orchestral rebase auto', '기준 브랜치가 움직여 반영하지 못한 Phase'],
    ],
  },
  'pull-request': {
    summary: '올린 작업의 상태를 보고, 검토 코멘트와 실패한 검사를 에이전트에게 넘기기',
    arguments: {
      command: 'status(기본): 마지막으로 읽은 상태. sync: 지금 살펴보고 처리',
      id: '실행, 세션(R1) 또는 auto. 없으면 최근에 올린 것',
    },
    options: {
      follow: '병합되거나 닫히거나 사람이 필요할 때까지 1분마다 살핍니다',
      detach: '백그라운드에서 실행하고 id를 출력',
    },
    examples: [
      ['orchestral pull-request', '이 프로젝트에서 올린 모든 작업'],
      ['orchestral pull-request sync', '검토 코멘트와 실패한 검사를 작업한 에이전트에게 넘기기'],
      ['orchestral pull-request sync auto --follow', '작업 목록의 풀 리퀘스트를 병합될 때까지 살피기'],
    ],
  },
  precedents: {
    summary: '다음 실행에 쓸 저장된 답 보기와 취소',
    arguments: { command: 'list(기본) 또는 revoke', id: '목록에 나온 이름' },
    examples: [
      ['orchestral precedents', '저장된 답'],
      ['orchestral precedents revoke run-20261116-104500/vcr-001', '다시 묻기'],
    ],
  },
  extend: {
    summary: '실행 중인 에이전트에 시간을 더 주기',
    arguments: { id: '실행, 요청, 작업 또는 단계(없으면 지금 진행 중인 것)' },
    options: { by: '더 줄 시간: 90s, 30m, 2h처럼' },
    examples: [['orchestral extend --by 30m', '시간 제한을 30분 늘립니다']],
  },
  wait: {
    summary: '결정이 필요하거나, 끝나거나, 시간이 다 될 때까지 기다리기',
    arguments: { id: '실행, R1 같은 요청, 또는 auto(없으면 지금 진행 중인 것)' },
    options: { for: '기다릴 시간: 90s, 9m, 2h처럼' },
    examples: [
      ['orchestral wait --for 9m', '종료 코드 0 완료, 1 실패, 3 결정 필요, 6 진행 중, 130 진행하는 프로세스 없음'],
      ['orchestral start "Add a --json flag" --detach && orchestral wait', '백그라운드에서 시작하고 기다리기'],
    ],
  },
  worker: {
    summary: '이 컴퓨터의 에이전트, 로그인, 샌드박스로 플릿의 단계를 수행하기',
    arguments: {},
    options: {
      key: '플릿 키가 든 파일(없으면 ORCHESTRAL_FLEET_KEY, 그것도 없으면 이 컴퓨터의 키)',
      concurrency: '동시에 수행할 단계 수(기본 1)',
      labels: '이 컴퓨터가 제공하는 것, 예: linux,node22',
      name: 'fleet status에 표시할 이름(기본은 컴퓨터 이름)',
    },
    examples: [
      ['orchestral worker --fleet redis://build-1:6379 --key fleet.key --concurrency 4', '동시에 네 단계'],
      ['kill -TERM PID', '더 받지 않고 실행 중인 것을 마친 뒤 종료'],
    ],
  },
  fleet: {
    summary: '플릿 관리: status, key, pause, resume, drain, forget',
    arguments: {
      command: 'status(생략 가능), key, pause, resume, drain 또는 forget',
      worker: 'drain할 워커 하나. key에는 checks(테스트만 실행하는 워커용)',
    },
    options: {},
    examples: [
      ['orchestral fleet key > fleet.key', '워커에 필요한 키를 출력합니다. 비밀로 다루세요'],
      ['orchestral fleet key checks > checks.key', 'auto의 작업을 검사하고 에이전트는 호출하지 않는 워커의 키'],
      ['orchestral fleet status', '워커, 부하, 버전, 레이블, 대기열'],
      ['orchestral fleet drain build-2', '그 워커는 단계를 마치면 종료합니다'],
    ],
  },
  mcp: {
    summary: 'MCP 클라이언트(Codex, Gemini CLI, opencode, Cursor 등)용 서버(stdin과 stdout)',
    arguments: {},
    options: { within: '호출 하나가 걸리는 최대 시간, 예: 20s. 클라이언트가 기다리는 시간보다 짧게 (기본 50s)' },
    examples: [
      [
        'codex mcp add orchestral -- orchestral mcp',
        'Codex에 추가합니다. 다른 클라이언트는 docs/guides/mcp.md에 있습니다',
      ],
      ['orchestral mcp --within 20s', '호출을 30초만 기다리는 클라이언트용'],
    ],
  },
  config: {
    summary: '설정 보기와 바꾸기: 값과 그 출처',
    arguments: {
      command: 'list(기본), get, set, unset, explain, edit',
      key: 'builder.model, agents.limits.max_cost_usd처럼',
      value: '문자열은 그대로, 나머지는 JSON으로',
    },
    options: { user: '모든 프로젝트에 쓰이는 내 파일에(없으면 프로젝트에)' },
    examples: [
      ['orchestral config', '모든 설정과 값과 출처'],
      ['orchestral config get global.max_iterations', '값 하나'],
      ['orchestral config explain global.max_iterations', '뜻, 기본값, 설정할 수 있는 곳'],
      ['orchestral config edit builder.model', '뜻을 보고 새 값 입력'],
      ['orchestral config set builder.model opus', '이 프로젝트에'],
      ['orchestral config set agents.limits.total_cost_usd 20 --user', '내 모든 프로젝트에'],
    ],
  },
  validate: {
    summary: '문서가 스키마에 맞는지 검사',
    arguments: { path: '검사할 파일이나 폴더(없으면 프로젝트의 모든 문서와 내 설정)' },
    options: { as: '이 문서로 보고 검사(이름 보기: orchestral schema)' },
    examples: [
      ['orchestral validate', '이 프로젝트의 모든 문서'],
      ['orchestral validate .claude/orchestrate-state.json', '경로로 알 수 있는 파일 하나'],
      ['orchestral validate --as crp answer.json', '아무 파일이나 지정한 문서로'],
    ],
  },
  schema: {
    summary: '문서의 JSON Schema를 출력하거나 문서 이름을 나열',
    arguments: { name: '문서 이름(없으면 모든 이름을 나열)' },
    examples: [
      ['orchestral schema', '문서 이름'],
      ['orchestral schema auto-state > auto-state.schema.json', '편집기에 쓸 스키마 하나'],
    ],
  },
  init: {
    summary: '기본 설정과 ignore 규칙을 작성하거나, 명령을 다른 프로그램에 설치',
    options: {
      claude: 'Claude Code의 명령, 에이전트, 훅(이 프로젝트)',
      codex: 'Codex의 스킬과 AGENTS.md의 한 절(이 프로젝트)',
      gemini: 'Gemini CLI의 확장(홈 폴더)',
      opencode: 'opencode의 명령(이 프로젝트)',
      remove: '다시 제거',
    },
    examples: [
      ['orchestral init', '이 프로젝트 준비, 언제든 다시 실행 가능'],
      ['orchestral init --claude', 'Claude Code에서 /orchestrator와 /auto-orchestrate 쓰기'],
      ['orchestral init --claude --remove', '제거하기. 직접 고친 파일은 남음'],
    ],
  },
  statusline: {
    summary: '진행 중인 일을 한 줄로 출력(Claude Code 상태 표시줄용)',
    examples: [['orchestral statusline', 'Claude Code 설정의 "statusLine"에']],
  },
  hook: {
    summary: 'Claude Code의 훅에 답하기(메시지는 stdin으로 받음)',
    arguments: { event: 'session-start 또는 pre-tool-use' },
    examples: [['orchestral hook pre-tool-use', '편집이 문서를 깨뜨리면 알림. 괜찮으면 출력 없음']],
  },
  demo: {
    summary: '임시 프로젝트에서 실행 하나를 끝까지 보여 주기: 에이전트만 스크립트, 나머지는 모두 진짜',
    arguments: { dir: '새 폴더나 빈 폴더(생략하면 임시 폴더에 만듦)' },
    examples: [
      ['orchestral demo', '계정이 필요 없고 그 폴더 밖에는 아무것도 남기지 않음'],
      ['orchestral demo ~/try-orchestral', '원하는 폴더에서'],
    ],
  },
  doctor: {
    summary: '설치 상태, 작동 여부, 할 일 보기',
    examples: [['orchestral doctor', '무언가 안 될 때 여기서 시작']],
  },
  agents: {
    summary: '이 컴퓨터의 에이전트와 역할별 담당을 보여 주거나, 하나를 시험 호출',
    arguments: {
      test: '아주 짧은 실제 호출을 한 번 하고 응답, 비용, 시간을 표시',
      backend: '호출할 에이전트, --agent와 같은 형식(없으면 설정대로)',
    },
    examples: [
      ['orchestral agents', '설치 여부, 로그인 여부, 역할별 담당'],
      ['orchestral agents test claude', '한 번 호출, 비용은 아주 적음'],
      ['orchestral agents test rehearsal', '계정 없이 같은 과정을 시험'],
    ],
  },
  trust: {
    summary: '이 저장소의 설정이 실행하는 명령을 보고 승인',
    examples: [
      ['orchestral trust', '내용을 보고 결정'],
      ['orchestral trust --yes', '묻지 않고 신뢰'],
      ['orchestral trust --json', '프로그램용으로 보기만 함. 아직 신뢰하지 않았으면 종료 코드 3'],
    ],
  },
  dashboard: {
    summary: '브라우저에서 보고 결정하기: 링크를 출력하고, 서버가 없으면 시작',
    options: {
      open: '브라우저에서 링크 열기',
      stop: '서버 끝내기. 실행 중인 작업은 계속됩니다',
      foreground: 'Ctrl-C를 누를 때까지 이 터미널에서 서버 실행',
      remote: '이 컴퓨터의 이 주소에서 TLS로 다른 기기 받기. QR 코드 출력',
      cert: '--remote에 쓸 인증서(PEM). 없으면 직접 만듦',
      key: '그 인증서의 키(PEM)',
      'public-url': '이 https 주소로 이어지는, 이 컴퓨터의 프록시를 통해 다른 기기 받기',
      devices: '연결된 기기 목록',
      revoke: '연결된 기기를 바로 로그아웃',
    },
    examples: [
      ['orchestral dashboard --open', '모든 프로젝트를 브라우저에서 보기'],
      ['orchestral dashboard --remote 192.168.1.20', '같은 네트워크의 휴대전화 연결'],
      ['orchestral dashboard --json', '프로그램을 위한 링크'],
    ],
  },
  completion: {
    summary: '셸 자동 완성 스크립트 출력',
    arguments: { shell: 'bash, zsh, fish 중 하나' },
    examples: [
      ['source <(orchestral completion bash)', '~/.bashrc에'],
      ['source <(orchestral completion zsh)', '~/.zshrc에'],
      ['orchestral completion fish > ~/.config/fish/completions/orchestral.fish', '한 번만'],
    ],
  },
  unlock: {
    summary: '이 프로젝트의 잠금을 보여 주고, 잠근 프로세스가 이미 종료된 잠금을 제거',
    arguments: { lock: '잠근 프로세스가 실행 중인지 알 수 없어도 제거할 잠금' },
    examples: [
      ['orchestral unlock', '잠금을 보여 주고, 제거하기 전에 확인'],
      ['orchestral unlock --yes', '종료된 프로세스의 잠금을 묻지 않고 제거'],
    ],
  },
};

export const help: typeof en.help = {
  usage: { program: '<명령> [옵션]', options: '[옵션]' },
  titles: {
    usage: '사용법:',
    arguments: '인자:',
    options: '옵션:',
    everywhere: '공통 옵션:',
    commands: '명령:',
  },
  examples: '예:',
};
