import type { FailuresOf } from '../catalogue.ts';
import { sizeOf } from '../size.ts';

export const preflightFailures: FailuresOf<'preflight' | 'shadow' | 'copy'> = {
  'preflight.disk_low': ({ mount, free, needed }) => ({
    message: `too little space on ${mount} for worktrees: ${sizeOf(free)} free, ${sizeOf(needed)} needed`,
    hint: 'free some space, or set worktree_root in .orchestral/config/project.json to a folder elsewhere',
  }),
  'preflight.lfs_missing': ({ program }) => ({
    message: `this repository keeps files in Git LFS, and ${program} is not installed`,
    hint: 'install Git LFS: https://git-lfs.com',
  }),
  'preflight.lfs_untrusted': () => ({
    message: "Git LFS is set up in this repository's own configuration alone, which Orchestral does not run",
    hint: 'set it up for yourself: git lfs install',
  }),
  'preflight.objects_missing': ({ branch, count }) => ({
    message: `this partial clone lacks ${count} ${count === 1 ? 'object' : 'objects'} of ${branch}, and Orchestral fetches nothing`,
    hint: `fetch them by checking it out whole: git sparse-checkout disable && git checkout ${branch}`,
  }),
  'preflight.folder_not_in_base': ({ folder, branch }) => ({
    message: `${folder} is not in ${branch}, so agents would not have it`,
    hint: 'commit it there, or make it a repository of its own: git init',
  }),
  'preflight.below_repository': ({ folder, repository }) => ({
    message: `${folder} is only a part of the repository ${repository}, and agents work on the whole`,
    hint: `start it there: --project ${repository}`,
  }),
  'preflight.holds_private_folder': ({ folder, inside }) => ({
    message: `${folder} is no git repository, and cannot be copied into itself: Orchestral's own files lie in ${inside}`,
    hint: 'go to the folder of your project, or name it: --project DIR',
  }),
  'shadow.too_large': ({ folder, files, bytes, limits }) => ({
    message: `${folder} is too large to be copied: ${files} files, ${sizeOf(bytes)}; at most ${limits.files} files, ${sizeOf(limits.bytes)}`,
    hint: 'name what agents do not need in a .gitignore there, or make it a git repository',
  }),
  'copy.conflict': ({ paths }) => ({
    message: `${some(paths)} changed since work began, and would be overwritten`,
    hint: 'move your changes aside and approve again, or reject so that agents build again',
  }),
  'copy.impossible': ({ path, why }) => ({
    message: `${path} cannot be copied: ${why === 'name' ? 'its name is not UTF-8' : 'it is a git repository of its own'}`,
    hint: 'reject, saying so, so that agents build again',
  }),
};

function some(paths: readonly string[]): string {
  return paths.length > 5 ? `${paths.slice(0, 5).join(', ')} and ${paths.length - 5} more` : paths.join(', ');
}
