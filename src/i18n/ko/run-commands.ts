import type { runCommands as english } from '../en/run-commands.ts';

export const runCommands: typeof english = {
  start: {
    summary: '브리핑으로 실행 시작: 에이전트가 다듬고 만들고 검증하며, 결정은 당신이 합니다',
    arguments: { briefing: "원하는 것: 문장, 텍스트 파일, 또는 파이프로 받을 때 '-'" },
    options: {
      base: '이 브랜치에서 시작하고 여기로 병합(없으면 지금 체크아웃된 브랜치)',
      tmux: '에이전트마다 창이 하나씩 있는 tmux 세션 열기',
    },
    examples: [
      ['orchestral start "list 명령에 --json 플래그 추가"', '문장 하나로 시작'],
      ['orchestral start briefing.md', '파일로 시작'],
      ['gh issue view 7 | orchestral start -', '다른 프로그램의 출력으로 시작'],
    ],
  },
  resume: {
    summary: '중단되거나 멈추거나 실패한 실행을 이어서 하기',
    arguments: { run: '실행(없으면 이어서 할 수 있는 가장 최근 것)' },
    examples: [['orchestral resume', '끝난 단계는 다시 하지 않습니다']],
  },
  stop: {
    summary: '누가 지휘하든 실행을 멈추기',
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
    summary: '실행의 에이전트들이 말하고 한 일 보기',
    arguments: {
      run: '실행(없으면 가장 최근 것)',
      agent: 'refiner, builder, verifier, gatekeeper 중 하나만',
    },
    options: { follow: '실행이 끝날 때까지 계속 보기' },
    examples: [
      ['orchestral logs', '가장 최근 실행의 모든 것'],
      ['orchestral logs builder -f', 'Builder를 실시간으로'],
    ],
  },
  watch: {
    summary: 'Ctrl-C를 누를 때까지 바뀌는 상황 보기',
    examples: [['orchestral watch', '작업 옆에 열어 두세요']],
  },
};
