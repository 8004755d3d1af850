/** Of a run, in which a person is waited for. */
const phases: Readonly<Record<string, string>> = { waiting_human: 'needs you', ready_for_merge: 'ready for review' };

/** What is said inside of other programs, and when we are put into them or taken out. */
export const integrationScreens = {
  hook: {
    frozen: (file: string) =>
      `${file} is a test that this step is judged by. Do not edit it; change the product instead. If the test is wrong, say so in your answer.`,
    kept: (file: string) => `${file} is written only by Orchestral. An edit would make it unreadable.`,
    unclear: (file: string) =>
      `cannot tell what this edit would do to ${file}: its old text is not in the file. Read the file again, or write it whole.`,
    breaks: (file: string, problems: string) =>
      `this edit would break ${file}: ${problems}. See its schema with "orchestral schema", and check it with "orchestral validate".`,
    inProgress: 'Orchestral is working in this project, or waits for the person:',
    more: (count: number) => `and ${count} more: orchestral status`,
    phases,
  },
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
