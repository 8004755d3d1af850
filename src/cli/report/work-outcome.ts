import type { Waited } from '../../engine/door/open-project.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';

type Work = Omit<Waited, 'log' | 'said'>;

const OVER: ReadonlySet<string> = new Set(['done', 'complete', 'completed']);

/**
 * How it stands. That the last step is over says nothing of how it went, and would be read as if it did; where a person
 * is needed, the next command says for what.
 */
export function outcomeLine({ workflow, id, outcome, at }: Work, { background: said }: Catalogue): string {
  // `--phase N` ends with its phase.
  if (workflow === 'auto' && outcome === 'done' && !OVER.has(at)) return said.phaseDone;
  return OVER.has(at) || outcome === 'done' || outcome === 'needs_person'
    ? said.outcomes[outcome](id)
    : `${said.outcomes[outcome](id)} (${said.at(at)})`;
}

/** What goes on with work that came to rest, or waits for it; null where nothing is left to do. */
export function nextCommand({ workflow, id, hash, outcome, need }: Work): string | null {
  if (outcome === 'interrupted' || outcome === 'stopped' || (outcome === 'failed' && workflow !== 'auto')) {
    const goOn = { run: `resume ${id}`, session: `session resume ${hash}`, auto: 'auto --resume' }[workflow];
    return `orchestral ${goOn} --detach`;
  }
  if (outcome === 'running') return `orchestral wait ${id}`;
  if (outcome === 'failed') return 'orchestral auto status';
  if (need === null) return null;
  const decide = {
    question: 'orchestral answer',
    task: 'orchestral answer',
    pack: `orchestral review ${id}`,
    review: `orchestral pull-request sync ${id}`,
    phase: 'orchestral auto',
    checkout: workflow === 'session' ? 'orchestral session --merge' : 'orchestral apply',
  };
  return decide[need];
}
