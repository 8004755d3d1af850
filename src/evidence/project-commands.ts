import fs from 'node:fs';
import path from 'node:path';
import type { ConfigProject } from '../schema/config/project.ts';
import { readPackageJson } from './package-json.ts';
import type { DetectedTests, Runner } from './runner.ts';
import { runnerOf, runners } from './runners/known.ts';

/** How a project is set up, built and tested. */
export interface ProjectCommands {
  /** Makes a fresh worktree usable. */
  readonly setup?: string;
  readonly build?: string;
  readonly tests?: {
    readonly runner: Runner;
    readonly detected: DetectedTests;
    /** By the person, rather than found. */
    readonly configured: boolean;
  };
  /** Runs the tests and measures coverage. */
  readonly coverage?: string;
  /** Ignored files that worktrees need. */
  readonly copy: readonly string[];
}

/** What is configured, and what the folder tells of the rest. The same folder always gives the same commands. */
export function findCommands(folder: string, config: ConfigProject | undefined): ProjectCommands {
  const setup = config?.setup_command ?? detectSetup(folder);
  const tests = findTests(folder, config?.test_command);
  return {
    ...(setup !== undefined && { setup }),
    ...(config?.build_command !== undefined && { build: config.build_command }),
    ...(tests !== undefined && { tests }),
    ...(config?.coverage_command !== undefined && { coverage: config.coverage_command }),
    copy: config?.copy ?? [],
  };
}

/**
 * Files, from the project's root, whose content decides what set-up makes, whichever command it is: when one changes, it
 * must run again.
 */
export function setupInputs(folder: string): string[] {
  return inputs.filter((file) => fs.existsSync(path.join(folder, file)));
}

const inputs = [
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'yarn.lock',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'bun.lock',
  'pyproject.toml',
  'uv.lock',
  'poetry.lock',
  'Pipfile.lock',
  'requirements.txt',
  'requirements-dev.txt',
  'Gemfile.lock',
  'composer.lock',
  'go.mod',
  'go.sum',
  'Cargo.toml',
  'Cargo.lock',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'gradle.lockfile',
];

function findTests(folder: string, configured: string | undefined): ProjectCommands['tests'] {
  if (configured !== undefined) return { ...runnerOf(folder, configured), configured: true };
  for (const runner of runners) {
    const detected = runner.detect(folder);
    if (detected !== undefined) return { runner, detected, configured: false };
  }
  return undefined;
}

/** Only what a lock file makes repeatable. */
function detectSetup(folder: string): string | undefined {
  const has = (file: string): boolean => fs.existsSync(path.join(folder, file));
  const manifest = readPackageJson(folder);
  if (manifest !== undefined && (manifest.dependencies.size > 0 || manifest.hasField('workspaces'))) {
    if (has('package-lock.json') || has('npm-shrinkwrap.json')) return 'npm ci';
    if (has('pnpm-lock.yaml')) return 'pnpm install --frozen-lockfile';
    if (has('yarn.lock')) return has('.yarnrc.yml') ? 'yarn install --immutable' : 'yarn install --frozen-lockfile';
  }
  if (has('uv.lock')) return 'uv sync';
  return has('poetry.lock') ? 'poetry install' : undefined;
}
