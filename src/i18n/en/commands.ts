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
      fleet:
        'have the workers of this fleet call the agents (its Redis; else fleet.url of your configuration; off: here)',
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
  start: {
    summary: 'start a run from a briefing: agents refine, build and verify it, and you decide',
    arguments: { briefing: "what you want: words, a text file, or '-' for what is piped in" },
    options: {
      detach: 'conduct in the background: print the id and go on alone',
      issue: 'take the briefing from an issue of somebody with write access, by number or address',
      base: 'begin with this branch, and merge back into it (else the one checked out)',
      'allow-superseded': 'old tests may contradict what you ask for: that is not asked again',
      tmux: 'open a tmux session with a pane for each agent',
    },
    examples: [
      ['orchestral start "Add a --json flag to the list command"', 'a run from a sentence'],
      ['orchestral start briefing.md', 'from a file'],
      ['orchestral start --issue 7', 'from an issue: shown before anything begins, closed by the pull request'],
      ['gh issue view 7 | orchestral start -', 'from another program'],
    ],
  },
  acp: {
    summary: 'be an agent in your editor: speak the Agent Client Protocol on stdin and stdout',
    examples: [['orchestral acp', 'started by Zed, JetBrains or Neovim; docs/guides/editors.md says how']],
  },
  resume: {
    summary: 'go on with a run that was interrupted or stopped, or that failed',
    arguments: { run: 'the run (else the latest that can go on)' },
    options: {
      detach: 'conduct in the background: print the id and go on alone',
    },
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
    summary: 'show what agents said and did',
    arguments: {
      run: 'a run (else the latest), a task such as T1.3, auto, or session',
      agent: 'of a run only refiner, builder, verifier or gatekeeper; of auto and session only this task or subtask',
    },
    options: { follow: 'go on until the work is over' },
    examples: [
      ['orchestral logs', 'everything of the latest run'],
      ['orchestral logs builder -f', 'the Builder, live'],
      ['orchestral logs T1.3', 'all attempts at a task'],
      ['orchestral logs session T1-S2', 'what was done for a subtask'],
    ],
  },
  watch: {
    summary: 'show the status as it changes, until Ctrl-C',
    examples: [['orchestral watch', 'leave it open beside your work']],
  },
  session: {
    summary: 'take a request through tasks and subtasks, test first, with gates that Orchestral proves itself',
    arguments: {
      request:
        'what you want, in words; or one of status, resume [N|HASH], reset, stop, learn, which are about the session there is',
    },
    options: {
      detach: 'conduct in the background: print the id and go on alone',
      reference: 'another project that Code Explore may look at; may be given several times',
      'allow-superseded': 'old tests may contradict what you ask for: that is not asked again',
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
  },
  auto: {
    summary: 'work through TASKS.md: in parallel, phase by phase, each task proved before it counts',
    arguments: {
      command:
        'what to do with the graph there is: status, stop, retry ID…, complete ID…, skip ID…, review [ID], import FILE; for agents: next, exec ID (none: begin or go on)',
    },
    options: {
      detach: 'conduct in the background: print the id and go on alone',
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
      allow: 'of review: allow these findings, such as 1,3, or all',
      refuse: 'of review: refuse what is not allowed: it is done again',
      reason: 'of review: why; kept beside the decision',
      issues: 'of import: the open issues with this label, of people with write access',
    },
    examples: [
      ['orchestral auto --dry-run', 'what would be done, in which order, and how long it may take'],
      ['orchestral auto', 'begin, or go on; asks before each further phase'],
      ['orchestral auto --ultra-thin --parallel 4', 'four at a time, to the end, without a question'],
      ['orchestral auto status', 'what is done, what runs, what failed and why'],
      ['orchestral auto retry T1.3', 'try a failed task again; orchestral auto --resume does it'],
      ['orchestral auto review T1.3', 'what was found about a task that waits for you; allow or refuse it'],
      ['orchestral auto skip T1.3 T1.4', 'leave tasks out; what needs them goes on'],
      ['orchestral auto import .taskmaster/tasks/tasks.json', "make a TASKS.md of Task Master's list"],
    ],
  },
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
    arguments: { id: 'the question: crp-001 of a run, T1.3 of a task list, a subtask (else all that wait)' },
    options: {
      crp: 'the same',
      run: 'the run that asks, where several ask under one number',
      decision: "the option you take, or 'other' with your own words in --notes; several at once: crp-001=A, crp-002=B",
      rationale: 'why; kept beside the decision',
      notes: 'anything to add',
      future: 'also answer the same question in later runs',
      allow: 'allow these findings by their numbers, such as 1,3, or all',
      refuse: 'refuse what is not allowed: it is done again',
      reason: 'why; kept beside the decision',
    },
    examples: [
      ['orchestral answer', 'what waits; in a terminal you are asked'],
      ['orchestral answer crp-001 --decision A --rationale "simple is enough"', 'answer without being asked'],
      [
        'orchestral answer T1.3 --allow 1,3 --refuse --reason "only the rounding was asked for"',
        'of findings about work',
      ],
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
    options: {
      commit: 'the commit you have seen; any other is refused, and you are not asked',
      allow: 'what you allow with it, by number: 1,3 or all',
    },
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
  prove: {
    summary: 'take back each part of a change on its own, and tell which of them the tests notice',
    arguments: { ref: 'a run, a task, a branch or a commit (else the latest run with a pack, else the latest commit)' },
    examples: [
      ['orchestral prove', 'the latest run; up to 40 runs of the tests or 10 minutes, the largest parts first'],
      ['orchestral prove T1.3', 'a task of the graph, merged or not'],
      ['orchestral prove my-branch --json', 'any branch, against where it left yours'],
    ],
  },
  verify: {
    summary: 'run the tests of a merged change again, and tell whether they say what its commit says',
    arguments: { ref: 'a run or a merge commit (else the commit that is checked out)' },
    examples: [
      ['orchestral verify', 'the commit that is checked out; exit 1 unless it comes out the same'],
      ['orchestral verify run-20240115-143022', 'a run, with what its folder keeps'],
    ],
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
  rerun: {
    summary: 'have a step done again, and all that follows from it',
    arguments: {
      role: 'of a run: refiner, builder, verifier, gatekeeper; of a session: code-explore, planner, architect, qa-engineer, implementer, qa-verification; or a task like T1.3',
      run: 'the run (else the latest that is at rest), or the request',
    },
    options: {
      detach: 'conduct in the background: print the id and go on alone',
    },
    examples: [
      ['orchestral rerun verifier', 'other tests for the same work, then the review'],
      ['orchestral rerun architect R1', 'another design of the task that a session is at'],
      ['orchestral rerun T1.3', 'a task of the list, ready to be done again'],
    ],
  },
  rebase: {
    summary:
      'take up the base as it is now: merged in, conflicts resolved by an agent, all of it proved and judged again',
    arguments: { id: 'a run, a session (R1), or auto; else the latest run that is not merged, else what waits' },
    options: {
      detach: 'conduct in the background: print the id and go on alone',
    },
    examples: [
      ['orchestral rebase', 'after others have committed to the branch that the run began on'],
      ['orchestral rebase R1', 'a session whose work conflicts with its base'],
      ['orchestral rebase auto', 'finished phases that cannot be delivered because the base moved'],
    ],
  },
  'pull-request': {
    summary: 'published work: where it stands, and what its reviewers and checks say, for the agent that did it',
    arguments: {
      command: 'status (the default): as last read; sync: look now, and act on it',
      id: 'a run, a session (R1) or auto; else the latest that is published',
    },
    options: {
      follow: 'look every minute until it is merged, closed, or waits for you',
      detach: 'conduct in the background: print the id and go on alone',
    },
    examples: [
      ['orchestral pull-request', 'all published work of this project'],
      [
        'orchestral pull-request sync',
        'review comments and failing checks become a task of the agent that did the work',
      ],
      ['orchestral pull-request sync auto --follow', 'look after the pull request of a task list until it is merged'],
    ],
  },
  precedents: {
    summary: 'answers that were given for the future: list them, revoke one',
    arguments: { command: 'list (the default) or revoke', id: 'as the list names it' },
    examples: [
      ['orchestral precedents', 'what later runs are not asked'],
      ['orchestral precedents revoke run-20261116-104500/vcr-001', 'ask again'],
    ],
  },
  extend: {
    summary: 'give an agent that is at work more time',
    arguments: { id: 'a run, a request, a task or an effect (else the work that goes on now)' },
    options: { by: 'how much more, like 90s, 30m or 2h' },
    examples: [['orchestral extend --by 30m', 'its limits move; whoever conducts it hears of it']],
  },
  wait: {
    summary: 'wait until work needs you, ends, or the time is up',
    arguments: { id: 'a run, a request like R1, or auto (else what is conducted now)' },
    options: { for: 'at most so long, like 90s, 9m or 2h' },
    examples: [
      [
        'orchestral wait --for 9m',
        'exit 0 done, 1 failed, 3 needs you, 6 still at work, 130 nobody conducts it any more',
      ],
      ['orchestral start "Add a --json flag" --detach && orchestral wait', 'begin in the background, and wait'],
    ],
  },
  worker: {
    summary: 'carry out steps of a fleet on this machine, with its own agents, sign-ins and sandbox',
    arguments: {},
    options: {
      key: 'the file with the key of the fleet (else ORCHESTRAL_FLEET_KEY, else this machine’s own)',
      concurrency: 'how many steps at once (else 1)',
      labels: 'what this machine has to offer, like linux,node22',
      name: 'what it is called in fleet status (else the name of the machine)',
    },
    examples: [
      ['orchestral worker --fleet redis://build-1:6379 --key fleet.key --concurrency 4', 'four steps at once'],
      ['kill -TERM PID', 'takes no more, finishes what runs, and ends'],
    ],
  },
  fleet: {
    summary: 'what a fleet does: status, key, pause, resume, drain, forget',
    arguments: {
      command: 'status (also without a word), key, pause, resume, drain or forget',
      worker: 'of drain: only this one',
    },
    options: {},
    examples: [
      ['orchestral fleet key > fleet.key', 'what a worker needs to be let in; a secret'],
      ['orchestral fleet status', 'workers, load, versions, labels, queue'],
      ['orchestral fleet drain build-2', 'that worker ends when its steps are done'],
    ],
  },
  mcp: {
    summary: 'serve an MCP client (Codex, Gemini CLI, opencode, Cursor …) on stdin and stdout',
    arguments: {},
    options: { within: 'the longest that a call takes, like 20s; less than your client waits (50s)' },
    examples: [
      ['codex mcp add orchestral -- orchestral mcp', 'add it to Codex; docs/guides/mcp.md has the other clients'],
      ['orchestral mcp --within 20s', 'for a client that waits only 30 seconds for a call'],
    ],
  },
  config: {
    summary: 'show and change settings: each value, and who says so',
    arguments: {
      command: 'list (the default), get, set or unset',
      key: 'like builder.model or agents.limits.max_cost_usd',
      value: 'text as it is, everything else as JSON',
    },
    options: { user: 'in your own file, for all projects (else in the project)' },
    examples: [
      ['orchestral config', 'every setting, its value and where it comes from'],
      ['orchestral config get global.max_iterations', 'one value'],
      ['orchestral config set builder.model opus', 'for this project'],
      ['orchestral config set agents.limits.total_cost_usd 20 --user', 'for all of yours'],
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
    summary: 'write the default configuration and the ignore rules, or put the commands into another program',
    options: {
      claude: 'the commands, agents and hooks of Claude Code, for this project',
      codex: 'the skills of Codex and a section of AGENTS.md, for this project',
      gemini: 'the extension of Gemini CLI, in your home folder',
      opencode: 'the commands of opencode, for this project',
      remove: 'take them out again',
    },
    examples: [
      ['orchestral init', 'prepare this project; do it again at any time'],
      ['orchestral init --claude', 'use /orchestrator and /auto-orchestrate in Claude Code'],
      ['orchestral init --claude --remove', 'without them; what you changed by hand stays'],
    ],
  },
  statusline: {
    summary: 'print one line of what is in progress, for the status line of Claude Code',
    examples: [['orchestral statusline', 'as "statusLine" in the settings of Claude Code']],
  },
  hook: {
    summary: 'answer a hook of Claude Code (its message is read from stdin)',
    arguments: { event: 'session-start or pre-tool-use' },
    examples: [
      ['orchestral hook pre-tool-use', 'whether an edit would break a document; says nothing where it may be made'],
    ],
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
  dashboard: {
    summary: 'watch and decide in the browser: prints a link, and starts the server if none runs',
    options: {
      open: 'open the link in the browser',
      stop: 'end the server; what runs goes on',
      foreground: 'serve in this terminal until Ctrl-C',
      remote: 'let other devices in at this address of this machine, with TLS; prints a QR code',
      cert: 'the certificate for --remote, as PEM; without it one is made',
      key: 'its key, as PEM',
      'public-url': 'let other devices in through a proxy on this machine that is reached at this https address',
      devices: 'list the devices that are paired',
      revoke: 'sign a paired device out at once',
    },
    examples: [
      ['orchestral dashboard --open', 'all your projects in the browser'],
      ['orchestral dashboard --remote 192.168.1.20', 'pair a phone in the same network'],
      ['orchestral dashboard --json', 'the link for programs'],
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
  titles: {
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    everywhere: 'Everywhere:',
    commands: 'Commands:',
  },
  examples: 'Examples:',
};
