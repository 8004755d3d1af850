/** What the three sizes of a model are called, per backend. A name that is none of these is the vendor's own. */
export function vendorModel(backend: string, model: string): string {
  const names = vendorNames.get(backend);
  return names?.get(model) ?? model;
}

export const modelSizes = ['haiku', 'sonnet', 'opus'] as const;

const vendorNames: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    // Claude Code knows the newest of each by these very names.
    claude: ['haiku', 'sonnet', 'opus'],
    codex: ['gpt-6-luna', 'gpt-6.1-sol', 'gpt-6-astra'],
    gemini: ['flash-lite', 'flash', 'pro'],
    opencode: ['anthropic/claude-haiku-5-5', 'anthropic/claude-sonnet-5-5', 'anthropic/claude-opus-5-5'],
  }).map(([backend, names]) => [backend, new Map(modelSizes.map((size, index) => [size, names[index] ?? size]))]),
);
