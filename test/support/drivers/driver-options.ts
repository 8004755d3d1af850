import fs from 'node:fs';
import { parseArgs } from 'node:util';
import type { Failure } from '../../../src/base/failure.ts';
import type { Result } from '../../../src/base/result.ts';
import type { RunContext } from '../../../src/engine/descriptors/run.ts';
import type { RunProject } from '../run-project.ts';

interface DriverOptions {
  readonly project: Pick<RunProject, 'folder' | 'env' | 'home'>;
  readonly given: Pick<RunContext, 'options' | 'onNotice'> & { readonly onPoint: (point: string) => void };
}

/** What a driver that conducts is told by its command line. `--die-at POINT:N` is its end at that place. */
export function readDriverOptions(): DriverOptions {
  const { values } = parseArgs({
    options: {
      project: { type: 'string', default: '' },
      agent: { type: 'string', default: '' },
      'die-at': { type: 'string' },
    },
  });
  const [dieAt, nth = '1'] = (values['die-at'] ?? '').split(':');
  let visits = 0;
  const env = process.env as Record<string, string>;
  return {
    project: { folder: values.project, env, home: env['HOME'] ?? '' },
    given: {
      options: { agent: values.agent },
      onNotice: ({ code, params }) => printLine(`notice ${code} ${JSON.stringify(params)}`),
      onPoint: (point) => {
        if (point === dieAt && ++visits === Number(nth)) process.kill(process.pid, 'SIGKILL');
      },
    },
  };
}

/** Says every event of a log. */
export function printEvent({ event }: { readonly event: { readonly type: string; readonly data: object } }): void {
  if (event.type !== 'shown') printLine(`${event.type} ${JSON.stringify(event.data).slice(0, 2000)}`);
}

export function okOrExit<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value;
  printLine(`failed ${JSON.stringify(result.error)}`);
  process.exit(1);
}

export function printLine(line: string): void {
  fs.writeSync(1, `${line}\n`);
}
