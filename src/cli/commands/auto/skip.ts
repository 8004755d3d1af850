import type { Run } from '../../context.ts';
import { judge } from './mark-tasks.ts';

export const run: Run = (context, { args }) => judge(context, 'skip', args);
