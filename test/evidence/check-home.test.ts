import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { setUp } from '../../src/evidence/set-up.ts';
import { must } from '../git/scene.ts';
import { type CheckScene, checkScene, sandboxOf } from './check-scene.ts';

const build = (...lines: string[]) => ({ commands: { copy: [], build: lines.join('; ') } });

function putAtHome(here: CheckScene, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(here.root, 'home', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { mode: 0o755 });
  }
}

describe.for([true, false])('sandbox: %s', (confines) => {
  test('each check has a home and temporary files of its own', async (context) => {
    const here = await checkScene({});
    const checking = confines ? { sandbox: await sandboxOf(context, here) } : {};
    const write = 'echo x > ~/left; echo x > "$TMPDIR/left"; test -e ~/left && test -e "$TMPDIR/left" && echo "$HOME"';
    const first = await here.prove(build(write), checking);
    expect(first.output_tail).toMatch(/checks-[^/]+\/home$/);
    const second = await here.prove(build('ls ~/left "$TMPDIR/left" || echo gone; echo "$CI"'), checking);
    expect(second.output_tail).toContain('gone\n1');
    expect(fs.existsSync(path.join(here.root, 'home/left'))).toBe(false);
  });

  test('tool chains of the person are found, and git knows who they are', async (context) => {
    const here = await checkScene({});
    putAtHome(here, { '.pyenv/shims/tool': '#!/bin/sh\necho shim\n', '.cargo/bin/cargo': '#!/bin/sh\necho cargo\n' });
    const env = { ...here.checking.env, CARGO_HOME: path.join(here.root, 'home/.cargo') };
    const checking = { env, ...(confines && { sandbox: await sandboxOf(context, here) }) };
    const said = await here.prove(build('~/.pyenv/shims/tool', '~/.cargo/bin/cargo', 'git config user.name'), checking);
    expect(said.output_tail).toBe('shim\ncargo\nAnn');
  });

  test('sign-ins of package managers: while packages are fetched, never while anything of the project runs', async (context) => {
    const here = await checkScene({});
    putAtHome(here, { '.npmrc': '//registry.example/:_authToken=hush\ncache=/elsewhere\n' });
    const checking = { ...here.checking, ...(confines && { sandbox: await sandboxOf(context, here) }) };
    const look = (name: string) =>
      `npm config get cache > cache-${name}; cat ~/.npmrc > ${name} 2>/dev/null || echo none > ${name}`;
    const commands = { copy: [], setup: 'x', setupSteps: { line: 'x', fetch: look('fetch'), rest: [look('rest')] } };
    must(await setUp(checking, { worktree: here.checkout, projectRoot: here.project, commands }));
    const read = (name: string) => fs.readFileSync(path.join(here.checkout.folder, name), 'utf8');
    expect([read('fetch'), read('rest')]).toEqual([
      '//registry.example/:_authToken=hush\ncache=/elsewhere\n',
      'none\n',
    ]);
    // What the person's settings say of places does not count: no check sees those.
    expect(read('cache-fetch')).toMatch(/checks-[^/]+\/home\/\.npm\n$/);
    for (const name of ['fetch', 'rest', 'cache-fetch', 'cache-rest']) fs.rmSync(path.join(here.checkout.folder, name));
    expect((await here.prove(build('cat ~/.npmrc || echo none'), checking)).output_tail).toMatch(/^none$/m);
  });
});
