import { processIo } from '../../../src/cli/io.ts';
import { createLive } from '../../../src/cli/terminal/live.ts';
import { point } from './terminal.ts';

const { stdout, env } = processIo();
const live = createLive(stdout, { env });

live.print('시작합니다');
live.set(['builder  한글로 된 아주 긴 줄이 여기에 있습니다 그리고 더 있습니다', '\u001b[32m두번째\u001b[39m 줄']);
await point('drawn');
for (let n = 1; n <= 3; n++) live.print(`줄 ${n} ${'가나다라 '.repeat(4).trim()}`);
live.set(['하나만 남음']);
await point('printed');
live.print('좁아진 뒤');
await point('resized');
if (process.argv[2] === 'throw') throw new Error('away');
live.print('끝');
live.close();
