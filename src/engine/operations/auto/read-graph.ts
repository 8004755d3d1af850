import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../base/clock.ts';
import { throwFailure } from '../../../base/failure.ts';
import type { DocumentOf } from '../../../schema/documents.ts';
import { placeOf } from '../../../schema/places.ts';
import { LogState } from '../../../store/log-state.ts';
import { auto } from '../../../workflows/auto/auto.ts';
import type { AutoState, Graph } from '../../../workflows/auto/graph-state.ts';
import { type AutoContext, autoLog } from '../../descriptors/auto.ts';
import { withWorktreeOf } from '../../descriptors/auto-documents.ts';
import { readDocument } from '../../read-document.ts';

/** Something was begun here, so that opening it begins nothing. */
export function requireAuto({ project }: Pick<AutoContext, 'project'>): void {
  const places = [autoLog(project), path.join(project.root, placeOf('auto-state'))];
  if (!places.some((place) => fs.existsSync(place))) throwFailure('auto.none', { project: project.root });
}

/**
 * The graph as its log tells, with what a person has written into its document since; without a log, as the document
 * does. Reads only: whoever conducts is not disturbed.
 */
export function readGraph({ project }: Pick<AutoContext, 'project'>): Graph | undefined {
  const log = new LogState(autoLog(project), auto);
  const looked = log.look();
  const recorded = looked.ok && looked.value?.kind === 'graph' ? looked.value : undefined;
  const file = path.join(project.root, placeOf('auto-state'));
  const read = readDocument({ path: file, name: 'auto-state' });
  const document = read.ok ? read.value : undefined;
  if (recorded !== undefined)
    return document === undefined || log.knows('auto-state', document) ? recorded : withEdits(recorded, document);
  const adopted = document === undefined ? undefined : auto.adopt({ 'auto-state': document });
  return adopted?.kind === 'graph' ? adopted : undefined;
}

/** An edit that means nothing is told by whoever opens it to go on. */
function withEdits(graph: Graph, document: DocumentOf<'auto-state'>): Graph {
  const shown = auto.show(graph);
  const events =
    shown === undefined ? undefined : auto.absorb(graph, shown, withWorktreeOf(shown, { 'auto-state': document }));
  if (events === undefined || !events.ok) return graph;
  const at = systemClock.now().toISOString();
  const edited = events.value.reduce<AutoState>((state, event) => auto.apply(state, event, at), structuredClone(graph));
  return edited.kind === 'graph' ? edited : graph;
}
