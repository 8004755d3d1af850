import type { Catalogue } from '../catalogue.ts';
import { withParticle } from '../particle.ts';

export const notifications: Catalogue['notifications'] = {
  waiting: (subject) => `${subject}: 답을 기다립니다`,
  ready: (subject) => `${subject}: 병합할 준비가 되었습니다`,
  failed: (subject) => `${subject}: 실패했습니다`,
  done: (subject) => `${subject}: 끝났습니다`,
  phase_done: (subject, phase) => `${subject}: Phase ${withParticle(String(phase), '이/가')} 끝났습니다`,
  phase_waits: (subject, phase) => `${subject}: Phase ${withParticle(String(phase), '이/가')} 허락을 기다립니다`,
  phase_stuck: (subject, phase) => `${subject}: Phase ${phase}의 검사가 계속 실패합니다`,
  all_done: (subject) => `${subject}: 할 수 있는 작업을 모두 끝냈습니다`,
  task_failed: (subject, task) => `${subject}: ${task} 실패`,
  counts: ({ completed, failed, blocked, total }) =>
    [
      `작업 ${completed}/${total} 완료`,
      ...(failed === 0 ? [] : [`실패 ${failed}`]),
      ...(blocked === 0 ? [] : [`막힘 ${blocked}`]),
    ].join(', '),
  howToAllow: 'orchestral auto --yes',
  howToApply: '아직 체크아웃에 없습니다: orchestral apply',
};
