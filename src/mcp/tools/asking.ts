import { acceptedContent, inputRequired, type InputRequiredResult, inputResponse } from '@modelcontextprotocol/server';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { proofFindingText } from '../../engine/door/event-verdicts.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { OpenQuestion } from '../../engine/door/questions.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Snapshot } from '../../schema/views/snapshot.ts';
import * as inputs from '../../schema/mcp/inputs.ts';
import * as outputs from '../../schema/mcp/outputs.ts';
import type { ClientSession } from '../client-session.ts';
import { tool } from '../tool.ts';

/** Has the client put a question to its person. The answer never comes from the arguments: an agent cannot give one. */
export const askPerson = tool({
  name: 'ask_person',
  does: 'note',
  input: inputs.askInput,
  output: outputs.asked,
  call: async ({ id: named }, call) => {
    const { session } = call;
    const question = await findQuestion(session.project, named, session.words);
    if (!call.canAsk) throwFailure('mcp.no_asking', { id: question.id });
    // Bound to exactly this question: an answer to another one, asked before, is none.
    const key = `answer ${question.id}`;
    const { inputResponses } = call.context.mcpReq;
    const view = inputResponse(inputResponses, key);
    if (view.kind === 'missing') return ask(question, key, session);
    const given = answerIn(acceptedContent(inputResponses, key), question);
    if (given === undefined) return throwFailure('mcp.declined', { id: question.id });
    const note = session.words.mcp.ask.answeredIn(call.client);
    const reason = [given.reason, note].filter((part) => part !== '').join(' ');
    await goOn(session, await question.record({ ...given, reason }));
    return { id: question.id, question: question.text, decision: given.decision, is_continued: true };
  },
});

interface Given {
  readonly decision: string;
  readonly reason: string;
  readonly notes: string;
}

interface Asked {
  readonly id: string;
  readonly text: string;
  /** All that the person needs to know. */
  readonly lines: readonly string[];
  readonly choices: readonly string[];
  record(given: Given): Promise<Answered>;
}

interface Answered {
  /** The work, as `wait` names it. */
  readonly named: string;
  /** What goes on with it. */
  readonly conducts: readonly string[];
  readonly isConducted: boolean;
}

const SETTLES_WITHIN_MS = 2_000;

/** Whoever conducted may just have ended because the question was open. */
async function goOn(session: ClientSession, { named, conducts, isConducted }: Answered): Promise<void> {
  if (isConducted) {
    const waited = await session.project.wait({ named, forMs: SETTLES_WITHIN_MS, signal: session.left });
    if (!waited.ok || waited.value.outcome !== 'interrupted') return;
  }
  await session.conduct(conducts);
}

async function findQuestion(project: ProjectApi, named: string | undefined, words: Catalogue): Promise<Asked> {
  const [{ runs }, found] = await Promise.all([project.snapshot(), project.questions()]);
  const all = [
    ...runs.flatMap((run) => run.questions.map((crp) => ofRun(run, crp, { project, words }))),
    ...unwrap(found).map((question) => ofFindings(question, project, words)),
  ];
  const [first] = named === undefined ? all : all.filter(({ id }) => id === named || id.endsWith(`/${named}`));
  return first ?? throwFailure('question.unknown', { id: named ?? '' });
}

type Run = Snapshot['runs'][number];

function ofRun(
  { run_id: run }: Run,
  crp: Run['questions'][number],
  { project: { runs }, words: { mcp } }: { readonly project: ProjectApi; readonly words: Catalogue },
): Asked {
  const { crp_id, question, context, options, recommendation } = crp;
  return {
    id: `${run}/${crp_id}`,
    text: question,
    lines: [
      question,
      context,
      ...options.map(({ id, label, description, risk }) => mcp.ask.option({ id, label, description, risk })),
      ...(recommendation === null ? [] : [mcp.ask.recommended(recommendation)]),
      mcp.ask.other,
    ],
    choices: [...options.map(({ id }) => id), 'other'],
    record: async ({ decision, reason, notes }) => {
      const answer = { crp: crp_id, decision, rationale: reason, notes, future: false };
      const { conductor } = unwrap(await runs.answer(run, answer));
      return { named: run, conducts: ['resume', run], isConducted: conductor !== null };
    },
  };
}

function ofFindings(
  { id, title, items, quotes, workflow }: OpenQuestion,
  project: ProjectApi,
  words: Catalogue,
): Asked {
  return {
    id,
    text: title,
    lines: [
      words.questions.head(id, title),
      ...items.map(({ number, finding }) => `${number}. ${proofFindingText(finding, words)}`),
      ...quotes.map(words.questions.says),
      words.mcp.ask.allowOrRefuse,
    ],
    choices: ['allow', 'refuse'],
    record: async ({ decision, reason }) => {
      const allow = decision === 'allow' ? ('all' as const) : [];
      const { conductor } = unwrap(await project.answer(id, { allow, refuse: decision === 'refuse', reason }));
      const present = workflow === 'auto' ? undefined : await project.sessions.current();
      const conducts = present === undefined ? ['auto', '--resume'] : ['session', 'resume', present.project.hash];
      return { named: workflow, conducts, isConducted: conductor !== null };
    },
  };
}

const LONGEST_MESSAGE = 8_000;

function ask({ lines, choices }: Asked, key: string, session: ClientSession): InputRequiredResult {
  const said = session.words.mcp.ask;
  const message = session.clean(lines.filter((line) => line !== '').join('\n\n')).slice(0, LONGEST_MESSAGE);
  const request = inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: said.decision, enum: [...choices] },
        reason: { type: 'string', title: said.reason },
        notes: { type: 'string', title: said.notes },
      },
      required: ['decision'],
    },
  });
  return inputRequired({ inputRequests: { [key]: request } });
}

/** Undefined where the person did not answer, or with something that was not asked. */
function answerIn(content: Readonly<Record<string, unknown>> | undefined, { choices }: Asked): Given | undefined {
  const decision = content?.['decision'];
  if (typeof decision !== 'string' || !choices.includes(decision)) return undefined;
  const textOf = (name: string) => (typeof content?.[name] === 'string' ? content[name] : '');
  return { decision, reason: textOf('reason'), notes: textOf('notes') };
}
