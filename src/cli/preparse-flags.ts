/** What must be known before the command line is understood: how to say that it is not. */
export interface PreparsedFlags {
  readonly lang: string | undefined;
  readonly json: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

export function preparseFlags(argv: readonly string[]): PreparsedFlags {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return {
    lang: valueOf(options, '--lang'),
    json: options.includes('--json'),
    verbose: options.includes('--verbose'),
    color: !options.includes('--no-color'),
  };
}

function valueOf(options: readonly string[], name: string): string | undefined {
  const joined = options.find((option) => option.startsWith(`${name}=`));
  if (joined !== undefined) return joined.slice(name.length + 1);
  const at = options.indexOf(name);
  return at === -1 ? undefined : options[at + 1];
}
