import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const guide = fs.readFileSync('docs/guides/prompts.md', 'utf8');

it('the guide names every template, and what each may name', () => {
  const documented = Object.fromEntries(
    [...guide.matchAll(/^\| (`[a-z]+\/.*) \| (.*) \|$/gm)].flatMap(([, names = '', placeholders = '']) =>
      words(names).map((name) => [name, words(placeholders).toSorted()]),
    ),
  );
  const templates = fs
    .readdirSync('templates', { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(run|session|auto)[/\\].*\.md$/.test(file));
  const real = Object.fromEntries(
    templates.map((file) => [file.replaceAll(path.sep, '/').replace(/\.md$/, ''), placeholdersOf(file)]),
  );
  expect(documented).toEqual(real);
});

function words(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

function placeholdersOf(file: string): string[] {
  const text = fs.readFileSync(path.join('templates', file), 'utf8');
  return [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].toSorted();
}
