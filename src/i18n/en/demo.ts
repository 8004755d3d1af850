/** What `orchestral demo` says. */
export const demoScreens = {
  demo: {
    /** Folder of the rehearsal's texts in this language, in that of the demo. */
    texts: '.',
    begin:
      'This is a rehearsal: a script plays the agents, and no model is called. The files, git, the tests and the verdicts are real.',
    asks: 'A person asks for this, in a small project that makes links out of titles:',
    answersAlone: (option: string) => `There is nobody to ask, so the demo plays your part: ${option}, as recommended.`,
    knowsOnly: (known: string) => `The script knows only ${known}: it goes on as recommended.`,
    approvesAlone: 'There is nobody to ask, so the demo plays your part and approves.',
    rationale: 'taken by the demo, as recommended',
    notMerged: 'That was a rehearsal, and nothing was merged. Everything it made is real, and lies here:',
    end: 'That was a rehearsal. Everything it made is real, and lies here:',
    places: { project: 'project', run: 'run', summary: 'summary', merge: 'merge' },
    merged: (commit: string, branch: string) => `${commit} on ${branch}`,
    mergeAfterAll: 'Merge it after all:',
    look: 'See what was done:',
    next: 'The same with a real agent, in a project of your own:',
    example: 'orchestral start "what you want"',
    playAgain: (folder: string) => `The demo can be played again: orchestral demo. This one lies in ${folder}`,
    which: 'orchestral agents tells which agents are installed.',
    remove: 'Nothing was written anywhere else. To remove it:',
  },
};
