import { commandTable } from './command-table.ts';
import { quoted } from './own-command.ts';

/** As they were typed. */
export interface RepeatedOptions {
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
}

/**
 * The same words, whose commands repeat what this command line was given: without it they would be about another
 * project, or call another agent.
 */
export function repeatOptions<Words>(words: Words, { project, agent, model }: RepeatedOptions): Words {
  const everywhere = optionText({ project });
  const calling = optionText({ project, agent, model });
  if (calling === '') return words;
  const repeated = (text: string) =>
    text.replaceAll(COMMANDS, (_, command: string, rest: string) => {
      const options = CALLS_AGENTS.test(rest) ? calling : everywhere;
      return options === '' ? `${command}${rest}` : `${command}${options} ${rest}`;
    });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts are changed, to other texts
  return mapped(words, repeated) as Words;
}

/** The program, and what is typed behind it. */
const COMMANDS = new RegExp(
  `(?<![\\w/.-])(orchestral )((?:${commandTable.flatMap(({ name, alias = [] }) => [name, alias].flat()).join('|')})(?![\\w-])(?: [a-z]+)?)`,
  'g',
);

const CALLS_AGENTS =
  /^(?:start|resume|reject|rerun|rebase|agents test|(?:session|orchestrator)(?! (?:status|stop|reset|learn)$)|auto(?:-orchestrate)?(?! (?:status|stop|retry|complete|skip|review|import)$))/;

function optionText(options: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--${name} ${quoted(value ?? '')}`)
    .join(' ');
}

/** Every text in it, also of what its functions return. */
function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'function') return (...args: unknown[]) => mapped(Reflect.apply(value, undefined, args), change);
  if (Array.isArray(value)) return value.map((one) => mapped(one, change));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, change)]));
}
