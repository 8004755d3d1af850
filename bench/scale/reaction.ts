import { quantile } from '../rounds.ts';
import { workThrough } from './ours.ts';

const WIDTH = 8;

/**
 * From the moment a task has its result to the moment the one that needs it begins: both are in the log by then. Eight
 * chains side by side, each task taking a moment of its own, so that results come one by one. Milliseconds, the median.
 */
export async function fromResultToLaunch(): Promise<number> {
  const ended = new Map<number, number>();
  const waited: number[] = [];
  const work = async (id: string): Promise<void> => {
    const number = Number(id.slice('T1.'.length));
    const before = ended.get(number - WIDTH);
    if (before !== undefined) waited.push(performance.now() - before);
    await new Promise((done) => setTimeout(done, 5 + ((number * 7) % 20)));
    ended.set(number, performance.now());
  };
  await workThrough({ tasks: 1_000, width: WIDTH, parallel: WIDTH, work });
  return quantile(waited, 0.5);
}
