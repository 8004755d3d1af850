import type { Attempt } from './attempts.ts';

const plant = (place: string): string => `mkdir -p "$(dirname "${place}")"; echo planted > "${place}"`;

/** Makes a file that a program of the person's would read the next time. */
const leave = (name: string, place: string): Attempt => ({
  name,
  script: plant(`$HOME/${place}`),
  leaves: `$HOME/${place}`,
});

const change = (name: string, place: string): Attempt => ({
  name,
  script: `echo planted > "$HOME/${place}"`,
  changes: `$HOME/${place}`,
});

/** Ways out by what vendors' programs read, and claude-mem. */
export const vendorAttempts: readonly Attempt[] = [
  change('change settings of Claude Code', '.claude/settings.json'),
  leave('plant a hook for Claude Code', '.claude/settings.local.json'),
  leave('plant a command for Claude Code', '.claude/commands/planted.md'),
  leave('plant an agent for Claude Code', '.claude/agents/planted.md'),
  leave('plant a skill for Claude Code', '.claude/skills/planted/SKILL.md'),
  leave('plant a plugin for Claude Code', '.claude/plugins/installed_plugins.json'),
  leave('plant a rule for Claude Code', '.claude/rules/planted.md'),
  leave('plant an output style for Claude Code', '.claude/output-styles/planted.md'),
  leave('plant a memory for Claude Code', '.claude/projects/-project/memory/MEMORY.md'),
  leave('plant instructions for Claude Code', '.claude/CLAUDE.md'),
  leave('plant a shell snapshot for Claude Code', '.claude/shell-snapshots/planted.sh'),
  {
    name: 'move a folder of settings of Claude Code away',
    script: 'mv "$HOME/.claude/hooks" "$HOME/.claude/moved"',
    leaves: '$HOME/.claude/moved',
  },
  {
    name: 'put a link where Claude Code keeps settings',
    script: 'rm -f "$HOME/.claude/settings.json"; ln -sf /planted "$HOME/.claude/settings.json"',
    changes: '$HOME/.claude/settings.json',
  },
  { name: 'read keys of MCP servers', script: 'grep -q secret "$HOME/.claude.json"' },
  change('register a server for claude-mem', '.claude.json'),
  { name: 'read other sign-ins of Claude Code', script: 'grep -q mcpOAuth "$HOME/.claude/.credentials.json"' },
  { name: 'read what the person typed', script: 'cat "$HOME/.claude/history.jsonl"' },
  change('end the person’s sign-in', '.claude/.credentials.json'),
  change('change settings of claude-mem', '.claude-mem/settings.json'),
  { name: 'read what claude-mem remembers', script: 'cat "$HOME/.claude-mem/settings.json"' },
  change('change settings of Codex', '.codex/config.toml'),
  leave('plant hooks for Codex', '.codex/hooks.json'),
  leave('plant variables for Codex', '.codex/.env'),
  leave('plant a rule for Codex', '.codex/rules/planted.rules'),
  leave('plant instructions for Codex', '.codex/AGENTS.md'),
  leave('plant instructions for Codex that count more', '.codex/AGENTS.override.md'),
  leave('plant a skill for Codex', '.codex/skills/planted/SKILL.md'),
  leave('plant a program on the path of Codex', '.codex/tmp/arg0/planted/git'),
  leave('plant a skill for all', '.agents/skills/planted/SKILL.md'),
  change('change the sign-in of Codex', '.codex/auth.json'),
  change('change settings of Gemini CLI', '.gemini/settings.json'),
  leave('plant variables for Gemini CLI', '.gemini/.env'),
  leave('plant variables for all', '.env'),
  leave('plant a memory for Gemini CLI', '.gemini/GEMINI.md'),
  leave('plant an extension for Gemini CLI', '.gemini/extensions/planted/gemini-extension.json'),
  leave('plant a policy for Gemini CLI', '.gemini/policies/planted.toml'),
  leave('trust a folder for Gemini CLI', '.gemini/trustedFolders.json'),
  leave('trust a hook for Gemini CLI', '.gemini/trusted_hooks.json'),
  change('change settings of opencode', '.config/opencode/opencode.json'),
  leave('plant a plugin for opencode', '.config/opencode/plugin/planted.js'),
  leave('plant a command for opencode', '.config/opencode/command/planted.md'),
  leave('plant a package for opencode', '.config/opencode/node_modules/planted/index.js'),
  leave('plant a program for opencode', '.cache/opencode/bin/rg'),
  leave('plant a monitor in a snapshot of opencode', '.local/share/opencode/snapshot/planted/config'),
  leave('plant a state for opencode', '.local/state/opencode/model.json'),
  change('change the sign-in of opencode', '.local/share/opencode/auth.json'),
  {
    // Last of those in this folder. In the sandbox it must not keep the next call from working, either.
    name: 'leave a folder of Claude Code closed',
    script: 'mkdir -p "$HOME/.claude/junk/x" && chmod 0 "$HOME/.claude/junk/x" "$HOME/.claude/junk" "$HOME/.claude"',
    leaves: '$HOME/.claude/junk',
  },
];

