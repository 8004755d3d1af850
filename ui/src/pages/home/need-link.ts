import type { Need } from '../../../../src/schema/api/home.ts';

/** Where a person does what is needed. */
export function needLink(need: Need): string {
  switch (need.kind) {
    case 'question':
      return `/questions/${need.project}/${need.run}:${need.crp}`;
    case 'pack':
      return `/runs/${need.project}/${need.run}/review`;
    case 'items':
      return `/questions/${need.project}/${encodeURIComponent(need.question)}`;
    case 'phase':
      return `/auto/${need.project}/graph`;
    case 'checkout':
    case 'published':
    case 'interrupted':
      return workLink(need.project, need.of, need.id);
    case 'failure':
      return need.task === null
        ? workLink(need.project, need.of, need.id)
        : `/auto/${need.project}/tasks/${encodeURIComponent(need.task)}`;
    case 'agent':
      return `/settings?project=${need.project}`;
  }
}

export function workLink(project: string, workflow: 'run' | 'session' | 'auto', id: string): string {
  if (workflow === 'run') return `/runs/${project}/${id}`;
  return workflow === 'auto' ? `/auto/${project}/graph` : `/sessions/${project}/${id}`;
}
