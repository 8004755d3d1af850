/** Of a run, in which a person is waited for. */
const phases: Readonly<Record<string, string>> = { waiting_human: 'needs you', ready_for_merge: 'ready for review' };

/** What is said inside of other programs, and when we are put into them or taken out. */
export const integrationScreens = {
  hook: {
    frozen: (file: string) =>
      `${file} is a test that this step is judged by. Leave it as it is and change the product. If the test is wrong, say so in your answer.`,
    kept: (file: string) => `${file} is written by Orchestral alone. An edit would make it unreadable.`,
    unclear: (file: string) =>
      `what this call would make of ${file} cannot be told (its old text is not in the file as it stands). Read the file again, or write it whole.`,
    breaks: (file: string, problems: string) =>
      `this edit would break ${file}: ${problems}. See what it may hold with "orchestral schema", and check it with "orchestral validate".`,
    inProgress: 'Orchestral is at work in this project, or waits for the person:',
    more: (count: number) => `and ${count} more: orchestral status`,
    phases,
  },
  integration: {
    outcomes: {
      written: 'written',
      updated: 'brought up to date',
      removed: 'removed',
      kept: 'already there',
      absent: 'not there',
      theirs: 'yours, left as it is',
      unreadable: 'no JSON that can be changed, left as it is',
      asked: 'left as it is; --yes changes it',
    },
    question: (count: number) => (count === 1 ? 'change this file?' : `change these ${count} files?`),
    installed: {
      claude:
        'in Claude Code: /orchestrator, /auto-orchestrate, /orchestral (open conversations see them after a restart)',
      codex: 'in Codex: $orchestrator, $auto-orchestrate, $orchestral',
      gemini: 'in Gemini CLI: /orchestrator, /auto-orchestrate, /orchestral',
      opencode: 'in opencode: /orchestrator, /auto-orchestrate, /orchestral',
    },
    gone: { claude: 'Claude Code', codex: 'Codex', gemini: 'Gemini CLI', opencode: 'opencode' },
    removed: (client: string) => `taken out of ${client}`,
  },
};
