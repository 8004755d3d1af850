import path from 'node:path';
import type { ProcessCommand } from '../process/command.ts';
import { findProgram, isProgram } from './find-program.ts';
import type { Call } from './port.ts';

/** A command of a call, in the call's sandbox. What cannot start anyway stays as it is, so that the system says why. */
export function confined({ confine }: Call, command: ProcessCommand): ProcessCommand {
  const { file, cwd, env } = command;
  const isThere = file.includes('/') ? isProgram(path.resolve(cwd, file)) : findProgram(file, env) !== undefined;
  return confine === undefined || !isThere ? command : confine(command);
}
