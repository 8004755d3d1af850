import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { filesBelow, shakeDeclarations } from './shake-declarations.mjs';
import { root } from './stamp.mjs';

/** Writes the library's types into `folder`. */
export function declareTypes(folder) {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('the types do not compile; what tsc said is above.');
  shakeDeclarations(folder);
  carryZodTypes(folder);
}

/**
 * The documents' types are inferred from their schemas, so they need zod's own types; the package has no dependencies,
 * so it carries them. Without them a user's compiler would take every document for `any` and say nothing.
 */
function carryZodTypes(folder) {
  const zod = path.join(root, 'node_modules/zod');
  const declarations = filesBelow(folder);
  for (const part of ['v4/mini', 'v4/core', 'v4/locales'])
    fs.cpSync(path.join(zod, part), path.join(folder, 'zod', part), { recursive: true, filter: isFolderOrDeclaration });
  for (const file of declarations) {
    const carried = path.relative(path.dirname(file), path.join(folder, 'zod/v4/mini/index.js'));
    const text = fs.readFileSync(file, 'utf8');
    // tsc leaves `.ts` in declarations, where only the compiler of this project would understand it.
    const plain = text.replaceAll(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js');
    // Indented by up to fifty levels, which would be part of what is packed.
    const flat = plain.replaceAll(/^ +(?! ?\*)/gm, '');
    fs.writeFileSync(file, flat.replaceAll(/['"]zod\/mini['"]/g, `'${carried.startsWith('.') ? '' : './'}${carried}'`));
  }
}

function isFolderOrDeclaration(file) {
  return fs.statSync(file).isDirectory() || file.endsWith('.d.ts');
}
