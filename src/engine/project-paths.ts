import fs from 'node:fs';
import path from 'node:path';
import { pathFrom, pathIn } from '../languages/tree-path.ts';
import { pathInRepository, type Project } from './project.ts';

/**
 * Between the paths of git, which are from the repository's root, and those that agents and people write, which are from
 * the project's. Where the project is the whole repository they are the same.
 */
export interface ProjectPaths {
  readonly toProject: (name: string) => string;
  readonly toRepository: (name: string) => string;
  /** A sentence of ours that may name files. */
  readonly inText: (text: string) => string;
  readonly inPatch: <Patch extends { readonly text: string }>(patch: Patch) => Patch;
}

export function projectPathsOf({ root }: Pick<Project, 'root'>): ProjectPaths {
  const folder = pathInRepository(root);
  if (folder === '') return SAME;
  const toProject = (name: string): string => pathFrom(folder, name);
  const repository = root.slice(0, -folder.length - 1);
  /** Whether a word is a path from the repository's root, rather than from the project's. */
  const isInRepository = (word: string): boolean => {
    const [first = ''] = word.split('/');
    return word.startsWith(`${folder}/`) || (isThere(repository, first) && !isThere(root, first));
  };
  return {
    toProject,
    toRepository: (name) => pathIn(folder, name),
    inText: (text) => text.replaceAll(PATHS, (word) => (isInRepository(word) ? toProject(word) : word)),
    inPatch: (patch) => ({ ...patch, text: patchFrom(patch.text, toProject) }),
  };
}

/** Words with a slash between names. */
const PATHS = /(?<![\w./@-])[\w@.-]+(?:\/[\w@.+[\]-]+)+/g;

function isThere(folder: string, name: string): boolean {
  return fs.existsSync(path.join(folder, name));
}

const SAME: ProjectPaths = {
  toProject: (name) => name,
  toRepository: (name) => name,
  inText: (text) => text,
  inPatch: (patch) => patch,
};

/** Names stand in the lines before a file's first hunk. */
function patchFrom(text: string, toProject: (name: string) => string): string {
  let isHeader = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('diff --git ')) isHeader = true;
      else if (line.startsWith('@@')) isHeader = false;
      if (!isHeader) return line;
      const both = /^diff --git a\/(.+) b\/(.+)$/.exec(line);
      if (both !== null) return `diff --git a/${toProject(both[1] ?? '')} b/${toProject(both[2] ?? '')}`;
      return line.replace(
        /^((?:---|\+\+\+) [ab]\/|(?:rename|copy) (?:from|to) )(.+)$/,
        (_, start: string, name: string) => `${start}${toProject(name)}`,
      );
    })
    .join('\n');
}
