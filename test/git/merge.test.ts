import { describe, expect, test } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { commitTree } from '../../src/git/commit.ts';
import { mergeCommits } from '../../src/git/merge.ts';
import { moveRef } from '../../src/git/ref.ts';
import { byTier, seed } from '../support/tier.ts';
import { seededRandom } from './seeded-random.ts';
import { codeOf, type Scene, scene } from './scene.ts';

/** Two commits on top of HEAD. */
function sides({ user, commit }: Scene, ours: Record<string, string | null>, theirs: Record<string, string | null>) {
  const base = user('rev-parse', 'HEAD');
  user('checkout', '--quiet', '--detach', base);
  const left = commit(ours);
  user('checkout', '--quiet', '--detach', base);
  const right = commit(theirs);
  user('checkout', '--quiet', 'main');
  return { ours: left, theirs: right };
}

describe('a merge', () => {
  test('is clean, or a conflict with its paths', async () => {
    const here = await scene();
    here.commit({ shared: '1\n2\n3\n4\n5\n', '충돌\n파일': 'base\n' });
    const clean = sides(here, { shared: 'ours\n2\n3\n4\n5\n' }, { shared: '1\n2\n3\n4\ntheirs\n' });
    const merged = await mergeCommits(here.git, here.repository, clean);
    expect(merged.kind).toBe('clean');
    expect(here.user('show', `${merged.tree}:shared`)).toBe('ours\n2\n3\n4\ntheirs');
    const both = sides(
      here,
      { '충돌\n파일': 'ours\n', 'src/a.ts': null, 'src/b.ts': 'ours\n' },
      { '충돌\n파일': 'theirs\n', 'src/a.ts': 'theirs\n', 'src/b.ts': 'b\nadded\n' },
    );
    const conflict = await mergeCommits(here.git, here.repository, both);
    expect(conflict).toMatchObject({ kind: 'conflict', paths: ['src/a.ts', 'src/b.ts', '충돌\n파일'] });
    expect(here.user('show', `${conflict.tree}:충돌\n파일`)).toMatch(/<<<<<<<[^]*ours\n=======\ntheirs\n>>>>>>>/u);
  });

  test('where attributes ask for another way of merging is a conflict', async () => {
    const here = await scene();
    const lines = (first: string, last: string): string => [first, 2, 3, 4, 5, 6, last, ''].join('\n');
    const names = {
      'a.lock': '-merge',
      'x/b.log': 'merge=union',
      'c.gen': 'merge=mine',
      'd.txt': 'merge=text',
      'e.bin': 'binary',
    };
    const all = (content: string): Record<string, string> =>
      Object.fromEntries(Object.keys(names).map((name) => [name, content]));
    const attributes = Object.entries(names).map(([name, wish]) => `/${name} ${wish}\n`);
    here.commit({ ...all(lines('1', '7')), '.gitattributes': attributes.join('') });
    const both = sides(here, all(lines('ours', '7')), all(lines('1', 'theirs')));
    // What is checked out at the moment has no say.
    here.write('.gitattributes', '* merge=union\n');
    expect(await mergeCommits(here.git, here.repository, both)).toMatchObject({
      kind: 'conflict',
      paths: ['a.lock', 'c.gen', 'e.bin', 'x/b.log'],
    });
  });

  test('that needs a driver nobody trusts fails', async () => {
    const here = await scene();
    here.user('config', 'merge.planted.driver', 'true');
    here.write('.git/info/attributes', '* merge=planted\n');
    const both = sides(here, { 'src/a.ts': 'ours\n' }, { 'src/a.ts': 'theirs\n' });
    expect(await catchFailure(() => mergeCommits(here.git, here.repository, both))).toMatchObject({
      error: { code: 'git.untrusted_driver', params: { keys: ['merge.planted.driver'] } },
    });
  });

  test('keeps every line of both sides, or is a conflict', async () => {
    const here = await scene();
    const roll = seededRandom(seed);
    const count = byTier({ usual: 8, full: 200 });
    const numbers = Array.from({ length: 40 }, (_, n) => `line ${n}`);
    for (let n = 0; n < count; n++) {
      here.commit({ many: `${n}\n${numbers.join('\n')}\n` });
      const edit = (who: string): Record<string, string> => {
        const lines = [`${n}`, ...numbers];
        for (let edits = 0; edits < 1 + roll(4); edits++) lines.splice(roll(lines.length), 0, `${who} ${n}.${edits}`);
        return roll(3) === 0 ? { [`${who}-${n}`]: who } : { many: `${lines.join('\n')}\n` };
      };
      const [ours, theirs] = [edit('ours'), edit('theirs')];
      const merged = await mergeCommits(here.git, here.repository, sides(here, ours, theirs));
      if (merged.kind === 'conflict') continue;
      for (const [file, content] of [...Object.entries(ours), ...Object.entries(theirs)]) {
        const result = here.user('show', `${merged.tree}:${file}`).split('\n');
        const added = content.split('\n').filter((line) => /^(?:ours|theirs)/u.test(line));
        expect(result, `seed ${seed}, pair ${n}`).toEqual(expect.arrayContaining(added));
        expect(result.filter((line) => /^(?:<<<<<<<|=======|>>>>>>>)/u.test(line))).toEqual([]);
      }
    }
  });
});

