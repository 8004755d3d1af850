import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import type { Verdict } from '../../../engine/door/auto.ts';
import type { Context } from '../../context.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { someOf } from '../../report/auto-report.ts';
import { jsonText, visible } from '../../terminal/visible.ts';

/** Says of tasks what a person knows better, and what can be begun because of it. Whoever conducts hears it. */
export async function markTasks(
  context: Context,
  verdict: Verdict,
  ids: readonly string[],
): Promise<Result<ExitCode, Failure>> {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { auto } = project.value;
  const there = await auto.exists();
  const marked = there.ok ? await auto.mark(verdict, ids) : there;
  if (!marked.ok) return marked;
  const { words, flags, answer } = context;
  const { ready } = marked.value;
  if (flags.json) answer(jsonText({ verdict, tasks: [...new Set(ids)], ready }));
  else if (!flags.quiet) {
    const lines = [words.auto.judged[verdict](someOf([...new Set(ids)], words))];
    if (ready.length > 0) lines.push(words.auto.readyNow(someOf(ready, words)));
    answer(visible(lines.join(' · ')));
  }
  return ok(exit.done);
}
