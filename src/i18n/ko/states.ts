import type * as en from '../en/states.ts';

export const states: typeof en.states = {
  run: {
    refine: '브리핑 다듬는 중',
    build: '만드는 중',
    verify: '테스트하는 중',
    gate: '검토하는 중',
    waiting_human: '답을 기다림',
    ready_for_merge: '승인을 기다림',
    merge: '승인됨, 병합하는 중',
    undelivered: '병합됨, 체크아웃에는 아직 없음',
    proposed: '올려 둠, 다른 사람이 검토하는 중',
    sync: '올려 둠, 다른 사람이 검토하는 중',
    completed: '완료',
    failed: '실패',
    stopped: '중지됨',
  },
  session: { active: '진행 중', completed: '완료', stopped: '중지됨', ended: '도중에 끝냄' },
  subtask: {
    test_first: '테스트 작성',
    implementation: '구현',
    verification: '검증',
    complete: '완료',
  },
  task: {
    pending: '다른 작업을 기다림',
    ready: '준비됨',
    in_progress: '진행 중',
    completed: '완료',
    failed: '실패',
    blocked: '막힘',
    skipped: '건너뜀',
  },
};
