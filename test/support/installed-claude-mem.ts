import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { notInstalled } from './needs.ts';

const exec = promisify(execFile);

const VERSION = '13.25.3';

/** A plain install asks for packages that are not in the registry; the worker runs with Bun. */
const MANIFEST = {
  name: 'claude-mem-for-tests',
  version: '1.0.0',
  private: true,
  dependencies: { 'claude-mem': VERSION, bun: '1.4.4' },
  overrides: {
    'better-auth': '1.6.16',
    '@better-auth/api-key': '1.6.16',
    '@better-auth/core': '1.6.16',
    'better-call': '1.3.6',
  },
};

export interface InstalledClaudeMem {
  /** As Claude Code installs it. */
  readonly plugin: string;
  readonly bun: string;
}

/** claude-mem itself, installed once and kept outside the clone. Where that cannot be, the test counts as not run. */
export async function installedClaudeMem(context: TestContext): Promise<InstalledClaudeMem> {
  const cache = process.env['ORCHESTRAL_TEST_CACHE'];
  const home = process.env['ORCHESTRAL_TEST_HOME'];
  if (cache === undefined || home === undefined)
    return notInstalled(context, 'claude-mem', 'is fetched by npm test only');
  const kept = path.join(cache, `claude-mem@${VERSION}`);
  if (!fs.existsSync(kept)) {
    const unfinished = `${kept}.${process.pid}`;
    const npm = (folder: string, ...more: string[]) => {
      const args = ['install', '--no-audit', '--no-fund', '--engine-strict=false', ...more];
      return exec('npm', args, { cwd: folder, env: { ...process.env, HOME: home } });
    };
    fs.mkdirSync(unfinished, { recursive: true });
    try {
      fs.writeFileSync(path.join(unfinished, 'package.json'), JSON.stringify(MANIFEST));
      await npm(unfinished);
      await npm(pluginIn(unfinished), '--ignore-scripts');
      fs.renameSync(unfinished, kept);
    } catch (error) {
      fs.rmSync(unfinished, { recursive: true, force: true });
      const [line = ''] = String(error).split('\n');
      return notInstalled(context, 'claude-mem', `could not be installed (${line})`);
    }
  }
  return { plugin: pluginIn(kept), bun: path.join(kept, 'node_modules/.bin/bun') };
}

function pluginIn(folder: string): string {
  return path.join(folder, 'node_modules/claude-mem/plugin');
}
