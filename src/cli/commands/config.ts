import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ConfigValue } from '../../engine/door/open-project.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Input, Run } from '../context.ts';
import { projectOf } from '../project.ts';
import { nearPath } from '../report/failure.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { padTo, widthOf } from '../terminal/width.ts';

const names = ['list', 'get', 'set', 'unset'] as const;

export const run: Run = async (context, input) => {
  const [word = 'list', ...args] = input.args;
  const name = names.find((one) => one === word);
  switch (name) {
    case 'list':
      return list(context, args);
    case 'get':
      return get(context, args);
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
  if (key === undefined) return throwFailure('usage.argument_missing', { command: 'config get' });
  takeNone('config get', more);
  const value = unwrap(await projectOf(context).getConfig(key));
  if (context.flags.json) return context.answer(jsonText(value));
  if (value.value === null) context.tell(context.words.config.unset);
  else context.answer(visible(textOf(value.value)));
}

interface Change extends Pick<Input, 'args' | 'flags'> {
  readonly name: 'set' | 'unset';
}

async function change(context: Context, { name, args, flags }: Change): Promise<void> {
  const { answer, tell, words, cwd } = context;
  const [key, typed, ...more] = args;
  const command = `config ${name}`;
  if (key === undefined) return throwFailure('usage.argument_missing', { command });
  const place = flags.has('user') ? 'user' : 'project';
  const project = projectOf(context);
  if (name === 'unset') takeNone(command, args.slice(1));
  else if (typed === undefined) return throwFailure('usage.argument_missing', { command });
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
