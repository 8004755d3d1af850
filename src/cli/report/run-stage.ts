import { dollars } from '../../i18n/dollars.ts';
import type { RunProgress } from '../../engine/performers/run/workshop.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Story } from '../story.ts';
import { localClock } from '../terminal/local-time.ts';
import { visible } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import { clock, FRAME_MS, FRAMES } from './elapsed.ts';
import type { RunNow } from './run-event.ts';
import { tokensText } from './spent.ts';
import { createVoice, type AgentEvent } from './voice.ts';

/** The step that is going on, for the lines that change in place. */
export interface RunStage {
  begin(step: string): void;
  end(): void;
  hear(progress: RunProgress): void;
  /** None while nothing goes on. */
  lines(run: RunNow): string[];
}

interface Surroundings {
  readonly words: Catalogue;
  readonly story: Story;
  /** Masks secrets. */
  readonly redact: (text: string) => string;
  /** Milliseconds, from anywhere. */
  readonly now: () => number;
}

const MOST_LINES = 4;

export function createRunStage({ words, story, redact, now }: Surroundings): RunStage {
  let current: { readonly step: string; readonly since: number } | undefined;
  let lastLine = '';
  let overtime = '';
  let limit = '';
  let spent: { readonly tokens: number; readonly cost: number } = { tokens: 0, cost: 0 };
  const voice = createVoice((event) => (lastLine = lineOf(event) ?? lastLine));

  const hearAgent = (event: AgentEvent): void => {
    if (event.type === 'usage') {
      const { input_tokens, output_tokens, cost_usd } = event.spent;
      spent = { tokens: input_tokens + output_tokens, cost: cost_usd ?? 0 };
    }
    voice.hear(event);
    if (voice.begun().trim() !== '') lastLine = voice.begun();
  };

  return {
    begin: (step) => {
      current = { step, since: now() };
      [lastLine, overtime, limit] = ['', '', ''];
      spent = { tokens: 0, cost: 0 };
    },
    end: () => {
      current = undefined;
    },
    hear: (progress) => {
      const told = warningIn(progress, words) ?? '';
      if (progress.kind === 'overtime') overtime = told;
      else {
        limit = told;
        hearAgent(progress.event);
      }
    },
    lines: (run) => {
      if (current === undefined) return [];
      const elapsed = now() - current.since;
      const frame = FRAMES[Math.floor(elapsed / FRAME_MS) % FRAMES.length] ?? '';
      const before = Object.values(run.spent);
      const tokens = before.reduce((sum, each) => sum + each.input_tokens + each.output_tokens, spent.tokens);
      const cost = before.reduce((sum, each) => sum + (each.cost_usd ?? 0), spent.cost);
      const facts = [
        current.step,
        words.runScreen.round(run.iteration, run.max_iterations),
        clock(elapsed),
        ...(tokens > 0 ? [tokensText(tokens, words)] : []),
        ...(cost > 0 ? [dollars(cost)] : []),
      ];
      const room = story.columns - 3;
      const said = visible(redact(lastLine.replaceAll(/\s+/g, ' ').trim()));
      const [head = '', ...rest] = wrap(facts.join(' · '), room).slice(0, MOST_LINES);
      return [
        `${story.colours.cyan(frame)} ${head}`,
        ...rest.map((line) => `  ${line}`),
        ...(said === '' ? [] : [`  ${story.colours.dim(said)}`]),
        ...[limit, overtime].flatMap((text) =>
          text === '' ? [] : wrap(text, room).map((line) => `  ${story.colours.yellow(line)}`),
        ),
      ];
    },
  };
}

/** What may make a person uneasy, in words; undefined for everything else. */
export function warningIn(progress: RunProgress, { runScreen, runDocuments }: Catalogue): string | undefined {
  if (progress.kind === 'overtime') return runScreen.overtime(progress.role, runDocuments.duration(progress.afterMs));
  // Vendors tell of limits, too; only where a backend is named is it waited for.
  if (progress.event.type !== 'limit' || progress.event.backend === undefined) return undefined;
  const { resume_at, backend } = progress.event;
  return resume_at === undefined
    ? runScreen.limited(visible(backend))
    : runScreen.limitedUntil(visible(backend), visible(localClock(resume_at)));
}

/** What is worth a glance. */
function lineOf(event: AgentEvent): string | undefined {
  if (event.type === 'text') return event.text;
  if (event.type === 'tool_use') return `${event.tool} ${event.input}`;
  return event.type === 'retry' ? event.reason : undefined;
}
