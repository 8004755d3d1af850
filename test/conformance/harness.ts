import type { Backend, Call, FailureKind } from '../../src/agents/port.ts';
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
  /** Failures it cannot produce, each with the reason. */
  readonly cannot: Partial<Record<FailureScenario, string>>;
  /** Whether it reports cost. */
  readonly reportsCost: boolean;
  /** Calls `notRun` when the real program cannot be had. Once per file. */
  install(context: TestContext): Promise<void>;
  /** Ready to be called in this scenario; `close` takes everything down. */
  open(scenario: Scenario, spawner: Spawner): Promise<Opened>;
}

export interface Opened {
  readonly backend: Backend;
  /** What the call needs beyond the usual: environment, model, limits. */
  readonly call: Partial<Call>;
  /** How many requests the model got so far, where there is a server. */
  requests?(): number;
  close(): Promise<void>;
}
