/** Headlines for whoever is not looking; Slack and the desktop show them. */
export const notifications = {
  waiting: (subject: string) => `${subject} waits for your answer`,
  ready: (subject: string) => `${subject} is ready to be merged`,
  failed: (subject: string) => `${subject} failed`,
  done: (subject: string) => `${subject} is done`,
};
