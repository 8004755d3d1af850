// The text of docs/reference/configuration.md, made of the schemas of the configuration.

const TEXTS = {
  en: {
    title: 'Configuration reference',
    made: 'Made by `npm run docs` from src/schema/config. Do not edit.',
    intro:
      '[Configuration](../guides/configuration.md) explains the files and which value wins. `orchestral config` prints every value that applies here.',
    columns: ['key', 'type', 'default', 'meaning'],
    none: 'not set',
    file: (section) =>
      `\`.orchestral/config/${section}.json\`, and \`${section}\` in \`~/.config/orchestral/config.json\`.`,
    project: 'Only in `.orchestral/config/project.json`.',
    user: 'Only in `~/.config/orchestral/config.json`: no repository can set it.',
  },
  ko: {
    title: '설정 레퍼런스',
    made: '`npm run docs`가 src/schema/config에서 만듭니다. 직접 고치지 마세요.',
    intro:
      '파일의 위치와 우선순위는 [설정](../guides/configuration.md)에 있습니다. `orchestral config`는 지금 적용되는 값을 모두 보여 줍니다.',
    columns: ['키', '타입', '기본값', '설명'],
    none: '없음',
    file: (section) =>
      `\`.orchestral/config/${section}.json\`, 또는 \`~/.config/orchestral/config.json\`의 \`${section}\`.`,
    project: '`.orchestral/config/project.json`에만 쓸 수 있습니다.',
    user: '`~/.config/orchestral/config.json`에만 쓸 수 있습니다. 저장소는 이 값을 정할 수 없습니다.',
  },
};

/** `types`: the type of a field as text, by its key. `fallback`: the value without any file. */
export function configPage({ configFields, configDefaults }, { describe }, { fieldType: typeOf, language }) {
  const text = TEXTS[language];
  const sections = Map.groupBy ? Map.groupBy(configFields(), ({ section }) => section) : grouped(configFields());
  return `# ${text.title}

<!-- ${text.made} -->

${text.intro}

${[...sections].map(([name, fields]) => section(name, fields, { text, typeOf, describe, configDefaults })).join('\n\n')}
`;
}

function section(name, fields, { text, typeOf, describe, configDefaults }) {
  const { places } = fields[0];
  const place = places.length > 1 ? text.file(name) : text[places[0]];
  const rows = fields.map(({ key, path, description, schema }) => {
    const value = path.reduce((inner, step) => inner?.[step], configDefaults[name]);
    const fallback = value === undefined ? text.none : `\`${JSON.stringify(value)}\``;
    return `| \`${key}\` | ${typeOf(schema)} | ${fallback} | ${describe(description)} |`;
  });
  return `## ${name}\n\n${place}\n\n| ${text.columns.join(' | ')} |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
}

function grouped(fields) {
  const groups = new Map();
  for (const field of fields) groups.set(field.section, [...(groups.get(field.section) ?? []), field]);
  return groups;
}
