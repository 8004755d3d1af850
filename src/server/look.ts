import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Snapshot } from '../schema/views/snapshot.ts';

/** A project with all that is recorded of it now. */
export interface Look {
  readonly id: string;
  readonly api: ProjectApi;
  readonly snapshot: Snapshot;
}
