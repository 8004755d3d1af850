import net from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { postToSlack } from '../../src/notify/slack.ts';
import { webhook } from './webhook.ts';

const saying = { headline: 'run-1 failed', text: 'tests are red' };

describe('posting', () => {
  test('one message, plain text', async () => {
    const { url, bodies } = await webhook(200);
    expect(await postToSlack(saying, { url })).toEqual({ ok: true, value: undefined });
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      { text: 'run-1 failed\ntests are red', mrkdwn: false, unfurl_links: false, unfurl_media: false },
    ]);
  });

  test('no mention, no link, whatever it says', async () => {
    const { url, bodies } = await webhook(200);
    await postToSlack({ headline: 'a & b', text: '<!channel> <https://evil.example|click> 한글' }, { url });
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      text: 'a &amp; b\n&lt;!channel&gt; &lt;https://evil.example|click&gt; 한글',
    });
  });

  test.each([
    ['ftp://127.0.0.1/x'],
    ['http://example.invalid/x'],
    ['http://127.0.0.1.example.invalid/x'],
    ['https://user:word@example.invalid/x'],
    ['file:///etc/passwd'],
    ['sesame-open'],
    [''],
  ])('never to %s', async (url) => {
    expect(await postToSlack(saying, { url })).toEqual({ ok: false, error: { why: 'bad_url' } });
  });
});

describe('failing', () => {
  test('a server in trouble is asked once more', async () => {
    const recovered = await webhook(500, 200);
    expect((await postToSlack(saying, recovered)).ok).toBe(true);
    expect(recovered.bodies).toHaveLength(2);
    const broken = await webhook(503);
    expect(await postToSlack(saying, broken)).toEqual({ ok: false, error: { why: 'refused', status: 503 } });
    expect(broken.bodies).toHaveLength(2);
  });

  test.each([404, 403, 302, 307])('a refusal (%i) is final, and no redirect is followed', async (status) => {
    const { url, bodies } = await webhook(status);
    expect(await postToSlack(saying, { url })).toEqual({ ok: false, error: { why: 'refused', status } });
    expect(bodies).toHaveLength(1);
  });

  test('without an answer it may have been posted, so it is not posted again', async () => {
    const silent = await webhook('hang');
    const began = performance.now();
    expect(await postToSlack(saying, { ...silent, limitMs: 200 })).toEqual({ ok: false, error: { why: 'unsure' } });
    expect(performance.now() - began).toBeLessThan(50_000);
    const cut = await webhook('reset');
    expect(await postToSlack(saying, cut)).toEqual({ ok: false, error: { why: 'unsure' } });
    expect([silent.bodies.length, cut.bodies.length]).toEqual([1, 1]);
  });

  test('nobody listens', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    await once(server.close(), 'close');
    const url = `http://127.0.0.1:${port}/sesame-open`;
    expect(await postToSlack(saying, { url })).toEqual({ ok: false, error: { why: 'unreachable' } });
  });
});
