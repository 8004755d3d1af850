/** The library: projects as every face of Orchestral sees them, and the documents that it reads and writes. */
export type { Failure, FailureCode, Holder } from './base/failure.ts';
export type { Result } from './base/result.ts';
export type {
  AutoApi,
  AutoConductor,
  AutoEvent,
  AutoForecast,
  AutoOptions,
  AutoProgress,
  AutoReport,
  AutoStanding,
  NewAuto,
  PlanChanges,
  ProtocolLine,
  StartedAuto,
  Verdict,
} from './engine/door/auto.ts';
export type { Conductor, Recorded, Watcher } from './engine/door/conductor.ts';
export type { EventsOptions, ProjectEvent, RecordedEvent, SnapshotEvent } from './engine/door/events.ts';
export type { DocumentsApi, ListedDocument } from './engine/door/documents.ts';
export type { Job, JobRequest, JobsApi } from './engine/door/jobs.ts';
export { type HomeApi, openHome } from './engine/door/open-home.ts';
export { type AgentTrial, openProject, type ProjectApi, type ReleaseOf } from './engine/door/open-project.ts';
export type {
  ConfigChange,
  ConfigChanged,
  ConfigOrigin,
  ConfigValue,
  Detached,
  DetachRequest,
  LaunchRequest,
  Waited,
  WaitRequest,
} from './engine/door/open-project.ts';
export type { ConfirmTrust, DoorOptions, Trust } from './engine/door/options.ts';
export type { OutputOptions } from './engine/door/output.ts';
export type {
  Answer,
  Changes,
  CleanWish,
  FollowingRun,
  NewRun,
  Pack,
  Pending,
  Question,
  Requested,
  RunConductor,
  RunEvent,
  RunLine,
  StepLogEntry,
  RunProgress,
  RunsApi,
} from './engine/door/runs.ts';
export type {
  NewSession,
  SessionConductor,
  SessionEvent,
  SessionProgress,
  SessionReport,
  SessionsApi,
  ShownSession,
} from './engine/door/sessions.ts';
export { decodeAny as decode, encodeAny as encode } from './schema/codec-any.ts';
export { documentNames, isDocumentName, type DocumentName, type DocumentOf } from './schema/documents.ts';
export { documentAt, type PlaceIds } from './schema/places.ts';
export type { Expectation, Problem, Rule, SyntaxReason, TypeName } from './base/document-problem.ts';
export type { AutoView, GraphView, TaskView } from './schema/views/auto-view.ts';
export type { RunView } from './schema/views/run-view.ts';
export type { SessionView } from './schema/views/session-view.ts';
export { type Snapshot, snapshot as snapshotSchema } from './schema/views/snapshot.ts';
