import path from 'node:path';
import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { unwrap } from '../base/failure.ts';
import type { ComparedText } from '../engine/door/run-records.ts';
import type { Pack } from '../engine/door/runs.ts';
import type { RunView } from '../schema/views/run-view.ts';
import { askWhileOpen } from './ask-while-open.ts';
import { textContent } from './editor.ts';
import { failureText } from './failure-text.ts';
import type { Turn } from './work.ts';

const MOST_FILES = 100;
const MOST_CHARACTERS = 2 * 1024 * 1024;
/** Lines around each change: the whole of most files. */
const CONTEXT = 1000;

/**
 * Shows the pack of a run with its changes, and asks whether exactly that commit is to be merged. Nothing but the
 * person's answer to this request approves it.
 */
export async function askForApproval(turn: Turn, run: RunView): Promise<boolean> {
  const { project, editor, words, signal } = turn;
  const { run_id } = run;
  const said = words.editor;
  const pack = unwrap(await project.runs.review(run_id));
  const summary = await project.runs.summary(run_id);
  if (summary.ok) await editor.say(summary.value.trim());
  const content = [textContent(packText(pack, turn)), ...(await changes(turn, pack))];
  const approve = pack.base.branch === null ? said.approveFolder : said.approve(pack.base.branch);
  const count = pack.to_allow.length;
  const isOpen = async (): Promise<boolean> => {
    const view = await project.runs.view(run_id);
    return !view.ok || (view.value.step === 'ready_for_merge' && view.value.work?.commit === pack.commit);
  };
  const decision = await askWhileOpen(
    turn,
    {
      title: said.reviewTitle(run_id),
      kind: 'edit',
      content,
      later: said.later,
      decisions: [
        { id: 'approve', name: count === 0 ? approve : said.approveAllow(count, approve) },
        { id: 'reject', name: said.sendBack, isRefusal: true },
      ],
    },
    { log: run_id, isOpen },
  );
  if (decision === 'elsewhere') return true;
  if (decision === 'approve') {
    const approved = await project.runs.approve(run_id, { commit: pack.commit, allow: 'all' });
    if (!approved.ok) await editor.say(failureText(approved.error, words));
    return approved.ok;
  }
  if (decision === 'reject') {
    turn.expect({ kind: 'reason', run: run_id, commit: pack.commit });
    await editor.say(said.writeReason);
  } else if (!signal.aborted) {
    await editor.say(said.undecided(run_id));
  }
  return false;
}

function packText({ commit, base, branch, evidence, to_allow, quotes }: Pack, { words, project }: Turn): string {
  const { tests } = evidence;
  const { pack, runDocuments } = words;
  const { proof } = runDocuments;
  const items = to_allow.map(
    ({ number, code, key, was, now }) =>
      `${number}. ${key === null ? '' : `${key}: `}${proof.kinds[code] ?? code}` +
      (was === null && now === null ? '' : `\n   − ${was ?? proof.nothing}\n   + ${now ?? proof.nothing}`),
  );
  const youWrote = quotes.length === 0 ? [] : [`${proof.youWrote} ${quotes.map((quote) => `“${quote}”`).join(' ')}`];
  return [
    pack.commit(commit),
    base.branch === null || branch === null ? pack.intoFolder(project.project.root) : pack.into(branch, base.branch),
    tests.total === 0 ? pack.noTests : pack.testsRun(tests),
    pack.coverage(tests.coverage === null ? null : Math.floor(tests.coverage * 10) / 10),
    ...(items.length === 0 ? [] : [`${proof.toAllow}\n\n${items.join('\n')}`, ...youWrote]),
  ].join('\n\n');
}

/** What exactly this commit changes, as git says. */
async function changes({ project, words }: Turn, { run_id, commit }: Pack): Promise<ToolCallContent[]> {
  const range = { from: 'base', to: commit };
  const { files } = unwrap(await project.runs.compare(run_id, range));
  const shown: ToolCallContent[] = [];
  let left = MOST_CHARACTERS;
  for (const { path: name } of files.slice(0, MOST_FILES)) {
    const file = unwrap(await project.runs.compareFile(run_id, { ...range, path: name, context: CONTEXT }));
    const diff = diffOf(file);
    const size = diff === undefined ? 0 : (diff.oldText ?? '').length + diff.newText.length;
    if (diff === undefined || size > left) {
      shown.push(textContent(words.editor.notShown(name)));
      continue;
    }
    left -= size;
    shown.push({ type: 'diff', path: path.join(project.repository, name), ...diff });
  }
  const more = files.length - MOST_FILES;
  return more > 0 ? [...shown, textContent(words.editor.moreFiles(more))] : shown;
}

function diffOf({
  hunks,
  is_binary,
  is_cut,
  kind,
}: ComparedText): { oldText: string | null; newText: string } | undefined {
  if (is_binary || is_cut) return undefined;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const side = (left: 'removed' | 'added'): string =>
    lines.flatMap((line) => (line.kind === left ? [] : [`${line.text}\n`])).join('');
  return { oldText: kind === 'added' ? null : side('added'), newText: side('removed') };
}
