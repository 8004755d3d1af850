/** What `--help` says of the commands that run and show runs. */
export const runCommands = {
  start: {
    summary: 'start a run from a briefing: agents refine, build and verify it, and you decide',
    arguments: { briefing: "what you want: words, a text file, or '-' for what is piped in" },
    options: {
      base: 'begin with this branch, and merge back into it (else the one checked out)',
      tmux: 'open a tmux session with a pane for each agent',
    },
    examples: [
      ['orchestral start "Add a --json flag to the list command"', 'a run from a sentence'],
      ['orchestral start briefing.md', 'from a file'],
      ['gh issue view 7 | orchestral start -', 'from another program'],
    ],
  },
  resume: {
    summary: 'go on with a run that was interrupted or stopped, or that failed',
    arguments: { run: 'the run (else the latest that can go on)' },
    examples: [['orchestral resume', 'no finished step is done again']],
  },
  stop: {
    summary: 'stop a run, whoever conducts it',
    arguments: { run: 'the run (else the latest that is under way)' },
    examples: [['orchestral stop', 'its agents are ended; orchestral resume goes on']],
  },
  runs: {
    summary: 'list the runs of this project, the latest first',
    examples: [
      ['orchestral runs', 'where each stands, and what it waits for'],
      ['orchestral runs --json', 'the same for programs'],
    ],
  },
  logs: {
    summary: 'show what the agents of a run said and did',
    arguments: {
      run: 'the run (else the latest)',
      agent: 'only refiner, builder, verifier or gatekeeper',
    },
    options: { follow: 'go on until the run is over' },
    examples: [
      ['orchestral logs', 'everything of the latest run'],
      ['orchestral logs builder -f', 'the Builder, live'],
    ],
  },
  watch: {
    summary: 'show the status as it changes, until Ctrl-C',
    examples: [['orchestral watch', 'leave it open beside your work']],
  },
};
