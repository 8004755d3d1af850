import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { catchFailure, type Failure } from '../base/failure.ts';
import { withTexts } from '../base/redact.ts';
import { type Catalogue, formatFailure } from '../i18n/catalogue.ts';
import type { Shape } from '../schema/mcp/shape.ts';
import { type Call, openCall } from './call.ts';
import type { ClientSession } from './client-session.ts';
import { standardSchema } from './standard-schema.ts';

type ToolName = keyof Catalogue['mcp']['tools'];

/** One tool. Its words are in the catalogue under its name. */
export interface Tool<In, Out extends object> {
  readonly name: ToolName;
  readonly input: Shape<In>;
  readonly output: Shape<Out>;
  /** `read` changes nothing; `work` begins something that agents, or the project's own commands, carry out. */
  readonly does: 'read' | 'work' | 'note';
  /** Fails by throwing; may ask the client's person first. */
  readonly call: (args: In, call: Call) => Promise<Out | InputRequiredResult>;
}

/** A tool whose types are its own affair. */
export interface AnyTool {
  readonly name: ToolName;
  readonly does: Tool<unknown, object>['does'];
  register(server: McpServer, serving: Serving): void;
}

export interface ClientInfo {
  /** What it calls itself. */
  readonly name: string;
  readonly canAsk: boolean;
}

/** What all tools of one client are served with. */
interface Serving {
  readonly session: ClientSession;
  readonly client: (context: ServerContext) => ClientInfo;
  readonly isBlocked: () => boolean;
}

export function tool<In, Out extends object>(declared: Tool<In, Out>): AnyTool {
  const { name, does, input, output } = declared;
  return {
    name,
    does,
    register: (server, { session, client, isBlocked }) => {
      const { title, description } = session.words.mcp.tools[name];
      const config = {
        title,
        description,
        inputSchema: standardSchema(input, session.words),
        outputSchema: standardSchema(output, session.words),
        annotations: {
          title,
          readOnlyHint: does === 'read',
          destructiveHint: false,
          idempotentHint: does === 'read',
          openWorldHint: does === 'work',
        },
      };
      server.registerTool(name, config, (args, context) => {
        const { name: called, canAsk } = client(context);
        const call = openCall(session, context, { client: session.clean(called), canAsk, isBlocked });
        return session.track(answer(declared, args, call));
      });
    },
  };
}

async function answer<In, Out extends object>(
  { call: work }: Tool<In, Out>,
  args: In,
  call: Call,
): Promise<CallToolResult | InputRequiredResult> {
  const { session } = call;
  const came = await catchFailure(() => work(args, call));
  if (!came.ok) return { isError: true, content: [{ type: 'text', text: failureText(came.error, session) }] };
  if ('inputRequests' in came.value) return came.value;
  const value = withTexts(came.value, (text) => session.clean(text));
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } };
}

/** `code: what is wrong (what to do)` */
export function failureText(failure: Failure, session: ClientSession): string {
  const { message, output = '', ...said } = formatFailure(session.words, failure);
  // A person at a terminal may trust for once; an agent is not told how.
  const hint = failure.code === 'trust.needed' ? session.words.mcp.untrusted : said.hint;
  const where = failure.path === undefined ? '' : ` [${failure.path}]`;
  const todo = hint === null ? '' : ` (${hint})`;
  // What the client named may be long.
  return session.clean(
    `${failure.code}: ${message}${where}${todo}${output === '' ? '' : `\n${output}`}`.slice(0, LONGEST_FAILURE),
  );
}

const LONGEST_FAILURE = 4_000;
