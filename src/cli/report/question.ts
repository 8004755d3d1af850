import type { Question, UnconfirmedAnswer } from '../../engine/door/runs.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Crp, Vcr } from '../../schema/run/consultation.ts';
import type { Context, Screen } from '../context.ts';
import { indentedText, type ListedOption, optionLines } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';
import { ailmentJson, ailmentLines, nearPath } from './failure.ts';

/** A question that waits, who asks it, and what lies in `vcr/` that might answer it. */
export function questionLines(question: Question, context: Context): string[] {
  const { words, colours, columns } = context;
  return [
    ...indentedText(headOf(question, words), columns, 0).map(colours.bold),
    ...crpLines(question.crp, context),
    ...question.unconfirmed.flatMap((answer) => [
      ...unconfirmedLines(question, answer, context),
      ...(answer.vcr.ok ? indentedText(words.answer.confirmHow, columns) : []),
    ]),
  ];
}

export function headOf({ run, crp }: Question, { answer }: Catalogue): string {
  return `${answer.head(crp.crp_id, run)} · ${answer.asked(crp.created_by, crp.type)}`;
}

/** What a file says that no person has confirmed; or what is wrong with it. */
export function unconfirmedLines(question: Question, { path, vcr }: UnconfirmedAnswer, context: Context): string[] {
  const { words, columns, cwd, colours } = context;
  const near = visible(nearPath(path, cwd));
  const said = indentedText(vcr.ok ? words.answer.unconfirmed(near) : words.answer.bad(near), columns);
  const lines = vcr.ok
    ? vcrLines(question, vcr.value, context)
    : ailmentLines(near, vcr.error, words).map((line) => `    ${line}`);
  return [...said.map(colours.yellow), ...lines];
}

function vcrLines({ crp }: Question, vcr: Vcr, { words, columns }: Context): string[] {
  const { decision, rationale, additional_notes, applies_to_future } = vcr;
  const label = crp.options.find(({ id }) => id === decision)?.label;
  return [
    words.answer.decided(label === undefined ? decision : `${decision} (${label})`),
    ...(rationale.trim() === '' ? [] : [words.answer.because(rationale)]),
    ...(additional_notes.trim() === '' ? [] : [words.answer.notes(additional_notes)]),
    ...(applies_to_future ? [words.answer.alsoLater] : []),
  ].flatMap((line) => indentedText(line, columns, 4));
}

export function questionJson({ run, crp, conductor, unconfirmed }: Question, words: Catalogue): object {
  return {
    run_id: run,
    ...crp,
    conductor: conductor === null ? null : { pid: conductor.pid, host: conductor.host },
    unconfirmed: unconfirmed.map(({ path, vcr }) => ({
      path,
      vcr: vcr.ok ? vcr.value : null,
      problems: vcr.ok ? [] : ailmentJson(vcr.error, words),
    })),
  };
}

/** A question with its options: everything a person needs to answer it. */
export function crpLines(crp: Crp, { words, columns }: Pick<Screen, 'words' | 'columns'>): string[] {
  const options = crp.options.map((option) => listedOption(option, words));
  return [
    ...indentedText(crp.question, columns),
    ...(crp.context.trim() === '' ? [] : indentedText(crp.context, columns)),
    ...optionLines(options, crp.recommendation, { words, columns, indent: 4 }),
  ];
}

export function listedOption(option: Crp['options'][number], { answer }: Catalogue): ListedOption {
  const { id, label, description } = option;
  const risk = option.risk.trim() === '' ? '' : answer.risk(option.risk);
  return { id, label, detail: [description, risk].filter((part) => part.trim() !== '').join('\n') };
}
