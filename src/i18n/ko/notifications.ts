import type { Catalogue } from '../catalogue.ts';

export const notifications: Catalogue['notifications'] = {
  waiting: (subject) => `${subject}: 답을 기다립니다`,
  ready: (subject) => `${subject}: 병합할 준비가 되었습니다`,
  failed: (subject) => `${subject}: 실패했습니다`,
  done: (subject) => `${subject}: 끝났습니다`,
};
