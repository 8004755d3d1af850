import { type FindingItem, groupItems, isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import { inline, quoted, quotedList } from '../quoted.ts';

/** One thing to be decided on: an item of a finding, or a finding that has none. */
export interface Reviewed {
  readonly code: ProofFinding['code'];
  /** Tests and paths that it is about; empty for a finding without items. */
  readonly keys: readonly string[];
  readonly text: string;
  /** Of a test: what it is called, and what it demanded and demands. */
  readonly demand: { readonly title: string; readonly body: string };
  /**
   * Runs showed that a test no longer holds, or no longer looks, or code replaces what all tests rely on: only a sentence
   * that speaks of it releases it.
   */
  readonly needsMention: boolean;
}

/** What a reviewer is asked about, in the order of its numbers. */
export function reviewedParts(findings: readonly ProofFinding[]): Reviewed[] {
  return findings.flatMap((finding): Reviewed[] => {
    const { code } = finding;
    if (!isAllowable(finding))
      return [{ code, keys: [], text: plainText(finding), demand: { title: '', body: '' }, needsMention: false }];
    return groupItems(finding).map((items) => {
      const keys = [...new Set(items.map((item) => item.key))];
      const file = inline(items[0]?.file ?? '');
      const parts =
        keys.length > 1
          ? [`${ONLY_NAMES}: ${file}`, quotedList(keys)]
          : [`${MEANINGS[finding.code]}: ${keys.map(inline).join()} (${file})`, ...items.flatMap(demandTexts)];
      const demand = {
        // The name of a file says nothing of what its code replaces.
        title: code === 'tampering' ? '' : keys.map(titleIn).join('\n'),
        body: items.map((item) => `${item.was ?? ''}\n${item.now ?? ''}`).join('\n'),
      };
      const isMeasured = code === 'superseded' || items.some(({ idle }) => idle === true);
      return { code, keys, text: parts.join('\n\n'), demand, needsMention: isMeasured || code === 'tampering' };
    });
  });
}

function demandTexts({ was, now }: FindingItem): string[] {
  return [...(was === undefined ? [] : ['Before:', quoted(was)]), ...(now === undefined ? [] : ['Now:', quoted(now)])];
}

/** Without its file. */
function titleIn(key: string): string {
  return key.split(' > ').slice(1).join(' > ') || key;
}

export function reviewedText(parts: readonly Reviewed[]): string {
  if (parts.length === 0) return 'None.';
  return parts.map(({ text }, n) => `### ${n + 1}\n\n${text}`).join('\n\n');
}

const ONLY_NAMES = 'Tests that passed before fail with this change; the new ones demand the same with other names';

const MEANINGS = {
  superseded: 'A test that passed before fails with this change',
  lost_demand:
    'An assertion is gone or weaker, its test is skipped now, or it passes even if the code under test returns nothing',
  unreached: 'The tests do not load this changed file any more',
  configuration: 'How the tests are run was changed',
  controls: 'A file that steers agents or Orchestral was changed',
  tampering: 'Code that changes how assertions or the test runner work, or opens what a check writes',
  test_detection: 'Code that ends the process or behaves differently under test',
} as const;

function plainText(finding: Exclude<ProofFinding, { readonly items: unknown }>): string {
  if (finding.code === 'newly_flaky') {
    return `Tests that always passed before fail now and then:\n\n${quotedList(finding.tests)}`;
  }
  if (finding.code === 'deliverables_missing') {
    return `Files that the task announces are missing or unchanged:\n\n${quotedList(finding.paths)}`;
  }
  if (finding.code === 'not_testable') return `Only documents or tests changed:\n\n${quotedList(finding.files)}`;
  if (finding.code === 'unproven') {
    return `No test fails without this change of code:\n\n${quotedList(finding.files)}`;
  }
  return inline(finding.code);
}
