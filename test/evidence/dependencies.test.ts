import { expect, test } from 'vitest';
import { addedDependencies } from '../../src/evidence/dependencies.ts';
import { changedFiles } from '../../src/git/diff.ts';
import { must, scene } from '../git/scene.ts';

test('what a manifest names now and did not before; new versions, moves and lock files are none', async () => {
  const here = await scene();
  const from = here.commit({
    'package.json': '{"dependencies":{"a":"1","b":"1"},"devDependencies":{"c":"1"}}',
    'requirements.txt': 'requests==1\n',
    'old/go.mod': 'module x\n\nrequire example.com/a v1.0.0\n',
    'gone/Cargo.toml': '[dependencies]\nserde = "1"\n',
  });
  here.user('mv', 'old', 'new');
  const to = here.commit({
    'package.json': '{"dependencies":{"a":"2","c":"1","d":"1"},"peerDependencies":{"e":"*"}}',
    'requirements.txt': 'Requests>=2\nflask\n',
    'gone/Cargo.toml': null,
    'package-lock.json': '{"packages":{"node_modules/z":{}}}',
    '하위/Gemfile': "gem 'rails'\n",
    'new/go.mod': 'module x\n\nrequire example.com/a v1.0.0\n',
  });
  const files = await changedFiles(here.git, here.repository, { from, to });
  expect(must(await addedDependencies(here.git, here.repository, { from, to, files }))).toEqual([
    { manifest: 'package.json', name: 'd' },
    { manifest: 'package.json', name: 'e' },
    { manifest: 'requirements.txt', name: 'flask' },
    { manifest: '하위/Gemfile', name: 'rails' },
  ]);
});
