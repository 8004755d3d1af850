/** What agents are told about answers that a program reads. */

export function answerWanted(jsonSchema: Readonly<Record<string, unknown>>): string {
  return `End with your answer as one fenced code block, marked \`json\` or \`yaml\`, and nothing after it. It must fit this JSON Schema:

\`\`\`json
${JSON.stringify(jsonSchema, null, 2)}
\`\`\``;
}

export function answerWelcome(jsonSchema: Readonly<Record<string, unknown>>): string {
  return `If you have something to tell the program that called you, end with it as one fenced code block, marked \`json\` or \`yaml\`, and nothing after it. It must fit this JSON Schema; every field may be left out:

\`\`\`json
${JSON.stringify(jsonSchema, null, 2)}
\`\`\``;
}

export function badAnswer(problems: readonly { readonly path: string; readonly text: string }[]): string {
  return `The last answer cannot be used:

${problems.map(({ path, text }) => `- ${path === '' ? 'the answer' : path}: ${text}`).join('\n')}

The work itself need not be done again. Give the whole answer once more, with this put right, in the same form as asked for.`;
}

/** For an agent whose provider let nobody work for a while; it has the conversation so far. */
export const goOnAfterLimit =
  'A limit of the provider interrupted you. The folder is as you left it. Go on where you stopped, and end as you were asked to in the beginning.';

/** For a call that only shows whether an agent works: as little as possible. */
export const testCall = 'Reply with the one word "pong". Use no tools.';
