/** What `orchestral session --help` says. */
export const sessionCommand = {
  summary: 'take a request through tasks and subtasks, test first, with gates that Orchestral proves itself',
  arguments: {
    request:
      'what you want, in words; or one of status, resume [N|HASH], reset, stop, learn, which are about the session there is',
  },
  options: {
    reference: 'another project that Code Explore may look at; may be given several times',
    merge: 'bring the finished work to the branch it began on',
  },
  examples: [
    [
      'orchestral session "Add multiplication to the calculator"',
      'a new session, or the question what to do with the active one',
    ],
    ['orchestral session status --verbose', 'tasks, subtasks, and the proof of each gate'],
    ['orchestral session resume', 'the sessions of all your projects, to choose from'],
    ['orchestral session stop', 'stop it, whoever conducts it; resume goes on'],
    ['orchestral session reset', 'end it, so that a new one can begin'],
    ['orchestral session learn', 'bring knowledge.yaml up to date now'],
    ['orchestral session --merge', 'bring the finished work to its branch'],
  ],
};
