import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

/** What is loaded for a command: the modules of all chunks that it and its operation import without waiting. */
async function loadedFor(command: string, operation: string): Promise<string> {
  const build = await rolldown({
    input: 'src/cli/main.ts',
    platform: 'node',
    moduleTypes: { '.md': 'text' },
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  const chunks = new Map(output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk] as const] : [])));
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  const chunkOf = (file: string) => [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(file));
  const own = [chunkOf(`src/cli/commands/${command}.ts`), chunkOf(`src/engine/operations/${operation}.ts`)];
  const seen = new Set<string>();
  const visit = (fileName: string | undefined) => {
    if (fileName === undefined || seen.has(fileName)) return;
    seen.add(fileName);
    for (const imported of chunks.get(fileName)?.imports ?? []) visit(imported);
  };
  visit(entry?.fileName);
  for (const chunk of own) {
    expect(chunk).toBeDefined();
    visit(chunk?.fileName);
  }
  return [...seen].flatMap((name) => chunks.get(name)?.moduleIds ?? []).join('\n');
}

test('status loads neither schemas, nor YAML, nor help, nor another command', async () => {
  const loaded = await loadedFor('status', 'status');
  expect(loaded).toContain('src/engine/operations/status-documents.ts');
  for (const heavy of [
    '/yaml/',
    'src/cli/help',
    '/es-hangul/',
    'src/i18n/en',
    'src/process/',
    'src/git/',
    'src/schema/codec',
    '/zod/',
    'commands/doctor',
  ])
    expect(loaded).not.toContain(heavy);
});

test('validate does load YAML: the check above can see it', async () => {
  expect(await loadedFor('validate', 'validate')).toContain('/yaml/');
});

test('its short way loads nothing that takes long', async () => {
  const build = await rolldown({ input: 'src/cli/quick-status.ts', platform: 'node', logLevel: 'silent' });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  await build.close();
  const [chunk] = output;
  expect(chunk.moduleIds.join('\n')).toContain('src/engine/operations/resting-status.ts');
  expect(chunk.imports.toSorted()).toEqual(['node:fs', 'node:path']);
  expect(chunk.code.length).toBeLessThan(100_000);
});
