import type { PlanEntry, ToolKind } from '@agentclientprotocol/sdk';
import type { RecordedEvent } from '../engine/door/events.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { Editor } from './editor.ts';

/** A message of the person's that work is waiting for: what it is taken for. */
export type ExpectedMessage =
  | { readonly kind: 'answer'; readonly run: string; readonly crp: string }
  | { readonly kind: 'reason'; readonly run: string; readonly commit: string };

/** From a prompt to the answer to it. */
export interface Turn {
  readonly project: ProjectApi;
  readonly editor: Editor;
  readonly words: Catalogue;
  /** How Orchestral is called, for processes that conduct. */
  readonly program: readonly [string, ...string[]];
  /** The person cancelled, or the editor is gone. */
  readonly signal: AbortSignal;
  /** The next message is no new work. */
  readonly expect: (message: ExpectedMessage) => void;
}

export interface StepStart {
  readonly title: string;
  readonly kind: ToolKind;
}

export interface StepEnd {
  readonly isGood: boolean;
  readonly lines: readonly string[];
}

/** A run or a session, as a conversation shows it and asks about it. */
export interface Work {
  readonly workflow: 'run' | 'session';
  /** Of its log: `run-…`, or the hash of the session's folder. */
  readonly id: string;
  /** What people and `wait` call it. */
  readonly name: string;
  plan(): Promise<readonly PlanEntry[]>;
  running(): Promise<readonly string[]>;
  /** What a process is told that goes on with it. */
  goOn(): Promise<readonly string[]>;
  stepStart(effect: string): Promise<StepStart>;
  stepEnd(event: RecordedEvent): Promise<StepEnd>;
  /** It came to rest. Whether the person decided something, so that it goes on; what there is to say is said. */
  decide(turn: Turn): Promise<boolean>;
  /** Goes on with what was stopped or has failed. */
  resume(): Promise<void>;
  stop(signal: AbortSignal): Promise<void>;
}
