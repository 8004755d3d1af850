import { createHash } from 'node:crypto';
import { pathInRepository, type Project } from './project.ts';

/** What branches, worktrees and refs are called. Those of a project that is a folder of its repository carry its path. */
export function nameInRepository({ root }: Pick<Project, 'root'>, name: string): string {
  const scope = scopeOf(pathInRepository(root));
  return scope === '' ? name : `${scope}/${name}`;
}

/** The name without the project's path; undefined: it is another project's. */
export function ownName(project: Pick<Project, 'root'>, name: string): string | undefined {
  const prefix = nameInRepository(project, '');
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}

export function runBranch(project: Pick<Project, 'root'>, runId: string): string {
  return `orchestral/${nameInRepository(project, runId)}`;
}

export function sessionBranch(project: Pick<Project, 'root'>, request: string): string {
  return `orchestral/${nameInRepository(project, `session-${request}`)}`;
}

/** All finished phases; each phase begins here. */
export function trunkBranch(project: Pick<Project, 'root'>): string {
  return `orchestral/${nameInRepository(project, 'auto')}`;
}

export function taskBranch(project: Pick<Project, 'root'>, id: string): string {
  return `orchestral/${nameInRepository(project, `task/${id}`)}`;
}

/** Of a project that is the whole repository it has no prefix: people look for `phase-1-…`. */
export function phaseBranch(project: Pick<Project, 'root'>, name: string): string {
  return nameInRepository(project, '') === '' ? name : `orchestral/${nameInRepository(project, name)}`;
}

/** `packages/api` → `packages-api`; where another folder could come to the same, with what tells them apart. */
function scopeOf(folder: string): string {
  const slug = folder.replaceAll(/[^\p{L}\p{N}_]+/gu, '-').replaceAll(/^-|-$/g, '');
  const isPlain = folder.replaceAll('/', '-') === slug && !folder.includes('-') && !RESERVED.test(slug);
  return isPlain ? slug : `${slug}-${createHash('md5').update(folder).digest('hex').slice(0, 4)}`;
}

/** Branches of the whole repository's project have these names. */
const RESERVED = /^(?:auto|task)$/;
