// Some package registries do not carry the prebuilt binaries for every platform. `npm install` then leaves those out of
// the lock file, and `npm ci` refuses it everywhere. This puts them back by name: run it after changing a dependency.
// They get no checksum, since nothing here could be fetched to take one of; npm fetches only what fits the machine.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './stamp.mjs';

const PLATFORM =
  /[-/](android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/;

const file = path.join(root, 'package-lock.json');
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
lock.packages = inOrder(complete(lock.packages));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

function complete(packages) {
  const all = { ...packages };
  // Shallow ones first: the top folder belongs to the version that the project itself uses.
  const owners = Object.entries(packages).sort(([a], [b]) => homesOf(a).length - homesOf(b).length);
  for (const [owner, { optionalDependencies = {}, dev }] of owners) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const places = homesOf(owner).map((home) => `${home}node_modules/${name}`);
      const found = places.find((place) => all[place] !== undefined);
      const free = places.findLast((place) => all[place] === undefined);
      const platform = platformOf(name);
      if (platform === undefined || (found !== undefined && all[found].version === version)) continue;
      all[free] = { version, dev, optional: true, ...platform };
      console.log(`${free} ${version}`);
    }
  }
  return all;
}

/** The folders in which a package finds what it depends on, nearest first. */
function homesOf(owner) {
  const nested = owner.split('/node_modules/');
  return [...nested.map((_, index) => `${nested.slice(0, index + 1).join('/node_modules/')}/`).toReversed(), ''];
}

function platformOf(name) {
  if (name.endsWith('-wasm32-wasi')) return { cpu: ['wasm32'] };
  const [, os, cpu, abi = ''] = PLATFORM.exec(name) ?? [];
  if (os === undefined) return undefined;
  const libc = { gnu: ['glibc'], musl: ['musl'] }[abi];
  return { os: [os], cpu: [cpu], ...(os === 'linux' && libc && { libc }) };
}

function inOrder(packages) {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
}
