import fs from 'node:fs';
import path from 'node:path';

const marks = ['.orchestral', '.claude/orchestrator', '.claude/orchestrate-state.json'];

/** Most folders have nothing of ours around them: that is seen without loading anything. */
export function isMarked(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (marks.some((mark) => fs.existsSync(path.join(at, mark)))) return true;
    if (path.dirname(at) === at) return false;
  }
}
