import type { Words } from '../catalogue.ts';

export const frame: Words['frame'] = {
  home: '홈',
  auto: '자동',
  runs: '실행',
  sessions: '세션',
  worktrees: '워크트리',
  knowledge: '지식',
  costs: '비용',
  fleet: '플릿',
  settings: '설정',
  start: '새로 시작',
  search: '찾기',
  more: '더 보기',
  needsYou: '확인 필요',
  running: '진행 중',
  work: '작업',
  rest: '프로젝트',
  breadcrumb: '현재 위치',
  project: '프로젝트 선택',
  noProject: '프로젝트 없음',
  skip: '본문으로 건너뛰기',
  waiting: (count) => `${count}건이 확인을 기다립니다`,
  connection: { connecting: '연결 중…', open: '실시간', lost: '연결 끊김' },
  copied: '복사했습니다',
  copyPath: '워크트리 경로 복사',
};

export const states: Words['states'] = {
  needs_you: '확인 필요',
  running: '진행 중',
  done: '완료',
  unproven: '완료, 증명되지 않음',
  failed: '실패',
  waiting: '대기',
  blocked: '막힘',
  ready: '준비됨',
  pending: '예정',
  stillLoading: '아직 불러오는 중입니다…',
  tryAgain: '다시 시도',
  unknown: '이 페이지에 문제가 생겼습니다.',
  unreachable: '서버에 연결할 수 없습니다.',
  offline: (time) => `${time}부터 연결이 끊겼습니다. 보이는 내용이 오래되었을 수 있으며, 초안은 보관됩니다.`,
  signedOut: '서버가 다시 시작되었습니다. 쓰던 내용은 그대로 남습니다. 계속하려면 새 링크로 로그인하세요:',
  notFound: '찾을 수 없음',
  notFoundHint: '그런 페이지는 없습니다.',
  saved: (time) => `${time} 저장됨`,
};

export const signedOut: Words['signedOut'] = {
  title: '이 브라우저는 로그인되어 있지 않습니다',
  explanation: '링크는 1분 안에 한 번만 브라우저를 로그인시킵니다. 다음 명령이 새 링크를 출력합니다.',
};

export const keys: Words['keys'] = {
  title: '단축키',
  everywhere: '모든 곳',
  singleKeys: 'Ctrl 없는 단축키 사용',
  palette: '찾아서 이동',
  help: '단축키 보기',
  goHome: '홈으로',
  goRuns: '실행으로',
  goAuto: '자동으로',
  goSessions: '세션으로',
  goNew: '새로 시작',
  next: '다음',
  previous: '이전',
  open: '열기',
  close: '닫기',
  filter: '거르기',
};

export const palette: Words['palette'] = {
  prompt: '페이지, 질문, 실행으로 이동…',
  nothing: '그런 이름은 없습니다.',
};
