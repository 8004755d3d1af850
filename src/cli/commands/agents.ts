import { failure } from '../../base/failure.ts';
import { err, ok } from '../../base/result.ts';
import type { AgentList, ListedBackend, ListedRole } from '../../engine/door/open-project.ts';
import { formatFailure } from '../../i18n/catalogue.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { itemLines } from '../terminal/item.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { widthOf } from '../terminal/width.ts';

/** Two commands in one: what there is, and a trial of one of them. */
export const run: Run = async (context, input) => {
  const [word, ...rest] = input.args;
  if (word === undefined) return list(context);
  if (word === 'test') return (await import('./agents/test.ts')).run(context, { ...input, args: rest });
  return err(
    failure('usage.unknown_command', { command: `agents ${word}`, suggestion: nearestOf(word, ['test']) ?? null }),
  );
};

async function list(context: Context): ReturnType<Run> {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { io, flags, answer } = context;
  const agents = await project.value.listAgents(io.signal);
  if (!agents.ok) return agents;
  answer(flags.json ? jsonText(listJson(agents.value)) : listLines(agents.value, context).join('\n'));
  return ok(exit.done);
}

function listJson({ backends, sandbox, roles }: AgentList): object {
  return {
    backends,
    sandbox,
    roles: roles.map(({ role, choice, failure }) => ({
      role,
      backend: choice?.backend ?? null,
      model: choice !== null && 'model' in choice ? (choice.model ?? null) : null,
      error: failure?.code ?? null,
    })),
  };
}

function listLines({ backends, sandbox, roles }: AgentList, context: Context): string[] {
  const { words, columns, colours } = context;
  const said = words.agents;
  const items = [
    ...backends.map((one) => [one.backend, backendFact(one, context)] as const),
    [said.sandbox, said.sandboxStates[sandbox.mode === 'off' ? 'off' : sandbox.state]] as const,
  ];
  const names = [...items, ...roles.map(({ role }) => [role])].map(([name = '']) => name);
  const termWidth = Math.max(...names.map(widthOf));
  const line = (term: string, description: string) =>
    itemLines({ term, termWidth, description: visible(description), columns, indent: 0 });
  return [
    ...items.flatMap(([term, fact]) => line(term, fact)),
    '',
    colours.bold(said.roles),
    ...roles.flatMap((role) => line(role.role, roleFact(role, context))),
  ];
}

function backendFact(one: ListedBackend, { words }: Context): string {
  const said = words.agents;
  if (one.kind === 'configured') {
    if (one.runs === null) return one.backend === 'rehearsal' ? said.builtIn : said.notConfigured;
    return one.is_trusted ? one.runs : `${one.runs} — ${said.untrusted}`;
  }
  const { backend, state, version, signed_in } = one;
  const { hint } = words.doctor.checks[backend];
  if (state !== 'good') return `${state === 'bad' ? words.doctor.fails : words.doctor.notFound} — ${hint}`;
  if (signed_in === false) return `${version}, ${said.signedOut} — ${said.signIn[backend]}`;
  return signed_in === true ? `${version}, ${said.signedIn}` : `${version}`;
}

function roleFact({ choice, failure }: ListedRole, { words }: Context): string {
  if (choice === null) return formatFailure(words, failure).message;
  const { backend } = choice;
  if (backend === 'rehearsal') return `${backend}  ${choice.script}`;
  return `${backend}  ${choice.model ?? words.agents.ownModel}`;
}
