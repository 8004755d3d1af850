import { launch } from '../../engine/door/dashboard.ts';
import type { Context } from '../context.ts';

/** What opens a link on each system. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** False where there is no program that could. */
export function openBrowser(url: string, { io, cwd }: Pick<Context, 'io' | 'cwd'>): boolean {
  return launch({ program: OPENERS[process.platform] ?? ['xdg-open'], args: [url], cwd, env: io.env });
}
