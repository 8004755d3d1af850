import fs from 'node:fs';
import path from 'node:path';
import { throwFailure } from '../../../base/failure.ts';
import { placeOf } from '../../../schema/places.ts';
import { LogState } from '../../../store/log-state.ts';
import { auto } from '../../../workflows/auto/auto.ts';
import type { AutoState, Graph } from '../../../workflows/auto/graph-state.ts';
import { type AutoContext, autoLog } from '../../descriptors/auto.ts';
import type { Project } from '../../project.ts';
import { readDocument } from '../../read-document.ts';

/** Something was begun here, so that opening it begins nothing. */
export function requireAuto({ project }: Pick<AutoContext, 'project'>): void {
  const places = [autoLog(project), path.join(project.root, placeOf('auto-state'))];
  if (!places.some((place) => fs.existsSync(place))) throwFailure('auto.none', { project: project.root });
}

/** The graph as its log tells, else as its document does. Reads only: whoever conducts is not disturbed. */
export function readGraph({ project }: Pick<AutoContext, 'project'>): Graph | undefined {
  const state = recordedIn(project) ?? documentedIn(project);
  return state?.kind === 'graph' ? state : undefined;
}

function recordedIn(project: Project): AutoState | undefined {
  const state = new LogState(autoLog(project), auto).look();
  return state.ok && state.value?.kind === 'graph' ? state.value : undefined;
}

function documentedIn(project: Project): AutoState | undefined {
  const file = path.join(project.root, placeOf('auto-state'));
  const document = readDocument({ path: file, name: 'auto-state' });
  return document.ok ? auto.adopt({ 'auto-state': document.value }) : undefined;
}
