import fs from 'node:fs';

/** Milliseconds of CPU time: on a busy machine the clock runs on while others work. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same of processes that this one started and waited for, to a hundredth of a second. */
export function childrenCpuMsOf(work: () => unknown): number {
  const before = childrenCpuMs();
  work();
  return childrenCpuMs() - before;
}

function childrenCpuMs(): number {
  const stat = fs.readFileSync('/proc/self/stat', 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) * 10;
}
