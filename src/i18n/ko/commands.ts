import type { Catalogue } from '../catalogue.ts';

export const commands: Catalogue['commands'] = {
  program: {
    summary: '코딩 에이전트들을 파일 기반의 끊기지 않는 워크플로로 지휘합니다.',
    options: {
      project: 'DIR에 있는 프로젝트에서 실행(없으면 현재 폴더에서 가장 가까운 프로젝트)',
      json: '프로그램이 읽을 JSON 출력',
      quiet: '결과만 출력',
      verbose: '자세히 출력, 오류의 스택도 표시',
      color: '색 없이 출력',
      lang: '출력 언어: 영어(en) 또는 한국어(ko)',
      agent: '모든 역할에 이 에이전트를 사용. BACKEND:ARG로 모델, 프로그램, 스크립트를 지정',
      model: '이 모델을 사용. haiku, sonnet, opus는 모든 백엔드에서 통함',
      trust: '이 저장소의 설정이 실행하는 것을 이번 한 번만 신뢰',
      dashboard: '브라우저 대시보드 없이 실행',
      yes: '묻지 않고 안전한 답을 선택',
      version: '버전 출력',
      help: '도움말 보기',
    },
    examples: [
      ['orchestral doctor', '설치 상태, 작동 여부, 할 일 보기'],
      ['orchestral init', '이 프로젝트 준비'],
      ['orchestral status', '전체 상황을 한눈에 보기'],
    ],
  },
  help: { summary: '명령의 도움말 보기' },
  status: {
    summary: '이 프로젝트의 run, session, auto를 한눈에 보기',
    examples: [
      ['orchestral status', '어디까지 되었는지, 무엇이 나를 기다리는지'],
      ['orchestral status --json', '같은 내용을 프로그램용으로'],
    ],
  },
  validate: {
    summary: '문서가 스키마에 맞는지 검사',
    arguments: { path: '검사할 파일이나 폴더(없으면 프로젝트의 모든 문서)' },
    options: { as: '이 문서로 보고 검사(이름 보기: orchestral schema)' },
    examples: [
      ['orchestral validate', '이 프로젝트의 모든 문서'],
      ['orchestral validate .claude/orchestrate-state.json', '자리로 알 수 있는 파일 하나'],
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
    summary: '기본 설정과 ignore 규칙을 작성(기존 파일은 덮어쓰지 않음)',
    examples: [['orchestral init', '이 프로젝트 준비, 언제든 다시 실행 가능']],
  },
  demo: {
    summary: '임시 프로젝트에서 실행 하나를 끝까지 보여 주기: 에이전트만 대본, 나머지는 모두 진짜',
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
    summary: '이 저장소의 설정이 실행할 내용을 보여 주고, 정확히 그 내용만 신뢰',
    examples: [
      ['orchestral trust', '내용을 보고 결정'],
      ['orchestral trust --yes', '묻지 않고 신뢰'],
      ['orchestral trust --json', '프로그램용으로 보기만 함. 아직 신뢰하지 않았으면 exit 3'],
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

export const help: Catalogue['help'] = {
  usage: { program: '<명령> [옵션]', options: '[옵션]' },
  titles: {
    'Usage:': '사용법:',
    'Arguments:': '인자:',
    'Options:': '옵션:',
    'Global Options:': '공통 옵션:',
    'Commands:': '명령:',
  },
  examples: '예:',
};
