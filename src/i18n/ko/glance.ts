import type * as en from '../en/glance.ts';
import { withParticle } from './particle.ts';
import { states } from './states.ts';
import { expected, problem, validate } from './validation.ts';

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return `${Math.round(ms)}밀리초`;
  if (seconds < 60) return `${seconds}초`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes}분` : `${minutes}분 ${seconds % 60}초`;
  return minutes % 60 === 0 ? `${minutes / 60}시간` : `${Math.floor(minutes / 60)}시간 ${minutes % 60}분`;
}

export const glance: typeof en.glance = {
  states,
  expected,
  problem,
  validate,
  /** To be typed. */
  command: (words: string) => `orchestral ${words}`,
  runDocuments: { duration },
  error: {
    label: '오류',
    bug: (message) => `Orchestral의 버그입니다: ${message}`,
    bugHint: '--verbose를 붙여 나오는 내용과 함께 알려 주세요',
    interrupted: '중단했습니다',
    forced: '실행 중이던 것까지 모두 바로 중지했습니다. 저장된 작업은 안전합니다',
  },
  status: {
    nothing: '아직 시작한 작업이 없습니다',
    begin: '실행 시작하기: orchestral start "하고 싶은 일"',
    auto: (mode, phase) => `auto · ${mode} · Phase ${phase}`,
    session: (id, status) => `세션 ${id} · ${status}`,
    run: (id, phase) => `${id} · ${phase}`,
    round: (iteration, most) => `${most}라운드 중 ${iteration}라운드`,
    running: '실행 중',
    failed: '실패',
    updated: '갱신',
    counts: { ready: '준비', pending: '대기', blocked: '막힘', failed: '실패' },
    subtasks: (done) => `하위 작업 ${done}`,
    discovery: '탐색과 계획 중입니다. 아직 작업이 없습니다',
    waiting: (crp) => `결정을 기다립니다(${crp})`,
    recommended: '추천',
    olderRuns: (count) => `그 밖에 이전 실행 ${count}개(모두 보기: --json)`,
    andMore: (count) => `외 ${count}개`,
    noRequest: 'state.json이 없거나 깨져 있습니다',
    broken: (count) => `문서 ${count}개가 깨져 있습니다`,
    brokenHint: '모든 문제 보기: orchestral validate',
  },
  limits: {
    limited: (who, until) => (until === null ? `${who}: 사용량 제한에 걸렸습니다` : `${who}: ${until}까지 사용량 제한`),
    overloaded: (who, until) =>
      until === null ? `${who}: 과부하 상태입니다` : `${who}: 과부하 상태라 ${until}에 다시 시도합니다`,
    unreachable: (who, until) =>
      until === null ? `${who}: 연결할 수 없습니다` : `${who}: 연결할 수 없어 ${until}에 다시 시도합니다`,
    waiting: (what) => `${what} (기다리는 중)`,
    handedOver: (what, to) => `${what}. ${withParticle(to, '이/가')} 이어서 합니다`,
  },
  progress: {
    stopRequested: '중지 요청',
    interruptedStep: '중단됨. 다시 합니다',
    resumed: '다시 시작',
    extended: (about, time) => `${about}: 시간 ${time} 추가`,
    extendedInAll: (about, time) => `${about}: 제한보다 ${time} 더`,
    notMerged: '병합하지 않았습니다',
    inTotal: (time) => `전체 ${time}`,
  },
  background: {
    began: (id, pid) => `${withParticle(id, '은/는')} 백그라운드에서 실행 중입니다(프로세스 ${pid})`,
    log: (file) => `출력: ${file}`,
    wait: (id) => `기다리기: orchestral wait ${id}`,
    neverBegan: '시작하지 못했습니다:',
    outcomes: {
      done: (id) => `${withParticle(id, '이/가')} 끝났습니다`,
      failed: (id) => `${withParticle(id, '이/가')} 실패했습니다`,
      stopped: (id) => `${withParticle(id, '이/가')} 중지되었습니다`,
      needs_person: (id) => `${withParticle(id, '이/가')} 결정을 기다립니다`,
      interrupted: (id) => `${withParticle(id, '이/가')} 끝나지 않았고 프로세스가 없습니다`,
      running: (id) => `${withParticle(id, '이/가')} 아직 진행 중입니다`,
    },
    phaseDone: '지정한 Phase가 끝났습니다. 목록은 아직 끝나지 않았습니다',
    at: (step) => `단계: ${step}`,
    next: (command) => `다음: ${command}`,
    said: '마지막 출력:',
  },
  hook: {
    frozen: (file) =>
      `${withParticle(file, '은/는')} 이 단계를 판정하는 테스트입니다. 그대로 두고 제품 코드를 고치세요. 테스트가 잘못되었다면 답변에 그렇게 쓰세요.`,
    kept: (file) => `${withParticle(file, '은/는')} Orchestral만 씁니다. 고치면 읽을 수 없게 됩니다.`,
    unclear: (file) =>
      `이 편집이 ${withParticle(file, '을/를')} 어떻게 바꿀지 알 수 없습니다. 바꿀 글이 파일에 없습니다. 파일을 다시 읽거나 전체를 쓰세요.`,
    breaks: (file, problems) =>
      `이렇게 고치면 ${withParticle(file, '이/가')} 깨집니다: ${problems}. 들어갈 수 있는 내용은 "orchestral schema"로 보고, "orchestral validate"로 확인하세요.`,
    inProgress: '이 프로젝트에서 Orchestral이 일하고 있거나 사용자를 기다립니다:',
    more: (count) => `외 ${count}개: orchestral status`,
    phases: { waiting_human: '결정 대기', ready_for_merge: '검토 대기' },
  },
};
