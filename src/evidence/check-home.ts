import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { linkTo, makeFolder } from '../files/folder.ts';
import { removeFile, replaceFile } from '../files/replace.ts';
import { PACKAGE_CREDENTIALS, PERSONAL_SETTINGS, TOOL_CHAINS } from '../languages/tool-chains.ts';
import type { Environment } from '../process/command.ts';
import { readReport } from './report-files.ts';

/** Without these, some runners wait for a key, write what is missing, answer from a cache, or colour what we have to read. */
const UNATTENDED = {
  CI: '1',
  NO_COLOR: '1',
  TURBO_FORCE: 'true',
  NX_SKIP_NX_CACHE: 'true',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  // Set-up has installed what there is to install.
  UV_NO_SYNC: '1',
  POETRY_NO_INTERACTION: '1',
  PIPENV_VERBOSITY: '-1',
  PDM_IGNORE_SAVED_PYTHON: '1',
  PDM_CHECK_UPDATE: '0',
};

/** These name places below the home folder that programs write to: without them they take those of the check's own. */
const NAMES_OF_PLACES =
  /^(?:XDG_\w+_(?:HOME|DIR)|GOPATH|GOCACHE|GOMODCACHE|CARGO_HOME|GRADLE_USER_HOME|BUN_INSTALL|DENO_DIR)$/;

/** Of these, the programs that lie there stay where they are found. */
const PROGRAMS_IN: Readonly<Record<string, string>> = {
  GOPATH: 'go/bin',
  CARGO_HOME: '.cargo/bin',
  BUN_INSTALL: '.bun/bin',
};

export interface CheckHome {
  readonly env: Environment;
  /** Lets package managers sign in, until it is taken away again. False: the person has nothing of the kind. */
  giveCredentials(): Result<boolean, Failure>;
  takeCredentials(): Result<void, Failure>;
}

export interface HomeOptions {
  /** Of commands. */
  readonly env: Environment;
  /** The person's: their own settings of package managers may name variables of it, a token for one. */
  readonly personal?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A home folder and a folder for temporary files of the check's own; the person's tool chains are found in it. */
export function makeCheckHome({ env, personal = {} }: HomeOptions, own: string): Result<CheckHome, Failure> {
  const [home, temporary] = [path.join(own, 'home'), path.join(own, 'tmp')];
  const real = env['HOME'] ?? '/';
  try {
    for (const place of [home, temporary]) makeFolder(place);
    const elsewhere = Object.entries(PROGRAMS_IN).flatMap(([name, link]) =>
      env[name] === undefined ? [] : [[path.join(env[name], 'bin'), link] as const],
    );
    for (const [target, link] of [...elsewhere, ...TOOL_CHAINS.map((name) => [path.join(real, name), name] as const)]) {
      const at = path.join(home, link);
      if (fs.existsSync(target) && fs.lstatSync(at, { throwIfNoEntry: false }) === undefined) linkTo(target, at);
    }
  } catch (error) {
    return err(diskFailure(error, 'mkdir', own));
  }
  const copied = copyFiles(PERSONAL_SETTINGS, { real, home });
  if (!copied.ok) return copied;
  const kept = Object.entries(env).filter(([name]) => !NAMES_OF_PLACES.test(name));
  let given: string[] = [];
  return ok({
    env: { ...Object.fromEntries(kept), ...UNATTENDED, ...ownCaches(home), HOME: home, TMPDIR: temporary },
    giveCredentials() {
      const signIns = copyFiles(PACKAGE_CREDENTIALS, { real, home, personal });
      if (signIns.ok) given = signIns.value;
      return signIns.ok ? ok(given.length > 0) : signIns;
    },
    takeCredentials() {
      for (const name of given.splice(0)) {
        const removed = removeFile(realDisk, path.join(home, name));
        if (!removed.ok) return removed;
      }
      return ok();
    },
  });
}

/** A person's settings may name other places for these, which no check sees. */
function ownCaches(home: string): Environment {
  return { npm_config_cache: path.join(home, '.npm'), PIP_CACHE_DIR: path.join(home, '.cache/pip') };
}

/** Those that are there. */
function copyFiles(names: readonly string[], { real, home, personal }: CopiedHome): Result<string[], Failure> {
  const copied: string[] = [];
  for (const name of names) {
    const text = readReport(path.join(real, name), MAX_SETTINGS);
    if (text === undefined) continue;
    const written = replaceFile(realDisk, path.join(home, name), Buffer.from(withVariables(text, personal)));
    if (!written.ok) return written;
    copied.push(name);
  }
  return ok(copied);
}

interface CopiedHome extends Pick<HomeOptions, 'personal'> {
  readonly real: string;
  readonly home: string;
}

/** `${NPM_TOKEN}`, `${NPM_TOKEN-none}`: what it stands for is in no environment of a check. */
function withVariables(text: string, personal: HomeOptions['personal']): string {
  if (personal === undefined) return text;
  return text.replaceAll(
    /\$\{(\w+)(?::?-([^}]*))?\}/g,
    (whole, name: string, otherwise: string | undefined) => personal[name] ?? otherwise ?? whole,
  );
}

const MAX_SETTINGS = 1024 * 1024;
