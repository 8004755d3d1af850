import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { realDisk } from '../../files/disk.ts';
import { replaceFile } from '../../files/replace.ts';
import { encode } from '../../schema/codec.ts';
import { configDefaults } from '../../schema/config/defaults.ts';
import type { DocumentOf, JsonDocumentName } from '../../schema/documents.ts';
import { placeOf } from '../../schema/places.ts';
import { isOnDisk } from '../on-disk.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';

/** `kept`: there already, and left as it is. `lacks`: a person's own ignore file, in which these rules are missing. */
export type InitStep =
  | { readonly path: string; readonly outcome: 'written' | 'kept' }
  | { readonly path: string; readonly outcome: 'lacks'; readonly rules: readonly string[] };

/** `init` where there can be no project would leave files that count for everything below. */
export function requireSuitable({ root }: Project, env: Readonly<Record<string, string | undefined>>): void {
  const home = env['HOME'];
  const why = path.dirname(root) === root ? 'root' : isSameFolder(root, home) ? 'home' : isBare(root) ? 'bare' : null;
  if (why !== null) throwFailure('project.unsuitable', { folder: root, why });
}

function isSameFolder(root: string, home: string | undefined): boolean {
  return home !== undefined && fs.existsSync(home) && fs.realpathSync(home) === root;
}

function isBare(root: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => fs.existsSync(path.join(root, name)));
}

/** Writes what is absent and overwrites nothing, so that it can be done again at any time. `only`: what lies there. */
export function initProject({ root }: Project, { only = '' }: { readonly only?: string } = {}): InitStep[] {
  const steps: InitStep[] = [];
  for (const { place, content, rules } of filesToWrite().filter((file) => file.place.startsWith(only))) {
    const file = path.join(root, place);
    if (isOnDisk(file)) {
      const missing = missingRules(file, rules);
      steps.push(
        missing.length === 0 ? { path: file, outcome: 'kept' } : { path: file, outcome: 'lacks', rules: missing },
      );
      continue;
    }
    unwrap(replaceFile(realDisk, file, Buffer.from(content)));
    steps.push({ path: file, outcome: 'written' });
  }
  return steps;
}

interface Wanted {
  readonly place: string;
  readonly content: string;
  /** Lines an ignore file must hold to do its work. */
  readonly rules: readonly string[];
}

/** Left behind beside documents, wherever they lie; never for sharing. */
const traces = [
  '*.log',
  '*.lock',
  '*.breaker',
  '*.owner',
  '*.bak',
  '*.tmp-*',
  '*.corrupt-*',
  '*.rejected-*',
  '*.restored-*',
];

function filesToWrite(): Wanted[] {
  return [
    config('config-global', configDefaults.global),
    config('config-refiner', configDefaults.refiner),
    config('config-builder', configDefaults.builder),
    config('config-verifier', configDefaults.verifier),
    config('config-gatekeeper', configDefaults.gatekeeper),
    config('config-agents', { version: 1 }),
    config('config-project', { version: 1 }),
    ignore('.orchestral/.gitignore', ['runs/', ...traces]),
    ignore('.claude/.gitignore', ['orchestrate-state.json*', 'orchestrate-events*', ...traces.map(inSessions)]),
  ];
}

function config<N extends JsonDocumentName>(name: N, value: DocumentOf<N>): Wanted {
  return { place: placeOf(name), content: encode(name, value), rules: [] };
}

/** It ignores itself, so that a project takes no notice of us until somebody shares something. */
function ignore(place: string, rules: readonly string[]): Wanted {
  return { place, rules, content: `# Written by orchestral init.\n.gitignore\n${rules.join('\n')}\n` };
}

/** `.claude` is shared with others: only what lies in our part of it is ours to ignore. */
function inSessions(trace: string): string {
  return `orchestrator/**/${trace}`;
}

function missingRules(file: string, rules: readonly string[]): readonly string[] {
  const read = readRegularFile(file, { limit: 2 ** 20, followLinks: false });
  if (!read.ok) return rules;
  const lines = new Set(
    Buffer.from(read.value)
      .toString()
      .split('\n')
      .map((line) => line.trim()),
  );
  return rules.filter((rule) => !lines.has(rule));
}
