import { isRecord, parseJson } from '../../base/json.ts';
import { editJson } from '../../schema/json-edit.ts';

/** What Claude Code runs; a program that is not there, or fails, is no reason to hold a person up. The plugin has the same. */
const claudeHooks = {
  SessionStart: [{ hooks: [hook('session-start')] }],
  PreToolUse: [{ matcher: 'Edit|MultiEdit|Write|NotebookEdit', hooks: [hook('pre-tool-use')] }],
};

function hook(event: string) {
  return { type: 'command', command: `orchestral hook ${event} 2>/dev/null || true`, timeout: 10 };
}

/** The settings with our hooks behind those that are there; null where the text is no settings. */
export function withHooks(text = '{}\n'): string | null {
  const hooks = hooksIn(text);
  if (hooks === undefined) return null;
  let edited = text;
  for (const [event, ours] of Object.entries(claudeHooks)) {
    const present = hooks[event] ?? [];
    if (!Array.isArray(present)) return null;
    const others = present.filter((entry) => !isOurs(entry));
    const wanted = [...others, ...ours];
    if (JSON.stringify(wanted) !== JSON.stringify(present)) edited = editJson(edited, ['hooks', event], wanted);
  }
  return edited;
}

/** Without them, and without what only they needed; undefined where nothing is left. */
export function withoutHooks(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  const hooks = hooksIn(text);
  if (hooks === undefined) return null;
  let edited = text;
  for (const [event, present] of Object.entries(hooks)) {
    if (!Array.isArray(present) || !present.some(isOurs)) continue;
    const others = present.filter((entry) => !isOurs(entry));
    edited = editJson(edited, ['hooks', event], others.length === 0 ? undefined : others);
  }
  if (edited === text) return text;
  if (Object.keys(hooksIn(edited) ?? {}).length === 0) edited = editJson(edited, ['hooks'], undefined);
  return Object.keys(parseJson(edited) ?? {}).length === 0 ? undefined : edited;
}

function hooksIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const settings = parseJson(text);
  if (!isRecord(settings)) return undefined;
  const { hooks = {} } = settings;
  return isRecord(hooks) ? hooks : undefined;
}

/** Nothing in it but our commands: a person may have put their own beside them. */
function isOurs(entry: unknown): boolean {
  if (!isRecord(entry) || !Array.isArray(entry['hooks'])) return false;
  const commands = entry['hooks'].map((one: unknown) => (isRecord(one) ? one['command'] : undefined));
  return commands.length > 0 && commands.every((command) => typeof command === 'string' && OUR_COMMAND.test(command));
}

const OUR_COMMAND = /^orchestral hook (?:session-start|pre-tool-use)\b/;
