import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readGitStatus } from '../../src/git/status.ts';
import { codeOf, scene } from './scene.ts';

test.each(['filter', 'merge', 'diff', 'hook'])(
  'a %s whose name is not UTF-8: nothing begins, and it does not run',
  async (kind) => {
    const here = await scene();
    const ran = path.join(here.root, 'ran');
    const name = Buffer.from([0x78, 0xff]);
    const settings = ['clean', 'smudge', 'driver', 'textconv', 'command', 'event'].map(
      (key) => `${key} = touch ${ran}`,
    );
    fs.appendFileSync(
      path.join(here.project, '.git/config'),
      Buffer.concat([Buffer.from(`[${kind} "`), name, Buffer.from(`"]\n${settings.join('\n')}\n`)]),
    );
    fs.writeFileSync(
      path.join(here.project, '.git/info/attributes'),
      Buffer.concat([Buffer.from('* filter='), name, Buffer.from('\n')]),
    );
    here.write('readme.md', 'HELLO\n');
    expect(await codeOf(readGitStatus(here.git, here.repository))).toBe('git.config_unreadable');
    expect(fs.existsSync(ran)).toBe(false);
  },
);
