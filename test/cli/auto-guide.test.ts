import fs from 'node:fs';
import { expect, test } from 'vitest';
import { blocksOf } from '../../src/plans/markdown.ts';
import { runProject } from '../support/run-project.ts';
import { orchestral } from './orchestral.ts';

const blocks = blocksOf(fs.readFileSync('docs/guides/task-lists.md', 'utf8')).flatMap((block) =>
  block.kind === 'code' ? [{ language: block.language, text: block.lines.join('\n') }] : [],
);

/** The only one of its kind that begins so. */
function shown(language: string, beginning: string): string {
  const found = blocks.filter((block) => block.language === language && block.text.startsWith(beginning));
  expect(found).toHaveLength(1);
  return found[0]?.text.trimEnd() ?? '';
}

const withoutTimes = (text: string): string => text.trim().replaceAll(/\d+ (?:ms|s|min)\b/g, 'N');

test('what the guide shows of its list is what happens to it', async () => {
  const quick = shown('yaml', 'version: 1').replaceAll(/(?<=delay_ms: \d)000/g, '0');
  const files = { 'TASKS.md': shown('md', '# Shop'), 'play.yaml': quick };
  const { folder, env } = runProject({ files, config: { project: null } });
  const say = (...args: string[]) => orchestral(args, { cwd: folder, env });

  const foreseen = shown('console', '$ orchestral auto --dry-run --parallel 2\n');
  expect(foreseen).toBe(
    `$ orchestral auto --dry-run --parallel 2\n${(await say('auto', '--dry-run', '--parallel', '2')).stdout.trimEnd()}`,
  );

  const typed = shown('sh', 'git init').split('\n').at(-1)?.split(' ').slice(1) ?? [];
  const played = await say(...typed, '--yes');
  expect(played.code, played.stderr).toBe(1);
  expect(withoutTimes(played.stdout)).toBe(withoutTimes(shown('', '❌')));
});
