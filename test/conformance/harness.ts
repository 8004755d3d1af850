import type { Backend, AgentCall, CallLimits, FailureKind } from '../../src/agents/port.ts';
import type { Spawner } from '../../src/process/command.ts';
import type { TestContext } from 'vitest';

/** What the model behind the agent is to do. The harness arranges it: a scripted server, a script, a program. */
export type Scenario =
  /** Says `pong`. Costs something where the vendor reports cost. */
  | 'answer'
  /** Writes `hello.txt` with `hello\n` in the working folder, then says `written`. */
  | 'edit'
  /** Answers `{ "colour": "blue", "number": 7 }` as asked. */
  | 'structured'
  /** Answers something that breaks the schema, whatever is said. */
  | 'structured_violated'
  /** Says `pong` and gives no structured answer. */
  | 'structured_ignored'
  /** Starts a tool that leaves `sleep 600` behind in a session of its own, then says `pong`. */
  | 'leaves_child'
  /** Takes the request and never answers. */
  | 'hang'
  /** Begins to answer and stops in the middle. */
  | 'hang_midway'
  | FailureScenario;

/** Makes the call fail in this way; named by the kind it must end in. */
export type FailureScenario = Exclude<FailureKind, 'timeout' | 'idle' | 'invalid_answer' | 'not_installed'>;

/** How one backend is put to the test. */
export interface Harness {
  readonly name: string;
  /** What it cannot do or produce, each with the reason: listed, not run. */
  readonly cannot: Partial<Record<Scenario | 'resume' | 'not_installed', string>>;
  /** Costs next to nothing, so that every run takes every scenario; a real program's are three in `npm test`. */
  readonly isCheap?: boolean;
  /** What its program drops into the system's temporary folder unless it is told better. */
  readonly droppings?: RegExp;
  /** Whether it reports cost. */
  readonly reportsCost: boolean;
  /** Whether it says when a usage limit ends. */
  readonly tellsResumeAt?: boolean;
  /** Calls `notRun` when the real program cannot be had. Once per file. */
  install(context: TestContext): Promise<void>;
  /**
   * Ready to be called in this scenario; `close` takes everything down. Its own HOME, if it needs to prepare one, comes
   * in `call.env`. Every prompt names the working folder in a line `Working folder: <absolute path>`.
   */
  open(scenario: Scenario, spawner: Spawner): Promise<Opened>;
}

export interface Opened {
  readonly backend: Backend;
  /** What the call needs beyond the usual: environment, model, limits. */
  readonly call: CallChange;
  /** How many requests the model got so far, where there is a server. */
  requests?(): number;
  /** The text of the last request the model got, where there is a server. */
  lastRequest?(): string;
  close(): Promise<void>;
}

/** Where a call differs from the usual one. */
export type CallChange = Partial<Omit<AgentCall, 'limits'>> & { readonly limits?: Partial<CallLimits> };
