import fs from 'node:fs';
import path from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/**
 * Published without the file: their terms are word for word those of another bundled package, under their own names, or
 * there is nothing to keep to.
 */
const LICENCE_LEFT_OUT = {
  'react-remove-scroll-bar': { termsOf: 'react-remove-scroll', copyright: 'Copyright (c) Anton Korzunov' },
  wouter: { text: 'This is free and unencumbered software released into the public domain.' },
  saxes: {
    termsOf: 'yaml',
    copyright:
      'Copyright (c) Contributors\nCopyright (c) Isaac Z. Schlueter and Contributors (sax, from which saxes was forked)',
  },
};

/** The licences of the packages whose code is in the bundle, as those licences ask. */
export function thirdPartyNotices(moduleIds) {
  const packages = [...new Set(moduleIds.flatMap(packageFolder))].sort();
  const sections = packages.map(notice);
  return ['Orchestral contains code of these packages.', ...sections].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';
}

function notice(folder) {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = fs.readdirSync(folder).filter((file) => LICENCE_FILE.test(file));
  const texts =
    files.length > 0
      ? files.map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim())
      : [licenceLeftOut(folder, name, license)];
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

function licenceLeftOut(folder, name, license) {
  const known = LICENCE_LEFT_OUT[name];
  if (known === undefined) throw new Error(`${name} is bundled but has no licence file.`);
  if (known.text !== undefined) return known.text;
  const other = path.join(folder, '..', known.termsOf);
  if (JSON.parse(fs.readFileSync(path.join(other, 'package.json'), 'utf8')).license !== license)
    throw new Error(`${name} is ${license}, and ${known.termsOf} no longer is.`);
  return fs
    .readFileSync(path.join(other, 'LICENSE'), 'utf8')
    .trim()
    .replace(/^Copyright .*$/m, () => known.copyright);
}

function packageFolder(moduleId) {
  const inPackage = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(moduleId);
  return inPackage === null ? [] : [inPackage[1]];
}
