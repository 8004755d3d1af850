import { expect, test } from 'vitest';
import { record } from '../support/scorecard.ts';
import { tryAs } from './try-as.ts';

test.for([{ who: 'root' }, { who: 'an ordinary user' }] as const)(
  'what tests of ordinary projects do works in the sandbox as outside of it, for $who',
  async ({ who }, context) => {
    const [outside, inside, offline] = await tryAs(context, who, ['node', 'everyday-program.mjs']);
    const expected: Record<string, string> = JSON.parse(outside ?? '');
    expect(Object.values(expected).filter((said) => said.startsWith('failed'))).toEqual([]);
    expect(JSON.parse(inside ?? '')).toEqual(expected);
    expect(JSON.parse(offline ?? '')).toEqual(expected);
    record({
      promise: `Green in the sandbox when green outside, for ${who}`,
      asked: 'everything',
      measured: `${Object.keys(expected).length} kinds of things, with and without the network`,
    });
  },
);

test('names are looked up where resolv.conf is a link into /run', async (context) => {
  const begin = `set -e; cp -a /etc etc; rm etc/resolv.conf; ln -s ../run/resolve/stub.conf etc/resolv.conf; mount --bind etc /etc
    mount -t tmpfs none /run; mkdir /run/resolve; echo nameserver 192.0.2.1 > /run/resolve/stub.conf; echo x > /run/secret
    exec "$@"`;
  const isRoot = process.getuid?.() === 0;
  const own = ['unshare', ...(isRoot ? [] : ['--user', '--map-root-user']), '--mount', 'sh', '-c', begin, 'sh'];
  const script = 'cat /etc/resolv.conf; ls /run; touch /run/mine && echo writable';
  const told = await tryAs(context, isRoot ? 'root' : 'an ordinary user', ['sh', '-c', script], own);
  expect(told[0]).toBe('nameserver 192.0.2.1\nresolve\nsecret\nwritable\n');
  expect(told[1]).toBe('nameserver 192.0.2.1\nresolve\nwritable\n');
});
