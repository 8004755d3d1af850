import type { Catalogue, GlanceWords } from '../../i18n/catalogue.ts';
import { formatClock } from '../../i18n/format.ts';
import type { AgentEvent } from '../report/agent-output.ts';
import { visible } from '../terminal/visible.ts';

/** Vendors tell of limits, too; only where a backend is named is it waited for, or somebody else goes on. */
export function limitWarning(event: AgentEvent, words: Catalogue): { readonly warning?: string } {
  if (event.type !== 'limit' || event.backend === undefined) return {};
  return { warning: limitText({ ...event, backend: event.backend }, words) };
}

interface ProviderLimit {
  readonly backend: string;
  readonly why?: 'limited' | 'overloaded' | 'unreachable' | null | undefined;
  readonly resume_at?: string | null | undefined;
  readonly handed_to?: string | undefined;
}

/** Who is not to be had, why, until when, and what happens meanwhile. */
export function limitText({ backend, why, resume_at, handed_to }: ProviderLimit, { limits }: GlanceWords): string {
  const who = visible(backend);
  const until = resume_at == null ? null : visible(formatClock(resume_at, new Date()));
  if (handed_to !== undefined) return limits.handedOver(limits[why ?? 'limited'](who, until), visible(handed_to));
  return limits.waiting(limits[why ?? 'limited'](who, until));
}
