/** Names and commands, the same in every language. */
export const installing = {
  claude: 'Claude Code: npm install -g @anthropic-ai/claude-code',
  codex: 'Codex: npm install -g @openai/codex',
  gemini: 'Gemini CLI: npm install -g @google/gemini-cli',
  opencode: 'opencode: npm install -g opencode-ai',
};