const read = (name: string, place: string): Attempt => ({
  name: `read the sign-in of ${name}`,
  script: `cat "${place}"`,
});

/** Sign-ins that are not where everybody's are: in a folder that is shown, as a program on PATH lies in it. */
export const movedSignInAttempts: readonly Attempt[] = [
  read('gh, moved', '$MOVED/gh/hosts.yml'),
  read('gh, with all settings', '$MOVED/config/gh/hosts.yml'),
  read('gcloud, with all settings', '$MOVED/config/gcloud/credentials.db'),
  read('gcloud, moved', '$MOVED/gcloud/credentials.db'),
  read('a service account', '$MOVED/service-account.json'),
  read('opencode, with all data', '$MOVED/data/opencode/account.json'),
  read('Codex, moved', '$MOVED/codex/auth.json'),
  read('Claude Code, moved', '$MOVED/claude/.credentials.json'),
  read('kubectl, moved', '$MOVED/kube/one'),
  read('kubectl, a second one', '$MOVED/kube/two'),
  read('aws, moved', '$MOVED/aws/credentials'),
  read('aws, settings', '$MOVED/aws/config'),
  read('azure, moved', '$MOVED/azure/msal_token_cache.json'),
  read('docker, moved', '$MOVED/docker/config.json'),
  read('gnupg, moved', '$MOVED/gnupg/private-keys-v1.d/key'),
  read('npm, moved', '$MOVED/npmrc'),
  read('netrc, moved', '$MOVED/netrc'),
  read('cargo, moved', '$MOVED/cargo/credentials.toml'),
  read('vault', '$HOME/.vault-token'),
  read('netrc', '$HOME/.netrc'),
  read('gh', '$HOME/.config/gh/hosts.yml'),
];

/** Where these lie, by the variable that says so. */
export const movedVariables: Readonly<Record<string, string>> = {
  GH_CONFIG_DIR: 'gh',
  XDG_CONFIG_HOME: 'config',
  CLOUDSDK_CONFIG: 'gcloud',
  GOOGLE_APPLICATION_CREDENTIALS: 'service-account.json',
  XDG_DATA_HOME: 'data',
  CODEX_HOME: 'codex',
  CLAUDE_CONFIG_DIR: 'claude',
  KUBECONFIG: 'kube/one:kube/two',
  AWS_SHARED_CREDENTIALS_FILE: 'aws/credentials',
  AWS_CONFIG_FILE: 'aws/config',
  AZURE_CONFIG_DIR: 'azure',
  DOCKER_CONFIG: 'docker',
  GNUPGHOME: 'gnupg',
  NPM_CONFIG_USERCONFIG: 'npmrc',
  NETRC: 'netrc',
  CARGO_HOME: 'cargo',
};
