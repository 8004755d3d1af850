import fs from 'node:fs';
import type { Problem } from '../../base/document-problem.ts';
import type { Result } from '../../base/result.ts';
import { chooseLanguage, loadGlanceWords } from '../../i18n/language.ts';
import { locateProblem } from '../../i18n/format-problem.ts';
import type { GlanceWords } from '../../i18n/catalogue.ts';
import { decodeJson } from '../../schema/codec.ts';
import { type DocumentName, kindOf } from '../../schema/documents.ts';
import { documentAt, isOwnPlace, type PlaceIds } from '../../schema/places.ts';
import { textOf } from '../../schema/text.ts';
import { visible } from '../terminal/visible.ts';
import type { EditTargets, ToolCall } from './find-targets.ts';

const MOST_PROBLEMS = 3;

/** Why the call must not be made, as Claude Code reads it; undefined where it may. */
export async function judgeEdit(
  call: ToolCall,
  { places, isFrozen }: EditTargets,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  // An edit that may be made needs no words.
  const deny = async (say: (words: GlanceWords) => string) =>
    refusal(say(await loadGlanceWords(chooseLanguage({ env }))));
  if (isFrozen) return deny((words) => words.hook.frozen(visible(call.file)));
  for (const place of places) {
    const within = insideProject(place);
    if (within === undefined) continue;
    if (KEPT.test(within)) return deny((words) => words.hook.kept(visible(within)));
    const document = documentAt(within);
    const broken = document === undefined ? undefined : await breach(call, { ...document, place });
    if (broken === 'unclear') return deny((words) => words.hook.unclear(within));
    if (broken !== undefined) return deny((words) => words.hook.breaks(within, problemsText(broken, words)));
  }
  return undefined;
}

/** The path from the project's folder, of something of Orchestral's. */
function insideProject(place: string): string | undefined {
  const parts = place.replaceAll('\\', '/').split('/');
  const begin = parts.findLastIndex((part) => /^\.(?:orchestral|claude)$/i.test(part));
  const within = parts.slice(begin).join('/');
  return isOwnPlace(within) ? within : undefined;
}

/** Written by Orchestral alone: each line of a log has a checksum, and a lock is a claim. */
const KEPT = /(?:^|\/)(?:(?:orchestrate-)?events(?:-\d+)?\.log|[^/]+\.(?:lock|owner|breaker))$/i;

interface Target {
  readonly name: DocumentName;
  readonly ids: PlaceIds;
  /** Where it lies. */
  readonly place: string;
}

/** What would be wrong with the document. One that is broken already cannot be broken: whoever mends it may take steps. */
async function breach(call: ToolCall, target: Target): Promise<readonly Problem[] | 'unclear' | undefined> {
  const present = readText(target.place, kindOf(target.name).maxBytes);
  const edited = textAfter(call, present);
  const outcome = edited === undefined ? undefined : await decoded(target, edited);
  if (outcome?.ok === true) return undefined;
  if (present !== undefined && !(await decoded(target, present)).ok) return undefined;
  return outcome?.error ?? 'unclear';
}

/** As `decodeAny`, which loads a parser for YAML that most documents do not need. */
async function decoded({ name, ids }: Target, input: string): Promise<Result<unknown, Problem[]>> {
  const { format, maxBytes } = kindOf(name);
  if (format === 'yaml') return (await import('../../schema/codec-any.ts')).decodeAny(name, input, ids);
  const text = textOf(input, maxBytes);
  return text.ok ? decodeJson(name, text.value, ids) : text;
}

function problemsText(problems: readonly Problem[], words: GlanceWords): string {
  return visible(
    problems
      .slice(0, MOST_PROBLEMS)
      .map((problem) => locateProblem(problem, words))
      .join('; '),
  );
}

/** Undefined where there is none. Too much is as good as broken, and so is a pipe or a device, which would never end. */
function readText(file: string, limit: number): string | undefined {
  let fd: number | undefined;
  try {
    // Some files that a link may lead to wait for what comes, or have no end, whatever their size says.
    if (!fs.statSync(file).isFile()) return '';
    fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const { size } = fs.fstatSync(fd);
    if (size > limit) return '';
    const bytes = Buffer.allocUnsafe(size + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= size; length += read)
      read = fs.readSync(fd, bytes, length, size + 1 - length, null);
    return length > size ? '' : bytes.toString('utf8', 0, length);
  } catch {
    return fd === undefined ? undefined : '';
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** What the file will hold; undefined where that cannot be told from the call. */
function textAfter({ tool, input }: ToolCall, present: string | undefined): string | undefined {
  if (tool === 'Write') return typeof input['content'] === 'string' ? input['content'] : undefined;
  if (tool === 'Edit') return replaced(present, input);
  const { edits } = input;
  if (tool !== 'MultiEdit' || !Array.isArray(edits)) return undefined;
  let text = present;
  for (const edit of edits) {
    if (typeof edit !== 'object' || edit === null) return undefined;
    text = replaced(text, { ...edit });
    if (text === undefined) return undefined;
  }
  return text;
}

function replaced(present: string | undefined, edit: Readonly<Record<string, unknown>>): string | undefined {
  const { old_string: old, new_string: now, replace_all: all } = edit;
  if (typeof old !== 'string' || typeof now !== 'string') return undefined;
  if (old === '') return present === undefined || present === '' ? now : undefined;
  const text = present?.replaceAll('\r\n', '\n');
  if (text?.includes(old) !== true) return undefined;
  return all === true ? text.replaceAll(old, () => now) : text.replace(old, () => now);
}

function refusal(reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `Orchestral: ${reason}`,
    },
  });
}
