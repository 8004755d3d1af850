import type { PromptRequest, StopReason } from '@agentclientprotocol/sdk';
import { systemClock } from '../base/clock.ts';
import { catchFailure, failure, unwrap } from '../base/failure.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { EditorSession } from '../engine/door/project-records.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { conductWork } from './conduct-work.ts';
import { type Editor, textContent } from './editor.ts';
import { failureText } from './failure-text.ts';
import { promptText } from './prompt-text.ts';
import { runWork } from './run-work.ts';
import { sessionWork } from './session-work.ts';
import type { ExpectedMessage, Turn, Work } from './work.ts';

export type Mode = EditorSession['mode'];

export interface ConversationOptions {
  readonly id: string;
  readonly project: ProjectApi;
  readonly editor: Editor;
  readonly words: Catalogue;
  readonly program: readonly [string, ...string[]];
  /** What the repository runs is trusted, this once. */
  readonly trusts: boolean;
  /** Aborted when the editor is gone. */
  readonly left: AbortSignal;
}

/** How long work may take to end once the person cancelled it. */
const STOPS_WITHIN_MS = 30_000;
const CONTINUE = '/continue';
const LONGEST_TITLE = 100;

/** A conversation in an editor: what was begun in it, and the prompt that is being answered. */
export class Conversation {
  mode: Mode = 'run';
  readonly #options: ConversationOptions;
  #record: EditorSession | undefined;
  #expected: ExpectedMessage | undefined;
  #turn: { readonly cancelled: AbortController; readonly ended: Promise<StopReason> } | undefined;

