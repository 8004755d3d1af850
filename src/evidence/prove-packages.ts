import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { canSelectFiles } from '../languages/known-runners.ts';
import { isTestFile } from '../languages/test-surface.ts';
import type { ProofRequest } from './assemble-proof.ts';
import type { CheckContext } from './check-context.ts';
import { type Proof, proofKey } from './proof.ts';
import { type ProofOutcome, prove } from './prove.ts';

/** Builds and tests a project, and then the packages of its workspace that need it. */
export async function provePackages(
  context: CheckContext,
  request: ProofRequest,
): Promise<Result<ProofOutcome, Failure>> {
  const { dependents = [] } = request.commands;
  if (dependents.length === 0) return prove(context, request);
  const proofs: Proof[] = [];
  for (const one of requestsOf(request)) {
    const proved = await prove(context, one);
    if (!proved.ok || proved.value.status === 'cancelled') return proved;
    if (proofs.length > 0 && isWithoutTests(proved.value.proof, one)) continue;
    proofs.push(proved.value.proof);
    // What did not come to its end says nothing of the others.
    if (proved.value.proof.ending !== 'exited' && proved.value.proof.ending !== 'not_run') break;
  }
  const [first, ...rest] = proofs;
  return first === undefined
    ? prove(context, request)
    : ok({ status: 'proved', proof: { ...joinPackages(first, rest), ...asAsked(request) } });
}

/** A tree that has only some of the tests may have none of a package: its runner then fails for want of any. */
function isWithoutTests({ counts }: Proof, { worktree, commands }: ProofRequest): boolean {
  return counts.total === 0 && !hasTestFile(worktree.folder, commands.folder ?? '');
}

function hasTestFile(root: string, folder: string): boolean {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.some((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name !== 'node_modules' && hasTestFile(root, name);
    return isTestFile(name);
  });
}

/** Each package with those of the selected files that are its own; without any where none is. */
function requestsOf(request: ProofRequest): ProofRequest[] {
  const { commands, only } = request;
  const { dependents = [], folder = '', build: _build, coverage: _coverage, ...plain } = commands;
  const all = [
    { folder, of: { ...request, commands: { ...commands, dependents: [] } } },
    ...dependents.map((one) => ({
      folder: one.folder,
      of: {
        ...request,
        coverage: false,
        commands: { ...plain, folder: one.folder, tests: { ...one.tests, configured: false }, dependents: [] },
      },
    })),
  ];
  const files = only?.files;
  if (files === undefined) return all.map(({ of }) => of);
  const isIn = (file: string, place: string): boolean => file.startsWith(`${place}/`);
  const ownerOf = (file: string): string =>
    all
      .map((one) => one.folder)
      .filter((place) => isIn(file, place))
      .sort((a, b) => b.length - a.length)[0] ?? folder;
  return all.flatMap(({ folder: place, of }) => {
    const own = files.filter((file) => ownerOf(file) === place);
    return own.length === 0 ? [] : [{ ...of, only: { ...only, files: own } }];
  });
}

function asAsked(request: ProofRequest): Pick<Proof, 'key' | 'only'> {
  const { files, names } = request.only ?? {};
  return {
    key: proofKey(request),
    ...(request.only !== undefined && {
      only: { ...(files !== undefined && { files: [...files] }), ...(names !== undefined && { names: [...names] }) },
    }),
  };
}

/** One proof of all: the first package's, with the tests of the others; what went wrong first is what it tells of. */
function joinPackages(first: Proof, rest: readonly Proof[]): Proof {
  const all = [first, ...rest];
  const told = all.find(({ ending, exit_code }) => ending !== 'not_run' && (ending !== 'exited' || exit_code !== 0));
  const { ending, exit_code, signal, limit, output_sha256, output_tail } = told ?? first;
  const sum = (count: (one: Proof) => number): number => all.reduce((total, one) => total + count(one), 0);
  const countsOf = (of: (one: Proof) => Proof['counts']): Proof['counts'] => ({
    total: sum((one) => of(one).total),
    passed: sum((one) => of(one).passed),
    failed: sum((one) => of(one).failed),
    skipped: sum((one) => of(one).skipped),
  });
  const streams = all.flatMap(({ streamed }) => streamed ?? []);
  const printed = all.flatMap((one) => one.printed ?? []);
  const loaded = all.map((one) => one.loaded ?? null);
  const cannotRun = all.find(({ cannot_run }) => cannot_run !== undefined)?.cannot_run;
  const changes = all.flatMap(({ tracked_changes = [] }) => tracked_changes);
  return {
    ...first,
    runner: all.find(({ runner }) => !canSelectFiles(runner) && runner !== 'none')?.runner ?? first.runner,
    ending,
    exit_code,
    signal,
    ...(limit !== undefined && { limit }),
    output_sha256,
    output_tail,
    counts: countsOf((one) => one.counts),
    // What names no test takes away what the others say by name: then only the sums are compared.
    tests: all.some(({ tests, counts }) => tests.length === 0 && counts.total > 0)
      ? []
      : all.flatMap((one) => one.tests),
    duration_ms: sum((one) => one.duration_ms),
    streamed:
      streams.length < all.length
        ? null
        : {
            planned: streams.reduce((total, one) => total + one.planned, 0),
            done: streams.reduce((total, one) => total + one.done, 0),
            ended: streams.every((one) => one.ended),
            foreign: streams.reduce((total, one) => total + one.foreign, 0),
          },
    printed: printed.length < all.length ? null : countsOf((one) => one.printed ?? one.counts),
    disagreement: [...new Set(all.flatMap(({ disagreement = [] }) => disagreement))],
    loaded: loaded.some((one) => one === null) ? null : [...new Set(loaded.flatMap((one) => one ?? []))],
    ...(changes.length > 0 && { tracked_changes: changes }),
    ...(cannotRun !== undefined && { cannot_run: cannotRun }),
  };
}
