import type { sessionCommand as english } from '../en/session-command.ts';

export const sessionCommand: typeof english = {
  summary: '요청을 작업과 하위 작업으로 나눠 테스트부터 진행하고, 게이트는 Orchestral이 직접 증명',
  arguments: {
    request: '하고 싶은 일을 글로. 또는 있는 세션에 대한 status, resume [N|HASH], reset, stop, learn 중 하나',
  },
  options: {
    reference: 'Code Explore가 참고할 다른 프로젝트. 여러 번 쓸 수 있음',
    merge: '완성된 결과를 시작한 브랜치에 병합',
  },
  examples: [
    ['orchestral session "계산기에 곱셈 추가"', '새 세션. 진행 중인 세션이 있으면 어떻게 할지 물음'],
    ['orchestral session status --verbose', '작업, 하위 작업, 게이트마다의 증거'],
    ['orchestral session resume', '모든 프로젝트의 세션에서 골라 이어서 하기'],
    ['orchestral session stop', '누가 지휘하든 멈추기. resume으로 이어서 함'],
    ['orchestral session reset', '끝내고 새 세션을 시작할 수 있게 하기'],
    ['orchestral session learn', 'knowledge.yaml을 지금 갱신'],
    ['orchestral session --merge', '완성된 결과를 브랜치에 병합'],
  ],
};
