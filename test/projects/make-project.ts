import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Rehearsal } from '../../src/schema/rehearsal.ts';
import { type RunProject, runProject } from '../support/run-project.ts';
import type { Kind } from './kinds.ts';

const exec = promisify(execFile);

/** A person's project of this kind: a calculator that can add. Nothing of it is configured for Orchestral. */
export async function projectOf(kind: Kind): Promise<KindProject> {
  const files: Record<string, string> = { ...kind.files };
  if (kind.writesTests) {
    const [product, test] = [kind.product('add', 'a + b'), kind.test('add', 'add(1, 2)', 3)];
    files[product[0]] = product[1];
    files[test[0]] = test[1];
  }
  if (kind.lock !== undefined) files[kind.lock.file] = await lockOf(kind, kind.lock);
  const { folder = '.', files: around = {} } = kind.within ?? {};
  const placed = Object.entries(files).map(([name, text]) => [path.posix.join(folder, name), text]);
  const project = runProject({
    files: { ...around, ...Object.fromEntries(placed) },
    config: { project: null },
    ignores: kind.ignores,
  });
  // What package managers fetched is kept, so that it is fetched once.
  fs.writeFileSync(path.join(project.home, '.npmrc'), `cache=${npmCache()}\naudit=false\nfund=false\n`);
  return { ...project, kind, folder: path.join(project.folder, folder), root: project.folder };
}

/** Its folder is that of the project, which may lie below the repository's. */
export interface KindProject extends RunProject {
  readonly kind: Kind;
  readonly root: string;
}

/** What a branch has of a file of the project. */
export function onMain({ git, kind }: KindProject, file: string): string {
  return git('show', `main:${path.posix.join(kind.within?.folder ?? '.', file)}`);
}

export async function phaseOf(project: RunProject): Promise<string | undefined> {
  const { stdout } = await orchestral(project, 'status', '--json');
  return (JSON.parse(stdout) as { runs: { phase: string }[] }).runs[0]?.phase;
}

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a person would, with a rehearsal in place of an agent. */
export async function orchestral(project: RunProject | KindProject, ...args: string[]): Promise<Said> {
  const env = environmentOf(project);
  // A folder of a repository is a project of its own where that is said.
  const within = 'kind' in project ? ['--project', '.'] : [];
  const program = [path.resolve('bin/orchestral.js'), ...args, ...within];
  try {
    return { code: 0, ...(await exec(process.execPath, program, { cwd: project.folder, env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as Said;
    return { code, stdout, stderr };
  }
}

export function environmentOf({ env, home }: RunProject): Record<string, string> {
  // Whoever names another agent gets that one.
  return { ORCHESTRAL_AGENT: `rehearsal:${home}/script.yaml`, ...env, ORCHESTRAL_DASHBOARD: 'off' };
}

export function rehearse({ home }: RunProject, script: Omit<Rehearsal, 'version'>): void {
  fs.writeFileSync(path.join(home, 'script.yaml'), JSON.stringify({ version: 1, ...script }));
}

function npmCache(): string {
  return path.join(process.env['ORCHESTRAL_TEST_CACHE'] ?? path.join(os.tmpdir(), 'orchestral-tests'), 'npm');
}

/** Made once, and again when the manifest is another. */
async function lockOf(kind: Kind, { command: [program, ...args], file }: NonNullable<Kind['lock']>): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(kind.files)).digest('hex').slice(0, 16);
  const kept = path.join(path.dirname(npmCache()), 'locks', `${digest}-${file}`);
  if (fs.existsSync(kept)) return fs.readFileSync(kept, 'utf8');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
  try {
    for (const [name, text] of Object.entries(kind.files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    const env = { ...process.env, npm_config_cache: npmCache(), HOME: process.env['ORCHESTRAL_TEST_HOME'] };
    execFileSync(program, args, { cwd: folder, env, stdio: 'pipe' });
    fs.mkdirSync(path.dirname(kept), { recursive: true });
    fs.copyFileSync(path.join(folder, file), kept);
    return fs.readFileSync(kept, 'utf8');
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
