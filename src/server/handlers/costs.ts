import type { CostLine } from '../../engine/door/project-records.ts';
import type { Handlers } from '../handler.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;

export const costHandlers: Handlers<'costs'> = {
  costs: async ({ dashboard, language }, { query: { project: only, from = dayBefore(DAYS), to = dayBefore(0) } }) => {
    const rows: ({ readonly project: string } & CostLine)[] = [];
    const wanted = only === undefined ? dashboard.projects().map(({ hash }) => hash) : [only];
    for (const project of wanted) {
      const opened =
        only === undefined ? dashboard.openProject(project, language) : dashboard.project(project, language);
      const lines = opened === undefined ? [] : await opened.records.costs({ from, to });
      rows.push(...lines.map((line) => ({ project, ...line })));
    }
    return rows.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  },
};

export function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}
