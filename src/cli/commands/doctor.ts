import type { Check } from '../../engine/door/open-project.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { formatSize, updateCommands } from '../../i18n/format.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { itemLines } from '../terminal/layout.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { widthOf, wrap } from '../terminal/width.ts';

export const run: Run = async (context) => {
  const project = projectOf(context);
  const { io, words, flags } = context;
  const { root, hash } = project.project;
  const checks = await project.examine(io.signal);
  if (flags.json) {
    const told = checks.map((check) => ({
      ...check,
      hint: check.state === 'good' ? null : hintOf(check, words),
    }));
    context.answer(jsonText({ version: io.version, project: { path: root, hash }, checks: told }));
  } else {
    report(checks, context);
  }
  if (checks.some(({ state }) => state === 'needed')) {
    context.tell(`\n${words.doctor.gitNeeded}`);
    return exit.environment;
  }
  const stopping = checks.filter(stopsWork);
  if (stopping.length === 0) return exit.done;
  const names = stopping.map(({ id }) => words.doctor.checks[id].name);
  context.tell(['', ...wrap(words.doctor.stops(names.join(', ')), context.columns)].join('\n'));
  return exit.failed;
};

/** No workflow starts, or none goes far, while one of these is not good. */
const STOPS_WORK: ReadonlySet<Check['id']> = new Set(['identity', 'agents', 'documents', 'disk']);

function stopsWork({ id, state }: Check): boolean {
  return state === 'needed' || (STOPS_WORK.has(id) && state !== 'good');
}

function report(checks: readonly Check[], context: Context): void {
  const { words, columns, answer, colours } = context;
  const names = [...checks.map(({ id }) => words.doctor.checks[id].name), words.doctor.language];
  const termWidth = Math.max(...names.map(widthOf)) + 2;
  const show = (icon: string, name: string, description: string) => {
    const [first = '', ...rest] = itemLines({ term: `  ${name}`, termWidth, description, columns, indent: 0 });
    answer([`${icon}${first.slice(1)}`, ...rest].join('\n'));
  };
  for (const check of checks) show(iconOf(check, colours), words.doctor.checks[check.id].name, factOf(check, context));
  show(colours.green('✓'), words.doctor.language, words.doctor.languageName);
}

function factOf(check: Check, { words }: Context): string {
  const fact = visible([detailOf(check, words.doctor), ...signInOf(check, words)].join(', '));
  if (check.state === 'good') return fact;
  const hint = hintOf(check, words);
  return fact === '' ? hint : `${fact} — ${hint}`;
}

function hintOf({ id, signed_in, state, detail, oldest }: Check, words: Catalogue): string {
  if (id === 'sandbox' && state === 'bad') return detail === '' ? words.doctor.refused : words.doctor.report;
  const updates: Partial<Record<Check['id'], string>> = updateCommands;
  if (oldest !== undefined) return words.agents.tooOld(oldest, updates[id] ?? '');
  const ways: Partial<Record<Check['id'], string>> = words.agents.signIn;
  return (signed_in === false ? ways[id] : undefined) ?? words.doctor.checks[id].hint;
}

function signInOf({ signed_in }: Check, words: Catalogue): string[] {
  if (typeof signed_in !== 'boolean') return [];
  return [signed_in ? words.agents.signedIn : words.agents.signedOut];
}

function detailOf({ id, state, detail }: Check, words: Context['words']['doctor']): string {
  if (id.startsWith('in_')) return detail === '' ? words.notInstalled : words.installed(detail);
  if (id === 'identity') return state === 'good' ? detail : words.notFound;
  if (id === 'disk') return words.free(formatSize(Number(detail)));
  if (id === 'documents') return state === 'good' ? words.valid(detail) : words.broken(detail);
  if (id === 'sandbox' && detail !== '') {
    const [held = '', tried = ''] = detail.split('/');
    return state === 'good' ? words.held(held, tried) : words.open(detail);
  }
  if (GAPS.has(id) || id === 'agents' || detail !== '') return detail;
  return state === 'bad' ? words.fails : words.notFound;
}

/** What is open is not something that could be found. */
const GAPS: ReadonlySet<Check['id']> = new Set([
  'abstract_sockets',
  'loopback',
  'syscalls',
  'processes',
  'memory',
  'userns',
  'owner',
]);

function iconOf(check: Check, colours: Context['colours']): string {
  if (stopsWork(check)) return colours.red('✗');
  switch (check.state) {
    case 'good':
      return colours.green('✓');
    case 'missing':
      return colours.dim('–');
    case 'bad':
    case 'needed':
      return colours.yellow('!');
  }
}
