import { redactor, secretsIn } from '../../../base/redact.ts';
import { ok } from '../../../base/result.ts';
import type { AgentTest } from '../../../engine/door/open-project.ts';
import type { Catalogue } from '../../../i18n/catalogue.ts';
import type { Context, Run } from '../../context.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { eventLine } from '../../report/agent-output.ts';
import { jsonText, visible } from '../../terminal/visible.ts';

export const run: Run = async (context, { args: [named] }) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { io, words, flags, columns, tell, answer } = context;
  const redact = redactor(secretsIn(io.env));
  const test = await project.value.testAgent({
    version: io.version,
    agent: named ?? flags.agent,
    signal: io.signal,
    onChosen: (backend) => tell(backend === 'rehearsal' ? words.agents.rehearsal : words.agents.calling(backend)),
    onEvent: (event) => {
      if (event.type !== 'other' || flags.verbose) tell(eventLine(event, { words, columns, redact }));
    },
  });
  if (!test.ok) return test;
  answer(flags.json ? jsonText(testJson(test.value)) : lineOf(test.value, context));
  return ok(exitOf(test.value));
};

function exitOf({ outcome }: AgentTest): ExitCode {
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

function lineOf({ backend, version, outcome }: AgentTest, { words, colours }: Context): string {
  const { status, spent, duration_ms } = outcome;
  const said = words.agents;
  const icon = status === 'answered' ? colours.green('✓') : colours.red('✗');
  const facts = [
    [backend, version].filter(Boolean).join(' '),
    said.outcomes[status],
    `${(duration_ms / 1000).toFixed(1)} s`,
    said.tokens(spent.input_tokens, spent.output_tokens),
    spent.cost_usd === null ? said.noCost : `$${spent.cost_usd.toFixed(4)}`,
  ];
  const line = `${icon} ${visible(facts.join(' · '))}`;
  if (outcome.status !== 'failed') return line;
  const why = [said.kinds[outcome.kind], outcome.message].filter((part) => part !== '').join(': ');
  return [line, visible(why), ...whatToDo(backend, outcome.kind, words)].join('\n  ');
}

function whatToDo(backend: AgentTest['backend'], kind: string, words: Catalogue): string[] {
  if (backend === 'acp' || backend === 'command' || backend === 'rehearsal') return [];
  if (kind === 'auth') return [words.agents.signIn[backend]];
  return kind === 'not_installed' ? [words.doctor.checks[backend].hint] : [];
}
