import { makeWord } from './code-tree.ts';
import { lineItem } from './line-items.ts';
import type { Item } from './test-items.ts';

/** The items of a test in shell: commands whose failure makes it fail. */
export function shellItems(text: string): Item[] {
  const open: { condition: string; items: Item[] }[] = [{ condition: '', items: [] }];
  let title: string | null = null;
  for (const { content, line } of commandsIn(text)) {
    const place = { line, endLine: line };
    title =
      /^(?:function\s+)?([\w-]+)\s*\(\)|^@test\s+(?:"([^"]*)")/
        .exec(content)
        ?.slice(1)
        .find((one) => one !== undefined) ?? title;
    const block = /^(if|while|for|until|case|elif)\b\s*(.*?)(?:;\s*(?:then|do))?$/.exec(content);
    if (block !== null) {
      if (block[1] === 'elif') close(open);
      // A condition that ends the test is what the test demands.
      if (CHECKS.test(block[2] ?? '')) open.at(-1)?.items.push(lineItem(content, title, place));
      if (!/;\s*fi$|\bdone$/.test(content)) open.push({ condition: content, items: [] });
    } else if (/^(?:fi|done|esac)\b/.test(content)) close(open);
    else if (/^else\b/.test(content)) {
      const condition = open.at(-1)?.condition ?? '';
      close(open);
      open.push({ condition: `else ${condition}`, items: [] });
    } else if (/^exit 0\b|^return 0\b/.test(content)) open.at(-1)?.items.push({ kind: 'leave', skips: false });
    else if (CHECKS.test(content)) open.at(-1)?.items.push(lineItem(content, title, place));
  }
  while (open.length > 1) close(open);
  return open[0]?.items ?? [];
}

const CHECKS =
  /(?:^|[\s;!(|&])(?:\[\[?\s|test\s|grep\s|diff\s|cmp\s|assert\w*\s)|^fail\b|\|\|\s*(?:exit|return|fail|die|\{)|&&\s*exit|^set\s+-\w*e|^set -o (?:errexit|pipefail)|^exit [1-9]/;

function close(open: { condition: string; items: Item[] }[]): void {
  const last = open.length > 1 ? open.pop() : undefined;
  if (last === undefined || last.items.length === 0) return;
  const condition = [makeWord(last.condition.replaceAll(/\s+/g, ' '))];
  open.at(-1)?.items.push({ kind: 'branch', condition, body: last.items });
}

/** Commands without comments; lines that go on are one, and so is a command with its here-document. */
function commandsIn(text: string): { readonly content: string; readonly line: number }[] {
  const lines = text.split('\n');
  const found: { content: string; line: number }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    let content = withoutComment(lines[at] ?? '');
    while (content.endsWith('\\') && at < lines.length - 1)
      content = `${content.slice(0, -1)} ${withoutComment(lines[++at] ?? '').trim()}`;
    const marker = /<<-?\s*['"]?(\w+)['"]?/.exec(content)?.[1];
    if (marker !== undefined) {
      for (at++; at < lines.length && lines[at]?.trim() !== marker; at++) content += `\n${lines[at] ?? ''}`;
    }
    if (content.trim() !== '') found.push({ content: content.trim(), line });
  }
  return found;
}

function withoutComment(line: string): string {
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    if (quote === '' && sign === '#' && (at === 0 || /\s/.test(line[at - 1] ?? ''))) return line.slice(0, at).trimEnd();
    if (sign === '\\' && quote !== "'") at++;
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
  }
  return line.trimEnd();
}
