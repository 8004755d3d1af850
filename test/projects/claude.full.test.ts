import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { playing } from '../e2e/real-agents.ts';
import { openMessagesModel } from '../support/model-servers/anthropic.ts';
import { needs } from '../support/needs.ts';
import { claudePrograms } from '../support/run-claude.ts';
import { PASS, QUESTION } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { KINDS } from './kinds.ts';
import { onMain, orchestral, phaseOf, projectOf } from './make-project.ts';

/** The same day of work as by rehearsal, by the real Claude Code: its model is scripted, its tools and files are its own. */

const CHOSEN = KINDS.filter(({ name }) => ['node:test', 'mocha', 'pytest', 'npm workspaces'].includes(name));

const ready = { status: 'ready', refined: '# Brief\n\nMultiply.\n', clarifications: [], auto_filled: [] };
const asks = { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION };

describe.each(CHOSEN.map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
  test('question, rounds, pack, rejection, pack, approval', { timeout: 20 * 60_000 }, async (context) => {
    for (const program of ['bwrap', ...(kind.programs ?? [])]) needs(context, program);
    const programs = await claudePrograms(context);
    const [wrong, right] = [kind.product('mul', 'a + b'), kind.product('mul', 'a * b')];
    const check = kind.test('mul', 'mul(3, 4)', 12);
    const write = ([file, content]: readonly [string, string]) => [{ write: file, content }, { say: 'Done.' }];
    const server = await openMessagesModel(
      playing({
        refiner: [[{ answer: asks }], [{ answer: ready }]],
        builder: [write(wrong), write(right), write(['NOTES.md', 'Multiplies.\n'])],
        verifier: [write(check), [{ say: 'They stand.' }], [{ say: 'They stand.' }]],
        gatekeeper: [[{ answer: PASS }], [{ answer: PASS }], [{ answer: PASS }]],
      }),
    );
    context.onTestFinished(() => server.close());
    const made = await projectOf(kind);
    const project = {
      ...made,
      env: {
        ...made.env,
        PATH: `${programs}${path.delimiter}${process.env['PATH']}`,
        ANTHROPIC_BASE_URL: server.baseUrl,
        ANTHROPIC_API_KEY: 'sk-ant-for-nothing',
        ORCHESTRAL_AGENT: 'claude',
      },
    };
    expect(await orchestral(project, 'trust', '--yes')).toMatchObject({ code: 0 });
    const asked = await orchestral(project, 'start', 'Teach it to multiply.');
    expect(asked, asked.stderr).toMatchObject({ code: 3 });
    const answered = await orchestral(project, 'answer', '--decision', 'B', '--rationale', 'As money is.');
    expect(answered, answered.stderr).toMatchObject({ code: 0 });
    const built = await orchestral(project, 'resume');
    expect(built, built.stderr).toMatchObject({ code: 3 });
    // The first round multiplies wrongly: its test says so, whatever the Gatekeeper does.
    expect(built.stderr).toContain('round 2 of 3');
    expect(await phaseOf(project)).toBe('ready_for_merge');
    const rejected = await orchestral(project, 'reject', '--reason', 'Write notes, too.');
    expect(rejected, rejected.stderr).toMatchObject({ code: 3 });
    const { commit } = JSON.parse((await orchestral(project, 'review', '--json')).stdout) as { commit: string };
    const approved = await orchestral(project, 'approve', '--commit', commit);
    expect(approved, approved.stderr).toMatchObject({ code: 0 });
    expect(onMain(project, right[0])).toContain('a * b');
    expect(onMain(project, 'NOTES.md')).toBe('Multiplies.');
    record({
      promise: `${kind.name}: a run from question to approval by the real Claude Code`,
      asked: 'question, two rounds, pack, rejection, pack, approval; merged',
      measured: 'all of it',
    });
  });
});
