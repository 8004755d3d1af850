import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { isFull } from './tier.ts';

export interface Figure {
  /** What is promised, as a person would say it. */
  readonly promise: string;
  readonly asked: string;
  readonly measured: string;
}

/** Puts a figure into `docs/scorecard.md`; only full runs measure what the scorecard promises. */
export function record({ promise, asked, measured }: Figure): void {
  if (!isFull) return;
  const { testPath = '' } = expect.getState();
  const where = path.relative(process.cwd(), testPath);
  fs.mkdirSync('.build', { recursive: true });
  fs.appendFileSync('.build/scorecard.jsonl', `${JSON.stringify({ promise, asked, measured, where })}\n`);
}
