import fs from 'node:fs';

/** In bytes, of this process alone. Not `resourceUsage().maxRSS`: on Linux that begins with what the parent had when it forked. */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.memoryUsage.rss();
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (peak === undefined) throw new Error('no VmHWM in /proc/self/status');
  return Number(peak) * 1024;
}
