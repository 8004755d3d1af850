import path from 'node:path';
import { describe, expect, type TestContext } from 'vitest';
import { widthOf } from '../../src/cli/terminal/width.ts';
import { needs } from '../support/needs.ts';
import { QUESTION } from '../support/run-project.ts';
import { programFile } from './orchestral.ts';
import { type CliProject, cliProject } from './cli-project.ts';
import { type Terminal, terminal } from './terminal/terminal.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

interface Size {
  readonly columns?: number;
  readonly rows?: number;
}

async function inTerminal(
  context: TestContext,
  { project }: CliProject,
  { args, columns = 80, rows = 50 }: { readonly args: readonly string[] } & Size,
): Promise<Terminal> {
  needs(context, 'tmux');
  const env = { ...project.env, ORCHESTRAL_AGENT: `rehearsal:${project.home}/script.yaml` };
  return terminal({ columns, rows, run: [await programFile(), '--project', project.folder, ...args], env });
}

const ASKING = {
  refiner: [
    { answer: { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION } },
    { answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] } },
  ],
};

const WORKING = { builder: [{ say: 'I look at everything.', delay_ms: 600_000 }] };

const isAsked = (screen: string) => /\[A\]:?$/.test(screen.trimEnd());

describe('a question in a terminal', () => {
  test('is asked right there, and the run goes on with the answer', async (context) => {
    const stage = cliProject(ASKING);
    const view = await inTerminal(context, stage, { args: ['start', 'x', '--trust'] });
    await view.until(isAsked);
    view.press('Enter');
    await view.until((screen) => screen.endsWith('>'));
    view.type('it is simple');
    view.press('Enter');
    await view.until((screen) => screen.includes('later runs?'));
    view.press('Enter');
    const screen = await view.until((now) => now.includes('exit 3'));
    expect(screen).toContain('✓ run      crp-001 is answered: A');
    expect(screen).toContain('is ready to merge');
    expect(JSON.parse(stage.project.read('vcr/vcr-001.json'))).toMatchObject({
      decision: 'A',
      rationale: 'it is simple',
    });
    expect(view.isCursorShown()).toBe(true);
  });

  test('that is answered elsewhere goes away', async (context) => {
    const stage = cliProject(ASKING);
    const view = await inTerminal(context, stage, { args: ['start', 'x', '--trust'] });
    await view.until(isAsked);
    const answer = ['answer', 'crp-001', '--decision', 'B', '--rationale', 'r'];
    expect(await stage.cli(...answer)).toMatchObject({ code: 0 });
    const screen = await view.until((now) => now.includes('exit 3'));
    expect(screen).toContain('crp-001 was answered meanwhile: B');
    expect(screen).toContain('is ready to merge');
  });

  test('nobody wants to answer is exit 3', async (context) => {
    const stage = cliProject(ASKING);
    const view = await inTerminal(context, stage, { args: ['start', 'x', '--trust'] });
    await view.until(isAsked);
    view.press('C-d');
    const screen = await view.until((now) => now.includes('exit'));
    expect(screen).toContain('exit 3');
    expect(screen).toContain(`orchestral --project ${stage.project.folder} answer crp-001`);
  });
});

describe('what goes on', () => {
  test.for([
    [80, 'en', /. build · round 1 of 3 · 0:\d\d\n {2}I look at everything\.\n0:\d\d in total$/u],
    [20, 'ko', /. build · 3… · 0:\d\d\n {2}I look at everyt…\n전체 0:\d\d$/u],
  ] as const)('is told in %i columns (%s)', async ([columns, lang, expected], context) => {
    const stage = cliProject(WORKING);
    const view = await inTerminal(context, stage, { args: ['start', 'x', '--trust', '--lang', lang], columns });
    const screen = await view.until((now) => now.includes('I look at ever'));
    expect(screen).toMatch(expected);
    for (const line of screen.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    view.press('C-c');
    const end = await view.until((now) => now.includes('exit'));
    expect(end).toContain('exit 130');
    const goesOn = `orchestral --project ${stage.project.folder} resume ${path.basename(stage.project.run())}`;
    expect(end.replaceAll(/\s/g, '')).toContain(goesOn.replaceAll(' ', ''));
    expect(end).not.toContain('I look at ever');
    expect(view.isCursorShown()).toBe(true);
  });

  test('is not told of the step before', async (context) => {
    const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
    const stage = cliProject({
      refiner: [{ say: 'I have thought about it', answer: ready }],
      builder: [{ delay_ms: 600_000 }],
    });
    const view = await inTerminal(context, stage, { args: ['start', 'x', '--trust'] });
    const screen = await view.until((now) => /build · round 1 of 3 · 0:0[1-9]/.test(now));
    expect(screen).toMatch(/. build · round 1 of 3 · 0:\d\d\n0:\d\d in total$/u);
  });

  test('is shown by watch, and stays when it is left', async (context) => {
    const stage = cliProject(ASKING);
    const view = await inTerminal(context, stage, { args: ['watch'] });
    await view.until((screen) => screen.includes('nothing has been started'));
    await stage.cli('start', 'x', '--quiet');
    await view.until((screen) => screen.includes('Round or not?') && !screen.includes('nothing has been started'));
    view.press('C-c');
    expect(await view.until((screen) => screen.includes('exit'))).toMatch(/Round or not\?[\s\S]*exit 130$/);
  });
});

test('what the configuration would run is shown, and asked for', async (context) => {
  const view = await inTerminal(context, cliProject(ASKING), { args: ['start', 'x'] });
  await view.until((screen) => screen.includes('[y/N]'));
  expect(view.screen()).toContain('sh test/run.sh');
  view.type('y');
  view.press('Enter');
  await view.until(isAsked);
});
