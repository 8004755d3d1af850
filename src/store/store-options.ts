import type { Clock } from '../base/clock.ts';
import type { Disk } from '../files/disk.ts';
import type { OnNotice } from '../schema/notice.ts';
import type { Documents, Workflow, WorkflowEvent } from '../schema/workflow.ts';
import type { OnStorePoint } from './crash-points.ts';
import type { ShownDocument } from './projection.ts';

export interface StoreOptions<State, Event extends WorkflowEvent, Docs extends Documents> {
  readonly workflow: Workflow<State, Event, Docs>;
  /** The project folder. */
  readonly folder: string;
  readonly log: string;
  /** What is shown, and where; the first one's name is the lock's. */
  readonly documents: readonly [ShownDocument, ...ShownDocument[]];
  /** A file in the private folder, for this log alone. */
  readonly record: string;
  /** What this process is doing, for whoever has to wait for it. */
  readonly command: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly onNotice: OnNotice;
  readonly onPoint: OnStorePoint;
  /** Asked when a document went back to an older version: which one shall count? */
  readonly onRestored: (document: string) => Promise<'log' | 'document'>;
}
