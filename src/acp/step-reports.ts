import { setTimeout as pause } from 'node:timers/promises';
import type { PlanEntry } from '@agentclientprotocol/sdk';
import type { AgentOutput } from '../engine/door/output.ts';
import { textContent } from './editor.ts';
import type { StepEnd, StepStart, Turn } from './work.ts';

/** Of what an agent says, the last that is shown with its step. */
const SHOWN_CHARACTERS = 4000;
const SHOW_EVERY_MS = 300;

/** How long after the end of a step the last words of its agent are waited for. */
const LAST_WORDS_MS = 1000;

class OpenStep {
  readonly stop = new AbortController();
  said = '';
  followed: Promise<void> = Promise.resolve();
}

/** The plan and the steps of some work, each as a tool call that shows what its agent does. */
export class StepReports {
  readonly #turn: Turn;
  readonly #known = new Set<string>();
  readonly #open = new Map<string, OpenStep>();
  #plan = '';

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  async showPlan(entries: readonly PlanEntry[]): Promise<void> {
    const shown = JSON.stringify(entries);
    if (shown === this.#plan) return;
    this.#plan = shown;
    await this.#turn.editor.update({ sessionUpdate: 'plan', entries: [...entries] });
  }

  async begin(effect: string, { title, kind }: StepStart): Promise<void> {
    if (this.#open.has(effect)) return;
    const { editor } = this.#turn;
    const call = { toolCallId: effect, title, kind, status: 'in_progress' as const };
    // One that was interrupted is begun again.
    if (this.#known.has(effect)) await editor.update({ sessionUpdate: 'tool_call_update', ...call });
    else await editor.update({ sessionUpdate: 'tool_call', ...call });
    this.#known.add(effect);
    const step = new OpenStep();
    this.#open.set(effect, step);
    step.followed = this.#follow(effect, step);
  }

  async end(effect: string, { isGood, lines }: StepEnd): Promise<void> {
    const step = this.#open.get(effect);
    if (step === undefined) return;
    this.#open.delete(effect);
    await Promise.race([step.followed, pause(LAST_WORDS_MS, undefined, { ref: false })]);
    step.stop.abort();
    const text = [...lines, ...(step.said.trim() === '' ? [] : [step.said.trim()])].join('\n\n');
    await this.#turn.editor.update({
      sessionUpdate: 'tool_call_update',
      toolCallId: effect,
      status: isGood ? 'completed' : 'failed',
      ...(text !== '' && { content: [textContent(text)] }),
    });
  }

  /** Nothing is at work any more. */
  async endAll(line: string): Promise<void> {
    for (const effect of this.#open.keys()) await this.end(effect, { isGood: false, lines: [line] });
  }

  /** Shows what an agent does, not more often than anybody could read. */
  async #follow(effect: string, step: OpenStep): Promise<void> {
    const { project, editor } = this.#turn;
    const output = await project.output(effect, { signal: step.stop.signal });
    if (!output.ok) return;
    let shownAt = 0;
    for await (const one of output.value) {
      step.said = withOutput(step.said, one).slice(-SHOWN_CHARACTERS);
      const now = performance.now();
      if (step.said.trim() === '' || now - shownAt < SHOW_EVERY_MS || step.stop.signal.aborted) continue;
      shownAt = now;
      const content = [textContent(step.said)];
      await editor.update({ sessionUpdate: 'tool_call_update', toolCallId: effect, content });
    }
  }
}

const SHOWN_INPUT = 200;

function withOutput(before: string, output: AgentOutput): string {
  if (output.type === 'restarted') return '';
  const { line } = output;
  if (line.type === 'text') return `${before}${line.text}`;
  if (line.type === 'tool_use') {
    const input = line.input.replaceAll(/\s+/g, ' ').slice(0, SHOWN_INPUT);
    return `${before.trimEnd()}\n\n› ${line.tool} ${input}\n\n`;
  }
  const isTrouble = line.type === 'retry' || line.type === 'limit' || line.type === 'permission_denied';
  return isTrouble ? `${before.trimEnd()}\n\n› ${line.type}\n\n` : before;
}
