// The text of docs/reference/api.md: every route and the stream of events as OpenAPI 3.1, made from the schemas.

export function apiPage({
  apiPaths,
  apiRoutes,
  eventStreamPath,
  csrfHeader,
  failureAnswer,
  streamEvent,
  jsonSchemaOfShape,
  takesNothing,
}) {
  const shape = (schema) => {
    const made = jsonSchemaOfShape(schema);
    delete made.$schema;
    return made;
  };
  const paths = {};
  const rows = [];
  for (const [name, place] of Object.entries(apiPaths)) {
    const [method, address] = place.split(' ');
    const { about, params, query, body, answer } = apiRoutes[name];
    const at = address.replaceAll(/:(\w+)/g, '{$1}');
    rows.push(`| \`${name}\` | \`${method} ${address.replace('/api', '')}\` | ${about} |`);
    const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')];
    (paths[at] ??= {})[method.toLowerCase()] = {
      operationId: name,
      summary: about,
      ...(parameters.length > 0 && { parameters }),
      ...(!takesNothing(body) && { requestBody: { required: true, content: json(shape(body)) } }),
      responses: {
        200: { description: 'Done.', content: json(shape(answer)) },
        default: { $ref: '#/components/responses/failure' },
      },
    };
  }
  paths[eventStreamPath] = {
    get: {
      operationId: 'events',
      summary: 'What happens, in all projects.',
      parameters: [
        { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' }, description: 'Where to go on.' },
        { name: 'after', in: 'query', schema: { type: 'string' }, description: 'The same, for who cannot set it.' },
      ],
      responses: {
        200: { description: 'A stream.', content: { 'text/event-stream': { schema: shape(streamEvent) } } },
      },
    },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orchestral dashboard', version: '1' },
    servers: [{ url: 'http://127.0.0.1:3000' }],
    security: [{ program: [] }, { browser: [], csrf: [] }],
    paths,
    components: {
      securitySchemes: {
        program: { type: 'http', scheme: 'bearer' },
        browser: { type: 'apiKey', in: 'cookie', name: 'orchestral-PORT' },
        csrf: { type: 'apiKey', in: 'header', name: csrfHeader },
      },
      responses: { failure: { description: 'What went wrong.', content: json(shape(failureAnswer)) } },
    },
  };
  return `${intro(csrfHeader)}

| name | route below \`/api\` | does |
| --- | --- | --- |
${rows.join('\n')}

## OpenAPI

\`\`\`json
${documentText(document)}
\`\`\`
`;

  function parametersOf(schema, place) {
    if (takesNothing(schema)) return [];
    const { properties, required = [] } = shape(schema);
    return Object.entries(properties).map(([name, { description, ...type }]) => ({
      name,
      in: place,
      required: required.includes(name),
      description,
      schema: type,
    }));
  }
}

/** A line for each path: long, but comparable. */
function documentText({ paths, ...rest }) {
  const lines = Object.entries(paths).map(([at, item]) => `  ${JSON.stringify(at)}: ${JSON.stringify(item)}`);
  const head = Object.entries(rest).map(([name, value]) => ` ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${head.join(',\n')},\n "paths": {\n${lines.join(',\n')}\n }\n}`;
}

function json(schema) {
  return { 'application/json': { schema } };
}

function intro(csrfHeader) {
  return `# The dashboard's API

<!-- Made by \`npm run docs\` from src/schema/api. Do not edit. -->

The server of \`orchestral dashboard\` answers JSON on the loopback addresses alone. A program shows the token of the private
record (\`dashboard.json\` in the private folder) as \`Authorization: Bearer\`, after the server has proven itself with
\`server.identify\`. A browser exchanges the one-time token of a link for a cookie (\`session.open\`); changes also need the header
\`${csrfHeader}\`. Failures have the code and the words of the command line, in the language of \`Accept-Language\`.

\`GET /api/events\` is one stream of server-sent events for all projects. Ids grow; \`Last-Event-ID\` resumes without a gap, or
\`reset\` says that everything is to be read again. A \`beat\` comes every 15 seconds.`;
}
