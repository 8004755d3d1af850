/** Sentences that a run itself writes into its documents. */
export const run = {
  wroteOutside: (paths: string) =>
    `the user's checkout changed while the agent worked: ${paths} (if that was you, resume)`,
  refinementLimit: (most: number) =>
    `the Refiner still has questions after ${most} answers; say more in briefing/raw.md or raise max_refinement_iterations, then resume`,
  askedAgain: (question: string) => `it asks again what was answered already: ${question}`,
  question: (findings: readonly string[]) =>
    findings.length === 0
      ? 'The Gatekeeper wants you to decide. Shall this work go on to approval?'
      : `Shall this work go on to approval? ${findings.join(' ')}`,
  context: (findings: readonly string[], reason: string) =>
    [...findings.map((finding) => `- ${finding}`), ...(reason.trim() === '' ? [] : [`The Gatekeeper: ${reason}`])].join(
      '\n',
    ),
  accept: {
    label: 'Go on with it',
    description: 'The work is packed and waits for your approval.',
    risk: 'What was found stays as it is.',
  },
  sendBack: {
    label: 'Send it back',
    description: 'The Builder does it again without this; your notes are given to it.',
    risk: 'Costs another round.',
  },
};
