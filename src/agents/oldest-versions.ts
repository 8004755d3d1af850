import type { VendorName } from './vendors.ts';

/** The oldest versions of vendors' programs that have every option they are started with here. */
export const OLDEST_VERSIONS: Readonly<Record<VendorName, string>> = {
  claude: '2.0.45',
  codex: '0.80.0',
  gemini: '0.20.0',
  opencode: '1.18.0',
};
