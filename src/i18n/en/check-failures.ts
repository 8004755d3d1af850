import type { FailuresOf } from '../catalogue.ts';

export const checkFailures: FailuresOf<'checks'> = {
  'checks.stale_tree': ({ folder, expected, found }) => ({
    message: `${folder} holds ${found.slice(0, 7)} and not ${expected.slice(0, 7)}, which was to be checked; nothing was run`,
    hint: 'something wrote to it: resume, and it is made again',
  }),
  'checks.not_started': ({ command, reason }) => ({
    message: `could not be started: ${command} (${reason})`,
    hint: 'see what this machine lacks: orchestral doctor',
  }),
  'checks.setup_failed': ({ command, ending, tail }) => ({
    message: `the project could not be set up: ${command} ended with ${ending}`,
    output: tail,
    hint: 'make it work in a fresh clone, or name another setup_command in .orchestral/config/project.json',
  }),
  'checks.cannot_run': ({ command, ending, tail }) => ({
    message: `the tests cannot be run on the untouched project: ${command} ended with ${ending}`,
    output: tail,
    hint: 'make it work in a fresh clone, or name another test_command in .orchestral/config/project.json; then resume',
  }),
  'checks.copy_refused': ({ file, why }) => ({
    message: `${file} is not copied into worktrees: ${refusals[why]}`,
    hint: "'copy' in .orchestral/config/project.json names files that git ignores, such as .env",
  }),
};

const refusals = {
  outside: 'it lies outside the project',
  not_regular: 'it is not a regular file',
  tracked: 'git tracks it, so it is there already',
  not_ignored: 'git does not ignore it, so it would be committed',
  too_large: 'it is too large',
};
