import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { simpleCommand } from '../../../src/languages/shell-words.ts';
import type { CliResult } from '../orchestral.ts';
import type { Situation, Stage } from './situation.ts';

export interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Brings the situation about, and checks that the program says it in one line and a hint. */
export async function provoke(situation: Situation, stage: Stage, lang = 'en'): Promise<Told> {
  if (lang !== 'en') stage.env['LANG'] = `${lang}_KR.UTF-8`;
  const said = await stage.cli([...real(situation.args, stage), '--json']);
  const error = errorIn(said.stdout);
  if (error === undefined) throw new Error(`no failure (exit ${said.code}):\n${said.stdout}${said.stderr}`);
  expect(error, said.stderr).toMatchObject({ code: situation.code, hint: expect.stringMatching(/./) });
  expect(said.code).not.toBe(0);
  const lines = said.stderr.trimEnd().split('\n');
  const at = lines.findIndex((one) => /^(?:error|오류): /.test(one));
  expect(lines.slice(at).filter((one) => !one.startsWith('    '))).toHaveLength(2);
  expect(lines.at(-1)).toMatch(/^ {2}\S/);
  return error;
}

/** The answer of `--json`, or the last line of what was told. */
function errorIn(stdout: string): Told | undefined {
  for (const text of [stdout, stdout.trimEnd().split('\n').at(-1) ?? ''])
    try {
      return (JSON.parse(text) as { error?: Told }).error;
    } catch {
      // Not this one.
    }
  return undefined;
}

/** Does what the hint says, and checks that it works. */
export async function follow(situation: Situation, stage: Stage, { message, hint, commands }: Route): Promise<void> {
  const { ends = [0], retry, fill = {} } = situation;
  await situation.byHand?.(stage);
  let last: CliResult | undefined;
  for (const command of commands) last = await type(filled(command, fill), stage, { ends, code: situation.code });
  const corrected =
    suggested({ message, hint }, () => real(situation.args, stage)) ?? (retry === 'same' ? situation.args : retry);
  if (corrected !== undefined) {
    for (const word of corrected)
      if (!real(situation.args, stage).includes(word) && word !== 'RUN') expect(filled(hint, fill)).toContain(word);
    last = await run(real(corrected, stage), stage, { ends, code: situation.code });
  }
  if (last === undefined && commands.length === 0 && situation.effect === undefined)
    throw new Error(`nothing to do: ${hint}`);
  await situation.effect?.(stage, last?.stdout ?? '');
}

export interface Route {
  readonly message: string;
  readonly hint: string;
  /** In order. */
  readonly commands: readonly string[];
}

/** `A; or B` are two ways. Each is a list of commands. */
export function routesOf({ message, hint }: Told): Route[] {
  const ways = hint.split(/; or (?=[^;]*\b(?:orchestral|git) )/);
  const routes = ways.map((way) => ({ message, hint: way, commands: commandsIn(way) }));
  // What only a person can do, such as installing a program, is tried where nothing else is offered.
  return routes.length === 1 ? routes : routes.filter(({ commands }) => commands.length > 0);
}

/** The commands of a hint without what differs between languages and runs: examples, placeholders, ids. */
export function fixedCommands(hint: string): string[] {
  const ids = /run-\d{8}-\d{6}(?:-\d+)?|\b[0-9a-f]{12,40}\b/g;
  return routesOf({ message: '', hint, code: '' })
    .flatMap(({ commands }) => commands)
    .map((command) => command.replaceAll(ids, 'ID').replace(/\s*(?:"|…|\b[A-Z]{2,}\b|\b[NA]\b).*$/, ''));
}

function commandsIn(way: string): string[] {
  return [...way.matchAll(/(?:^|: |then |[;,] )((?:orchestral|git) .*?)(?=$|; |, (?:then|resolve|fix)| \(|\))/g)].map(
    ([, command = '']) => command,
  );
}

/** `there is no task T1`, `did you mean 'T1.1'?`: the wrong words of the command are replaced. */
function suggested(
  { message, hint }: Pick<Told, 'message' | 'hint'>,
  given: () => readonly string[],
): string[] | undefined {
  const [, right] = /^did you mean '?(.+?)'?\?$/.exec(hint) ?? [];
  if (right === undefined) return undefined;
  const args = given();
  const wrong = /'(.+)'/.exec(message)?.[1] ?? args.findLast((arg) => message.includes(arg)) ?? '';
  return args.join('\n').replace(wrong.replaceAll(' ', '\n'), right.replaceAll(' ', '\n')).split('\n');
}

interface Expected {
  readonly ends: readonly number[];
  readonly code: string;
}

/** As a person types it into a shell. */
async function type(command: string, stage: Stage, expected: Expected): Promise<CliResult | undefined> {
  expect(command, 'a placeholder that nobody fills').not.toMatch(/…|\b(?:NAME|FILE|N|ID|DIR|HOST|NEW-NAME)\b/);
  if (command.startsWith('orchestral ') && !command.includes('&&'))
    return run((simpleCommand(command) ?? []).slice(1), stage, expected);
  execFileSync('bash', ['-ec', command], { cwd: stage.cwd, env: stage.env, stdio: 'pipe' });
  return undefined;
}

async function run(args: readonly string[], stage: Stage, { ends, code }: Expected): Promise<CliResult> {
  const said = await stage.cli(args);
  const all = `$ orchestral ${args.join(' ')}\n${said.stdout}${said.stderr}`;
  expect(ends, all).toContain(said.code);
  expect(all).not.toContain(`"code":"${code}"`);
  expect(said.stdout + said.stderr, 'it says something').toMatch(/\S/);
  return said;
}

function filled(command: string, fill: Readonly<Record<string, string>>): string {
  return Object.entries(fill).reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), command);
}

function real(args: readonly string[], { project }: Stage): string[] {
  return args.map((arg) => {
    if (arg === 'COMMIT') return project.git?.('rev-parse', `orchestral/${newestRun(project.folder)}`) ?? '';
    return arg.startsWith('RUN') ? arg.replace('RUN', newestRun(project.folder)) : arg;
  });
}

function newestRun(folder: string): string {
  return fs.readdirSync(path.join(folder, '.orchestral/runs')).toSorted().at(-1) ?? '';
}
