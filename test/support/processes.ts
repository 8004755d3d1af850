import fs from 'node:fs';

/** The processes whose environment holds this text, as the kernel knows it. */
export function processesWith(text: string): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(text))
    .map(Number);
}

/** Processes that were started for effects of a project; git, which answers questions, is not one of them. */
export function effectProcesses(env: Readonly<Record<string, string | undefined>>): number[] {
  return processesWith(`XDG_DATA_HOME=${env['XDG_DATA_HOME']}`).filter((pid) =>
    /(?:^|\0)ORCHESTRAL_EFFECT=[^@]/.test(environmentOf(String(pid))),
  );
}

function environmentOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
