import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { exitOf } from '../../src/cli/exit.ts';
import { findPlan, readPlanFile } from '../../src/engine/operations/auto/find-plan.ts';
import { findProject, type Project } from '../../src/engine/project.ts';
import { largestPlan } from '../../src/plans/read-plan.ts';

let root: string;
let project: Project;

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'plan-')));
  const found = findProject({ cwd: root, named: root });
  if (!found.ok) throw new Error(found.error.code);
  project = found.value;
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(file: string, text = '- [ ] T1.1: One\n'): string {
  const place = path.join(root, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
  return place;
}

describe('found', () => {
  test('in the order of the specification, of specs/ the newest', async () => {
    const seen: string[] = [];
    const old = write('specs/002-b/tasks.md');
    write('specs/001-a/tasks.md');
    fs.utimesSync(old, 1, 1);
    for (const file of ['', 'docs/TASKS.md', 'docs/planning/TASKS.md', 'TASKS.md']) {
      if (file !== '') write(file);
      const found = await catchFailure(async () => findPlan(project));
      seen.push(found.ok ? path.relative(root, found.value.file) : found.error.code);
    }
    expect(seen).toEqual(['specs/001-a/tasks.md', 'docs/TASKS.md', 'docs/planning/TASKS.md', 'TASKS.md']);
  });

  test('where it was named, even outside of the project', async () => {
    write('TASKS.md');
    const file = write('plans/mine.md');
    expect(await catchFailure(async () => findPlan(project, 'plans/mine.md'))).toEqual({ ok: true, value: { file } });
    const [outside, inside] = [write('outside.md'), path.join(root, 'inside')];
    fs.mkdirSync(inside);
    expect(await catchFailure(async () => findPlan({ root: inside, hash: '' }, outside))).toEqual({
      ok: true,
      value: { file: outside },
    });
  });

  test('through a link inside of the project, as what the link leads to', async () => {
    const file = write('docs/list.md');
    fs.symlinkSync(file, path.join(root, 'TASKS.md'));
    expect(await catchFailure(async () => findPlan(project))).toEqual({ ok: true, value: { file } });
  });
});

describe('not found', () => {
  test('nowhere', async () => {
    fs.mkdirSync(path.join(root, 'specs/empty'), { recursive: true });
    fs.writeFileSync(path.join(root, 'specs/file'), '');
    fs.writeFileSync(path.join(root, 'docs'), '');
    const found = await catchFailure(async () => findPlan(project));
    expect(found).toMatchObject({
      error: {
        code: 'plan.none',
        params: { folder: expect.any(String), looked: expect.arrayContaining(['TASKS.md']) },
      },
    });
    expect(exitOf['plan.none']).toBe(2);
  });

  test('where it was named', async () => {
    write('TASKS.md');
    expect(await catchFailure(async () => findPlan(project, 'TODO.md'))).toMatchObject({
      error: { code: 'file.missing', path: path.join(root, 'TODO.md') },
    });
    expect(await catchFailure(async () => findPlan(project, 'TASKS.md/x'))).toMatchObject({
      error: { code: 'file.missing' },
    });
  });

  test('through a link that leads out of the project', async () => {
    const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'outside-'));
    const target = path.join(fs.realpathSync(outside), 'secret');
    fs.writeFileSync(target, '- [ ] T1: x\n');
    fs.symlinkSync(target, path.join(root, 'TASKS.md'));
    const refused = { error: { code: 'plan.outside', params: { leadsTo: target }, path: path.join(root, 'TASKS.md') } };
    expect(await catchFailure(async () => findPlan(project))).toMatchObject(refused);
    expect(await catchFailure(async () => findPlan(project, 'TASKS.md'))).toMatchObject(refused);
    fs.rmSync(outside, { recursive: true });
  });
});

describe('read', () => {
  test('with a byte order mark, CRLF and a damaged character', async () => {
    const file = path.join(root, 'TASKS.md');
    fs.writeFileSync(
      file,
      Buffer.concat([Buffer.from('\uFEFF# TASKS: a\r\n\r\n- [x] T1: '), Buffer.from([0xff, 0x0d, 0x0a])]),
    );
    expect(await catchFailure(async () => readPlanFile(file))).toMatchObject({
      ok: true,
      value: { project: 'a', tasks: [{ id: 'T1', completed: true }] },
    });
  });

  test('with every problem, and exit code 4', async () => {
    const file = write('TASKS.md', `- [ ] T1: a\n${'- [ ] T1: b\n'.repeat(200)}`);
    const read = await catchFailure(async () => readPlanFile(file));
    expect(read).toMatchObject({ error: { code: 'plan.bad', path: file, params: { count: 200 } } });
    expect(!read.ok && read.error.code === 'plan.bad' && read.error.params.problems.length).toBe(100);
    expect(exitOf['plan.bad']).toBe(4);
  });

  test('not, when it is too large, a folder or a link', async () => {
    const file = write('TASKS.md', '');
    fs.truncateSync(file, largestPlan + 1);
    expect(await catchFailure(async () => readPlanFile(file))).toMatchObject({ error: { code: 'file.too_large' } });
    expect(await catchFailure(async () => readPlanFile(root))).toMatchObject({ error: { code: 'file.not_regular' } });
    fs.symlinkSync(file, path.join(root, 'link'));
    expect(await catchFailure(async () => readPlanFile(path.join(root, 'link')))).toMatchObject({
      error: { code: 'file.not_regular' },
    });
  });
});
