import { escapePattern } from '../languages/glob.ts';
import { pathFrom, pathIn } from '../languages/tree-path.ts';
import { pathInRepository, type Project } from './project.ts';

/**
 * Between the paths of git, which are from the repository's root, and those that agents and people write, which are from
 * the project's. Where the project is the whole repository they are the same.
 */
export interface ProjectPaths {
  readonly toProject: (path: string) => string;
  readonly toRepository: (path: string) => string;
  /** A sentence of ours that may name files. */
  readonly inText: (text: string) => string;
  readonly inPatch: <Patch extends { readonly text: string }>(patch: Patch) => Patch;
}

export function projectPathsOf({ root }: Pick<Project, 'root'>): ProjectPaths {
  const folder = pathInRepository(root);
  if (folder === '') return SAME;
  const toProject = (path: string): string => pathFrom(folder, path);
  const named = new RegExp(String.raw`(^|[\s\`'"(:,])${escapePattern(folder)}/`, 'g');
  return {
    toProject,
    toRepository: (path) => pathIn(folder, path),
    inText: (text) => text.replaceAll(named, '$1'),
    inPatch: (patch) => ({ ...patch, text: patchFrom(patch.text, toProject) }),
  };
}

const SAME: ProjectPaths = {
  toProject: (path) => path,
  toRepository: (path) => path,
  inText: (text) => text,
  inPatch: (patch) => patch,
};

/** Names stand in the lines before a file's first hunk. */
function patchFrom(text: string, toProject: (path: string) => string): string {
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
