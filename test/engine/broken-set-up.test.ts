import { describe, expect } from 'vitest';
import { formatFailure } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { autoProjectWith, filesOn, scriptFor } from '../support/auto-project.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import { playRun } from '../support/conduct-run.ts';
import { startSessionIn } from '../support/conduct-session.ts';
import { runProject, SHELL_TESTS } from '../support/run-project.ts';
import { SHELL_CASES, shellSessionScript } from '../support/shell-session.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

/** As `npm ci` does of a package that the lock file does not have. */
const SET_UP = `grep -q mocha package.json || exit 0
grep -q mocha package-lock.json && exit 0
echo 'npm warn config about something' >&2
echo 'npm error code EUSAGE' >&2
echo 'npm error' >&2
echo 'npm error Missing: mocha@10.0.0 from lock file' >&2
echo 'npm error' >&2
echo 'npm error Usage:' >&2
echo 'npm error npm ci' >&2
exit 1
`;
const MANIFEST = JSON.stringify({ entity: 'packages', path: 'package.json', status: 'exists' });
const CAUSE = 'Missing: mocha@10.0.0 from lock file';
const DEPENDS = { 'package.json': '{"devDependencies":{"a":"1.0.0","mocha":"10.0.0"}}\n' };
const LOCKED = { ...DEPENDS, 'package-lock.json': '{"lockfileVersion":3,"packages":{"node_modules/mocha":{}}}\n' };
const files = {
  'set-up.sh': SET_UP,
  'package.json': '{"devDependencies":{"a":"1.0.0"}}\n',
  'package-lock.json': '{"lockfileVersion":3}\n',
};
const config = { project: { version: 1, test_command: 'sh test/run.sh', setup_command: 'sh set-up.sh' } };

describe.concurrent('a change that breaks set-up goes back to whoever made it, with the cause', () => {
  test('in a run: to the Builder, and nobody else is called for it', async () => {
    const project = runProject({ files: { ...SHELL_TESTS, ...files }, config });
    const builder = [{ edit: { 'answer.txt': 'right\n', ...DEPENDS } }, { edit: LOCKED }];
    const { run, failure, events } = await playRun(project, { roles: { builder } });
    expect(failure).toBeUndefined();
    expect(run).toMatchObject({ step: { at: 'completed' }, iteration: 2 });
    expect(project.step('build-2/prompt.md')).toContain(CAUSE);
    const calls = events.flatMap((event) => ('calls' in event.data ? (event.data.calls ?? []) : []));
    expect(calls.slice(0, 4).map(({ role }) => role)).toEqual(['refiner', 'builder', 'builder', 'verifier']);
  });

  test('in auto: as a failed attempt', async () => {
    const plan = '# Tasks\n\n- [ ] T1.1: Write one\n';
    const project = autoProjectWith(plan, { files, config });
    const edit = { 'one.txt': '1\n', 'test/one.check': 'test -e one.txt\n' };
    const script = scriptFor(['T1.1'], {
      'T1.1': [{ edit: { ...edit, ...DEPENDS } }, { edit: { ...edit, ...LOCKED } }],
    });
    const played = await startAutoIn(project, { script });
    await played.conduct();
    expect(played.listed('completed')).toEqual(['T1.1']);
    expect(played.prompt('T1.1/work#2')).toContain(CAUSE);
    expect(played.prompt('T1.1/work#2')).not.toContain('Usage:');
    expect(filesOn(project)).toContain('one.txt');
    await played.close();
  });

  test.each([
    ['QA', 'qa-engineer', 'write#2'],
    ['the Implementer', 'implementer', 'implement#2'],
  ] as const)('in a session: to %s', async (_, role, again) => {
    const project = runProject({ files: { ...SHELL_CASES, ...files }, config, ignores: '.claude/' });
    const roles = shellSessionScript({});
    const [design] = roles['architect'] ?? [];
    const named = JSON.stringify(design).replace('"file_refs":[', `"file_refs":[${MANIFEST},`);
    const [first = {}, right = first] = roles[role] ?? [];
    const breaking = role === 'implementer' ? right : first;
    const steps = [{ ...breaking, edit: { ...breaking.edit, ...DEPENDS } }, breaking];
    const played = await startSessionIn(project, {
      roles: { ...roles, architect: [JSON.parse(named)], [role]: steps },
    });
    await played.conduct();
    expect(played.prompt(`T1-S1/${again}`)).toContain(CAUSE);
    await played.close();
  });
});

test('a set-up that is broken already is for the person: one line says why', async () => {
  const project = runProject({ files: { ...SHELL_TESTS, ...files, ...DEPENDS }, config });
  const { failure } = await playRun(project);
  expect(failure).toMatchObject({ code: 'checks.setup_failed' });
  if (failure === undefined) return;
  const { message, output } = formatFailure(en, failure);
  expect(message).toBe(`the project could not be set up: ${CAUSE}`);
  expect(output).toBeUndefined();
});
