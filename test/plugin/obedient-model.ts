import type { ActOn, ToolCall, ToolUse } from '../support/model-servers/anthropic.ts';

/**
 * A model that does what the text of a command tells it and knows nothing else: every command line that it runs stands in
 * that text. What it says in the end begins with `Done` only where the text lets it.
 */
export function obedientModel(): ActOn {
  return (uses, { said }) => {
    const text = bodyIn(said);
    const args = /<command-args>(.*?)<\/command-args>/s.exec(said)?.[1] ?? '';
    const name = /<command-name>\/(?:orchestral:)?([\w-]+)<\/command-name>/.exec(said)?.[1] ?? '';
    const last = uses.at(-1);
    if (last === undefined) return [bash(firstCommand({ name, args, text }), { text })];
    return next({ name, text, last });
  };
}

/** Behind what Claude Code says of itself. */
function bodyIn(said: string): string {
  return said.slice(said.lastIndexOf('</command-message>'));
}

interface Asked {
  readonly name: string;
  readonly args: string;
  readonly text: string;
}

function firstCommand({ name, args, text }: Asked): string {
  const [first = ''] = args.split(' ');
  switch (name) {
    case 'auto-orchestrate': {
      if (/^(?!--)\w/.test(first) || args.includes('--dry-run'))
        return `${inText(text, 'orchestral auto')} ${args}`.replace(' with exactly', '');
      return inText(text, 'orchestral auto ARGUMENTS --detach --quiet').replace('ARGUMENTS', args);
    }
    case 'orchestrator': {
      if (args === '') return inText(text, 'orchestral session status');
      if (['status', 'reset', 'stop', 'learn'].includes(args))
        return inText(text, 'orchestral session WORD').replace('WORD', args);
      if (first === 'resume')
        return inText(text, 'orchestral session resume … --detach --quiet').replace('resume …', args);
      return inText(text, `orchestral session 'REQUEST' --detach --quiet`).replace('REQUEST', args);
    }
    default: {
      if (args === '' || args === 'status') return inText(text, 'orchestral status');
      if (['review', 'stop', 'runs', 'approve'].includes(first)) return `orchestral ${args}`;
      if (first === 'answer') {
        const [, crp = '', option = '', why = ''] = /^answer (\S+) (\S+) (.*)$/.exec(args) ?? [];
        return inText(text, `orchestral answer CRP --decision OPTION --rationale 'WHY'`)
          .replace('CRP', crp)
          .replace('OPTION', option)
          .replace('WHY', why);
      }
      if (first === 'resume') return inText(text, 'orchestral resume RUN --detach --quiet').replace('resume RUN', args);
      return inText(text, `orchestral start 'BRIEFING' --detach --quiet`).replace('BRIEFING', args);
    }
  }
}

function next({ name, text, last }: { name: string; text: string; last: ToolUse }): readonly ToolCall[] | string {
  const command = String(last.input['command']);
  // Claude Code puts a reminder of its own behind it.
  const result = last.result?.replace(/\n\n<system-reminder>[\s\S]*$/, '') ?? '';
  const code = codeOf(result);
  if (command.startsWith('orchestral wait ')) {
    const goesOn = text.includes('On exit 6, or when the call was cut off, call it again and say nothing.');
    if (goesOn && (code === 6 || code === 'cut off')) return [bash(command, { text })];
    if (code === 0) return `Done: ${result}`;
    if ((code === 1 || code === 3) && name === 'auto-orchestrate')
      return [bash(inText(text, 'orchestral auto status'), { text })];
    return `Not done: ${result}`;
  }
  if (command.includes(' answer ') && code === 0)
    return [bash(inText(text, 'orchestral resume RUN --detach --quiet').replace(' RUN', ''), { text })];
  const mayHaveBegun = code === 'cut off' && text.includes('If the call was cut off, it may have begun: wait.');
  if (!command.includes(' --detach') || (code !== 0 && !mayHaveBegun)) return `It says: ${result}`;
  const [, waiting = ''] = /Wait: `(orchestral wait [^`]+)`/.exec(text) ?? [];
  return [bash(waiting.replace('RUN', result.trim()), { text })];
}

function codeOf(result: string): number | 'cut off' {
  if (/timed out/i.test(result)) return 'cut off';
  return Number(/^Exit code (\d+)/.exec(result)?.[1] ?? 0);
}

/** What a person could read in the command, word for word. */
function inText(text: string, command: string): string {
  if (!text.includes(`\`${command}\``)) throw new Error(`the command does not say ${command}:\n${text}`);
  return command;
}

function bash(command: string, { text }: { readonly text: string }): ToolCall {
  const timeout = Number(/with a timeout of (\d+) ms/.exec(text)?.[1]);
  const isLong = command.startsWith('orchestral wait ');
  return { name: 'Bash', input: { command, description: 'As told', ...(isLong && { timeout }) } };
}
