import type { RunProgress } from '../../engine/performers/run/job.ts';

export type AgentActivity = Extract<RunProgress, { kind: 'agent' }>['event'];

interface LineBuffer {
  hear(event: AgentActivity): void;
  /** The line that is still being spoken. */
  begun(): string;
  /** It is told, however it would have gone on. */
  end(): void;
}

/** Longer ones are shown in parts. */
const LONGEST_LINE = 4_000;

/**
 * An agent's events with its text line by line: models speak in pieces, and people read lines.
 */
export function createLineBuffer(tell: (event: AgentActivity) => void): LineBuffer {
  let begun = '';
  const end = (): void => {
    if (begun.trim() !== '') tell({ type: 'text', text: begun });
    begun = '';
  };
  return {
    end,
    begun: () => begun,
    hear: (event) => {
      if (event.type !== 'text') {
        end();
        tell(event);
        return;
      }
      const lines = (begun + event.text).split('\n');
      begun = lines.pop() ?? '';
      for (const text of lines) if (text.trim() !== '') tell({ type: 'text', text });
      if (begun.length > LONGEST_LINE) end();
    },
  };
}

interface LineBuffers {
  readonly hear: (speaker: string, event: AgentActivity) => void;
  /** What a speaker was still saying is told. */
  readonly flush: (speaker: string) => void;
}

/** Several who speak at the same time, each line by line. */
export function createLineBuffers(tell: (event: AgentActivity, speaker: string) => void): LineBuffers {
  const voices = new Map<string, LineBuffer>();
  return {
    hear: (speaker, event) => {
      const voice = voices.get(speaker) ?? createLineBuffer((one) => tell(one, speaker));
      voices.set(speaker, voice);
      voice.hear(event);
    },
    flush: (speaker) => {
      voices.get(speaker)?.end();
      voices.delete(speaker);
    },
  };
}
