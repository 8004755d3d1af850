import { expect, test } from 'vitest';
import { commandTable, globalOptions } from '../../src/cli/command-table.ts';
import { en } from '../../src/i18n/en/index.ts';
import { languages, loadCatalogue } from '../../src/i18n/language.ts';

test.each(languages)('%s has every sentence of English, with the same arguments', async (language) => {
  expect(sentences(await loadCatalogue(language))).toEqual(sentences(en));
});

test('help has words for every argument and option, and for nothing else', () => {
  const { program, help, ...commands } = en.commands;
  const named = commandTable.map(({ name, arguments: places, options }) => [name, [namesIn(places), namesIn(options)]]);
  const explained = Object.entries(commands).map(([name, words]) => [
    name,
    [
      'arguments' in words ? Object.keys(words.arguments).toSorted() : [],
      'options' in words ? Object.keys(words.options).toSorted() : [],
    ],
  ]);
  expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(named));
  expect(Object.keys(program.options).toSorted()).toEqual([...namesIn(globalOptions), 'help', 'version'].toSorted());
  expect(help.summary).not.toBe('');
});

/** `status.round(2)`, by name. */
function sentences(group: object, prefix = ''): string[] {
  return Object.entries(group)
    .flatMap(([key, value]: [string, unknown]) => {
      const name = prefix + key;
      if (typeof value === 'function') return [`${name}(${value.length})`];
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? sentences(value, `${name}.`)
        : [name];
    })
    .toSorted();
}

function namesIn(places: readonly { readonly name: string }[] = []): string[] {
  return places.map(({ name }) => name).toSorted();
}
