import type { Words } from '../catalogue.ts';

export const actions: Words['actions'] = {
  more: '더 보기',
  rebase: '최신 기준 브랜치에 맞추기',
  rebaseSure: (base) =>
    `최신 ${base} 브랜치에 맞출까요? 작업과 병합한 뒤 다시 테스트하고 판정하며, 다시 검토를 기다립니다.`,
  baseMoved: (base, count) => `${base} 브랜치에 이 작업에 없는 커밋이 ${count}개 있습니다.`,
  takeUp: '맞추기',
  rerun: '여기부터 다시 실행',
  roles: {
    refine: 'Refiner',
    build: 'Builder',
    verify: 'Verifier',
    gate: 'Gatekeeper',
    explore: 'Explorer',
    plan: 'Planner',
    design: 'Architect',
    write: 'QA 엔지니어(테스트)',
    implement: 'Implementer',
  },
  rerunSure: (role) => `${role} 단계부터 다시 실행할까요? 그 뒤의 결과는 다시 만듭니다.`,
  extend: '실행 중인 에이전트에게 시간 더 주기',
  minutes: (minutes) => `${minutes}분`,
  extended: (minutes) => `에이전트에게 ${minutes}분을 더 주었습니다.`,
};

export const published: Words['published'] = {
  title: '풀 리퀘스트',
  branchTitle: '올린 브랜치',
  named: (number) => `풀 리퀘스트 #${number}`,
  open: '풀 리퀘스트 열기',
  openByHand: '직접 만들기',
  into: (branch, base) => `${branch} → ${base}`,
  states: { open: '열림', closed: '닫힘', merged: '병합됨' },
  draft: '초안',
  checks: {
    failed: (count) => `검사 ${count}개 실패`,
    pending: (count) => `검사 ${count}개 진행 중`,
    passed: (count) => `검사 ${count}개 통과`,
    none: '검사 없음',
  },
  onCommit: (commit) => `(커밋 ${commit})`,
  remarks: (given, answered) => `코멘트 ${given}개를 에이전트에게 넘김, ${answered}개에 답함`,
  others: '쓰기 권한이 없는 사람의 코멘트입니다. 에이전트에게 넘기지 않습니다.',
  readAt: (time) => `${time}에 확인함`,
  sync: '다시 확인',
};
