import type { Catalogue } from '../../i18n/catalogue.ts';
import type { RunFinding } from '../../workflows/run/judgement.ts';

type Findings = { [F in RunFinding as F['code']]: F };

type Sentences = { readonly [C in keyof Findings]: (finding: Findings[C]) => string };

/** One plain sentence. Names in it are as others wrote them: whoever shows it makes it harmless. */
export function findingText(finding: RunFinding, words: Catalogue): string {
  return say(finding.code, finding, words.findings);
}

function say<C extends keyof Findings>(code: C, finding: Findings[C], sentences: Sentences): string {
  return sentences[code](finding);
}
