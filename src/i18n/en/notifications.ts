interface Counts {
  readonly completed: number;
  readonly failed: number;
  readonly blocked: number;
  readonly total: number;
}

/** Headlines for whoever is not looking; Slack and the desktop show them. */
export const notifications = {
  waiting: (subject: string) => `${subject} waits for your answer`,
  ready: (subject: string) => `${subject} is ready to be merged`,
  failed: (subject: string) => `${subject} failed`,
  done: (subject: string) => `${subject} is done`,
  phase_done: (subject: string, phase: number) => `${subject}: phase ${phase} is done`,
  phase_waits: (subject: string, phase: number) => `${subject}: phase ${phase} waits for you to allow it`,
  phase_stuck: (subject: string, phase: number) => `${subject}: the checks of phase ${phase} stay red`,
  all_done: (subject: string) => `${subject}: everything that could be done is done`,
  task_failed: (subject: string, task: string) => `${subject}: ${task} failed`,
  counts: ({ completed, failed, blocked, total }: Counts) =>
    [
      `${completed} of ${total} tasks done`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(blocked === 0 ? [] : [`${blocked} blocked`]),
    ].join(', '),
  howToAllow: 'orchestral auto --yes',
  howToApply: 'not in your checkout yet: orchestral apply',
};
