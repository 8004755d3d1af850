import { choice, flag, group, list, orNull, text, texts, whole } from '../field.ts';
import { ofProject, route } from './route.ts';

const worktree = group(
  {
    folder: text('Where it is.'),
    branch: orNull(text('What is checked out; null where it is detached.')),
    commit: orNull(text('Its commit.')),
    owner: orNull(
      group(
        {
          workflow: choice(['run', 'session', 'auto'], 'The workflow.'),
          id: text('The run, the request, or `auto`.'),
          task: orNull(text('The task or step, where it is one’s.')),
        },
        'What Orchestral made it for.',
      ),
    ),
    is_main: flag('Whether it is the person’s own checkout.'),
    is_there: flag('Whether its folder exists.'),
    is_in_use: flag('Whether the work it belongs to is running.'),
    bytes: orNull(whole('Its size; null where it was not measured in time.')),
    clean: choice(['removes', 'keeps', 'is_not_ours'], 'What cleaning would do.'),
    why: orNull(text('Why it is kept.')),
  },
  'A worktree.',
);

const leaving = group(
  {
    run: text('The run it belongs to.'),
    kind: text('`worktree`, `branch`, `rescue`, `copy`, `run`, `records`.'),
    name: text('Its folder, branch or ref.'),
    fate: choice(['removed', 'kept', 'failed'], 'What happens to it.'),
    why: orNull(text('Why it is kept.')),
  },
  'Something left over from a run.',
);

export const worktreeRoutes = {
  'worktrees.list': route(
    'The worktrees of a project, and what cleaning would remove.',
    group(
      {
        worktrees: list(worktree, 'The person’s checkout first.'),
        leavings: list(leaving, 'What cleaning would do.'),
        seen: text('Hash of `leavings`: cleaning wants it, so that it does what was shown.'),
      },
      'All of them.',
    ),
    { params: group(ofProject, 'Which project.') },
  ),
  'worktrees.clean': route(
    'Removes what is left over from finished runs.',
    group({ leavings: list(leaving, 'What was done.') }, 'What was done.'),
    {
      params: group(ofProject, 'Which project.'),
      body: group(
        { seen: text('`seen` of the list that was shown.'), runs: texts('Runs that go altogether.') },
        'What.',
      ),
    },
  ),
};
