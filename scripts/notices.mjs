import fs from 'node:fs';
import path from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The licences of the packages whose code is in the bundle, as those licences ask. */
export function thirdPartyNotices(moduleIds) {
  const packages = [...new Set(moduleIds.flatMap(packageFolder))].sort();
  const sections = packages.map(notice);
  return ['Orchestral contains code of these packages.', ...sections].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
}

function notice(folder) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = fs.readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  if (files.length === 0) throw new Error(`${name} is bundled but has no licence file.`);
  const texts = files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

function packageFolder(moduleId) {
  const inPackage = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(moduleId);
  return inPackage === null ? [] : [inPackage[1]];
}
