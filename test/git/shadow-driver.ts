import fs from 'node:fs';
import type { Failure } from '../../src/base/failure.ts';
import type { Result } from '../../src/base/result.ts';
import { copyOut } from '../../src/git/copy-out.ts';
import { createGit } from '../../src/git/git.ts';
import { openRepository } from '../../src/git/repository.ts';
import { makeShadow } from '../../src/git/shadow.ts';
import { spawnerTelling } from './spawner.ts';

/*
 * Makes a shadow, or carries work out of one, and is killed before the n-th git command or the n-th change to the
 * user's folder: `make FROM TO N`, `carry SHADOW FROM TO INTO N`.
 */
const [what = '', ...args] = process.argv.slice(2);
let left = Number(args.at(-1));

function dieInTime(): void {
  if (--left === 0) process.kill(process.pid, 'SIGKILL');
}

const git = createGit({
  env: process.env,
  spawner: spawnerTelling(() => {
    if (what === 'make') dieInTime();
  }),
});

if (what === 'make') {
  const [from = '', to = ''] = args;
  must(await makeShadow(git, { from, to }));
} else {
  const [folder = '', from = '', to = '', into = ''] = args;
  const shadow = must(await openRepository(git, folder));
  dieAtChangesIn(into);
  await copyOut(git, shadow, { from, to, into });
}

function must<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function dieAtChangesIn(into: string): void {
  const { openSync, renameSync, unlinkSync, symlinkSync, rmdirSync, mkdirSync } = fs;
  const count = (...places: unknown[]): void => {
    if (places.some((place) => String(place).startsWith(`${into}/`))) dieInTime();
  };
  Object.assign(fs, {
    openSync: (...all: Parameters<typeof openSync>) => {
      if (all[1] !== fs.constants.O_RDONLY) count(all[0]);
      return openSync(...all);
    },
    renameSync: (...all: Parameters<typeof renameSync>) => (count(all[1]), renameSync(...all)),
    unlinkSync: (...all: Parameters<typeof unlinkSync>) => (count(all[0]), unlinkSync(...all)),
    symlinkSync: (...all: Parameters<typeof symlinkSync>) => (count(all[1]), symlinkSync(...all)),
    rmdirSync: (...all: Parameters<typeof rmdirSync>) => (count(all[0]), rmdirSync(...all)),
    mkdirSync: (...all: Parameters<typeof mkdirSync>) => (count(all[0]), mkdirSync(...all)),
  });
}
