/** What `orchestral auto --help` says. */
export const autoCommand = {
  summary: 'work through TASKS.md: in parallel, phase by phase, each task proved before it counts',
  arguments: {
    command:
      'what to do with the graph there is: status, stop, retry ID…, complete ID…, skip ID…, import FILE; for agents: next, exec ID (none: begin or go on)',
  },
  options: {
    'ultra-thin': 'never ask and say next to nothing: the same as --mode ultra-thin',
    mode: 'normal asks before each phase, ultra-thin never asks, ralph does one task after the other',
    tasks:
      'the list of tasks (else TASKS.md, docs/planning/TASKS.md, docs/TASKS.md, specs/*/tasks.md); of import: the file to write',
    phase: 'only this phase',
    parallel: 'at most so many tasks at once; 0: as many as memory allows',
    resume: 'go on with what was begun, never begin',
    'rebuild-state': 'make the state anew from TASKS.md, the log and the commits',
    'dry-run': 'show phases, order, critical path, expected time and cost; write nothing',
    base: 'the branch to work on (else the one checked out at the first start)',
    'retry-limit': 'how often a task is tried again',
    'max-iterations': 'begin at most so many attempts',
  },
  examples: [
    ['orchestral auto --dry-run', 'what would be done, in which order, and how long it may take'],
    ['orchestral auto', 'begin, or go on; asks before each further phase'],
    ['orchestral auto --ultra-thin --parallel 4', 'four at a time, to the end, without a question'],
    ['orchestral auto status', 'what is done, what runs, what failed and why'],
    ['orchestral auto retry T1.3', 'try a failed task again; orchestral auto --resume does it'],
    ['orchestral auto skip T1.3 T1.4', 'leave tasks out; what needs them goes on'],
    ['orchestral auto import .taskmaster/tasks/tasks.json', "make a TASKS.md of Task Master's list"],
  ],
};
