/** What `--help` says. An example is a command line and what it does. */
export const commands = {
  program: {
    summary: 'Runs coding agents through workflows that survive crashes and prove their results.',
    options: {
      project: 'work on the project in DIR (default: the one around the current folder)',
      json: 'print JSON for programs',
      quiet: 'print only the result',
      verbose: 'print more; show the stack trace of an error',
      color: 'print without colours',
      lang: 'use English (en) or Korean (ko)',
      agent: 'use this agent for every role; BACKEND:ARG sets its model, program or script',
      fleet: 'let the workers of this fleet call the agents (its Redis; default: your fleet.url; off: run them here)',
      model: 'use this model; haiku, sonnet and opus work with every backend',
      trust: "trust what this repository's configuration runs, this once",
      dashboard: 'do not start the dashboard',
      yes: 'do not ask; take the safe answer',
      version: 'print the version',
      help: 'show this help',
    },
    examples: [
      ['orchestral demo', 'watch a complete run; no account needed'],
      ['orchestral doctor', 'what is installed, what works, what to do'],
      ['orchestral start "Add a --json flag to the list command"', 'agents build and test it; you approve the result'],
      ['orchestral status', 'everything at a glance'],
    ],
  },
  start: {
    summary: 'start a run from a briefing: agents refine, build and test it, and you approve the result',
    arguments: { briefing: "what you want: text, a file, or '-' for stdin (without one: only open the dashboard)" },
    options: {
      detach: 'run in the background and print the id',
      issue: 'take the briefing from an issue of somebody with write access, by number or address',
      base: 'start from this branch and merge back into it (default: the current one)',
      'allow-superseded': 'allow the work to change old tests that contradict your request, without asking',
      tmux: 'open a tmux session with a pane for each agent',
    },
    examples: [
      ['orchestral start "Add a --json flag to the list command"', 'a run from a sentence'],
      ['orchestral start briefing.md', 'from a file'],
      ['orchestral start --issue 7', 'from an issue, which is shown first and closed by the pull request'],
      ['gh issue view 7 | orchestral start -', 'from another program'],
    ],
  },
  acp: {
    summary: 'act as an agent in your editor: speak the Agent Client Protocol on stdin and stdout',
    examples: [['orchestral acp', 'started by Zed, JetBrains or Neovim; docs/guides/editors.md says how']],
  },
  resume: {
    summary: 'continue a run that was interrupted or stopped, or that failed',
    arguments: { run: 'the run (default: the latest that can continue)' },
    options: {
      detach: 'run in the background and print the id',
    },
    examples: [['orchestral resume', 'finished steps are not repeated']],
  },
  stop: {
    summary: 'stop a run, even if another process runs it',
    arguments: { run: 'the run (default: the latest that is running)' },
    examples: [['orchestral stop', 'stops its agents; continue with: orchestral resume']],
  },
  runs: {
    summary: 'list the runs of this project, the latest first',
    examples: [
      ['orchestral runs', 'the status of each, and what it waits for'],
      ['orchestral runs --json', 'the same for programs'],
    ],
  },
  logs: {
    summary: 'show the output of agents',
    arguments: {
      run: 'a run (default: the latest), a task such as T1.3, auto, or session',
      agent: 'of a run only refiner, builder, verifier or gatekeeper; of auto and session only this task or subtask',
    },
    options: { follow: 'keep printing until the work is over' },
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
    summary: 'plan a request as tasks and subtasks, tests first, with gates that Orchestral checks itself',
    arguments: {
      request: 'what you want; or a command for the current session: status, resume [N|HASH], reset, stop, learn',
    },
    options: {
      detach: 'run in the background and print the id',
      reference: 'another project that Code Explore may read; can be repeated',
      'allow-superseded': 'allow the work to change old tests that contradict your request, without asking',
      merge: 'merge the finished work into the branch it started from',
    },
    examples: [
      ['orchestral session "Add multiplication to the calculator"', 'a new session; asks what to do if one is active'],
      ['orchestral session status --verbose', 'tasks, subtasks, and the proof of each gate'],
      ['orchestral session resume', 'the sessions of all your projects, to choose from'],
      ['orchestral session stop', 'stop it; resume continues it'],
      ['orchestral session reset', 'end it, so that a new one can start'],
      ['orchestral session learn', 'bring knowledge.yaml up to date now'],
      ['orchestral session --merge', 'merge the finished work into its branch'],
    ],
  },
  auto: {
    summary: 'work through TASKS.md in parallel, phase by phase; a task is done only when its tests prove it',
    arguments: {
      command:
        'a command for the current list: status, stop, retry ID…, complete ID…, skip ID…, review [ID], import FILE; for agents: next, exec ID (without one: start or continue)',
    },
    options: {
      detach: 'run in the background and print the id',
      'ultra-thin': 'never ask and print very little: the same as --mode ultra-thin',
      mode: 'normal asks before each phase, ultra-thin never asks, ralph does one task at a time',
      tasks:
        'the task list (default: TASKS.md, docs/planning/TASKS.md, docs/TASKS.md, specs/*/tasks.md); for import: the file to write',
      phase: 'only this phase',
      parallel: 'the most tasks at once; 0: as many as memory allows',
      resume: 'continue what was started; never start a new one',
      'rebuild-state': 'rebuild the state from TASKS.md, the log and the commits',
      'dry-run': 'show phases, order, critical path, expected time and cost; write nothing',
      base: 'the branch to work on (default: the current one at the first start)',
      'retry-limit': 'how often a task is retried',
      'max-iterations': 'the most attempts to start',
      allow: 'for review: allow these findings, such as 1,3, or all',
      refuse: 'for review: refuse what is not allowed; it will be redone',
      reason: 'for review: why; kept with the decision',
      issues: 'for import: open issues with this label, written by people with write access',
    },
    examples: [
      ['orchestral auto --dry-run', 'what would be done, in which order, and how long it may take'],
      ['orchestral auto', 'start or continue; asks before each new phase'],
      ['orchestral auto --ultra-thin --parallel 4', 'four at a time, to the end, without questions'],
      ['orchestral auto status', 'what is done, what runs, what failed and why'],
      ['orchestral auto retry T1.3', 'retry a failed task; then: orchestral auto --resume'],
      ['orchestral auto review T1.3', 'the findings of a task that waits for you; allow or refuse it'],
      ['orchestral auto skip T1.3 T1.4', 'skip tasks; tasks that need them continue'],
      ['orchestral auto import .taskmaster/tasks/tasks.json', "convert Task Master's list to TASKS.md"],
    ],
  },
  help: { summary: 'show the help of a command' },
  status: {
    summary: 'show the status of this project: runs, sessions, auto',
    examples: [
      ['orchestral status', 'progress, and what waits for you'],
      ['orchestral status --json', 'the same for programs'],
    ],
  },
  answer: {
    summary: 'show open questions, and answer them',
    arguments: { id: 'the question: crp-001 of a run, T1.3 of a task list, a subtask (default: all open ones)' },
    options: {
      crp: 'the same as the argument',
      run: 'the run, if several have a question with this id',
      decision: "the option you choose, or 'other' with --notes; several at once: crp-001=A, crp-002=B",
      rationale: 'why; kept with the decision',
      notes: 'anything to add',
      future: 'use this answer for the same question in later runs',
      allow: 'allow these findings by number, such as 1,3, or all',
      refuse: 'refuse what is not allowed; it will be redone',
      reason: 'why; kept with the decision',
    },
    examples: [
      ['orchestral answer', 'the open questions; in a terminal you can answer'],
      ['orchestral answer crp-001 --decision A --rationale "simple is enough"', 'answer without being asked'],
      ['orchestral answer T1.3 --allow 1,3 --refuse --reason "only the rounding was asked for"', 'decide on findings'],
      ['orchestral answer --json', 'the questions for programs; exits 3 while any is open'],
    ],
  },
  review: {
    summary: 'show the review pack of a run: changes, test results, decisions',
    arguments: { run: 'the run (default: the latest that has a pack)' },
    examples: [
      ['orchestral review', 'the latest pack, and its commit'],
      ['orchestral review run-20240115-143022 --json', 'the same for programs'],
    ],
  },
  approve: {
    summary: 'merge the work of a run: exactly the commit you reviewed',
    arguments: { run: 'the run (default: the latest that waits for approval)' },
    options: {
      commit: 'the commit you reviewed; any other is refused, and no question is asked',
      allow: 'findings you allow, by number: 1,3 or all',
    },
    examples: [
      ['orchestral approve', 'see the summary, then decide'],
      ['orchestral approve run-20240115-143022 --commit 1f2e3d4c5b6a', 'without a terminal'],
    ],
  },
  reject: {
    summary: 'send the work of a run back to the Builder',
    arguments: { run: 'the run (default: the latest that waits for approval)' },
    options: { reason: 'what is wrong; the Builder gets this text' },
    examples: [['orchestral reject --reason "handle an empty list too"', 'the next round starts at once']],
  },
  prove: {
    summary: 'undo each part of a change on its own, and report which ones the tests notice',
    arguments: {
      ref: 'a run, a task, a branch or a commit (default: the latest run with a pack, or the latest commit)',
    },
    examples: [
      ['orchestral prove', 'the latest run; at most 40 test runs or 10 minutes, largest parts first'],
      ['orchestral prove T1.3', 'a task of the list, merged or not'],
      ['orchestral prove my-branch --json', 'any branch, compared with where it forked from yours'],
    ],
  },
  verify: {
    summary: 'rerun the tests of a merged change, and compare them with what its commit records',
    arguments: { ref: 'a run or a merge commit (default: the current commit)' },
    examples: [
      ['orchestral verify', 'the current commit; exits 1 unless the result is the same'],
      ['orchestral verify run-20240115-143022', 'a run, from its folder'],
    ],
  },
  apply: {
    summary: 'update your checkout with merged work',
    arguments: { ref: 'the run (default: the latest whose work waits)' },
    examples: [['orchestral apply', 'fast-forwards your checkout; your changed files are not overwritten']],
  },
  clean: {
    summary: 'clean up after finished runs: worktrees, merged branches, old backups; never deletes unmerged work',
    arguments: { run: 'finished runs to delete, with their folders' },
    options: {
      'older-than': 'also delete all runs that ended longer ago than this (30d, 12h), with their folders',
      'dry-run': 'only print what would be removed',
    },
    examples: [
      ['orchestral clean --dry-run', 'what would be removed, what is kept and why'],
      ['orchestral clean --older-than 30d', 'also delete runs of more than a month ago'],
      ['orchestral clean', 'clean up; runs stay in .orchestral/runs'],
      ['orchestral clean run-20240115-143022', 'remove this run and its folder'],
    ],
  },
  rerun: {
    summary: 'repeat a step and everything after it',
    arguments: {
      role: 'for a run: refiner, builder, verifier, gatekeeper; for a session: code-explore, planner, architect, qa-engineer, implementer, qa-verification; or a task like T1.3',
      run: 'the run (default: the latest that is not running), or the request',
    },
    options: {
      detach: 'run in the background and print the id',
    },
    examples: [
      ['orchestral rerun verifier', 'other tests for the same work, then the review'],
      ['orchestral rerun architect R1', 'a new design for the current task of a session'],
      ['orchestral rerun T1.3', 'reopen a task of the list'],
    ],
  },
  rebase: {
    summary: 'update work to its latest base: merge it, let an agent resolve conflicts, test and review again',
    arguments: { id: 'a run, a session (R1), or auto; default: the latest run that is not merged, or what waits' },
    options: {
      detach: 'run in the background and print the id',
    },
    examples: [
      ['orchestral rebase', 'after others have committed to the base branch'],
      ['orchestral rebase R1', 'a session whose work conflicts with its base'],
      ['orchestral rebase auto', 'finished phases that cannot be delivered because the base moved'],
    ],
  },
  'pull-request': {
    summary: 'show published work, and pass review comments and failing checks to its agent',
    arguments: {
      command: 'status (default): as last fetched; sync: fetch now and act on it',
      id: 'a run, a session (R1) or auto; default: the latest that is published',
    },
    options: {
      follow: 'check every minute until it is merged, closed, or waits for you',
      detach: 'run in the background and print the id',
    },
    examples: [
      ['orchestral pull-request', 'all published work of this project'],
      [
        'orchestral pull-request sync',
        'review comments and failing checks become a task of the agent that did the work',
      ],
      ['orchestral pull-request sync auto --follow', 'follow the pull request of a task list until it is merged'],
    ],
  },
  precedents: {
    summary: 'list or revoke answers saved for later runs',
    arguments: { command: 'list (default) or revoke', id: 'as shown by list' },
    examples: [
      ['orchestral precedents', 'the saved answers'],
      ['orchestral precedents revoke run-20261116-104500/vcr-001', 'ask again'],
    ],
  },
  extend: {
    summary: 'give a running agent more time',
    arguments: { id: 'a run, a request, a task or an effect (default: the work that is running)' },
    options: { by: 'how much more, like 90s, 30m or 2h' },
    examples: [['orchestral extend --by 30m', 'extends its time limits by 30 minutes']],
  },
  wait: {
    summary: 'wait until work needs you, ends, or the time is up',
    arguments: { id: 'a run, a request like R1, or auto (default: what is running)' },
    options: { for: 'the longest wait, like 90s, 9m or 2h' },
    examples: [
      ['orchestral wait --for 9m', 'exits 0 done, 1 failed, 3 needs you, 6 still running, 130 its process is gone'],
      ['orchestral start "Add a --json flag" --detach && orchestral wait', 'start in the background, then wait'],
    ],
  },
  worker: {
    summary: 'run the steps of a fleet on this machine, with its own agents, sign-ins and sandbox',
    arguments: {},
    options: {
      key: 'file with the key of the fleet (default: ORCHESTRAL_FLEET_KEY, then this machine’s own)',
      concurrency: 'how many steps to run at once (default: 1)',
      labels: 'labels of this machine, like linux,node22',
      name: 'its name in fleet status (default: the host name)',
    },
    examples: [
      ['orchestral worker --fleet redis://build-1:6379 --key fleet.key --concurrency 4', 'four steps at once'],
      ['kill -TERM PID', 'finish the running steps, take no new ones, then exit'],
    ],
  },
  fleet: {
    summary: 'show and control a fleet: status, key, pause, resume, drain, forget',
    arguments: {
      command: 'status (default), key, pause, resume, drain or forget',
      worker: 'for drain: only this worker; for key: checks, for workers that only run tests',
    },
    options: {},
    examples: [
      ['orchestral fleet key > fleet.key', 'the key a worker needs to join; keep it secret'],
      ['orchestral fleet key checks > checks.key', 'the key of a worker that proves tasks of auto and calls no agents'],
      ['orchestral fleet status', 'workers, load, versions, labels, queue'],
      ['orchestral fleet drain build-2', 'stop that worker when its steps are done'],
    ],
  },
  mcp: {
    summary: 'serve an MCP client (Codex, Gemini CLI, opencode, Cursor …) on stdin and stdout',
    arguments: {},
    options: { within: "the longest a call takes, like 20s; keep it below your client's timeout (default 50s)" },
    examples: [
      ['codex mcp add orchestral -- orchestral mcp', 'add it to Codex; docs/guides/mcp.md has the other clients'],
      ['orchestral mcp --within 20s', 'for a client with a 30-second timeout'],
    ],
  },
  config: {
    summary: 'show and change settings, and where each value comes from',
    arguments: {
      command: 'list (default), get, set, unset, explain or edit',
      key: 'like builder.model or agents.limits.max_cost_usd',
      value: 'text as is, everything else as JSON',
    },
    options: { user: 'change your own file, for all projects (default: this project)' },
    examples: [
      ['orchestral config', 'every setting, its value and where it comes from'],
      ['orchestral config get global.max_iterations', 'one value'],
      ['orchestral config explain global.max_iterations', 'what it means, its default, and where it can be set'],
      ['orchestral config edit builder.model', 'see what it means and enter a new value'],
      ['orchestral config set builder.model opus', 'for this project'],
      ['orchestral config set agents.limits.total_cost_usd 20 --user', 'for all your projects'],
    ],
  },
  validate: {
    summary: 'check documents against their schema',
    arguments: { path: 'files or folders to check (default: every document of the project, and your own settings)' },
    options: { as: 'check the files as this document; the names: orchestral schema' },
    examples: [
      ['orchestral validate', 'every document of this project'],
      ['orchestral validate .claude/orchestrate-state.json', 'one file, recognized by its path'],
      ['orchestral validate --as crp answer.json', 'any file, as this kind of document'],
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
    summary: 'write the default configuration and ignore rules, or add commands to another program',
    options: {
      claude: 'the commands, agents and hooks of Claude Code, for this project',
      codex: 'the skills of Codex and a section of AGENTS.md, for this project',
      gemini: 'the extension of Gemini CLI, in your home folder',
      opencode: 'the commands of opencode, for this project',
      remove: 'remove them again',
    },
    examples: [
      ['orchestral init', 'prepare this project; safe to repeat'],
      ['orchestral init --claude', 'use /orchestrator and /auto-orchestrate in Claude Code'],
      ['orchestral init --claude --remove', 'remove them; files you edited are kept'],
    ],
  },
  statusline: {
    summary: 'print one line of what is in progress, for the status line of Claude Code',
    examples: [['orchestral statusline', 'as "statusLine" in the settings of Claude Code']],
  },
  hook: {
    summary: 'answer a hook of Claude Code (its message is read from stdin)',
    arguments: { event: 'session-start or pre-tool-use' },
    examples: [['orchestral hook pre-tool-use', 'reports an edit that would break a document; silent otherwise']],
  },
  demo: {
    summary: 'play a complete run in a scratch project: agents are scripted, everything else is real',
    arguments: { dir: 'a new or empty folder for it (default: a temporary one)' },
    examples: [
      ['orchestral demo', 'needs no account and writes only to its folder'],
      ['orchestral demo ~/try-orchestral', 'the same in a folder of your choice'],
    ],
  },
  doctor: {
    summary: 'check what is installed and what works, and say how to fix it',
    examples: [['orchestral doctor', 'start here when something does not work']],
  },
  agents: {
    summary: 'show installed agents and which one each role uses, or test one',
    arguments: {
      test: 'make one tiny real call; show the answer, its cost and its time',
      backend: 'the agent to call, as for --agent (default: the configured one)',
    },
    examples: [
      ['orchestral agents', 'what is installed, sign-in, and roles'],
      ['orchestral agents test claude', 'one call; costs a fraction of a cent'],
      ['orchestral agents test rehearsal', 'the same without any account'],
    ],
  },
  trust: {
    summary: "show which commands this repository's configuration runs, and approve them",
    examples: [
      ['orchestral trust', 'look at it, then decide'],
      ['orchestral trust --yes', 'trust it without being asked'],
      ['orchestral trust --json', 'only show it, for programs; exits 3 while it is not trusted'],
    ],
  },
  dashboard: {
    summary: 'open the dashboard in the browser: prints a link, and starts the server if needed',
    options: {
      open: 'open the link in the browser',
      stop: 'stop the server; running work continues',
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
  completion: {
    summary: 'print the completion script of a shell',
    arguments: { shell: 'bash, zsh or fish' },
    examples: [
      ['source <(orchestral completion bash)', 'in ~/.bashrc'],
      ['source <(orchestral completion zsh)', 'in ~/.zshrc'],
      ['orchestral completion fish > ~/.config/fish/completions/orchestral.fish', 'once'],
    ],
  },
  unlock: {
    summary: 'show the locks of this project, and remove those of dead processes',
    arguments: { lock: 'a lock to remove even if its process may still be alive' },
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
    everywhere: 'Global options:',
    commands: 'Commands:',
  },
  examples: 'Examples:',
};
