import type { Catalogue } from '../catalogue.ts';

export const run: Catalogue['run'] = {
  wroteOutside: (paths) =>
    `에이전트가 일하는 동안 사용자의 체크아웃이 바뀌었습니다: ${paths} (직접 바꾸셨다면 resume 하세요)`,
  refinementLimit: (most) =>
    `답을 ${most}번 받고도 Refiner에게 질문이 남았습니다. briefing/raw.md에 더 적거나 max_refinement_iterations를 올린 뒤 resume 하세요`,
  askedAgain: (question) => `이미 답한 것을 다시 묻습니다: ${question}`,
  question: (findings) =>
    findings.length === 0
      ? 'Gatekeeper가 사람의 결정을 원합니다. 이 작업을 승인 단계로 보낼까요?'
      : `이 작업을 승인 단계로 보낼까요? ${findings.join(' ')}`,
  context: (findings, reason) =>
    [...findings.map((finding) => `- ${finding}`), ...(reason.trim() === '' ? [] : [`Gatekeeper: ${reason}`])].join(
      '\n',
    ),
  accept: {
    label: '그대로 진행',
    description: '작업을 꾸러미로 묶어 승인을 기다립니다.',
    risk: '발견된 점은 그대로 남습니다.',
  },
  sendBack: {
    label: '돌려보내기',
    description: 'Builder가 이 점 없이 다시 합니다. 적어 주신 말도 전달됩니다.',
    risk: '반복을 한 번 더 씁니다.',
  },
};
