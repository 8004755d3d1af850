import styles from './log.module.css';

export function looksLikeDiff(text: string): boolean {
  return /^@@ .* @@/m.test(text) || /^--- .*\n\+\+\+ /m.test(text);
}

/** A patch as text, with its lines coloured; the signs stay. */
export function DiffText({ text }: { text: string }) {
  return (
    <pre className={styles.output}>
      {text.split('\n').map((line, index) => (
        <span key={index} className={styles.patchLine} data-kind={kindOf(line)}>
          {line === '' ? ' ' : line}
        </span>
      ))}
    </pre>
  );
}

function kindOf(line: string): string {
  if (line.startsWith('+++') || line.startsWith('---')) return 'file';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
}
