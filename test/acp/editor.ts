import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import {
  client,
  type ClientConnection,
  ndJsonStream,
  type PromptResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import { onTestFinished } from 'vitest';
import { programFile } from '../cli/orchestral.ts';
import type { RunProject } from '../support/run-project.ts';

/** How the person in front of the editor answers: the id of an option, undefined to close the question, or anything. */
export type Person = (request: RequestPermissionRequest) => unknown;

export interface TestEditor {
  readonly child: ChildProcess;
  readonly agent: ClientConnection['agent'];
  readonly updates: SessionUpdate[];
  readonly questions: RequestPermissionRequest[];
  /** All that the program wrote to stdout. */
  stdout(): string;
  stderr(): string;
  person: Person;
  open(mode?: 'run' | 'session'): Promise<string>;
  prompt(sessionId: string, text: string): Promise<StopReason>;
  /** Resolves once an update is as wanted, from the beginning. */
  sees(wanted: (update: SessionUpdate) => boolean): Promise<SessionUpdate>;
  /** All messages of the agent, as one text. */
  said(): string;
  /** The process goes away at once. */
  die(): Promise<void>;
}

/** An editor made of the protocol's own library, which starts `orchestral acp` as editors do. */
export async function startEditor(project: RunProject, agent: string, args: readonly string[] = ['--trust']) {
  const env = { ...process.env, ...project.env, ORCHESTRAL_AGENT: agent };
  const child = spawn(process.execPath, [await programFile(), 'acp', ...args], {
    cwd: project.folder,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, controller) => {
      stdout += Buffer.from(bytes).toString();
      controller.enqueue(bytes);
    },
  });
  const [updates, questions]: [SessionUpdate[], RequestPermissionRequest[]] = [[], []];
  let wake: () => void = () => undefined;
  const app = client({ name: 'test-editor' })
    .onNotification('session/update', ({ params }) => {
      updates.push(params.update);
      wake();
    })
    .onRequest('session/request_permission', async ({ params }) => {
      questions.push(params);
      const chosen = await editor.person(params);
      if (chosen === undefined) return { outcome: { outcome: 'cancelled' } };
      if (typeof chosen !== 'string') return chosen as RequestPermissionResponse;
      return { outcome: { outcome: 'selected', optionId: chosen } };
    });
  const input = (Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>).pipeThrough(heard);
  const connection = app.connect(ndJsonStream(Writable.toWeb(child.stdin), input));
  const editor: TestEditor = {
    child,
    agent: connection.agent,
    updates,
    questions,
    stdout: () => stdout,
    stderr: () => stderr,
    person: () => undefined,
    open: async (mode) => {
      const { sessionId } = await connection.agent.request('session/new', { cwd: project.folder, mcpServers: [] });
      if (mode !== undefined) await connection.agent.request('session/set_mode', { sessionId, modeId: mode });
      return sessionId;
    },
    prompt: async (sessionId, text) => {
      const prompt = [{ type: 'text' as const, text }];
      const { stopReason } = await connection.agent.request<PromptResponse>('session/prompt', { sessionId, prompt });
      return stopReason;
    },
    sees: async (wanted) => {
      for (;;) {
        const found = updates.find(wanted);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    said: () =>
      updates
        .flatMap((update) =>
          update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text' ? [update.content.text] : [],
        )
        .join(''),
    die: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
  await connection.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  return editor;
}

/** The status of a step, by the end of its id, as it was told last. */
export function stepStatus({ updates }: Pick<TestEditor, 'updates'>, step: string): string | null | undefined {
  const told = updates.flatMap((update) =>
    (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') &&
    new RegExp(`/${step}#\\d+$`).test(update.toolCallId)
      ? [update.status]
      : [],
  );
  return told.findLast((status) => status !== undefined);
}

/** The plan as it was told last. */
export function lastPlan({ updates }: Pick<TestEditor, 'updates'>): string[] {
  const plans = updates.flatMap((update) => (update.sessionUpdate === 'plan' ? [update.entries] : []));
  return (plans.at(-1) ?? []).map(({ content, status }) => `${content}: ${status}`);
}
