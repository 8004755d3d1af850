import type { LogEntry } from './use-log.ts';
import { clockTime, count, dollars } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { DiffText, looksLikeDiff } from './diff-text.tsx';
import styles from './log.module.css';

/** One thing that an agent did or said: words as they are, tool calls as closed blocks. */
export function LogLine({ line }: { line: LogEntry['line'] }) {
  const { language } = useWords();
  const at = 'at' in line ? new Date(line.at) : null;
  return (
    <div className={styles.line} data-type={line.type}>
      <span className={styles.at}>{at === null || Number.isNaN(at.getTime()) ? '' : clockTime(at, language)}</span>
      <Content line={line} />
    </div>
  );
}

function Content({ line }: { line: LogEntry['line'] }) {
  const {
    runs: { log: words },
  } = useWords();
  switch (line.type) {
    case 'text':
      return <p className={styles.text}>{line.text}</p>;
    case 'thought':
      return <Block label={words.thought} text={line.text} />;
    case 'tool_use':
      return <Block label={`${words.tool}: ${line.tool}`} text={line.input} />;
    case 'tool_result':
      return <Block label={line.ok ? words.result : words.failedResult} text={line.output} isBad={!line.ok} />;
    case 'started':
      return <p className={styles.note}>{words.started(line.model ?? '')}</p>;
    case 'usage':
      return (
        <p className={styles.note}>
          {words.usage(count(line.spent.input_tokens), count(line.spent.output_tokens), dollars(line.spent.cost_usd))}
        </p>
      );
    case 'retry':
      return <p className={styles.note}>{words.retry(line.attempt, line.reason)}</p>;
    case 'permission_denied':
      return <p className={styles.note}>{words.denied(line.tool)}</p>;
    case 'limit':
      return <p className={styles.note}>{words.limit}</p>;
    case 'other':
      return <p className={styles.note}>{line.raw}</p>;
    case 'orchestral.cut':
      return <p className={styles.note}>{words.cut}</p>;
  }
}

function Block({ label, text, isBad = false }: { label: string; text: string; isBad?: boolean }) {
  const { runs } = useWords();
  const lines = text.split('\n').length;
  const first = text.replaceAll(/\s+/g, ' ').slice(0, 120);
  return (
    <details className={styles.block} data-bad={isBad}>
      <summary className={styles.summary}>
        <b>{label}</b> <span className={styles.first}>{first}</span>
        {lines > 1 && <span className={styles.lines}>{runs.log.lines(lines)}</span>}
      </summary>
      {looksLikeDiff(text) ? <DiffText text={text} /> : <pre className={styles.output}>{text}</pre>}
    </details>
  );
}
