import type { autoCommand as english } from '../en/auto-command.ts';

export const autoCommand: typeof english = {
  summary: 'TASKS.md를 병렬로, Phase별로 진행. 작업은 증명되어야 완료로 침',
  arguments: {
    command:
      '있는 그래프에 할 일: status, stop, retry ID…, complete ID…, skip ID…, import FILE. 에이전트용: next, exec ID (없으면 시작하거나 이어서 하기)',
  },
  options: {
    'ultra-thin': '묻지 않고 거의 말하지 않음. --mode ultra-thin과 같음',
    mode: 'normal은 Phase마다 묻고, ultra-thin은 묻지 않으며, ralph는 작업을 하나씩 진행',
    tasks:
      '작업 목록 파일 (없으면 TASKS.md, docs/planning/TASKS.md, docs/TASKS.md, specs/*/tasks.md). import에서는 쓸 파일',
    phase: '이 Phase만',
    parallel: '동시에 진행할 작업 수. 0이면 메모리가 허락하는 만큼',
    resume: '시작한 것을 이어서만 하고 새로 시작하지 않음',
    'rebuild-state': 'TASKS.md, 로그, 커밋에서 상태를 다시 만듦',
    'dry-run': 'Phase, 순서, 임계 경로, 예상 시간과 비용을 보여 주고 아무것도 쓰지 않음',
    base: '작업할 브랜치 (없으면 처음 시작할 때 체크아웃된 브랜치)',
    'retry-limit': '작업을 다시 시도할 횟수',
    'max-iterations': '시작할 시도의 최대 횟수',
  },
  examples: [
    ['orchestral auto --dry-run', '무엇을 어떤 순서로 하고 얼마나 걸릴지 보기'],
    ['orchestral auto', '시작하거나 이어서 하기. 다음 Phase마다 물음'],
    ['orchestral auto --ultra-thin --parallel 4', '네 개씩, 묻지 않고 끝까지'],
    ['orchestral auto status', '끝난 것, 진행 중인 것, 실패한 것과 그 이유'],
    ['orchestral auto retry T1.3', '실패한 작업을 다시. orchestral auto --resume으로 진행'],
    ['orchestral auto skip T1.3 T1.4', '작업을 건너뜀. 의존하는 작업은 진행'],
    ['orchestral auto import .taskmaster/tasks/tasks.json', 'Task Master의 목록으로 TASKS.md 만들기'],
  ],
};
