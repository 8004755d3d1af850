import { type McpServer, ProtocolError, ResourceTemplate } from '@modelcontextprotocol/server';
import { catchFailure, throwFailure, unwrap } from '../base/failure.ts';
import { documentNames, isDocumentName } from '../schema/documents.ts';
import { jsonSchemaOf } from '../schema/json-schema.ts';
import type { ClientSession } from './client-session.ts';
import { failureText } from './tool.ts';

/* Documents of the project, and their schemas, for clients that show or attach them. */

const DOCUMENT = 'orchestral://document/';
const SCHEMA = 'orchestral://schema/';
const RESOURCE_NOT_FOUND = -32_002;

export function documentUri(path: string): string {
  return `${DOCUMENT}${path.split('/').map(encodeURIComponent).join('/')}`;
}

export function registerResources(server: McpServer, session: ClientSession): void {
  const { project, words } = session;
  const said = words.mcp.resources;
  server.registerResource(
    'document',
    new ResourceTemplate(`${DOCUMENT}{+path}`, {
      list: async () => ({
        resources: (await project.documents.list()).map(({ path, name }) => ({
          uri: documentUri(path),
          name: session.clean(path),
          title: name,
          mimeType: mimeOf(path),
        })),
      }),
    }),
    { title: said.document.title, description: said.document.description },
    (uri) =>
      found(session, async () => {
        const path = pathIn(uri.href);
        const { text } = unwrap(await project.documents.read(path));
        return { contents: [{ uri: uri.href, mimeType: mimeOf(path), text: session.clean(text) }] };
      }),
  );
  server.registerResource(
    'schema',
    new ResourceTemplate(`${SCHEMA}{name}`, {
      list: undefined,
      complete: { name: (begun) => documentNames.filter((name) => name.startsWith(begun)) },
    }),
    { title: said.schema.title, description: said.schema.description, mimeType: 'application/schema+json' },
    (uri) =>
      found(session, async () => {
        const name = uri.href.slice(SCHEMA.length);
        if (!isDocumentName(name)) return throwFailure('usage.unknown_document', { name, suggestion: null });
        return {
          contents: [{ uri: uri.href, mimeType: 'application/schema+json', text: JSON.stringify(jsonSchemaOf(name)) }],
        };
      }),
  );
}

/** What cannot be decoded names nothing. */
function pathIn(uri: string): string {
  try {
    return decodeURIComponent(uri.slice(DOCUMENT.length));
  } catch {
    return throwFailure('file.missing', {}, { path: uri });
  }
}

async function found<T>(session: ClientSession, read: () => Promise<T>): Promise<T> {
  const came = await session.track(catchFailure(read));
  if (came.ok) return came.value;
  throw new ProtocolError(RESOURCE_NOT_FOUND, failureText(came.error, session));
}

function mimeOf(path: string): string {
  return path.endsWith('.json') ? 'application/json' : 'application/yaml';
}
