import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** Every file below a folder, by name, kind, mode and content. Names are bytes, shown as latin1. */
export function describeTree(folder: string, { skip }: { skip?: RegExp } = {}): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (relative: string): void => {
    const here = Buffer.from(relative === '' ? folder : `${folder}/`, 'utf8');
    const whole = relative === '' ? here : Buffer.concat([here, Buffer.from(relative, 'latin1')]);
    for (const entry of fs.readdirSync(whole, { withFileTypes: true, encoding: 'buffer' })) {
      const name = entry.name.toString('latin1');
      const inner = relative === '' ? name : `${relative}/${name}`;
      if (skip?.test(name) === true) continue;
      const file = Buffer.concat([whole, Buffer.from('/'), entry.name]);
      if (entry.isDirectory()) walk(inner);
      else if (entry.isSymbolicLink()) found[inner] = `-> ${fs.readlinkSync(file, 'latin1')}`;
      else found[inner] = `${(fs.statSync(file).mode & 0o111).toString(8)} ${hash(fs.readFileSync(file))}`;
    }
  };
  walk('');
  return found;
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Everything of a checkout that is the user's: files, index, refs, reflogs, stash, config, hooks; not the objects. */
export function fingerprint(project: string): Record<string, string> {
  const all = Object.entries(describeTree(project));
  return Object.fromEntries(all.filter(([name]) => !name.startsWith('.git/objects/')));
}
