import type { Words } from '../catalogue.ts';

export const sessions: Words['sessions'] = {
  title: '세션',
  none: '아직 세션이 없습니다. 여기서 시작하거나 다음 명령을 쓰세요.',
  tasks: '작업',
  contracts: '계약',
  raw: '원문 그대로',
  stop: '중지',
  resume: '재개',
  deliver: '병합',
};

export const worktrees: Words['worktrees'] = {
  title: '워크트리',
  columns: { folder: '폴더', branch: '브랜치', owner: '소유', size: '크기', clean: '정리' },
  yours: '나',
  fate: { removes: '지움', keeps: '남김', is_not_ours: '건드리지 않음' },
  leavings: '끝난 실행이 남긴 것',
  kinds: { worktree: '폴더', branch: '브랜치', rescue: '구해 둔 작업', copy: '사본', run: '실행', records: '로그' },
  leaving: { removed: '지울 것', kept: '남길 것', failed: '지울 수 없음' },
  nothing: '남은 것이 없습니다.',
  clean: (count) => `${count}건 정리`,
  sure: (count) => `끝난 실행이 남긴 ${count}건을 지울까요?`,
};

export const knowledge: Words['knowledge'] = {
  title: '지식',
  learned: '결정과 함정',
  none: '아직 배운 것이 없습니다.',
  edit: '고치기',
  save: '저장',
  topic: '주제',
  decision: '결정한 것',
  description: '무엇이 잘못되는가',
  why: '이유',
  remove: '삭제',
  removeSure: (id) => `${id} 항목을 지울까요? 이후 세션에는 알려 주지 않습니다.`,
  revokeSure: '이 답을 철회할까요? 이후 실행에서 다시 묻습니다.',
  precedents: '이후 실행이 자동으로 하는 답',
  noPrecedents: '없습니다. 질문에 답할 때 정할 수 있습니다.',
  revoke: '철회',
};

export const costs: Words['costs'] = {
  title: '비용',
  none: '지난 30일 동안 부른 에이전트가 없습니다.',
  by: { workflow: '워크플로별', role: '역할별', model: '모델별' },
  columns: { name: '이름', cost: '비용', failed: '그중 실패', tokens: '토큰', calls: '호출' },
  unknown: '알 수 없음',
  all: '전체',
  failedOnly: '실패한 시도',
  chart: '날짜별 비용',
  legend: '날짜별 달러(UTC). 막대 아래의 붉은 부분은 실패한 시도의 비용입니다.',
};

export const fleet: Words['fleet'] = {
  title: '플릿',
  unset: '지정된 플릿이 없어 에이전트가 이 컴퓨터에서 실행됩니다. 다른 컴퓨터의 워커에게 맡기려면 다음 명령을 쓰세요.',
  none: '워커가 없습니다. 각 컴퓨터에서 다음 명령을 실행하세요.',
  workers: '워커',
  queue: '대기열',
  waiting: (waiting, active) => `대기 ${waiting}건, 워커가 맡은 것 ${active}건`,
  throughput: (steps) => `지난 10분 동안 끝난 단계 ${steps}건`,
  paused:
    '플릿이 일시 정지되어 있습니다. 실행 중인 단계는 계속되고 새 단계는 시작하지 않습니다. 계속하려면: orchestral fleet resume',
  notDurable: '이 Redis는 비정상 종료 때 데이터를 잃습니다. append-only 파일을 켜세요.',
  columns: {
    worker: '워커',
    state: '상태',
    load: '부하',
    running: '실행 중인 단계',
    version: '버전',
    labels: '레이블',
    done: '완료',
  },
  states: {
    working: '작업 중',
    limited: '제공사의 사용량 제한 대기 중',
    draining: '마무리 중',
    other_version: '버전이 달라 단계를 받지 않음',
  },
  seconds: (seconds) => `${seconds}초`,
};

export const settings: Words['settings'] = {
  title: '설정',
  here: '이 브라우저에서',
  scheme: '색상',
  schemes: { auto: '시스템 설정', light: '밝게', dark: '어둡게' },
  language: '언어',
  notify: '할 일이 생기면 알리기',
  notifyOff: '알림 끄기',
  notifyNot: {
    unable: '이 브라우저는 이 페이지의 알림을 표시하지 않습니다.',
    denied: '브라우저에서 이 페이지의 알림이 차단되어 있습니다. 먼저 브라우저 설정에서 허용하세요.',
  },
  noFiles: '이 프로젝트에는 설정이 없습니다.',
  byDefault: '파일이 없어 기본값이 쓰입니다.',
  save: '저장',
  saved: '저장했습니다.',
};

export const start: Words['start'] = {
  title: '새로 시작',
  noProject: '아직 프로젝트가 없습니다. 프로젝트 폴더에서 다음 명령을 쓰세요.',
  project: '프로젝트',
  kind: '시작할 것',
  kinds: { run: '실행', session: '세션', auto: '작업 목록' },
  briefing: '브리핑',
  request: '요청',
  base: '시작 브랜치',
  tasks: (file, done, total) => `${file}: ${total}건 중 ${done}건 완료.`,
  noTasks: '이 프로젝트에는 작업 목록이 없습니다.',
  preview: '시작하면',
  money: '비용',
  commands: '실행할 명령',
  nobody: '에이전트 없음',
  budget: (spent, limit) => (limit === null ? `${spent} 사용, 한도 없음` : `${limit} 중 ${spent} 사용`),
  trust: '저장소의 이 명령을 실행하는 데 동의합니다',
  begin: '시작',
};
