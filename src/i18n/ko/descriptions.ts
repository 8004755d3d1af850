import type * as en from '../en/descriptions.ts';

const tools: Readonly<Record<string, string>> = {
  'Nothing.': '없습니다.',
  'What is listed.': '무엇의 목록인지.',
  'How many to leave out: `next` of the page before.': '건너뛸 개수: 앞 페이지의 `next`.',
  'How many at most.': '최대 개수.',
  'Which part of which list.': '어느 목록의 어느 부분인지.',
  'A run (run-…), a request (R1), a task (T1.3) or auto.': '실행(run-…), 요청(R1), 작업(T1.3), 또는 auto.',
  'What is meant.': '무엇을 가리키는지.',
  'A run, a request, auto or a job (job-…); without one, what is conducted now, else the latest.':
    '실행, 요청, auto, job(job-…). 없으면 지금 진행 중인 것, 그것도 없으면 가장 최근 것.',
  'At most so long; the call then tells how far it is. Less than your client waits for a call.':
    '기다릴 최대 초. 지나면 어디까지 됐는지 알려 줍니다. 클라이언트가 호출을 기다리는 시간보다 짧아야 합니다.',
  'What to wait for.': '무엇을 기다릴지.',
  'A run (run-…) or a task (T1.3).': '실행(run-…) 또는 작업(T1.3).',
  'One of its changed files; without one, the list of them.': '바뀐 파일 하나. 없으면 바뀐 파일의 목록.',
  'Whose changes.': '무엇의 변경인지.',
  'Words; an entry that has more of them comes first. Empty: all.':
    '찾을 낱말. 많이 들어 있는 항목이 먼저 나옵니다. 비우면 전부.',
  'What to look for.': '무엇을 찾을지.',
  'Files and folders of the project; without one, all of its documents.': '프로젝트의 파일과 폴더. 없으면 모든 문서.',
  'What these files should be, where their place does not say so.':
    '위치만으로 알 수 없을 때, 이 파일들이 어떤 문서여야 하는지.',
  'What to check.': '무엇을 검사할지.',
  'A run, a task, a branch or a commit; the latest where left out.': '실행, 작업, 브랜치, 커밋. 없으면 가장 최근 것.',
  'Which change.': '어느 변경인지.',
  'What is to be done, in full: the text itself, never the name of a file.':
    '할 일 전체. 파일 이름이 아니라 내용 자체.',
  'The branch to begin on and to merge into; the current one where left out.':
    '시작하고 병합할 브랜치. 없으면 지금 브랜치.',
  'A run.': '실행.',
  'What is to be done, in full.': '할 일 전체.',
  'A session.': '세션.',
  'normal: a person allows each phase; ultra-thin: to the end; ralph: one task at a time.':
    'normal: Phase마다 사람이 승인, ultra-thin: 끝까지, ralph: 한 번에 작업 하나씩.',
  'The list of tasks, from the project; TASKS.md where this is left out.':
    '작업 목록 파일, 프로젝트 기준 경로. 없으면 TASKS.md.',
  'How many tasks at once; 0: as many as there is memory for.': '동시에 할 작업 수. 0이면 메모리가 허용하는 만큼.',
  'Only this phase.': '이 Phase만.',
  'A list of tasks.': '작업 목록.',
  'What comes next.': '다음에 할 것.',
  'Its id, as `next` told it.': '`next`가 알려 준 id.',
  'A task.': '작업.',
  'The run, whose pack waits for approval.': '병합 검토 자료가 승인을 기다리는 실행.',
  'A changed file, as `diff` lists it.': '`diff`의 목록에 있는 바뀐 파일.',
  'The first line, as the file is now.': '첫 줄. 지금 파일 기준.',
  'The last line; the same where left out.': '마지막 줄. 없으면 첫 줄과 같습니다.',
  'What you want the person to know.': '사람에게 알릴 내용.',
  'Other text for these lines.': '이 줄들을 대신할 내용.',
  'A comment on lines of a change.': '변경된 줄에 남기는 코멘트.',
  'The question: crp-… of a run, a task or a subtask; else the first that waits.':
    '질문: 실행의 crp-…, 작업 또는 하위 작업. 없으면 기다리는 첫 질문.',
  'Which.': '어느 것인지.',
  'What is to be done.': '할 일.',
};

