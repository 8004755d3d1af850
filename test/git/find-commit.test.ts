import { expect, test } from 'vitest';
import { commitTree } from '../../src/git/commit.ts';
import { findCommit } from '../../src/git/commit.ts';
import { scene } from './scene.ts';

test('the latest commit that bears all of the trailers is found, unless it is too old', async () => {
  const here = await scene();
  const { git, repository, user } = here;
  const tree = user('rev-parse', 'HEAD^{tree}');
  const begun = user('rev-parse', 'HEAD');
  const make = async (parent: string, trailers: Record<string, string>) =>
    await commitTree(git, repository, { tree, parents: [parent], message: 'Work', trailers });
  const first = await make(begun, { Request: 'R1', Evidence: 'tree abc' });
  const second = await make(first, { Request: 'R1', Evidence: 'tree def' });
  const other = await make(second, { Request: 'R12', Evidence: 'tree abc' });
  const unfinished = await make(other, { Request: 'R1' });
  const sought = { from: unfinished, trailers: { Request: 'R1', Evidence: 'tree .*' } };
  expect(await findCommit(git, repository, { ...sought, since: '2001-01-01T00:00:00Z' })).toBe(second);
  expect(await findCommit(git, repository, { ...sought, from: begun, since: '2001-01-01T00:00:00Z' })).toBeNull();
  expect(await findCommit(git, repository, { ...sought, since: '2099-01-01T00:00:00Z' })).toBeNull();
});
