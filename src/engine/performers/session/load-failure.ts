import path from 'node:path';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { normalPath } from '../../../base/normal-path.ts';
import { treeFiles } from '../../../evidence/gates/tree-files.ts';
import { announcedNames } from '../../../workflows/proof/announced-names.ts';
import type { GreenRuns } from '../../../workflows/proof/new-tests.ts';
import { classifyRed } from '../../../workflows/proof/red.ts';
import type { DocumentOf } from '../../../schema/documents.ts';
import { designFor } from './subtask.ts';
import type { SubtaskJob } from './job.ts';

/** Whether the tests cannot be loaded because of what they themselves name, and nobody was asked to make: QA's to mend. */
export async function isTestsFault(
  job: SubtaskJob,
  { found, contract }: { readonly found: GreenRuns; readonly contract: DocumentOf<'test-contract'> },
): Promise<Result<boolean, Failure>> {
  const { services, session, at } = job;
  const last = found.runs.at(-1);
  const designed = designFor(job);
  if (last === undefined || last.green || !designed.ok) return ok(false);
  const files = await treeFiles(services.git, services.repository, (at.subtask.work ?? session.tip).tree);
  if (!files.ok) return files;
  const announced = announcedNames(designed.value.asDesign, files.value.paths);
  const red = classifyRed(last.proof, { contract, announced });
  if (red.kind !== 'other_load_failure') return ok(false);
  const testFile = normalPath(contract.test_file_path);
  const texts = await files.value.texts([testFile]);
  if (!texts.ok) return texts;
  const named = [...(texts.value.get(testFile) ?? '').matchAll(/(['"`])([^'"`\n]{1,500})\1|\bimport\s+([\w.]+)/g)].map(
    ([, , quoted = '', module = '']) => quoted || module.replaceAll('.', '/'),
  );
  // What is printed is where it was looked for: only the end of it is as the test has it.
  const isNamed = (missing: string): boolean =>
    named.some((one) => one === missing || path.posix.basename(one) === path.posix.basename(missing));
  return ok(red.missing.some(isNamed));
}
