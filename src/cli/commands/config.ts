import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ConfigValue } from '../../engine/door/open-project.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Input, Run } from '../context.ts';
import { askLine, mayAsk } from '../ask.ts';
import { projectOf } from '../project.ts';
import { nearPath } from '../report/failure.ts';
import { indented, itemTable } from '../terminal/layout.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { padTo, widthOf } from '../terminal/width.ts';

const names = ['list', 'get', 'set', 'unset', 'explain', 'edit'] as const;

export const run: Run = async (context, input) => {
  const [word = 'list', ...args] = input.args;
  const name = names.find((one) => one === word);
  switch (name) {
    case 'list':
      return list(context, args);
    case 'get':
      return get(context, args);
    case 'explain':
      return void (await explain(context, name, args));
    case 'edit':
      return edit(context, { args, flags: input.flags });
    case 'set':
    case 'unset':
      return change(context, { name, args, flags: input.flags });
    case undefined: {
      const suggestion = nearestOf(word, names);
      const command = `config ${word}`;
      return throwFailure('usage.unknown_command', {
        command,
        suggestion: suggestion === undefined ? null : `config ${suggestion}`,
      });
    }
  }
};

async function list(context: Context, args: readonly string[]): Promise<void> {
  takeNone('config list', args);
  const { flags, answer, words, colours } = context;
  const values = unwrap(await projectOf(context).listConfig());
  if (flags.json) return answer(jsonText({ settings: values }));
  const keyWidth = Math.max(...values.map(({ key }) => widthOf(key)));
  const origins = values.map((value) => originText(value, context));
  const originWidth = Math.max(...origins.map(widthOf));
  for (const [index, value] of values.entries()) {
    const shown = value.value === null ? colours.dim(words.config.unset) : visible(textOf(value.value));
    const origin = padTo(origins[index] ?? '', originWidth);
    answer(`${padTo(value.key, keyWidth)}  ${value.origin === 'default' ? colours.dim(origin) : origin}  ${shown}`);
  }
}

async function get(context: Context, [key, ...more]: readonly string[]): Promise<void> {
  if (key === undefined) return throwFailure('usage.argument_missing', { command: 'config get', missing: 'KEY' });
  takeNone('config get', more);
  const value = unwrap(await projectOf(context).getConfig(key));
  if (context.flags.json) return context.answer(jsonText(value));
  if (value.value === null) context.tell(context.words.config.unset);
  else context.answer(visible(textOf(value.value)));
}

/** What a setting means, what holds, and how to change it. */
async function explain(context: Context, name: 'explain' | 'edit', args: readonly string[]): Promise<ConfigValue> {
  const [key, ...more] = args;
  if (key === undefined) return throwFailure('usage.argument_missing', { command: `config ${name}`, missing: 'KEY' });
  takeNone(`config ${name}`, more);
  const setting = unwrap(await projectOf(context).getConfig(key));
  const { words, answer, columns, colours, flags, cwd } = context;
  if (flags.json) {
    answer(jsonText(setting));
    return setting;
  }
  const said = words.config;
  const shown = (value: unknown) => (value === null ? said.unset : visible(textOf(value)));
  const from = setting.path === null ? '' : `, ${visible(nearPath(setting.path, cwd))}`;
  const facts: [string, string][] = [
    [said.facts.value, `${shown(setting.value)} (${originText(setting, context)}${from})`],
    [said.facts.default, shown(setting.default)],
    [said.facts.places, setting.places.map((place) => said.places[place]).join(', ')],
    [said.facts.change, words.command(`config set ${key} VALUE${setting.places.includes('project') ? '' : ' --user'}`)],
  ];
  answer(
    [
      colours.bold(key),
      ...indented(words.describe(setting.description), columns),
      '',
      ...itemTable(facts, columns, 2),
    ].join('\n'),
  );
  return setting;
}

/** Explains a setting, asks for its new value, and saves it. */
async function edit(context: Context, { args, flags }: Pick<Input, 'args' | 'flags'>): Promise<void> {
  if (args.length === 1 && !mayAsk(context)) {
    const { key } = unwrap(await projectOf(context).getConfig(args[0] ?? ''));
    return throwFailure('config.edit_without_asking', { key });
  }
  const { key } = await explain(context, 'edit', args);
  const { newValue, unchanged } = context.words.config;
  const typed = await askLine(context, { question: newValue });
  if (typed === undefined || typed === '') return context.tell(unchanged);
  await change(context, { name: 'set', args: [key, typed], flags });
}

interface Change extends Pick<Input, 'args' | 'flags'> {
  readonly name: 'set' | 'unset';
}

async function change(context: Context, { name, args, flags }: Change): Promise<void> {
  const { answer, tell, words, cwd } = context;
  const [key, typed, ...more] = args;
  const command = `config ${name}`;
  if (key === undefined) return throwFailure('usage.argument_missing', { command, missing: 'KEY' });
  const place = flags.has('user') ? 'user' : 'project';
  const project = projectOf(context);
  if (name === 'unset') takeNone(command, args.slice(1));
  else if (typed === undefined) return throwFailure('usage.argument_missing', { command, missing: 'VALUE' });
  takeNone(command, more);
  const wanted = name === 'unset' || typed === undefined ? ({ unset: true } as const) : { typed };
  const { file, holds } = unwrap(await project.setConfig({ key, place, ...wanted }));
  if (context.flags.json) return answer(jsonText({ ...holds, file }));
  const said = words.config;
  const near = visible(nearPath(file, cwd));
  tell(name === 'set' ? said.saved(key, near) : said.removed(key, near));
  if (name === 'set' && holds.origin !== place)
    tell(said.overruled(key, visible(textOf(holds.value)), originText(holds, context)));
  const trust = unwrap(await project.readTrust());
  if (
    place === 'project' &&
    trust.runnables.some((one) => one.file.endsWith(`${key.split('.')[0]}.json`)) &&
    !trust.isTrusted
  )
    tell(said.untrusted);
}

function originText({ origin }: ConfigValue, { words }: Context): string {
  return words.config.origins[origin];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function takeNone(command: string, args: readonly string[]): void {
  if (args.length > 0) throwFailure('usage.too_many_arguments', { command });
}