  constructor(options: ConversationOptions, record?: EditorSession) {
    this.#options = options;
    this.#record = record;
    this.mode = record?.mode ?? 'run';
  }

  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  /** Oldest first. */
  get works(): readonly Work[] {
    return (this.#record?.work ?? []).map((work) => this.#workOf(work));
  }

  /** Resolves once nothing of this prompt is at work any more. */
  prompt(blocks: PromptRequest['prompt']): Promise<StopReason> {
    const cancelled = new AbortController();
    const ended = this.#answer(promptText(blocks), cancelled.signal).finally(() => {
      this.#turn = undefined;
    });
    this.#turn = { cancelled, ended };
    return ended;
  }

  async cancel(): Promise<void> {
    this.#turn?.cancelled.abort();
    await this.#turn?.ended.catch(() => undefined);
  }

  async #answer(text: string, cancelled: AbortSignal): Promise<StopReason> {
    const { project, editor, words, program, left } = this.#options;
    const turn: Turn = {
      project,
      editor,
      words,
      program,
      signal: AbortSignal.any([cancelled, left]),
      expect: (message) => (this.#expected = message),
    };
    const done = await catchFailure(() => this.#act(text, turn));
    if (!done.ok && !turn.signal.aborted) await editor.say(failureText(done.error, words));
    if (!cancelled.aborted) return 'end_turn';
    await this.#stopWork();
    return 'cancelled';
  }

  async #act(text: string, turn: Turn): Promise<void> {
    const { editor, words } = turn;
    const expected = this.#expected;
    this.#expected = undefined;
    const work = this.works.at(-1);
    if (text === '') return editor.say(words.editor.empty);
    if (text === CONTINUE)
      return work === undefined ? editor.say(words.editor.nothingToContinue) : this.#goOn(turn, work);
    if (expected !== undefined && work !== undefined) {
      await this.#take(expected, text);
      return conductWork(turn, work);
    }
    if (work !== undefined && (await this.#isUnfinished(work))) {
      const choice = await this.#chooseWork(turn, work);
      if (choice === 'continue') return this.#goOn(turn, work);
      if (choice === undefined) return;
    }
    return this.#start(turn, text);
  }

  async #isUnfinished({ name }: Work): Promise<boolean> {
    const { project, left } = this.#options;
    const waited = await project.wait({ named: name, forMs: 0, signal: left });
    return waited.ok && ['running', 'interrupted', 'needs_person'].includes(waited.value.outcome);
  }

  #chooseWork({ editor, words, signal }: Turn, { name }: Work): Promise<'continue' | 'new' | undefined> {
    return editor.ask(
      {
        title: words.editor.unfinished(name),
        content: [],
        later: words.editor.later,
        decisions: [
          { id: 'continue', name: words.editor.goOnWith(name) },
          { id: 'new', name: words.editor.startNew },
        ],
      },
      signal,
    );
  }

  /** What the person wrote is what they were asked to write. */
  async #take(expected: ExpectedMessage, text: string): Promise<void> {
    const { project, words } = this.#options;
    const { run } = expected;
    if (expected.kind === 'reason') return void unwrap(await project.runs.reject(run, text, expected.commit));
    const rationale = words.editor.chosen;
    unwrap(
      await project.runs.answer(run, { crp: expected.crp, decision: 'other', rationale, notes: text, future: false }),
    );
  }

  async #goOn(turn: Turn, work: Work): Promise<void> {
    const { outcome } = unwrap(await turn.project.wait({ named: work.name, forMs: 0, signal: turn.signal }));
    if (outcome === 'stopped' || outcome === 'failed') {
      if (!(await this.#isTrusted(turn))) return;
      await work.resume();
    }
    return conductWork(turn, work);
  }

  async #start(turn: Turn, text: string): Promise<void> {
    const { project } = turn;
    if (!(await this.#isTrusted(turn))) return;
    const { cursor } = await project.snapshot();
    const work = this.mode === 'run' ? await this.#startRun(turn, text) : await this.#startSession(turn, text);
    if (work === undefined) return;
    await this.#remember(work, text);
    return conductWork(turn, work, cursor);
  }

  async #startRun({ project, words }: Turn, briefing: string): Promise<Work> {
    const conductor = unwrap(await project.runs.start({ briefing }));
    unwrap(await conductor.close());
    return runWork(project, conductor.id, words);
  }

  /** Undefined: the person would rather not, because another session is active. */
  async #startSession(turn: Turn, request: string): Promise<Work | undefined> {
    const { project, words, editor, signal } = turn;
    const active = await project.sessions.current();
    if (active?.session.status === 'active') {
      const id = active.state?.request.id ?? active.project.hash;
      const choice = await editor.ask(
        {
          title: words.session.active(id, active.state?.request.original_request ?? ''),
          content: [],
          later: words.editor.later,
          decisions: [
            { id: 'resume', name: words.editor.goOnWith(id) },
            { id: 'over', name: words.editor.startOver(id), isRefusal: true },
          ],
        },
        signal,
      );
      if (choice === undefined) return undefined;
      const { hash } = active.project;
      if (choice === 'resume') return sessionWork(project, { hash, request: id }, words);
      unwrap(await project.sessions.reset(hash, signal));
    }
    const conductor = unwrap(await project.sessions.start({ request }));
    const { request_id } = conductor.view();
    unwrap(await conductor.close());
    return sessionWork(project, { hash: conductor.id, request: request_id }, words);
  }

  /** Asks where something would be run that nobody has agreed to. */
  async #isTrusted({ project, editor, words, signal }: Turn): Promise<boolean> {
    if (this.#options.trusts) return true;
    const trust = unwrap(await project.readTrust());
    const { runnables, unconfined, isTrusted } = trust;
    if (isTrusted) return true;
    const listed = (all: typeof runnables) => all.map(({ file, place, text }) => `${file} ${place}\n\n    ${text}`);
    const lines = [
      ...(runnables.length === 0 ? [] : [words.trust.shown(runnables.length), ...listed(runnables)]),
      ...(unconfined === null ? [] : [words.trust.unconfined, ...listed(unconfined)]),
    ];
    const decision = await editor.ask(
      {
        title: runnables.length === 0 ? words.trust.questionRepository : words.trust.question,
        content: [textContent(lines.join('\n\n'))],
        later: words.editor.later,
        decisions: [{ id: 'trust', name: words.editor.trust }],
      },
      signal,
    );
    if (decision !== 'trust') {
      const needed = { count: runnables.length, unconfined: unconfined !== null };
      if (!signal.aborted) await editor.say(failureText(failure('trust.needed', needed), words));
      return false;
    }
    unwrap(await project.giveTrust(trust));
    return true;
  }

  /** From now on the editor finds it again. */
  async #remember({ workflow, id, name }: Work, text: string): Promise<void> {
    const entry = { workflow, id, request: workflow === 'session' ? name : null };
    const [line = ''] = text.split('\n');
    const record = {
      session_id: this.#options.id,
      mode: this.mode,
      title: this.#record?.title ?? line.slice(0, LONGEST_TITLE),
      work: [...(this.#record?.work ?? []), entry],
      updated_at: systemClock.now().toISOString(),
    };
    this.#record = record;
    unwrap(await this.#options.project.records.saveEditorSession(record));
    const { title, updated_at: updatedAt } = record;
    await this.#options.editor.update({ sessionUpdate: 'session_info_update', title, updatedAt });
  }

  /** What waits for the person stays as it is; what is at work is ended. */
  async #stopWork(): Promise<void> {
    const { project } = this.#options;
    const work = this.works.at(-1);
    if (work === undefined) return;
    const signal = AbortSignal.timeout(STOPS_WITHIN_MS);
    const waited = await project.wait({ named: work.name, forMs: 0, signal });
    if (!waited.ok || !['running', 'interrupted'].includes(waited.value.outcome)) return;
    await work.stop(signal);
    await project.waitForRelease({ workflow: work.workflow, id: work.id }, signal);
  }

  #workOf({ workflow, id, request }: EditorSession['work'][number]): Work {
    const { project, words } = this.#options;
    if (workflow === 'run') return runWork(project, id, words);
    return sessionWork(project, { hash: id, request: request ?? '' }, words);
  }
}
