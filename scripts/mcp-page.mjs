// The text of docs/reference/mcp.md: every tool of the MCP server, in the words that clients get.

const TEXTS = {
  en: {
    title: 'MCP tools',
    made: 'Made by `npm run docs` from src/i18n. Do not edit.',
    intro: 'What `orchestral mcp` gives to clients. [MCP clients](../guides/mcp.md) shows how to add it.',
    columns: ['tool', 'does'],
    more: `Every tool has a schema for its input and its output. Documents are resources (\`orchestral://document/…\`) that a client can subscribe
to. \`orchestral://schema/NAME\` is the schema of a document. There are prompts for the three workflows: \`run\`, \`session\` and \`auto\`.`,
  },
  ko: {
    title: 'MCP 도구',
    made: '`npm run docs`가 src/i18n에서 만듭니다. 직접 고치지 마세요.',
    intro:
      '`orchestral mcp`가 클라이언트에 제공하는 도구입니다. 추가하는 방법은 [MCP 클라이언트](../guides/mcp.md)에 있습니다.',
    columns: ['도구', '하는 일'],
    more: `모든 도구에는 입력과 출력 스키마가 있습니다. 문서는 구독할 수 있는 리소스(\`orchestral://document/…\`)이고,
\`orchestral://schema/NAME\`은 문서의 스키마입니다. 세 워크플로에 대한 프롬프트 \`run\`, \`session\`, \`auto\`도 있습니다.`,
  },
};

export function mcpPage({ mcp }, language) {
  const text = TEXTS[language];
  const rows = Object.entries(mcp.tools).map(([name, { description }]) => `| \`${name}\` | ${description} |`);
  return `# ${text.title}

<!-- ${text.made} -->

${text.intro}

| ${text.columns.join(' | ')} |
| --- | --- |
${rows.join('\n')}

${text.more}
`;
}
