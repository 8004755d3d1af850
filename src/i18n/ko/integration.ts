import type * as en from '../en/integration.ts';

export const integrationScreens: typeof en.integrationScreens = {
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
