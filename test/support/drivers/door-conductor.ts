import { parseArgs } from 'node:util';
import { openProject } from '../../../src/index.ts';
import { okOrExit, printLine } from './driver-options.ts';

/** Conducts a run that another process started, through the library, until it is over. */
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: '' },
    run: { type: 'string', default: '' },
  },
});
const project = okOrExit(openProject(values.project, { env: process.env, trust: true }));
const run = okOrExit(await project.runs.resume(values.run));
printLine('conducts');
const { step } = okOrExit(await run.finish());
printLine(`end ${step}`);
