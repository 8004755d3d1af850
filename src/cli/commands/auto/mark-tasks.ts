import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { graphIn, openAuto } from '../../../engine/descriptors/auto.ts';
import { judgeTasks, type Verdict } from '../../../engine/operations/auto/decide.ts';
import { isAutoThere } from '../../../engine/operations/auto/read-graph.ts';
import { autoCliDeps } from '../../auto-tools.ts';
import type { Context } from '../../context.ts';
import { exit, type ExitCode } from '../../exit.ts';
import { someOf } from '../../report/auto-ids.ts';
import { jsonText, visible } from '../../terminal/visible.ts';

/** Says of tasks what a person knows better, and what can be begun because of it. Whoever conducts hears it. */
export async function judge(
  context: Context,
  verdict: Verdict,
  ids: readonly string[],
): Promise<Result<ExitCode, Failure>> {
  const desk = autoCliDeps(context);
  if (!desk.ok) return desk;
  const there = isAutoThere(desk.value.tools);
  if (!there.ok) return there;
  const open = await openAuto(desk.value.tools);
  if (!open.ok) return open;
  const before = new Set(open.value.store.state.kind === 'graph' ? open.value.store.state.ready : []);
  const judged = await judgeTasks(open.value, verdict, ids);
  const graph = graphIn(open.value);
  const ready = graph.ok ? graph.value.order.filter((id) => graph.value.tasks[id]?.status === 'ready') : [];
  const closed = await open.value.close();
  if (!judged.ok) return judged;
  if (!closed.ok) return closed;
  const { words, flags, answer } = context;
  const fresh = ready.filter((id) => !before.has(id) && !ids.includes(id));
  if (flags.json) answer(jsonText({ verdict, tasks: [...new Set(ids)], ready: fresh }));
  else if (!flags.quiet) {
    const lines = [words.auto.judged[verdict](someOf([...new Set(ids)], words))];
    if (fresh.length > 0) lines.push(words.auto.readyNow(someOf(fresh, words)));
    answer(visible(lines.join(' · ')));
  }
  return ok(exit.done);
}
