import { throwFailure, unwrap } from '../../base/failure.ts';
import { redactor, secretsIn } from '../../base/redact.ts';
import type { AgentList, AgentTest, ListedBackend, ListedRole } from '../../engine/door/open-project.ts';
import { type Catalogue, formatFailure } from '../../i18n/catalogue.ts';
import { updateCommands } from '../../i18n/format.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { projectOf } from '../project.ts';
import { eventLine } from '../report/agent-output.ts';
import { itemLines } from '../terminal/layout.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { widthOf } from '../terminal/width.ts';

/** Two commands in one: what there is, and a trial of one of them. */
export const run: Run = async (context, { args: [word, named] }) => {
  if (word === undefined) return list(context);
  if (word === 'test') return test(context, named);
  const suggestion = nearestOf(word, ['test']) ?? null;
  return throwFailure('usage.unknown_command', {
    command: `agents ${word}`,
    suggestion: suggestion && `agents ${suggestion}`,
  });
};

async function list(context: Context): Promise<void> {
  const { io, flags, answer } = context;
  const agents = unwrap(await projectOf(context).listAgents(io.signal));
  answer(flags.json ? jsonText(listJson(agents)) : listLines(agents, context).join('\n'));
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
  const agents = backends.map((one) => ({ term: one.backend, fact: backendFact(one, context) }));
  const box = { term: said.sandbox, fact: said.sandboxStates[sandbox.mode === 'off' ? 'off' : sandbox.state] };
  const chosen = roles.map((role) => ({ term: role.role, fact: roleFact(role, context) }));
  const termWidth = Math.max(...[...agents, box, ...chosen].map(({ term }) => widthOf(term)));
  const lines = ({ term, fact }: { readonly term: string; readonly fact: string }) =>
    itemLines({ term, termWidth, description: visible(fact), columns, indent: 0 });
  return [...[...agents, box].flatMap(lines), '', colours.bold(said.roles), ...chosen.flatMap(lines)];
}

function backendFact(one: ListedBackend, { words }: Context): string {
  const said = words.agents;
  if (one.kind === 'configured') {
    if (one.runs === null) return one.backend === 'rehearsal' ? said.builtIn : said.notConfigured;
    return one.is_trusted ? one.runs : `${one.runs} — ${said.untrusted}`;
  }
  const { backend, state, version, signed_in, oldest } = one;
  const { hint } = words.doctor.checks[backend];
  if (oldest !== null) return `${version} — ${said.tooOld(oldest, updateCommands[backend])}`;
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

async function test(context: Context, named: string | undefined): Promise<ExitCode> {
  const { io, words, flags, columns, tell, answer } = context;
  const redact = redactor(secretsIn(io.env));
  const tested = unwrap(
    await projectOf(context).testAgent({
      version: io.version,
      agent: named ?? flags.agent,
      signal: io.signal,
      onChosen: (backend) => tell(backend === 'rehearsal' ? words.agents.rehearsal : words.agents.calling(backend)),
      onEvent: (event) => {
        if (event.type !== 'other' || flags.verbose) tell(eventLine(event, { words, columns, redact }));
      },
    }),
  );
  answer(flags.json ? jsonText(testJson(tested)) : testLines(tested, context).join('\n  '));
  const { outcome } = tested;
  if (outcome.status === 'answered') return exit.done;
  if (outcome.status === 'cancelled') return exit.interrupted;
  return outcome.kind === 'not_installed' ? exit.environment : exit.failed;
}

function testJson({ backend, version, outcome }: AgentTest): object {
  const { status, spent, duration_ms } = outcome;
  return {
    backend,
    version,
    outcome: { status, ...(status === 'failed' && { kind: outcome.kind }) },
    usage: { input_tokens: spent.input_tokens, output_tokens: spent.output_tokens },
    cost_usd: spent.cost_usd,
    duration_ms,
  };
}

function testLines({ backend, version, outcome }: AgentTest, { words, colours }: Context): string[] {
  const { status, spent, duration_ms } = outcome;
  const said = words.agents;
  const icon = status === 'answered' ? colours.green('✓') : colours.red('✗');
  const facts = [
    [backend, version].filter(Boolean).join(' '),
    said.outcomes[status],
    words.runDocuments.duration(duration_ms),
    said.tokens(spent.input_tokens, spent.output_tokens),
    spent.cost_usd === null ? said.noCost : `$${spent.cost_usd.toFixed(4)}`,
  ];
  const line = `${icon} ${visible(facts.join(' · '))}`;
  if (outcome.status !== 'failed') return [line];
  const detail = outcome.kind === 'not_installed' ? '' : outcome.message;
  const why = [said.kinds[outcome.kind], detail].filter((part) => part !== '').join(': ');
  return [line, visible(why), ...whatToDo(backend, outcome.kind, words)];
}

function whatToDo(backend: AgentTest['backend'], kind: string, words: Catalogue): string[] {
  if (backend === 'acp' || backend === 'command' || backend === 'rehearsal') return [];
  if (kind === 'auth') return [words.agents.signIn[backend]];
  return kind === 'not_installed' ? [words.doctor.checks[backend].hint] : [];
}
