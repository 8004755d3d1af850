import fs from 'node:fs';
import path from 'node:path';
import type { Scene } from './scene.ts';

/** Programs that a hostile repository would like us to run. Each leaves its name when it runs. */
export interface Canaries {
  readonly count: number;
  fired(): string[];
  /** A program that leaves `name`. */
  program(name: string): string;
  /** Into the `config` file of a git folder. */
  plant(gitDir: string, mark: string): void;
}

export function canaries({ root }: Scene): Canaries {
  const [programs, witness] = [path.join(root, 'canaries'), path.join(root, 'witness')];
  fs.mkdirSync(programs);
  fs.mkdirSync(witness);
  const names = new Set<string>();
  const program = (name: string): string => {
    const file = path.join(programs, name.replaceAll(/[^a-z0-9-]/giu, '_'));
    names.add(name);
    // A filter passes on what it gets; the end of a connection does not wait for more.
    const then = /remote|insteadOf/u.test(name) ? '' : 'cat\n';
    fs.writeFileSync(file, `#!/bin/sh\ntouch '${path.join(witness, path.basename(file))}'\n${then}`, { mode: 0o755 });
    return file;
  };
  const plant = (gitDir: string, mark: string): void => {
    const run = (name: string): string => program(`${mark} ${name}`);
    fs.appendFileSync(path.join(gitDir, 'config'), hostileConfig(run, gitDir));
    fs.writeFileSync(path.join(gitDir, 'planted-include'), drivers('included', run));
    fs.mkdirSync(path.join(gitDir, 'hooks'), { recursive: true });
    fs.mkdirSync(path.join(gitDir, 'planted-hooks'), { recursive: true });
    for (const hook of HOOKS) {
      fs.copyFileSync(run(`hook ${hook}`), path.join(gitDir, 'hooks', hook));
      fs.copyFileSync(run(`hooksPath ${hook}`), path.join(gitDir, 'planted-hooks', hook));
    }
    fs.mkdirSync(path.join(gitDir, 'info'), { recursive: true });
    fs.writeFileSync(path.join(gitDir, 'info/attributes'), hostileAttributes);
    fs.writeFileSync(path.join(gitDir, 'planted-attributes'), hostileAttributes);
  };
  return {
    get count() {
      return names.size;
    },
    fired: () => fs.readdirSync(witness),
    program,
    plant,
  };
}

/** One kind of driver per kind of file, so that each has a chance to run. */
export const hostileAttributes = `
*.ts filter=planted diff=planted merge=planted
*.md filter=proc diff=textual
new filter=a=b.c
*.txt filter=included diff=included merge=included
*.inc filter=conditional
left* filter=Großes
`;

function hostileConfig(run: (name: string) => string, gitDir: string): string {
  const keys = (section: string, names: readonly string[]): string =>
    `[${section}]\n${names.map((name) => `\t${name} = ${run(`${section} ${name}`)}\n`).join('')}`;
  return [
    drivers('planted', run),
    drivers('a=b.c', run),
    drivers('Großes', run),
    keys('filter "proc"', ['process']),
    keys('diff "textual"', ['textconv']),
    keys('core', ['fsmonitor', 'pager', 'editor', 'askPass', 'sshCommand', 'gitProxy', 'alternateRefsCommand']),
    `\thooksPath = ${gitDir}/planted-hooks\n\tattributesFile = ${gitDir}/planted-attributes\n`,
    keys('pager', ['status', 'diff', 'log', 'config', 'diff-tree']),
    keys('diff', ['external', 'guitool']),
    keys('sequence', ['editor']),
    keys('credential', ['helper']),
    keys('gpg', ['program']),
    keys('gpg "ssh"', ['program', 'defaultKeyCommand']),
    keys('gpg "openpgp"', ['program']),
    keys('uploadpack', ['packObjectsHook']),
    keys('interactive', ['diffFilter']),
    keys('trailer "Orchestral-Task"', ['command', 'cmd']),
    keys('difftool "planted"', ['cmd']),
    keys('mergetool "planted"', ['cmd']),
    keys('tar "planted"', ['command']),
    keys('hook "planted"', ['command']),
    '\tevent = reference-transaction\n\tevent = post-index-change\n\tevent = post-checkout\n\tevent = post-merge\n',
    ...['status', 'add', 'rev-parse', 'worktree', 'commit-tree', 'merge-tree', 'update-ref'].map(
      (command) => `[alias]\n\t${command} = !${run(`alias ${command}`)}\n`,
    ),
    `[remote "origin"]\n\turl = ext::${run('remote url')}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n`,
    `\tuploadpack = ${run('remote uploadpack')}\n`,
    `[remote "third"]\n\tvcs = planted\n\tpromisor = true\n`,
    `[remote "second"]\n\turl = ssh://planted.invalid/x\n\tpromisor = true\n`,
    `[url "ext::${run('insteadOf')}"]\n\tinsteadOf = https://\n`,
    `[submodule "sub"]\n\tupdate = !${run('submodule update')}\n`,
    `[branch "main"]\n\tmergeOptions = --strategy=planted --squash\n`,
    `[include]\n\tpath = planted-include\n`,
    `[includeIf "gitdir:/**"]\n\tpath = planted-include\n`,
    '[protocol]\n\tallow = always\n[protocol "ext"]\n\tallow = always\n[protocol "file"]\n\tallow = always\n',
    '[commit]\n\tgpgSign = true\n[tag]\n\tgpgSign = true\n[merge]\n\tverifySignatures = true\n\ttool = planted\n',
    '[log]\n\tshowSignature = true\n[submodule]\n\trecurse = true\n[status]\n\tsubmoduleSummary = true\n',
    '[diff]\n\tsubmodule = log\n\tignoreSubmodules = none\n[gc]\n\tauto = 1\n[maintenance]\n\tauto = true\n',
    '[safe]\n\tbareRepository = all\n[extensions]\n\tpartialClone = origin\n[core]\n\trepositoryFormatVersion = 1\n',
  ].join('');
}

function drivers(name: string, run: (name: string) => string): string {
  const of = (kind: string): string => run(`${kind} of ${name}`);
  return [
    `[filter "${name}"]\n\tclean = ${of('clean')}\n\tsmudge = ${of('smudge')}\n\trequired = true\n`,
    `[diff "${name}"]\n\tcommand = ${of('command')}\n\ttextconv = ${of('textconv')}\n`,
    `[merge "${name}"]\n\tdriver = ${of('driver')} %A %B\n\trecursive = ${name}\n`,
  ].join('');
}

const HOOKS = `applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg
  post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update
  reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman
  post-index-change`.split(/\s+/u);
