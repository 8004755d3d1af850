import { catchFailure, unwrap } from '../base/failure.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { Editor } from './editor.ts';
import { failureText } from './failure-text.ts';
import type { Work } from './work.ts';

interface Replay {
  readonly project: ProjectApi;
  readonly editor: Editor;
  readonly words: Catalogue;
}

/** Tells a conversation again: what was asked for, which steps were taken, and where it stands. */
export async function replay(works: readonly Work[], { project, editor, words }: Replay): Promise<void> {
  for (const [place, work] of works.entries()) {
    const told = await catchFailure(async () => {
      const text = await requestOf(work, project);
      await editor.update({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } });
      if (work.workflow === 'run') await replaySteps(work, { project, editor, words });
      if (place < works.length - 1) return;
      await editor.update({ sessionUpdate: 'plan', entries: [...(await work.plan())] });
      await editor.say(await standing(work, { project, editor, words }));
    });
    if (!told.ok) await editor.say(failureText(told.error, words));
  }
}

async function requestOf({ workflow, id }: Work, project: ProjectApi): Promise<string> {
  if (workflow === 'run') return unwrap(await project.runs.document(id, 'briefing')).text.trim();
  const { sessions } = await project.snapshot();
  return sessions.find(({ hash }) => hash === id)?.request ?? '';
}

const BAD: ReadonlySet<string> = new Set(['interrupted', 'step_failed', 'nothing_built', 'strayed', 'stopped']);

async function replaySteps(work: Work, { project, editor }: Replay): Promise<void> {
  const stages = unwrap(await project.runs.stages(work.id));
  for (const [place, { effect, outcome, is_running }] of stages.entries()) {
    const status = is_running ? 'in_progress' : BAD.has(outcome ?? '') ? 'failed' : 'completed';
    const isRepeated = stages.findIndex((one) => one.effect === effect) < place;
    const call = { toolCallId: effect, ...(await work.stepStart(effect)), status } as const;
    if (isRepeated) await editor.update({ sessionUpdate: 'tool_call_update', ...call });
    else await editor.update({ sessionUpdate: 'tool_call', ...call });
  }
}

async function standing({ name }: Work, { project, words }: Replay): Promise<string> {
  const { editor, background } = words;
  const { outcome } = unwrap(await project.wait({ named: name, forMs: 0, signal: new AbortController().signal }));
  if (outcome === 'needs_person') return editor.undecided(name);
  if (outcome === 'running') return editor.atWork(name);
  if (outcome === 'interrupted') return editor.leftOff(name);
  return background.outcomes[outcome](name);
}
