import { once } from 'node:events';
import { ask, askChoice, askLine, canAsk } from '../../src/cli/ask.ts';
import type { Context } from '../../src/cli/context.ts';
import { processIo } from '../../src/cli/io.ts';
import { coloursFor } from '../../src/cli/terminal/colours.ts';
import { openStderrView } from '../../src/cli/terminal/live.ts';
import { chooseLanguage, loadCatalogue } from '../../src/i18n/language.ts';
import { point } from './terminal/terminal.ts';

const io = processIo();
const context: Context = {
  io,
  cwd: '/',
  language: 'en',
  words: await loadCatalogue(chooseLanguage({ flag: io.env['ASK_LANG'], env: {} })),
  flags: { json: false, quiet: false, verbose: false, yes: false, trust: false },
  colours: coloursFor({ color: false, env: io.env, output: io.stdout }),
  columns: io.stdout.columns ?? 80,
  answer: (text) => io.stdout.write(`${text}\n`),
  tell: (text) => io.stderr.write(`${text}\n`),
  stderrView: () => openStderrView(io, { color: false }),
  finishing: (work) => work,
};
const settled = new AbortController();
if (process.argv[3] === 'settled') void point('settle').then(() => settled.abort());
const { signal } = settled;
const options = [
  { id: 'A', label: 'IP당 분당 60회', detail: '일반적인 API 기본값\n위험: 낮음' },
  { id: 'B', label: '사용자당 분당 100회\u001b[31m', detail: '' },
];
const question = 'Rate limiting을 어떤 기준으로 적용할까요?';

const answers: Record<string, () => Promise<unknown>> = {
  choice: () => askChoice(context, { question, options, preselected: 'A', signal }),
  open: () => askChoice(context, { question, options }),
  line: () => askLine(context, { question, signal }),
  yes: () => ask('정말요?', context),
  several: async () => [
    await askChoice(context, { question, options }),
    await askLine(context, { question }),
    await ask('정말요?', context),
  ],
  work: async () => [await ask('정말요?', context), await interrupted()],
  busy: async () => {
    const unmute = io.keyboard.mute();
    io.stderr.write('working:\n');
    await point('work');
    return ask('정말요?', context).finally(unmute);
  },
  deaf: async () => {
    io.stderr.write('working:\n');
    await point('work');
    return ask('정말요?', context);
  },
  muted: async () => {
    const unmute = io.keyboard.mute();
    io.stderr.write('working:\n');
    return interrupted().finally(unmute);
  },
};

const answer = canAsk(context) ? await answers[process.argv[2] ?? '']?.() : 'nobody to ask';
context.answer(`answer: ${JSON.stringify(answer)} ${io.signal.aborted ? 'interrupted' : ''}`);

/** Work that nothing else ends. */
async function interrupted(): Promise<string> {
  const working = setInterval(() => undefined, 1000);
  if (!io.signal.aborted) await once(io.signal, 'abort');
  clearInterval(working);
  return 'stopped';
}