describe('moving a ref', () => {
  test('only from where it is expected, with a word in the reflog', async () => {
    const here = await scene();
    const base = here.user('rev-parse', 'HEAD');
    here.user('branch', 'phase');
    const tree = here.user('rev-parse', 'HEAD^{tree}');
    const to = await commitTree(here.git, here.repository, { tree, parents: [base], message: 'merge' });
    const move = { ref: 'refs/heads/phase', to, expected: base, message: 'orchestral run-1/T1: merge' };
    await moveRef(here.git, here.repository, move);
    expect(here.user('rev-parse', 'phase')).toBe(to);
    expect(here.user('reflog', '-1', '--format=%gs', 'phase')).toBe('orchestral run-1/T1: merge');
    expect(await catchFailure(() => moveRef(here.git, here.repository, { ...move, to: base }))).toMatchObject({
      error: { code: 'git.ref_moved', params: { ref: 'refs/heads/phase', expected: base, found: to } },
    });
    expect(await codeOf(moveRef(here.git, here.repository, { ...move, expected: null }))).toBe('git.ref_moved');
    const gone = { ...move, ref: 'refs/heads/nowhere' };
    expect(await codeOf(moveRef(here.git, here.repository, gone))).toBe('git.ref_moved');
    await moveRef(here.git, here.repository, { ...gone, expected: null });
    expect(here.user('rev-parse', 'nowhere')).toBe(to);
  });

  test('not while it is checked out anywhere, or a rebase will come back to it', async () => {
    const here = await scene();
    const expected = here.user('rev-parse', 'HEAD');
    const to = here.commit({ 'src/a.ts': 'main\n' });
    const move = { to, expected, message: 'orchestral run-1: x' };
    here.user('branch', 'linked', expected);
    here.user('worktree', 'add', '--quiet', `${here.root}/linked`, 'linked');
    here.user('checkout', '--quiet', '-b', 'rebased', expected);
    here.commit({ 'src/a.ts': 'side\n' });
    expect(() => here.user('rebase', 'main')).toThrow('Command failed');
    for (const ref of ['refs/heads/linked', 'refs/heads/rebased']) {
      expect(await codeOf(moveRef(here.git, here.repository, { ...move, ref }))).toBe('git.branch_checked_out');
    }
    here.user('rebase', '--abort');
    here.user('bisect', 'start', 'HEAD', expected);
    here.user('checkout', '--quiet', '--detach');
    const bisected = { ...move, ref: 'refs/heads/rebased' };
    expect(await codeOf(moveRef(here.git, here.repository, bisected))).toBe('git.branch_checked_out');
  });
});
