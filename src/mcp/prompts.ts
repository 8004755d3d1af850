import type { McpServer } from '@modelcontextprotocol/server';
import { autoPrompt, runPrompt, sessionPrompt } from '../schema/mcp/inputs.ts';
import type { ClientSession } from './client-session.ts';
import { standardSchema } from './standard-schema.ts';

/** What people choose in their client to begin a workflow: the words that they would have to write themselves. */
export function registerPrompts(server: McpServer, { words }: ClientSession): void {
  const { run, session, auto } = words.mcp.prompts;
  server.registerPrompt('run', { ...heading(run), argsSchema: standardSchema(runPrompt, words) }, ({ briefing }) =>
    said(run.text(briefing)),
  );
  server.registerPrompt(
    'session',
    { ...heading(session), argsSchema: standardSchema(sessionPrompt, words) },
    ({ request }) => said(session.text(request)),
  );
  server.registerPrompt('auto', { ...heading(auto), argsSchema: standardSchema(autoPrompt, words) }, ({ tasks }) =>
    said(auto.text(tasks ?? 'TASKS.md')),
  );
}

function heading({ title, description }: { readonly title: string; readonly description: string }) {
  return { title, description };
}

function said(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
