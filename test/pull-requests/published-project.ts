import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../support/auto-store.ts';
import { type ProjectOptions, type RunProject, runProject, SHELL_PROJECT } from '../support/run-project.ts';
import { githubTokens, ScriptedGithub, serveGithub } from './scripted-github.ts';

export interface PublishedProject extends RunProject {
  readonly github: ScriptedGithub;
  /** The remote: a bare repository in a folder, whose address is one of github.com. */
  readonly bare: string;
}

interface GithubOptions {
  readonly isSignedIn?: boolean;
  /** What git really speaks to, in place of the folder. */
  readonly address?: (bare: string) => string;
}

export interface PublishedOptions extends ProjectOptions, GithubOptions {
  readonly delivery?: 'merge' | 'branch' | 'pull-request';
}

/** A project whose `origin` is on GitHub, as far as git and gh can tell. */
export function publishedProject(options: PublishedOptions = {}): Promise<PublishedProject> {
  const { delivery = 'pull-request', config = {} } = options;
  const project = runProject({ ...options, config: { project: { ...SHELL_PROJECT, delivery }, ...config } });
  return onGithub(project, options);
}

/** The same for one that is there, and says where its work goes. */
export async function onGithub(project: RunProject, options: GithubOptions = {}): Promise<PublishedProject> {
  const { isSignedIn = true, address = (bare) => `file://${bare}` } = options;
  const bare = path.join(temporaryFolder(), 'app.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', '--template=', bare]);
  fs.appendFileSync(
    path.join(project.home, '.gitconfig'),
    `[url "${address(bare)}"]\ninsteadOf = https://github.com/acme/app.git\n`,
  );
  project.git('remote', 'add', 'origin', 'https://github.com/acme/app.git');
  execFileSync('git', ['push', '--quiet', bare, 'main'], { cwd: project.folder, env: project.env });
  const github = new ScriptedGithub(bare);
  await serveGithub(project.home, github);
  // Where other folders for configuration are named, it lies there still.
  const gh = { GH_CONFIG_DIR: path.join(project.home, '.config/gh') };
  const env = { ...project.env, ...gh, ...(isSignedIn && { GH_TOKEN: githubTokens.ann }) };
  return { ...project, env, github, bare };
}

/** Somebody else's clone. */
export function clonedBy(project: Pick<PublishedProject, 'env' | 'bare'>, branch: string) {
  const folder = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env: project.env, encoding: 'utf8' }).trim();
  git('clone', '--quiet', '--branch', branch, project.bare, '.');
  return {
    push(name: string, text: string) {
      fs.writeFileSync(path.join(folder, name), text);
      git('add', '.');
      git('commit', '--quiet', '--message', `Change ${name}`);
      git('push', '--quiet', 'origin', `HEAD:${branch}`);
      return git('rev-parse', 'HEAD');
    },
  };
}
