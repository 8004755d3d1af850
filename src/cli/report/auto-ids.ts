import type { Catalogue } from '../../i18n/catalogue.ts';

const IDS_SHOWN = 10;

/** `T1.1, T1.2 and 7 more`. */
export function someOf(ids: readonly string[], { auto }: Catalogue, most = IDS_SHOWN): string {
  const hidden = ids.length - most;
  const shown = ids.slice(0, most).join(', ');
  return hidden > 0 ? `${shown} ${auto.andMore(hidden)}` : shown;
}
