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

/** For an agent that goes on with what another conversation, which became too long, has begun. */
export function goOnAnew(
  prompt: string,
  { said, did }: { readonly said: readonly string[]; readonly did: readonly { tool: string; input: string }[] },
): string {
  const deeds = did.map(({ tool, input }) => `- ${tool}: ${shortened(input, LONGEST_DEED)}`);
  return [
    prompt,
    '## What was done already',
    'You worked on this until the conversation became too long for the model. The folder is as you left it: look at what is there before you go on, and do not start over.',
    ...(deeds.length === 0 ? [] : [`The last things you did:\n\n${deeds.join('\n')}`]),
    ...(said.length === 0 ? [] : [`The last things you said:\n\n${shortened(said.join('\n\n'), LONGEST_SAID)}`]),
  ].join('\n\n');
}

const LONGEST_DEED = 200;
const LONGEST_SAID = 4000;

/** Its end tells more of where somebody stopped than its beginning. */
function shortened(text: string, most: number): string {
  const flat = text.trim();
  return flat.length <= most ? flat : `… ${flat.slice(-most)}`;
}

/** For a call that only shows whether an agent works: as little as possible. */
export const testCall = 'Reply with the one word "pong". Use no tools.';

/** For an agent whose project is one folder of a repository. */
export function partOfRepository(folder: string): string {
  return `The project is the folder \`${folder}\` of a larger repository, and you were started in that folder: every path above is relative to it, and yours should be. The rest of the repository is the checkout around it (\`../\`). Change something there only where the work cannot be done without it: a lock file that all packages share, say.`;
}
