// The text of docs/reference/commands.md, made of the program's own table of commands and the words of its help.

/** What only the pages say; everything else is the help of the program. */
const TEXTS = {
  en: {
    title: 'Commands',
    made: 'Made by `npm run docs` from the table of commands and the help texts. Do not edit.',
    intro: '`orchestral COMMAND --help` prints the same.',
    everywhere: 'Options of every command',
    alias: (name) => `Also: \`orchestral ${name}\`.`,
    columns: ['argument or option', 'means'],
    repeats: 'may be repeated',
  },
  ko: {
    title: '명령',
    made: '`npm run docs`가 명령 표와 도움말에서 만듭니다. 직접 고치지 마세요.',
    intro: '`orchestral COMMAND --help`로도 볼 수 있습니다.',
    everywhere: '모든 명령에 쓸 수 있는 옵션',
    alias: (name) => `다른 이름: \`orchestral ${name}\`.`,
    columns: ['인자 또는 옵션', '설명'],
    repeats: '여러 번 쓸 수 있음',
  },
};

export function commandsPage({ commandTable, globalOptions, versionOption, helpOption }, { commands }, language) {
  const text = TEXTS[language];
  const everywhere = [versionOption, helpOption, ...globalOptions].map((option) =>
    row(option, commands.program.options),
  );
  return `# ${text.title}

<!-- ${text.made} -->

${text.intro}

${commandTable.map(({ name }) => `- [${name}](#orchestral-${name}): ${commands[name].summary}`).join('\n')}

${commandTable.map((command) => section(command, commands[command.name], text)).join('\n\n')}

## ${text.everywhere}

${table(everywhere, text)}
`;
}

function section({ name, alias, arguments: places, options }, words, text) {
  const rows = [
    ...places.map((place) => row(place, words.arguments)),
    ...options.map((option) => row(option, words.options, option.repeats ? `; ${text.repeats}` : '')),
  ];
  const syntax = places.map((place) => ` ${place.syntax}`).join('');
  const examples = words.examples.map(([line, meaning]) => `${line}\n    # ${meaning}`).join('\n');
  const parts = [
    `## orchestral ${name}`,
    `\`orchestral ${name}${syntax}\``,
    `${words.summary}.${alias === undefined ? '' : ` ${text.alias(alias)}`}`,
    ...(rows.length > 0 ? [table(rows, text)] : []),
    `\`\`\`sh\n${examples}\n\`\`\``,
  ];
  return parts.join('\n\n');
}

function row({ name, syntax }, meanings, more = '') {
  return `| \`${escape(syntax)}\` | ${escape(meanings?.[name] ?? '')}${more} |`;
}

function table(rows, { columns }) {
  return [`| ${columns.join(' | ')} |`, '| --- | --- |', ...rows].join('\n');
}

function escape(text) {
  return text.replaceAll('|', '\\|');
}
