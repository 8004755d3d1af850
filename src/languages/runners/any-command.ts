import { readTestScript } from '../javascript/package-json.ts';
import type { TestRunner } from '../runner.ts';

/** A command that is run as it stands: whatever its output can be read as, else its exit code. */
export const anyCommand: TestRunner = {
  name: 'any-command',

  detect(project) {
    const script = readTestScript(project);
    if (script === undefined) return undefined;
    return { line: script.line, takesArguments: false, measuresCoverage: false, ...script.around };
  },

  isCommand: () => false,

  command: (line) => line,

  reports: [
    { format: 'junit', printed: true },
    { format: 'vitest-json', printed: true },
    { format: 'mocha-json', printed: true },
    { format: 'go-json', printed: true },
    { format: 'tap', printed: true },
    { format: 'summary', printed: true },
    { format: 'exit-code', printed: true },
  ],
};
