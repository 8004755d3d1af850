import path from 'node:path';
import { PERSONAL_SETTINGS } from '../languages/tool-chains.ts';
import type { BindMount, Overlay, SandboxRules } from './sandbox.ts';
import { gitPlaces } from './git-places.ts';

export interface AgentPaths {
  /** Where it works. */
  readonly folder: string;
  readonly stepFolder: string;
  /** What it finds where its vendor keeps sign-in, settings and conversations. */
  readonly own: readonly Overlay[];
  readonly home: string;
  /** Of Orchestral: decisions, process ids, what is trusted. */
  readonly privateFolder: string;
  /** What package managers find where the person's keep what they fetched. */
  readonly caches?: readonly BindMount[];
  /** Other things of its vendor's. */
  readonly binds?: readonly BindMount[];
}

/** An agent writes its worktree and the step's folder; what makes git run programs it may only read. */
export function agentSandboxRules({
  folder,
  stepFolder,
  own,
  home,
  privateFolder,
  caches = [],
  binds = [],
}: AgentPaths): SandboxRules {
  const { readOnly, absent } = gitPlaces(folder);
  return {
    writable: [folder, stepFolder],
    readOnly: [...readOnly, ...PERSONAL_SETTINGS.map((place) => path.join(home, place))],
    absent,
    // Nothing of these is visible, unless it lies in something that is.
    hidden: [...secretsBelow(home, { own: [...own, ...binds] }), privateFolder],
    binds: [...caches, ...binds],
    overlays: own,
    home,
  };
}

interface CheckPaths {
  /** The worktree that is checked. */
  readonly folder: string;
  /** For reports and temporary files. */
  readonly scratch: string;
  /** Inside those, what may only be read. */
  readonly readOnly: readonly string[];
  readonly home: string;
  readonly privateFolder: string;
}

/** A project's commands run what agents wrote: they may do no more than an agent, and see no agent's sign-in. */
export function checkSandboxRules({ folder, scratch, readOnly, home, privateFolder }: CheckPaths): SandboxRules {
  const rules = agentSandboxRules({ folder, stepFolder: scratch, own: [], home, privateFolder });
  return { ...rules, readOnly: [...rules.readOnly, ...readOnly] };
}

interface ServerPaths {
  /** What it is made of. */
  readonly program: readonly string[];
  /** What it keeps. */
  readonly data: readonly string[];
  readonly home: string;
  readonly privateFolder: string;
}

/** A server of the person's that the conductor asks: it sees what is its own. */
export function serverSandboxRules({ program, data, home, privateFolder }: ServerPaths): SandboxRules {
  return {
    writable: data,
    readOnly: program,
    hidden: [...secretsBelow(home, { own: [] }), privateFolder],
    home,
  };
}

/** Where people and programs keep what lets somebody act in their name. */
const PLACES = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker/config.json',
  '.config/gcloud',
  '.config/gh',
  '.netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.npmrc',
  '.pypirc',
  '.cargo/credentials.toml',
  '.password-store',
  '.local/share/keyrings',
  '.mozilla',
  '.config/google-chrome',
  '.config/chromium',
];

/** The sign-ins of agents: each may read its own. */
const AGENTS = ['.claude', '.claude.json', '.codex', '.gemini', '.local/share/opencode', '.config/opencode'];

/** What an agent with these folders of its own has no business reading. */
function secretsBelow(home: string, { own }: { readonly own: readonly { readonly at: string }[] }): string[] {
  const mayRead = new Set(own.map(({ at }) => path.resolve(at)));
  return [...PLACES, ...AGENTS].map((place) => path.join(home, place)).filter((place) => !mayRead.has(place));
}