const settings: Readonly<Record<string, string>> = {
  'How many rounds of build, verify, gate a run may take.': '실행 하나에서 구현, 검증, 판정을 하는 최대 라운드 수.',
  'What the name of the tmux session begins with.': 'tmux 세션 이름의 앞부분.',
  'Port of the dashboard.': '대시보드의 포트.',
  'How much is logged.': '로그의 양.',
  'Milliseconds.': '밀리초.',
  'How long each agent may take before `timeout_action`.': '`timeout_action` 전까지 각 에이전트에게 주는 시간.',
  'What happens then.': '시간이 지나면 할 일.',
  'Ring the bell.': '터미널 벨을 울립니다.',
  'Show a desktop notification.': '데스크톱 알림을 보냅니다.',
  'How you are told.': '알리는 방법.',
  'Whether failed steps are repeated.': '실패한 단계를 다시 하는지.',
  'How often.': '횟수.',
  'A kind of error.': '오류의 종류.',
  'After which errors.': '어떤 오류일 때.',
  'Repeating failed steps.': '실패한 단계를 다시 하기.',
  'Settings of all runs.': '모든 실행의 설정.',
  'Model of the Refiner.': 'Refiner의 모델.',
  'Kinds of gaps it may fill.': '스스로 채워도 되는 빈칸의 종류.',
  'Kinds it may never fill.': '절대 채우면 안 되는 종류.',
  'What it may decide by itself.': '스스로 정해도 되는 것.',
  'Words in a briefing that let it fill everything not forbidden.':
    '브리핑에 있으면, 금지되지 않은 모든 것을 채우게 하는 말.',
  'How often it may refine again.': '다시 다듬을 수 있는 횟수.',
  'Settings of the Refiner.': 'Refiner의 설정.',
  'Model of the Builder.': 'Builder의 모델.',
  'Libraries to prefer.': '먼저 고려할 라이브러리.',
  'Libraries to avoid.': '피할 라이브러리.',
  'Name of the style.': '스타일의 이름.',
  'How code is to be written.': '코드를 쓰는 방식.',
  'How long a file may be.': '파일 하나의 최대 줄 수.',
  'Whether types are required.': '타입이 꼭 있어야 하는지.',
  'What is checked.': '검사하는 것.',
  'Settings of the Builder.': 'Builder의 설정.',
  'Model of the Verifier.': 'Verifier의 모델.',
  'Per cent that must be covered.': '채워야 하는 커버리지(퍼센트).',
  'Whether edge cases must be tested.': '경계 조건을 꼭 테스트해야 하는지.',
  'Whether error cases must be tested.': '오류 상황을 꼭 테스트해야 하는지.',
  'What the tests must cover.': '테스트가 다뤄야 하는 것.',
  'Whether attacks are tried.': '공격을 시도하는지.',
  'How many kinds of attack.': '시도할 공격의 종류 수.',
  'Attacks on the code.': '코드에 대한 공격.',
  'Settings of the Verifier.': 'Verifier의 설정.',
  'Model of the Gatekeeper.': 'Gatekeeper의 모델.',
  'Whether all tests must pass.': '모든 테스트가 통과해야 하는지.',
  'Whether a critical issue fails the run.': '심각한 문제가 있으면 통과시키지 않는지.',
  'What a PASS needs.': 'PASS에 필요한 것.',
  'How many rounds a run may take; the smaller of this and global.json’s counts.':
    '실행 하나의 라운드 수. 이 값과 global.json의 값 가운데 작은 쪽을 씁니다.',
  'What always asks a person.': '언제나 사람에게 묻는 것.',
  'Settings of the Gatekeeper.': 'Gatekeeper의 설정.',
  'Version of this format.': '이 형식의 버전.',
  'A backend.': '백엔드.',
  'Model; `haiku`, `sonnet`, `opus` are understood by every backend.':
    '모델. `haiku`, `sonnet`, `opus`는 모든 백엔드에서 쓸 수 있습니다.',
  'Which backend and model.': '백엔드와 모델.',
  'Roles that differ from the default.': '기본값과 다른 역할.',
  'The name of a variable.': '환경 변수의 이름.',
  'Variables of the environment that it gets besides its vendor’s own.': '벤더의 것 말고 더 넘길 환경 변수.',
  'What it needs to know.': '필요한 정보.',
  'The program and its arguments.': '프로그램과 인자.',
  'A program to run.': '실행할 프로그램.',
  'Path of the script.': '각본 파일의 경로.',
  'The rehearsal.': '리허설.',
  'What backends need to know.': '백엔드에 필요한 정보.',
  'Milliseconds one call may take.': '호출 한 번에 주는 시간(밀리초).',
  'Milliseconds one call may be silent.': '호출 한 번이 조용히 있어도 되는 시간(밀리초).',
  'Turns one call may take.': '호출 한 번의 최대 턴 수.',
  'Dollars one call may cost.': '호출 한 번의 최대 비용(달러).',
  'Dollars all calls together may cost; reached, work pauses.':
    '모든 호출을 합한 최대 비용(달러). 다 쓰면 작업을 일시 중지합니다.',
  'Limits of calls.': '호출의 한도.',
  'How long each agent may take before `timeout_action` of global.json, which also has the timeouts of runs.':
    'global.json의 `timeout_action` 전까지 각 에이전트에게 주는 시간. 실행의 제한 시간도 global.json에 있습니다.',
  'Whether agents run in the platform’s sandbox.': '에이전트를 운영체제의 샌드박스에서 실행하는지.',
  'Backends to switch to when one is limited, in order.': '한도에 걸렸을 때 차례로 바꿔 쓸 백엔드.',
  'Which agent does what.': '어느 에이전트가 무엇을 하는지.',
  'Makes a fresh worktree usable.': '새 워크트리를 쓸 수 있게 준비하는 명령.',
  'Builds the project.': '프로젝트를 빌드하는 명령.',
  'Runs the tests.': '테스트를 실행하는 명령.',
  'How long the tests of the untouched project may take, in milliseconds.':
    '변경 전 프로젝트의 테스트에 주는 시간(밀리초).',
  'What a task list does with tests that new behaviour contradicts.':
    '새 동작과 어긋나는 기존 테스트를 작업 목록에서 어떻게 할지.',
  'Percent of changed hunks that an assertion must notice.': '바뀐 부분 가운데 테스트가 알아채야 하는 비율(퍼센트).',
  'Runs the tests and measures coverage.': '테스트를 실행하고 커버리지를 재는 명령.',
  'Ignored files that worktrees need, such as `.env`.': '`.env`처럼, git이 무시하지만 워크트리에 필요한 파일.',
  'Folder the worktrees are made in.': '워크트리를 만들 폴더.',
  'Where finished work goes: into your branch, to a branch of the remote, or there with a pull request.':
    '끝난 작업을 보낼 곳: 내 브랜치, 원격 저장소의 브랜치, 또는 풀 리퀘스트.',
  'Whether build and tests reach the network in the sandbox; set-up always does.':
    '샌드박스에서 빌드와 테스트가 네트워크를 쓰는지. 준비 명령은 항상 씁니다.',
  'Whether set-up, build and tests may make namespaces in the sandbox.':
    '샌드박스에서 준비, 빌드, 테스트가 네임스페이스를 만들 수 있는지.',
  'How this project is set up, built and tested; what is absent is detected.':
    '이 프로젝트를 준비, 빌드, 테스트하는 방법. 없는 것은 알아서 찾습니다.',
  'Files and folders that agents and checks may read, too; `~` is your home folder. Secrets stay hidden.':
    '에이전트와 검사가 더 읽어도 되는 파일과 폴더. `~`는 홈 폴더입니다. 비밀은 계속 숨깁니다.',
  'What the sandbox shows. No repository can say this.': '샌드박스에서 보이는 것. 저장소는 정할 수 없습니다.',
  'Whether what sessions decide is also saved in claude-mem, where your other tools can find it.':
    '세션에서 정한 것을 다른 도구도 찾을 수 있게 claude-mem에도 저장하는지.',
  'What claude-mem is given. No repository can say this.': 'claude-mem에 넘기는 것. 저장소는 정할 수 없습니다.',
  'Where agents are called by workers: the address of a Redis, `redis://` or `rediss://`.':
    '워커가 에이전트를 실행하는 곳: Redis의 주소. `redis://` 또는 `rediss://`.',
  'The git remote that conductor and workers both reach, as an address; without it, the repository’s own.':
    '컨덕터와 워커가 모두 접근하는 git 원격 저장소의 주소. 없으면 이 저장소의 원격 저장소.',
  'Only workers with this label get jobs from here.': '이 레이블이 있는 워커만 여기의 일을 받습니다.',
  'Workers on other machines. No repository can say this.': '다른 컴퓨터의 워커. 저장소는 정할 수 없습니다.',
  'Your own settings, for all projects. What a file of a project says counts more.':
    '모든 프로젝트에 쓰는 내 설정. 프로젝트 파일의 값이 우선합니다.',
};

const known: ReadonlyMap<string, string> = new Map(Object.entries({ ...tools, ...settings }));

export const descriptions: typeof en.descriptions = {
  describe: (english) => known.get(english) ?? english,
};
