import * as z from 'zod/mini';

const names = z.array(z.string());
const test = z.strictObject({ id: z.string(), reason: z.string() });

/**
 * Something that a person or a reviewer may allow. The same pair of contents is not raised again; any other is a new
 * finding.
 */
const item = z.strictObject({
  /** A test's id, or a path; of a file of several classes `path#part`. */
  key: z.string(),
  file: z.string(),
  /** Hashes of what stood there and of what stands there; null: nothing. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** For whoever decides: the old demand and the new one. */
  was: z.optional(z.string()),
  now: z.optional(z.string()),
  /** Of a superseded test: the new one demands the same, with other imports or names. */
  only_names: z.optional(z.literal(true)),
  /** Of a lost demand: it may stand where it stood, but its test passes, or is left out, without the product, too. */
  idle: z.optional(z.literal(true)),
});

export type FindingItem = z.infer<typeof item>;

const items = z.array(item);

/** What was found out about a change by running tests and reading both trees. A verdict is never part of it. */
export const proofFinding = z.discriminatedUnion('code', [
  /** They fail in the candidate, and did not in the baseline. */
  z.strictObject({ code: z.literal('new_failures'), tests: z.array(test) }),
  z.strictObject({ code: z.literal('tests_did_not_run'), ending: z.string(), tail: z.string() }),
  z.strictObject({ code: z.literal('build_failed'), command: z.string(), ending: z.string(), tail: z.string() }),
  z.strictObject({ code: z.literal('setup_failed'), command: z.string(), ending: z.string(), tail: z.string() }),
  /** Set-up changed these tracked files, and without that the tests fail. */
  z.strictObject({ code: z.literal('needs_changed_files'), files: names }),
  /** The report, the exit code and the printed summary do not agree, as they do in the baseline. */
  z.strictObject({ code: z.literal('report_disagrees'), report: z.string(), printed: z.string() }),
  /** They passed in the baseline, their file is unchanged, and the candidate does not report them. */
  z.strictObject({ code: z.literal('lost_tests'), tests: names }),
  /** The request names them as failing. */
  z.strictObject({ code: z.literal('named_tests_fail'), tests: names }),
  z.strictObject({ code: z.literal('no_change'), only: z.enum(['nothing', 'modes', 'empty_files', 'ignored_files']) }),
  /** None of the declared files exists or none was changed. */
  z.strictObject({ code: z.literal('no_deliverable'), paths: names }),
  z.strictObject({ code: z.literal('deliverables_missing'), paths: names }),
  /** Lines of the task list other than the title and text of this task. */
  z.strictObject({ code: z.literal('task_list_changed'), lines: names }),
  z.strictObject({ code: z.literal('probe_failed'), line: z.string(), output: z.string() }),
  z.strictObject({ code: z.literal('coverage_low'), coverage: z.number(), needed: z.number() }),
  /** Tests that passed in the baseline and fail when they run against the new product. */
  z.strictObject({ code: z.literal('superseded'), items }),
  /** Assertions that stand nowhere any more, and tests that are skipped now. */
  z.strictObject({ code: z.literal('lost_demand'), items }),
  /** Changed product files that the baseline's tests loaded and the candidate's do not. */
  z.strictObject({ code: z.literal('unreached'), items }),
  /** `own`: the change added or modified these tests. */
  z.strictObject({ code: z.literal('newly_flaky'), tests: names, own: z.boolean() }),
  /** How tests are run. */
  z.strictObject({ code: z.literal('configuration'), items }),
  z.strictObject({ code: z.literal('controls'), items }),
  /** Code that patches assertions or the runner, or opens what a check writes. */
  z.strictObject({ code: z.literal('tampering'), items }),
  /** Code that ends the process or asks whether it is tested. `fewer`: not all collected tests were executed. */
  z.strictObject({ code: z.literal('test_detection'), items, fewer: z.boolean() }),
  /** Code that the suite can load, and no test that fails without the change. */
  z.strictObject({ code: z.literal('unproven'), files: names }),
  /** Nothing that the suite can load. `prose`: only documents, although code was asked for. */
  z.strictObject({ code: z.literal('not_testable'), files: names, prose: z.boolean() }),
  z.strictObject({ code: z.literal('no_test_command') }),
  z.strictObject({ code: z.literal('surface_modified'), files: names }),
  z.strictObject({ code: z.literal('flaky'), tests: names }),
  /** They fail in the baseline, too. */
  z.strictObject({ code: z.literal('failed_before'), tests: names }),
  /** New tests that pass without the change. */
  z.strictObject({ code: z.literal('proves_nothing'), tests: names }),
  /** Tests that could not be loaded without the change: no assertion of theirs failed. */
  z.strictObject({ code: z.literal('weak_red'), tests: names }),
  z.strictObject({ code: z.literal('not_probed') }),
  /** A command that the task says must succeed needs a program that is not installed, and was not before the work. */
  z.strictObject({ code: z.literal('condition_cannot_run'), command: z.string(), program: z.string() }),
  /** What could not be found out here, and why. */
  z.strictObject({ code: z.literal('not_measured'), what: z.string() }),
  /** Tracked files that set-up or tests changed, and that were restored. */
  z.strictObject({ code: z.literal('restored_files'), files: names }),
]);

export type ProofFinding = z.infer<typeof proofFinding>;
export type FindingCode = ProofFinding['code'];
/** Those that a person or a reviewer may allow, item by item. */
export type AllowableFinding = Extract<ProofFinding, { readonly items: unknown }>;

export function isAllowable(finding: ProofFinding): finding is AllowableFinding {
  return 'items' in finding;
}

/**
 * The items of a finding as they are decided on: all of one key together, file after file, and the tests of a file that
 * only call things by other names in one.
 */
export function groupItems({ items: all }: Pick<AllowableFinding, 'items'>): FindingItem[][] {
  const groups = new Map<string, FindingItem[]>();
  for (const one of all) {
    const key = one.only_names === true ? `${one.file}\nnames` : `${one.file}\nkey ${one.key}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const files = [...new Set(all.map(({ file }) => file))];
  return files.flatMap((file) => [...groups.values()].filter(([first]) => first?.file === file));
}
