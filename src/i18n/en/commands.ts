import { autoCommand } from './auto-command.ts';
import { runCommands } from './run-commands.ts';
import { sessionCommand } from './session-command.ts';

/** What `--help` says. An example is a command line and what it does. */
export const commands = {
  program: {
    summary: 'Conducts coding agents through durable, file-based workflows.',
    options: {
      project: 'work on the project in DIR (else the nearest one around the current folder)',
      json: 'print JSON for programs',
      quiet: 'say nothing but the answer',
      verbose: 'say more; show the stack of an error',
      color: 'no colours',
      lang: 'speak English (en) or Korean (ko)',
      agent: 'call this agent for every role; BACKEND:ARG names its model, program or script',
      model: 'use this model; haiku, sonnet and opus are known to every backend',
      trust: "trust what this repository's configuration runs, this once",
      dashboard: 'no dashboard in the browser',
      yes: 'do not ask; take the safe answer',
      version: 'print the version',
      help: 'show this help',
    },
    examples: [
      ['orchestral demo', 'watch a complete run; no account needed'],
      ['orchestral doctor', 'what is installed, what works, what to do'],
      ['orchestral start "Add a --json flag to the list command"', 'have it built, tested and put before you'],
      ['orchestral status', 'everything at a glance'],
    ],
  },
  ...runCommands,
  session: sessionCommand,
  auto: autoCommand,
  help: { summary: 'show the help of a command' },
  status: {
    summary: 'show everything in this project at a glance: runs, sessions, auto',
    examples: [
      ['orchestral status', 'how far the work is, and what waits for you'],
      ['orchestral status --json', 'the same for programs'],
    ],
  },
  answer: {
    summary: 'show the questions that wait for you, and answer one',
    arguments: { crp: 'the question, such as crp-001 (else all that wait)' },
    options: {
      crp: 'the same',
      run: 'the run that asks, where several ask under one number',
      decision: "the option you take, or 'other' with your own words in --notes",
      rationale: 'why; kept beside the decision',
      notes: 'anything to add',
      future: 'also answer the same question in later runs',
    },
    examples: [
      ['orchestral answer', 'what waits; in a terminal you are asked'],
      ['orchestral answer crp-001 --decision A --rationale "simple is enough"', 'answer without being asked'],
      ['orchestral answer --json', 'the questions for programs; exit 3 while any waits'],
    ],
  },
  review: {
    summary: 'show a merge-readiness pack: what changed, what was measured, what was decided',
    arguments: { run: 'the run (else the latest that has a pack)' },
    examples: [
      ['orchestral review', 'the latest pack, and the commit it is bound to'],
      ['orchestral review run-20240115-143022 --json', 'the same for programs'],
    ],
  },
  approve: {
    summary: 'merge the work of a run: exactly the commit that its pack shows',
    arguments: { run: 'the run (else the latest that waits for approval)' },
    options: { commit: 'the commit you have seen; any other is refused, and you are not asked' },
    examples: [
      ['orchestral approve', 'look at the essentials, then decide'],
      ['orchestral approve run-20240115-143022 --commit 1f2e3d4c5b6a', 'without a terminal'],
    ],
  },
  reject: {
    summary: 'send the work of a run back to the Builder',
    arguments: { run: 'the run (else the latest that waits for approval)' },
    options: { reason: 'what is wrong: the Builder works from it' },
    examples: [['orchestral reject --reason "handle an empty list too"', 'the next round begins at once']],
  },
  apply: {
    summary: 'bring finished work that was left alone into your checkout',
    arguments: { ref: 'the run (else the latest whose work waits)' },
    examples: [['orchestral apply', 'fast-forwards your checkout; git overwrites no file you changed']],
  },
  clean: {
    summary: 'remove what ended runs left: worktrees, merged branches, old rescues; never work that is nowhere else',
    arguments: { run: 'ended runs to remove altogether, with their folders' },
    options: { 'dry-run': 'only say what would be done' },
    examples: [
      ['orchestral clean --dry-run', 'what would go, and what stays and why'],
      ['orchestral clean', 'do it; runs stay in .orchestral/runs'],
      ['orchestral clean run-20240115-143022', 'remove this run and its folder'],
    ],
  },
  validate: {
    summary: 'check documents against their schema',
    arguments: { path: 'files or folders to check (else every document of the project)' },
    options: { as: 'check the files as this document; the names: orchestral schema' },
    examples: [
      ['orchestral validate', 'every document of this project'],
      ['orchestral validate .claude/orchestrate-state.json', 'one file, known by its place'],
      ['orchestral validate --as crp answer.json', 'any file, as the document named'],
    ],
  },
  schema: {
    summary: 'print the JSON Schema of a document, or list the documents',
    arguments: { name: 'a document; without it, all names are listed' },
    examples: [
      ['orchestral schema', 'the names'],
      ['orchestral schema auto-state > auto-state.schema.json', 'one schema, for an editor'],
    ],
  },
  init: {
    summary: 'write the default configuration and the ignore rules (nothing is ever overwritten)',
    examples: [['orchestral init', 'prepare this project; do it again at any time']],
  },
  demo: {
    summary: 'play a complete run in a scratch project: a script in place of agents, everything else real',
    arguments: { dir: 'a new or empty folder for it (else one among the temporary files)' },
    examples: [
      ['orchestral demo', 'needs no account and leaves nothing behind outside its folder'],
      ['orchestral demo ~/try-orchestral', 'the same in a folder of your choice'],
    ],
  },
  doctor: {
    summary: 'say what is installed, what works, and what to do',
    examples: [['orchestral doctor', 'begin here when something does not work']],
  },
  agents: {
    summary: 'show the agents of this machine and which of them each role gets, or try one',
    arguments: {
      test: 'make one tiny real call, and show what comes back, what it cost and how long it took',
      backend: 'the agent to call, as for --agent (else what the configuration says)',
    },
    examples: [
      ['orchestral agents', 'what is installed, whether you are signed in, who does what'],
      ['orchestral agents test claude', 'one call; costs a fraction of a cent'],
      ['orchestral agents test rehearsal', 'the same without any account'],
    ],
  },
  trust: {
    summary: "show what this repository's configuration would run, and trust exactly that",
    examples: [
      ['orchestral trust', 'look at it, then decide'],
      ['orchestral trust --yes', 'trust it without being asked'],
      ['orchestral trust --json', 'only show it, for programs; exit 3 while it is not trusted'],
    ],
  },
  unlock: {
    summary: 'show the locks of this project, and remove those whose holder is dead',
    arguments: { lock: 'a lock to remove even if it cannot be told whether its holder lives' },
    examples: [
      ['orchestral unlock', 'show the locks; ask before a dead one is removed'],
      ['orchestral unlock --yes', 'remove the dead ones without asking'],
    ],
  },
};

export const help = {
  usage: { program: '<command> [options]', options: '[options]' },
  /** Headings, by the word commander has for them. */
  titles: {
    'Usage:': 'Usage:',
    'Arguments:': 'Arguments:',
    'Options:': 'Options:',
    'Global Options:': 'Everywhere:',
    'Commands:': 'Commands:',
  } as Record<string, string>,
  examples: 'Examples:',
};
