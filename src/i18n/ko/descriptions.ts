import type * as en from '../en/descriptions.ts';

const tools: Readonly<Record<string, string>> = {
  'Nothing.': '없습니다.',
  'What is listed.': '나열할 것.',
  'How many to skip: `next` of the previous page.': '건너뛸 개수: 앞 페이지의 `next`.',
  'How many at most.': '최대 개수.',
  'Which part of which list.': '목록과 그 범위.',
  'A run (run-…), a request (R1), a task (T1.3) or auto.': '실행(run-…), 요청(R1), 작업(T1.3), 또는 auto.',
  'The work.': '대상 작업.',
  'A run, a request, auto or a job (job-…); without one, what is running now, or the latest.':
    '실행, 요청, auto, job(job-…). 없으면 지금 진행 중인 것, 그것도 없으면 가장 최근 것.',
  'How many seconds to wait; then the call reports the progress. Keep it below the timeout of your client.':
    '기다릴 최대 초. 지나면 진행 상황을 알려 줍니다. 클라이언트의 제한 시간보다 짧아야 합니다.',
  'What to wait for.': '기다릴 것.',
  'A run (run-…) or a task (T1.3).': '실행(run-…) 또는 작업(T1.3).',
  'One of its changed files; without one, the list of them.': '바뀐 파일 하나. 없으면 바뀐 파일의 목록.',
  'Whose changes.': '대상.',
  'Words; entries that contain more of them come first. Empty: all.':
    '찾을 단어. 많이 들어 있는 항목이 먼저 나옵니다. 비우면 전부.',
  'What to look for.': '찾을 것.',
  'Files and folders of the project; without one, all of its documents.': '프로젝트의 파일과 폴더. 없으면 모든 문서.',
  'The kind of document, if the path does not tell.': '위치만으로 알 수 없을 때, 이 파일들이 어떤 문서여야 하는지.',
  'What to check.': '검사할 것.',
  'A run, a task, a branch or a commit (default: the latest).': '실행, 작업, 브랜치, 커밋. 없으면 가장 최근 것.',
  'Which change.': '대상 변경.',
  'The whole request: the text itself, not the name of a file.': '할 일 전체. 파일 이름이 아니라 내용 자체.',
  'The branch to start from and to merge into (default: the current one).':
    '시작하고 병합할 브랜치. 없으면 지금 브랜치.',
  'A run.': '실행.',
  'The whole request.': '할 일 전체.',
  'A session.': '세션.',
  'normal: a person approves each phase; ultra-thin: to the end; ralph: one task at a time.':
    'normal: Phase마다 사람이 승인, ultra-thin: 끝까지, ralph: 한 번에 작업 하나씩.',
  'The task list, relative to the project (default: TASKS.md).': '작업 목록 파일, 프로젝트 기준 경로. 없으면 TASKS.md.',
  'How many tasks at once; 0: as many as memory allows.': '동시에 할 작업 수. 0이면 메모리가 허용하는 만큼.',
  'Only this phase.': '이 Phase만.',
  'A task list.': '작업 목록.',
  'What comes next.': '다음에 할 것.',
  'Its id, from `next`.': '`next`가 알려 준 id.',
  'A task.': '작업.',
  'The run, whose pack waits for approval.': '병합 검토 자료가 승인을 기다리는 실행.',
  'A changed file, as `diff` lists it.': '`diff`의 목록에 있는 바뀐 파일.',
  'The first line, as the file is now.': '첫 줄. 지금 파일 기준.',
  'The last line (default: the first).': '마지막 줄. 없으면 첫 줄과 같습니다.',
  'What you want the person to know.': '사람에게 알릴 내용.',
  'A replacement for these lines.': '이 줄들을 대신할 내용.',
  'A comment on lines of a change.': '변경된 줄에 남기는 코멘트.',
  'The question: crp-… of a run, a task or a subtask (default: the first open one).':
    '질문: 실행의 crp-…, 작업 또는 하위 작업. 없으면 기다리는 첫 질문.',
  'Which.': '대상.',
  'The request.': '할 일.',
};

