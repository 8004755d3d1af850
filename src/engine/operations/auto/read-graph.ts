import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { placeOf } from '../../../schema/places.ts';
import { LogState } from '../../../store/log-state.ts';
import { auto } from '../../../workflows/auto/auto.ts';
import type { AutoState, Graph } from '../../../workflows/auto/graph-state.ts';
import { type AutoContext, autoPaths } from '../../descriptors/auto.ts';
import { readDocument } from '../../read-document.ts';

/** In `.claude/`. */
export const AUTO_LOG = 'orchestrate-events.log';

/** Something was begun here, so that opening it begins nothing. */
export function isAutoThere({ project }: Pick<AutoContext, 'project'>): Result<void, Failure> {
  const places = [`.claude/${AUTO_LOG}`, placeOf('auto-state')];
  const isThere = places.some((place) => fs.existsSync(path.join(project.root, place)));
  return isThere ? ok() : fail('auto.none', { project: project.root });
}

/** The graph as its log tells, else as its document does. Reads only: whoever conducts is not disturbed. */
export function readGraph(tools: Pick<AutoContext, 'project' | 'env'>): Graph | undefined {
  const state = recordedIn(tools) ?? documentedIn(tools);
  return state?.kind === 'graph' ? state : undefined;
}

function recordedIn({ project, env }: Pick<AutoContext, 'project' | 'env'>): AutoState | undefined {
  const place = autoPaths({ project, env });
  if (!place.ok) return undefined;
  const state = new LogState(place.value.log, auto).look();
  return state.ok && state.value?.kind === 'graph' ? state.value : undefined;
}

function documentedIn({ project }: Pick<AutoContext, 'project'>): AutoState | undefined {
  const file = path.join(project.root, placeOf('auto-state'));
  const document = readDocument({ path: file, name: 'auto-state' });
  return document.ok ? auto.adopt({ 'auto-state': document.value }) : undefined;
}
