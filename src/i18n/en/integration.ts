/** What is said when we are put into other programs or taken out. */
export const integrationScreens = {
  integration: {
    outcomes: {
      written: 'written',
      updated: 'updated',
      removed: 'removed',
      kept: 'already there',
      absent: 'not there',
      theirs: 'yours, not changed',
      unreadable: 'not valid JSON, not changed',
      asked: 'not changed; --yes changes it',
    },
    question: (count: number) => (count === 1 ? 'Change this file?' : `Change these ${count} files?`),
    installed: {
      claude:
        'in Claude Code: /orchestrator, /auto-orchestrate, /orchestral (open conversations see them after a restart)',
      codex: 'in Codex: $orchestrator, $auto-orchestrate, $orchestral',
      gemini: 'in Gemini CLI: /orchestrator, /auto-orchestrate, /orchestral',
      opencode: 'in opencode: /orchestrator, /auto-orchestrate, /orchestral',
    },
    gone: { claude: 'Claude Code', codex: 'Codex', gemini: 'Gemini CLI', opencode: 'opencode' },
    removed: (client: string) => `removed from ${client}`,
  },
};
