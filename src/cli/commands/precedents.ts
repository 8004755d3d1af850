import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Precedent } from '../../engine/door/project-records.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Run } from '../context.ts';
import { projectOf } from '../project.ts';
import { jsonText, visible } from '../terminal/visible.ts';

const names = ['list', 'revoke'];

/** Answers that were given for the future: what there is, and taking one back. */
export const run: Run = async (context, { args: [word = 'list', named, ...more] }) => {
  const project = projectOf(context);
  if (word === 'revoke') {
    if (named === undefined)
      return throwFailure('usage.argument_missing', { command: 'precedents revoke', missing: 'ID' });
    if (more.length > 0) return throwFailure('usage.too_many_arguments', { command: 'precedents' });
    return revoke(context, project, named);
  }
  if (word !== 'list') {
    const near = nearestOf(word, names);
    const suggestion = near === undefined ? null : `precedents ${near}`;
    return throwFailure('usage.unknown_command', { command: `precedents ${word}`, suggestion });
  }
  if (named !== undefined) return throwFailure('usage.too_many_arguments', { command: 'precedents' });
  return list(context, project);
};

interface Line extends Precedent {
  /** What `revoke` names it by. */
  readonly id: string;
  readonly from: 'you' | 'repository';
  readonly counts: boolean;
}

async function readLines(project: ProjectApi): Promise<Line[]> {
  const own = unwrap(await project.records.precedents());
  const shared = unwrap(await project.records.sharedDecisions());
  return [
    ...own.map((entry) => ({ ...entry, id: idOf(entry), from: 'you', counts: true }) as const),
    ...shared.map(
      ({ entry, isTrusted }) => ({ ...entry, id: idOf(entry), from: 'repository', counts: isTrusted }) as const,
    ),
  ];
}

async function list({ flags, words, colours, answer, tell }: Context, project: ProjectApi): Promise<void> {
  const lines = await readLines(project);
  if (flags.json) return answer(jsonText({ precedents: lines }));
  const said = words.precedents;
  if (lines.length === 0) return tell(said.none);
  for (const { id, crp, vcr, from, counts } of lines) {
    const label = crp.options.find((option) => option.id === vcr.decision)?.label ?? vcr.additional_notes;
    answer(`${colours.bold(visible(id))}  ${said.from[from]}${counts ? '' : ` — ${said.untrusted}`}`);
    answer(`  ${visible(crp.question)} → ${visible(vcr.decision)}: ${visible(label)}`);
  }
}

async function revoke({ flags, words, answer, tell }: Context, project: ProjectApi, named: string): Promise<void> {
  const [run = '', vcr = ''] = named.split('/');
  const lines = await readLines(project);
  const known = lines.find((line) => line.id === named);
  if (known === undefined)
    return throwFailure('precedent.unknown', {
      named,
      suggestion:
        nearestOf(
          named,
          lines.map(({ id }) => id),
        ) ?? null,
    });
  unwrap(await project.records.revokePrecedent({ run, vcr }));
  if (flags.json) answer(jsonText({ revoked: named }));
  else tell(words.precedents.revoked(visible(named)));
}

function idOf({ run_id, vcr }: Precedent): string {
  return `${run_id}/${vcr.vcr_id}`;
}