const settings: Readonly<Record<string, string>> = {
  'How many rounds of build, verify and gate a run may take.':
    '실행 하나가 빌드, 검증, 게이트를 거치는 라운드 수의 상한.',
  'What the name of a tmux session begins with.': 'tmux 세션 이름의 앞부분.',
  'The port of the dashboard.': '대시보드의 포트.',
  'How much a run prints.': '실행이 얼마나 자세히 출력하는지.',
  'Milliseconds the Refiner may take before `timeout_action` applies.':
    '이 역할이 `timeout_action`이 적용되기 전까지 쓸 수 있는 시간(밀리초).',
  'Milliseconds the Builder may take before `timeout_action` applies.':
    '이 역할이 `timeout_action`이 적용되기 전까지 쓸 수 있는 시간(밀리초).',
  'Milliseconds the Verifier may take before `timeout_action` applies.':
    '이 역할이 `timeout_action`이 적용되기 전까지 쓸 수 있는 시간(밀리초).',
  'Milliseconds the Gatekeeper may take before `timeout_action` applies.':
    '이 역할이 `timeout_action`이 적용되기 전까지 쓸 수 있는 시간(밀리초).',
  'How long each agent may take before `timeout_action`.': '`timeout_action` 전까지 각 에이전트에게 주는 시간.',
  'What happens to an agent that exceeds its timeout: a warning, another attempt, or the end of the step.':
    '제한 시간을 넘긴 에이전트를 어떻게 할지: 경고, 다시 시도, 단계 중지.',
  'Whether the terminal bell rings when something needs you.': '결정이 필요할 때 터미널 벨을 울릴지.',
  'Whether a desktop notification appears when something needs you.': '결정이 필요할 때 데스크톱 알림을 띄울지.',
  'Whether failed steps of a run are retried.': '실행의 실패한 단계를 다시 시도할지.',
  'How often a failed step is retried.': '실패한 단계를 다시 시도하는 횟수.',
  'A kind of error.': '오류의 종류.',
  'Which kinds of errors are retried.': '다시 시도할 오류의 종류.',
  'Settings of all runs.': '모든 실행의 설정.',
  'The model of the Refiner.': 'Refiner의 모델.',
  'Kinds of gaps in a briefing that the Refiner may fill itself.': 'Refiner가 묻지 않고 채워도 되는 빈칸의 종류.',
  'Kinds of gaps that the Refiner may never fill itself.': 'Refiner가 채우면 안 되는 빈칸의 종류.',
  'Words in a briefing that let the Refiner fill every gap that is not forbidden.':
    '브리핑에 이 말이 있으면 Refiner가 금지되지 않은 빈칸을 모두 채웁니다.',
  'How often the Refiner may refine a briefing again.': 'Refiner가 브리핑을 다시 다듬는 횟수의 상한.',
  'Settings of the Refiner.': 'Refiner의 설정.',
  'The model of the Builder.': 'Builder의 모델.',
  'Libraries that the Builder prefers.': 'Builder가 먼저 고려하는 라이브러리.',
  'Libraries that the Builder avoids.': 'Builder가 피하는 라이브러리.',
  'Name of the code style that the Builder follows.': 'Builder가 따르는 코드 스타일의 이름.',
  'The style of code.': '코드를 쓰는 방식.',
  'How many lines a file may have.': '파일 하나의 최대 줄 수.',
  'Whether code must declare types.': '코드에 타입을 반드시 적어야 하는지.',
  'What is checked.': '검사하는 것.',
  'Settings of the Builder.': 'Builder의 설정.',
  'The model of the Verifier.': 'Verifier의 모델.',
  'Percentage of the changed lines that the tests must cover.': '테스트가 실행해야 하는 변경된 줄의 비율(퍼센트).',
  'Whether the Verifier must test edge cases.': 'Verifier가 경계 사례를 반드시 테스트해야 하는지.',
  'Whether the Verifier must test error cases.': 'Verifier가 오류 사례를 반드시 테스트해야 하는지.',
  'What the tests must cover.': '테스트가 다뤄야 하는 것.',
  'Whether the Verifier tries to attack the code.': 'Verifier가 코드를 공격해 볼지.',
  'How many kinds of attacks the Verifier tries.': 'Verifier가 시도하는 공격 종류의 수.',
  'Attacks on the code.': '코드에 대한 공격.',
  'Settings of the Verifier.': 'Verifier의 설정.',
  'The model of the Gatekeeper.': 'Gatekeeper의 모델.',
  'Whether all tests must pass.': '모든 테스트가 통과해야 하는지.',
  'Whether a critical issue fails the run.': '심각한 문제가 있으면 게이트를 통과하지 못하는지.',
  'What a PASS needs.': 'PASS에 필요한 것.',
  'How many rounds a run may take; the smaller of this and `global.max_iterations` applies.':
    '실행 하나의 라운드 수 상한. 이 값과 `global.max_iterations` 중 작은 쪽이 적용됩니다.',
  'Kinds of changes that always need your decision.': '언제나 사람의 결정이 필요한 변경의 종류.',
  'Settings of the Gatekeeper.': 'Gatekeeper의 설정.',
  'Version of this format.': '이 형식의 버전.',
  'The backend, that is the kind of agent.': '이 역할의 백엔드(에이전트의 종류).',
  'The model; every backend understands `haiku`, `sonnet` and `opus`.':
    '이 역할의 모델. `haiku`, `sonnet`, `opus`는 모든 백엔드에서 쓸 수 있습니다.',
  'Which backend and model.': '백엔드와 모델.',
  'Roles that differ from the default.': '기본값과 다른 역할.',
  'The name of a variable.': '환경 변수의 이름.',
  'Additional environment variables for the agent.': '에이전트에 추가로 넘길 환경 변수.',
  'The program and its arguments.': '실행할 프로그램과 인자.',
  'A program to run.': '실행할 프로그램.',
  'Path of the script that the rehearsal plays.': '리허설이 재생할 스크립트의 경로.',
  'Milliseconds that one call may take.': '호출 하나가 걸릴 수 있는 시간(밀리초).',
  'Milliseconds a call may run without output or activity.': '출력이나 활동 없이 호출이 이어질 수 있는 시간(밀리초).',
  'Turns that one call may take.': '호출 하나의 최대 턴 수.',
  'Dollars that one call may cost.': '호출 하나의 최대 비용(달러).',
  'Dollars that all calls together may cost; when they are spent, work pauses.':
    '모든 호출을 합한 최대 비용(달러). 다 쓰면 작업을 일시 중지합니다.',
  'Limits of calls.': '호출의 한도.',
  'Milliseconds this role may take before `timeout_action` applies.':
    '이 역할이 `timeout_action`이 적용되기 전까지 쓸 수 있는 시간(밀리초).',
  'How long each agent may take before `timeout_action` of global.json, which also has the timeouts of runs.':
    'global.json의 `timeout_action` 전까지 각 에이전트에게 주는 시간. 실행의 제한 시간도 global.json에 있습니다.',
  'Whether agents run in a sandbox: if there is one, always, or never.':
    '에이전트를 샌드박스에서 실행할지: 있으면, 반드시, 또는 쓰지 않음.',
  'Backends that take over while another one is rate-limited, in this order.':
    '다른 백엔드가 사용량 제한에 걸린 동안 대신할 백엔드. 적은 순서대로 씁니다.',
  'Which agent does what.': '어느 에이전트가 무엇을 하는지.',
  'The command that installs what a fresh worktree needs.': '새 워크트리에 필요한 것을 설치하는 명령.',
  'The command that builds the project.': '프로젝트를 빌드하는 명령.',
  'The command that runs the tests.': '테스트를 실행하는 명령.',
  'How long the tests of the untouched project may take, in milliseconds.':
    '변경 전 프로젝트의 테스트가 걸릴 수 있는 시간(밀리초).',
  'What a task list does with tests that new behaviour contradicts.':
    '새 동작과 어긋나는 기존 테스트를 작업 목록이 어떻게 다룰지.',
  'Percentage of the changed parts of the code that a test must notice; `orchestral prove` exits with 1 below it.':
    '바뀐 코드 중 테스트가 알아채야 하는 부분의 비율(퍼센트). 이보다 낮으면 `orchestral prove`가 1로 끝납니다.',
  'The command that runs the tests and measures coverage.': '테스트를 실행하고 커버리지를 재는 명령.',
  'Ignored files that worktrees need, such as `.env`.': '`.env`처럼 git이 무시하지만 워크트리에 필요한 파일.',
  'The folder in which worktrees are created.': '워크트리를 만들 폴더.',
  'Where finished work goes: into your branch, to a branch of the remote, or there with a pull request.':
    '완성된 작업을 보낼 곳: 내 브랜치, 원격 브랜치, 또는 풀 리퀘스트와 함께 원격 브랜치.',
  'Whether build and tests reach the network in the sandbox; set-up always does.':
    '샌드박스에서 빌드와 테스트가 네트워크를 쓸 수 있는지. 준비 단계는 언제나 쓸 수 있습니다.',
  'Whether set-up, build and tests may make namespaces in the sandbox.':
    '샌드박스에서 준비, 빌드, 테스트가 네임스페이스를 만들 수 있는지.',
  'How this project is set up, built and tested; what is absent is detected.':
    '이 프로젝트를 준비, 빌드, 테스트하는 방법. 없는 항목은 자동으로 감지합니다.',
  'Files and folders that agents and checks may read, too; `~` is your home folder. Secrets stay hidden.':
    '에이전트와 테스트가 추가로 읽어도 되는 파일과 폴더. `~`는 홈 폴더입니다. 비밀은 계속 숨깁니다.',
  'What is visible in the sandbox. A repository cannot set this.': '샌드박스에서 보이는 것. 저장소는 정할 수 없습니다.',
  'Whether decisions and pitfalls of sessions are also saved in claude-mem, where your other tools find them.':
    '세션의 결정과 함정을 다른 도구도 찾을 수 있게 claude-mem에도 저장할지.',
  'What is saved in claude-mem. A repository cannot set this.': 'claude-mem에 넘기는 것. 저장소는 정할 수 없습니다.',
  'The Redis of the fleet whose workers call the agents: an address with `redis://` or `rediss://`.':
    '에이전트를 호출할 워커들이 있는 플릿의 Redis 주소(`redis://` 또는 `rediss://`).',
  'Address of the git remote that your machine and the workers share; by default, the remote of the repository.':
    '내 컴퓨터와 워커가 함께 쓰는 git 원격의 주소. 없으면 저장소의 원격을 씁니다.',
  'Only workers with this label get jobs from here.': '이 레이블이 있는 워커만 여기의 작업을 받습니다.',
  'Workers on other machines. A repository cannot set this.': '다른 컴퓨터의 워커. 저장소는 정할 수 없습니다.',
  'Your own settings, for all projects. Project files take precedence.':
    '모든 프로젝트에 쓰는 내 설정. 프로젝트 파일의 값이 우선합니다.',
  'How you are notified.': '알리는 방법.',
  'Retrying failed steps.': '실패한 단계를 다시 시도하기.',
  'What the Refiner may decide itself.': 'Refiner가 직접 정해도 되는 것.',
  'Settings of this vendor’s program.': '이 에이전트 프로그램의 설정.',
  'The agent that plays a script.': '스크립트를 재생하는 에이전트.',
  'Settings of backends.': '백엔드의 설정.',
};

const known: ReadonlyMap<string, string> = new Map(Object.entries({ ...tools, ...settings }));

export const descriptions: typeof en.descriptions = {
  describe: (english) => known.get(english) ?? english,
};
