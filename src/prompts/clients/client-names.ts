export type ClientName = 'claude' | 'codex' | 'gemini' | 'opencode';

export const clientNames: readonly ClientName[] = ['claude', 'codex', 'gemini', 'opencode'];
