import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Exact versions, all of which run on Node 20. None is a dependency of the project. */
const PACKAGES = {
  bullmq: '6.7.0',
  ioredis: '6.0.0',
  '@langchain/core': '1.2.13',
  '@langchain/langgraph': '1.4.18',
  '@langchain/langgraph-checkpoint': '1.1.5',
  '@langchain/langgraph-checkpoint-sqlite': '1.0.4',
};

/** Installs what is compared with into a folder outside the clone, once; undefined when that cannot be. */
export function installPeers(): string | undefined {
  const { ORCHESTRAL_BENCH_CACHE: cache, ORCHESTRAL_BENCH_HOME: home } = process.env;
  if (cache === undefined || home === undefined) return undefined;
  const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const folder = path.join(cache, 'scale-peers-1');
  if (fs.existsSync(path.join(folder, 'done'))) return folder;
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
    const args = ['install', '--no-audit', '--no-fund', '--save-exact', ...names];
    execFileSync('npm', args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, HOME: home },
    });
    fs.writeFileSync(path.join(folder, 'done'), '');
    return folder;
  } catch {
    return undefined;
  }
}

export function importPeer(folder: string, name: keyof typeof PACKAGES): Promise<unknown> {
  const entry = createRequire(path.join(folder, 'package.json')).resolve(name);
  return import(pathToFileURL(entry).href);
}

export function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));
}
