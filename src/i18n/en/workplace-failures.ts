import type { FailuresOf } from '../catalogue.ts';
import { sizeOf } from '../size.ts';

export const workplaceFailures: FailuresOf<'preflight'> = {
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
};
