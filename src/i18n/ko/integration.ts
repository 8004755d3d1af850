import type * as en from '../en/integration.ts';
import { withParticle } from './particle.ts';

export const integrationScreens: typeof en.integrationScreens = {
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
  integration: {
    outcomes: {
      written: '작성함',
      updated: '최신으로 바꿈',
      removed: '삭제함',
      kept: '이미 있음',
      absent: '없음',
      theirs: '직접 쓴 파일이라 그대로 둠',
      unreadable: '올바른 JSON이 아니라 그대로 둠',
      asked: '그대로 둠. 바꾸려면 --yes',
    },
    question: (count) => `이 파일 ${count}개를 바꿀까요?`,
    installed: {
      claude: 'Claude Code에서: /orchestrator, /auto-orchestrate, /orchestral (열려 있는 대화는 다시 시작한 뒤)',
      codex: 'Codex에서: $orchestrator, $auto-orchestrate, $orchestral',
      gemini: 'Gemini CLI에서: /orchestrator, /auto-orchestrate, /orchestral',
      opencode: 'opencode에서: /orchestrator, /auto-orchestrate, /orchestral',
    },
    gone: { claude: 'Claude Code', codex: 'Codex', gemini: 'Gemini CLI', opencode: 'opencode' },
    removed: (client) => `${client}에서 제거했습니다`,
  },
};
