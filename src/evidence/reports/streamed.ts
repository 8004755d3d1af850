import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import { projectPaths } from '../project-path.ts';
import { type NodeEvent, nodeEvent, passedParents, testsOfEvents } from './node-events.ts';
import { createReport, MAX_TESTS, type ReportedTest, type TestReport } from './test-report.ts';

/** What our reporter told while the tests ran (see `languages/reporters/`). */
export interface StreamedReport {
  /** Undefined: it told of no test, or of more than are believed. */
  readonly report: TestReport | undefined;
  /** Tests or files that were to run, and those that did, as the runner itself counts them. */
  readonly planned: number;
  readonly done: number;
  /** Tests that only hold others, and that the runner counts when it sums up. */
  readonly parents?: number;
  /** Whether the runner came to its end. */
  readonly ended: boolean;
  /** Lines of somebody else. */
  readonly foreign: number;
  /** Files of the project that were loaded, from its root; null where that is not measured. */
  readonly loaded: readonly string[] | null;
}

const count = z.optional(z.int().check(z.minimum(0), z.maximum(MAX_TESTS)));

const streamedLine = z.object({
  key: z.string(),
  plan: count,
  done: count,
  end: z.optional(z.literal(true)),
  measures: z.optional(z.literal(true)),
  loaded: z.optional(z.array(z.string())),
  node: z.optional(nodeEvent),
  test: z.optional(
    z.object({
      file: z.optional(z.nullable(z.string())),
      names: z.array(z.string()),
      status: z.enum(['passed', 'failed', 'skipped']),
      reason: z.optional(z.nullable(z.string())),
    }),
  ),
});

/** More than any project has. */
const MAX_FILES = 100_000;

export class StreamReader {
  readonly #options: { readonly key: string; readonly folder: string };
  readonly #paths: (reported: string) => string | undefined;
  readonly #tests: ReportedTest[] = [];
  readonly #events: NodeEvent[] = [];
  readonly #loaded = new Set<string>();
  #planned = 0;
  #done = 0;
  #ended = false;
  #foreign = 0;
  #measures = false;

  constructor(options: { readonly key: string; readonly folder: string }) {
    this.#options = options;
    this.#paths = projectPaths(options.folder);
  }

  take(line: string): void {
    if (line === '') return;
    const read = streamedLine.safeParse(parseJson(line));
    if (!read.success || read.data.key !== this.#options.key) {
      this.#foreign++;
      return;
    }
    const { plan = 0, done = 0, end, measures, loaded = [], node, test } = read.data;
    this.#planned += plan;
    this.#done += done;
    this.#ended ||= end === true;
    this.#measures ||= measures === true;
    for (const file of loaded) if (this.#loaded.size < MAX_FILES) this.#loaded.add(file);
    if (node !== undefined && this.#events.length <= MAX_TESTS) this.#events.push(node);
    if (test === undefined || this.#tests.length > MAX_TESTS) return;
    const { file, names, status, reason } = test;
    this.#tests.push({
      file: file == null ? undefined : this.#paths(file),
      names,
      status,
      reason: reason ?? undefined,
    });
  }

  finish(): StreamedReport {
    const tests = [...this.#tests, ...testsOfEvents(this.#events, this.#options.folder)];
    return {
      report: tests.length === 0 && !this.#ended ? undefined : createReport('stream', tests),
      planned: this.#planned,
      done: this.#done,
      parents: passedParents(this.#events),
      ended: this.#ended,
      foreign: this.#foreign,
      loaded: this.#measures ? [...this.#loaded].sort() : null,
    };
  }
}
