import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { commandTable } from '../../src/cli/command-table.ts';
import { type Shell, shells } from '../../src/cli/completion.ts';
import { needs } from '../support/needs.ts';
import { orchestral, project } from './orchestral.ts';

test.each(shells)('%s: knows every command and every option', async (shell) => {
  const said = await orchestral(['completion', shell], { cwd: project() });
  expect(said).toMatchObject({ code: 0, stderr: '' });
  for (const { name, options } of commandTable) {
    expect(said.stdout).toContain(name);
    for (const { long } of options) expect(said.stdout).toContain(shell === 'fish' ? `-l ${long.slice(2)}` : long);
  }
});

test.each([
  [['completion'], "'completion' needs an argument", 'orchestral completion --help'],
  [['completion', 'tcsh'], "'SHELL' cannot be 'tcsh'", 'bash, zsh, fish'],
])('%j', async (args, message, hint) => {
  const said = await orchestral(args, { cwd: project() });
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toContain(message);
  expect(said.stderr).toContain(hint);
});

/** What the shell itself offers for a line. */
const askShell: Readonly<Record<Shell, (file: string, words: readonly string[]) => string>> = {
  bash: (file, words) =>
    run(
      'bash',
      `source '${file}'; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _orchestral; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ),
  // Completion of zsh needs a terminal; that its functions are defined shows that the script is one.
  zsh: (file) => run('zsh', `source '${file}'; whence -w _orchestral; functions _orchestral`),
  fish: (file, words) => run('fish', `source '${file}'; complete -C '${words.join(' ')}'`),
};

function run(shell: string, script: string): string {
  return execFileSync(shell, ['-c', script], { encoding: 'utf8' });
}

test.for([
  ['bash', ['orchestral', 'au'], ['auto']],
  ['bash', ['orchestral', 'config', 'ex'], ['explain']],
  ['bash', ['orchestral', 'auto', '--dry'], ['--dry-run']],
  ['bash', ['orchestral', '--ver'], ['--version', '--verbose']],
  ['zsh', ['orchestral', ''], ['_orchestral: function', 'explain', '--dry-run']],
  ['fish', ['orchestral', 'au'], ['auto']],
  ['fish', ['orchestral', 'config', 'ex'], ['explain']],
  ['fish', ['orchestral', 'auto', '--dry'], ['--dry-run']],
] as const)('%s: %j', async ([shell, words, offered], context: TestContext) => {
  needs(context, shell);
  const cwd = project();
  const file = path.join(cwd, `completion.${shell}`);
  fs.writeFileSync(file, (await orchestral(['completion', shell], { cwd })).stdout);
  const answer = askShell[shell](file, words);
  for (const word of offered) expect(answer).toContain(word);
});
