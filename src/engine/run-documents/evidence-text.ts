import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Evidence, Names } from '../../workflows/run/evidence.ts';
import { bullets, code, line } from './markdown.ts';

const MOST_FAILURES = 20;
const LONGEST_REASON = 400;

/** What was measured, as parts of a page. */
export function evidenceParts(evidence: Evidence, words: Catalogue): string[] {
  const { runDocuments } = words;
  const said = runDocuments.evidence;
  const { failures, newly_red, gone } = evidence;
  const reasons = failures
    .slice(0, MOST_FAILURES)
    .map(({ test, reason }) => (reason.trim() === '' ? code(test) : `${code(test)}: ${line(reason, LONGEST_REASON)}`));
  const more = failures.length - reasons.length;
  return [
    bullets(numbers(evidence, words)),
    ...titled(said.failures, more > 0 ? [...reasons, runDocuments.more(more)] : reasons),
    ...titled(said.newlyRed, someNames(newly_red, words)),
    ...titled(said.gone, someNames(gone, words)),
  ];
}

/** What tests were to try and do not, and what attacks are said to have found: before anything that is well. */
export function openParts({ missing_cases = [], adversarial_findings }: Evidence, words: Catalogue): string[] {
  const said = words.runDocuments.evidence;
  const entries = [
    ...missing_cases.map((kind) => said.missingCase(said.caseKinds[kind])),
    ...adversarial_findings.map((finding) => said.attackSays(line(finding, LONGEST_REASON))),
  ];
  return entries.length === 0 ? [] : [`## ${said.verifier}`, bullets(entries)];
}

export function someNames({ names, more }: Names, words: Catalogue): string[] {
  const shown = names.map(code);
  return more > 0 ? [...shown, words.runDocuments.more(more)] : shown;
}

function numbers(evidence: Evidence, { runDocuments }: Catalogue): string[] {
  const { command, build, coverage, coverage_of, source, ending, exit_code, duration_ms, tree } = evidence;
  const said = runDocuments.evidence;
  const lines: string[] = [];
  if (build !== null) lines.push(said.build(code(build.command), said.exitCode(build.exit_code)));
  if (command === null) lines.push(said.noTests);
  else {
    lines.push(
      said.command(code(command), ending === 'exited' ? said.exitCode(exit_code) : line(ending)),
      said.counts(evidence),
      said.source(said.sources[source] ?? line(source)),
    );
  }
  lines.push(
    coverage === null
      ? said.notMeasured
      : said.coverage(Math.floor(coverage * 10) / 10, coverage_of === 'change' ? 'change' : 'total'),
    said.took(runDocuments.duration(duration_ms)),
    said.tree(code(tree)),
  );
  return lines;
}

function titled(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`**${title}**`, bullets(entries)];
}
