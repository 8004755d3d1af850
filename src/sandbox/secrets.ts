import path from 'node:path';

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
export function secretsBelow(home: string, { own }: { readonly own: readonly string[] }): string[] {
  const mayRead = new Set(own.map((place) => path.resolve(place)));
  return [...PLACES, ...AGENTS].map((place) => path.join(home, place)).filter((place) => !mayRead.has(place));
}
