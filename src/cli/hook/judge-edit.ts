import fs from 'node:fs';
import type { Problem } from '../../base/document-problem.ts';
import { chooseLanguage, loadCatalogue } from '../../i18n/language.ts';
import { locateProblem } from '../../i18n/format-problem.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { decodeAny } from '../../schema/codec-any.ts';
import { type DocumentName, kindOf } from '../../schema/documents.ts';
import { documentAt, isOwnPlace, type PlaceIds } from '../../schema/places.ts';
import { visible } from '../terminal/visible.ts';
import type { EditTargets, ToolCall } from './find-targets.ts';

const MOST_PROBLEMS = 3;

/** Why the call must not be made, as Claude Code reads it; undefined where it may. */
export async function judgeEdit(
  call: ToolCall,
  { places, isFrozen }: EditTargets,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const words = await loadCatalogue(chooseLanguage({ env }));
  if (isFrozen) return deny(words.hook.frozen(visible(call.file)));
  for (const place of places) {
    const within = insideProject(place);
    if (within === undefined) continue;
    if (KEPT.test(within)) return deny(words.hook.kept(visible(within)));
    const document = documentAt(within);
    const reason = document === undefined ? undefined : breach(call, { ...document, place, within }, words);
    if (reason !== undefined) return deny(reason);
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
  /** Where it lies, and how it is called. */
  readonly place: string;
  readonly within: string;
}

/** What would be wrong with the document. One that is broken already cannot be broken: whoever mends it may take steps. */
function breach(call: ToolCall, { name, ids, place, within }: Target, words: Catalogue): string | undefined {
  const limit = kindOf(name).maxBytes;
  const present = readText(place, limit);
  if (present !== undefined && !decodeAny(name, present, ids).ok) return undefined;
  const edited = textAfter(call, present);
  if (edited === undefined) return words.hook.unclear(within);
  const decoded = decodeAny(name, edited, ids);
  return decoded.ok ? undefined : words.hook.breaks(within, problemsText(decoded.error, words));
}

function problemsText(problems: readonly Problem[], words: Catalogue): string {
  return visible(
    problems
      .slice(0, MOST_PROBLEMS)
      .map((problem) => locateProblem(problem, words))
      .join('; '),
  );
}

/** Undefined where there is none. Too much is as good as broken, and so is a pipe or a device, which would never end. */
function readText(file: string, limit: number): string | undefined {
  try {
    const found = fs.statSync(file);
    return found.isFile() && found.size <= limit ? fs.readFileSync(file, 'utf8') : '';
  } catch {
    return undefined;
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

function deny(reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `Orchestral: ${reason}`,
    },
  });
}
