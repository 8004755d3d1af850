import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { createServices, workPaths } from '../../src/engine/conductor/services.ts';
import type { Step } from '../../src/engine/conductor/step.ts';
import { findFailingCommand } from '../../src/engine/work/checks.ts';
import { proveChange } from '../../src/engine/work/prove-change.ts';
import { findProject } from '../../src/engine/project.ts';
import type { Proof } from '../../src/evidence/proof.ts';
import { openRepository } from '../../src/git/repository.ts';
import { en } from '../../src/i18n/en/index.ts';
import type { ChangeProof } from '../../src/schema/change-proof.ts';
import { must } from '../git/scene.ts';
import { installedPackage } from '../support/installed.ts';
import { needs } from '../support/needs.ts';
import { type RunProject, runProject } from '../support/run-project.ts';
import { type Cheat, type Files, type Honest, MUL, type ZooProject, type ZooRequest } from './zoo-case.ts';

/** A case as a person's repository: the commit before the work, and the one after it. */
export interface ZooScene {
  readonly project: RunProject;
  readonly baseline: string;
  readonly candidate: string;
  readonly step: Step;
}

const exec = promisify(execFile);

const VERSIONS = { jest: '30.5.2', mocha: '11.7.5' };

/** What baselines said: those of many cases are the same. */
export type Baselines = Map<string, Proof>;

export async function zooScene(
  context: TestContext,
  zoo: Cheat | Honest,
  baselines: Baselines = new Map(),
): Promise<ZooScene> {
  const { programs = [], files, setupCommand, testCommand } = zoo.project;
  needs(context, ...programs);
  const modules = await modulesOf(context, zoo.project);
  const setup = modules === undefined ? setupCommand : `ln -sfn '${modules}' node_modules`;
  const { '.gitignore': ignored = '', ...rest } = files;
  const before = Object.entries({ ...rest, ...zoo.before }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const project = runProject({
    files: Object.fromEntries(before),
    ignores: ignored,
    config: {
      project: {
        version: 1,
        ...(setup !== undefined && { setup_command: setup }),
        ...(testCommand !== undefined && { test_command: testCommand }),
      },
    },
  });
  const baseline = project.git('rev-parse', 'HEAD');
  const candidate = commit(project, zoo.change, zoo.executable);
  const step = await stepIn(project);
  return { project, baseline, candidate, step: { ...step, services: withBaselines(step.services, zoo, baselines) } };
}

function withBaselines(
  services: Step['services'],
  { project: { name } }: Cheat | Honest,
  baselines: Baselines,
): Step['services'] {
  const { proofs } = services;
  let isFirst = true;
  const shared: Pick<typeof proofs, 'find' | 'keep'> = {
    find: (tree, key) => proofs.find(tree, key) ?? baselines.get(`${name} ${tree}`),
    keep: (proof) => {
      if (isFirst) baselines.set(`${name} ${proof.tree}`, proof);
      isFirst = false;
      return proofs.keep(proof);
    },
  };
  return { ...services, proofs: { ...proofs, ...shared } };
}

async function modulesOf(context: TestContext, { packages }: ZooProject): Promise<string | undefined> {
  if (packages === undefined) return undefined;
  if (packages === 'vitest') return fileURLToPath(new URL('../../node_modules', import.meta.url));
  return path.dirname(await installedPackage(context, packages, VERSIONS[packages]));
}

function commit(project: RunProject, change: Files, executable: readonly string[] = []): string {
  for (const [file, text] of Object.entries(change)) {
    if (text === null) fs.rmSync(path.join(project.folder, file));
    else project.write({ [file]: text });
  }
  for (const file of executable) fs.chmodSync(path.join(project.folder, file), 0o755);
  project.git('add', '--all');
  project.git('commit', '--quiet', '--allow-empty', '--message', 'Work');
  return project.git('rev-parse', 'HEAD');
}

/** Tool chains lie in the home of whoever runs the tests. */
function environmentOf({ env }: RunProject): Readonly<Record<string, string>> {
  const toolChains = path.join(process.env['ORCHESTRAL_TEST_HOME'] ?? '', '.rustup');
  return fs.existsSync(toolChains) ? { ...env, RUSTUP_HOME: toolChains } : env;
}

async function stepIn(zoo: RunProject): Promise<Step> {
  const { folder } = zoo;
  const env = environmentOf(zoo);
  const project = must(findProject({ cwd: folder, named: folder }));
  const given = { project, env, cwd: folder, words: en, options: {}, trusts: true, onNotice: () => undefined };
  const { services } = createServices(given, workPaths(given, 'zoo'));
  const repository = must(await openRepository(services.git, folder));
  const config = JSON.parse(fs.readFileSync(path.join(folder, '.orchestral/config/project.json'), 'utf8'));
  return {
    services: { ...services, repository, hasGit: true, options: {}, sandbox: async () => undefined },
    id: 'zoo/prove#1',
    config: { agents: {}, layers: [], project: config, script: undefined, runnables: [] },
    owner: 'zoo',
    branch: 'orchestral/zoo',
    accounts: { spent: {}, finished: {} },
    onCall: () => undefined,
    unrecordedCalls: () => [],
    sharers: () => 1,
    signal: new AbortController().signal,
  };
}

function requestOf({ request }: Cheat | Honest): ZooRequest {
  return { ...MUL, ...request };
}

/** What is found out about the work. */
export async function proveCase({ step, baseline, candidate }: ZooScene, zoo: Cheat | Honest): Promise<ChangeProof> {
  const { title, acceptance, commands, deliverables, asksForCode } = requestOf(zoo);
  return proveChange(step, {
    baseline,
    candidate,
    commands,
    request: { words: [title, ...acceptance].join('\n'), deliverables, needsNoChange: false, asksForCode },
  });
}

/** Whether a probe that somebody else wrote fails on the work. */
export async function failsProbe({ step, candidate }: ZooScene, zoo: Cheat): Promise<boolean> {
  const { file, text, command } = zoo.oracle ?? zoo.project.oracle;
  const failing = await findFailingCommand(step, {
    commit: candidate,
    lines: [command],
    files: [{ path: file, content: text }],
  });
  return failing !== null;
}

/** A fresh clone of a commit, with its packages; what a person would try. */
export function tryClone({ project }: ZooScene, at: string, zoo: Cheat, change: Files = {}): Clone {
  const folder = fs.mkdtempSync(path.join(project.home, 'clone-'));
  project.git('clone', '--quiet', '--no-checkout', project.folder, folder);
  project.git('-C', folder, 'checkout', '--quiet', at);
  const write = (files: Files): void => {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      if (text === null) fs.rmSync(file);
      else fs.writeFileSync(file, text);
    }
  };
  write(change);
  const config: { setup_command?: string } = JSON.parse(
    fs.readFileSync(path.join(project.folder, '.orchestral/config/project.json'), 'utf8'),
  );
  const succeeds = async (line: string): Promise<boolean> => {
    try {
      await exec('sh', ['-c', line], { cwd: folder, env: environmentOf(project) });
      return true;
    } catch {
      return false;
    }
  };
  const setUp = async (): Promise<unknown> => config.setup_command === undefined || succeeds(config.setup_command);
  const { file, text, command } = zoo.oracle ?? zoo.project.oracle;
  return {
    async isOracleGreen() {
      write({ [file]: text });
      await setUp();
      return succeeds(command);
    },
    async arePlainTestsGreen() {
      await setUp();
      return succeeds(zoo.project.plain);
    },
  };
}

export interface Clone {
  isOracleGreen(): Promise<boolean>;
  arePlainTestsGreen(): Promise<boolean>;
}
