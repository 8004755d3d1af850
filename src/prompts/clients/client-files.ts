import type { ClientName } from './client-names.ts';
import { pluginTexts } from './plugin-texts.ts';

/** A file that is wholly ours. */
export interface ClientFile {
  /** From the project's folder; of Gemini CLI from the folder of its settings. */
  readonly place: string;
  readonly content: string;
}

/** What makes the commands known to a program, in the form that it reads. */
export function clientFiles(client: ClientName): ClientFile[] {
  switch (client) {
    case 'claude':
      return claudeFiles();
    case 'codex':
      return commands(({ name, description, body }) => ({
        place: `.agents/skills/${name}/SKILL.md`,
        content: skillText(name, `${description}. Use only when the user names it.`, forSkill(name, body)),
      }));
    case 'gemini':
      return [
        ...commands(({ name, description, body }) => ({
          place: `extensions/orchestral/commands/${name}.toml`,
          content: `description = ${quote(description)}\nprompt = '''\n${body.replaceAll('$ARGUMENTS', '{{args}}')}'''\n`,
        })),
        { place: 'extensions/orchestral/GEMINI.md', content: skillBody() },
      ];
    case 'opencode':
      return commands(({ name, description, body }) => ({
        place: `.opencode/commands/${name}.md`,
        content: `---\ndescription: ${quote(description)}\n---\n\n${body}`,
      }));
  }
}

function skillText(name: string, description: string, body: string): string {
  return `---\nname: ${name}\ndescription: ${quote(description)}\n---\n\n${body}`;
}

/** A skill has no arguments: they are what the person wrote. */
function forSkill(name: string, body: string): string {
  return body
    .replace(
      `The user typed \`/${name}\` with: $ARGUMENTS`,
      `What the user wrote behind \`$${name}\` are the arguments.`,
    )
    .replaceAll('`/', '`$');
}

/** For the person's own folder of commands, where they have no name of a plugin before them. */
function claudeFiles(): ClientFile[] {
  const own = (text: string) => text.replaceAll('orchestral:', '');
  const { commands: texts, agents, skill } = pluginTexts;
  return [
    ...Object.entries(texts).map(([name, text]) => ({ place: `.claude/commands/${name}.md`, content: own(text) })),
    ...Object.entries(agents).map(([name, content]) => ({ place: `.claude/agents/${name}.md`, content })),
    { place: '.claude/skills/orchestral-workflows/SKILL.md', content: skill },
  ];
}

/** What AGENTS.md says of us. */
export function agentsSection(): string {
  return skillBody().replaceAll(/`\/(orchestrator|auto-orchestrate|orchestral)/g, '`$$$1');
}

interface CommandText {
  readonly name: string;
  readonly description: string;
  /** Without what only Claude Code has. */
  readonly body: string;
}

function commands(write: (command: CommandText) => ClientFile): ClientFile[] {
  return Object.entries(pluginTexts.commands).map(([name, text]) => {
    const [, head = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text) ?? [];
    const [, description = ''] = /^description: (.*)$/m.exec(head) ?? [];
    return write({ name, description, body: forOthers(body) });
  });
}

/** Agents and long calls are Claude Code's; others cut a call off after two minutes or less. */
function forOthers(body: string): string {
  const [own = ''] = body.split('\n## Why it failed\n');
  return own.replace('--for 9m`, with a timeout of 600000 ms', '--for 100s`');
}

function skillBody(): string {
  return pluginTexts.skill.replace(/^---\n.*?\n---\n\n/s, '');
}

function quote(text: string): string {
  return JSON.stringify(text);
}
