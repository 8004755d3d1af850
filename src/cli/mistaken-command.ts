import fs from 'node:fs';
import path from 'node:path';
import { throwFailure } from '../base/failure.ts';
import { nearestOf } from '../schema/nearest.ts';
import type { Context } from './context.ts';

/** One bare word that is a command, or nearly one, was hardly meant as work that is to be paid for. */
export function refuseCommandAsWork(
  command: string,
  args: readonly string[],
  { cwd, words }: Pick<Context, 'cwd' | 'words'>,
): void {
  const [only = '', another] = args;
  if (another !== undefined || !/^[a-z][a-z-]*$/i.test(only) || fs.existsSync(path.resolve(cwd, only))) return;
  const nearest = nearestOf(only, ['version', ...Object.keys(words.commands).filter((name) => name !== 'program')]);
  if (nearest === undefined) return;
  const suggestion = nearest === 'help' ? `${command} --help` : nearest === 'version' ? '--version' : nearest;
  throwFailure('usage.unknown_command', { command: `${command} ${only}`, suggestion });
}
