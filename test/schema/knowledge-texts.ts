import fc from 'fast-check';

/*
 * knowledge.yaml as people may write it: any order of fields, block or flow lists, comments wherever they may stand,
 * CRLF, no final line break, block scalars, JSON.
 */

const comment = fc.constantFrom('', '# by hand', '# 직접 씀: "D9" - [x]', '#');
const word = fc.constantFrom<string>(
  'JWT',
  '레이어를 지킨다',
  'a: b',
  '- no',
  'x # y',
  "it's",
  'tab\there',
  '"quoted"',
);

type Style = 'plain' | 'double' | 'single' | 'literal' | 'folded' | 'keep';

const field = fc.record({
  text: word,
  style: fc.constantFrom<Style>('double', 'single', 'literal', 'folded', 'keep', 'plain'),
  comment,
  blank: fc.nat(2),
});

type Field = typeof field extends fc.Arbitrary<infer T> ? T : never;

/** One field of an entry, with `indent` columns before it. */
function fieldLines(name: string, { text, style, comment: mark, blank }: Field, indent: string): string[] {
  const behind = mark === '' ? '' : `  ${mark}`;
  const blanks = Array.from({ length: blank }, () => '');
  switch (style) {
    case 'double':
      return [`${indent}${name}: ${JSON.stringify(text)}${behind}`, ...blanks];
    case 'single':
      return [`${indent}${name}: '${text.replaceAll("'", "''")}'${behind}`];
    case 'literal':
      return [`${indent}${name}: |${behind}`, `${indent}    ${text}`, ...blanks, `${indent}    second`, ...blanks];
    case 'folded':
      return [`${indent}${name}: >-${behind}`, `${indent}   ${text}`, ...blanks];
    case 'keep':
      return [`${indent}${name}: |+${behind}`, `${indent}  ${text}`, ...blanks];
    case 'plain':
      return [`${indent}${name}: plain words`, `${indent}  go on here${behind}`, ...blanks];
  }
}

const list = fc.record({
  style: fc.constantFrom('block', 'flow', 'flow-lines', 'flow-entries'),
  entries: fc.array(fc.record({ main: field, last: field, comment }), { maxLength: 3 }),
  indent: fc.constantFrom('', '  ', '    '),
  width: fc.constantFrom(2, 4),
  comment,
  tail: fc.array(fc.constantFrom('', '  # behind the list', '# at the margin', '      # of the last entry'), {
    maxLength: 3,
  }),
  hasTrailingComma: fc.boolean(),
});

type List = typeof list extends fc.Arbitrary<infer T> ? T : never;

interface Kind {
  readonly name: 'decisions' | 'pitfalls';
  readonly letter: 'D' | 'P';
  readonly main: string;
  readonly middle: readonly string[];
  readonly last: string;
}

const kinds: readonly Kind[] = [
  {
    name: 'decisions',
    letter: 'D',
    main: 'decision',
    middle: ['topic: t', 'refs: [a, "b"]', 'created_at: 2024-01-15'],
    last: 'rationale',
  },
  { name: 'pitfalls', letter: 'P', main: 'description', middle: ['learned_from: T3'], last: 'reason' },
];

function listLines(
  kind: Kind,
  { style, entries, indent, width, comment: mark, tail, hasTrailingComma }: List,
): string[] {
  const behind = mark === '' ? '' : ` ${mark}`;
  const id = (index: number): string => `${kind.letter}${index * 2 + 1}`;
  const flow = ({ main, last }: List['entries'][number], index: number): string => {
    const text = JSON.stringify(`${index} ${main.text}`);
    return `{id: ${id(index)}, ${kind.middle.join(', ')}, ${kind.main}: ${text}, ${kind.last}: ${JSON.stringify(last.text)}}`;
  };
  if (entries.length === 0) {
    return (
      {
        block: [`${kind.name}: []${behind}`],
        flow: [`${kind.name}: [ ]${behind}`],
        'flow-lines': [`${kind.name}:`, `  []${behind}`],
        'flow-entries': [`${kind.name}: [${behind === '' ? '' : behind}`, ']'],
      }[style] ?? []
    );
  }
  if (style === 'flow') {
    return [`${kind.name}: [${entries.map(flow).join(', ')}${hasTrailingComma ? ',' : ''}]${behind}`, ...tail];
  }
  if (style === 'flow-lines') {
    const lines = entries.map((entry, i) => {
      const comma = i < entries.length - 1 || hasTrailingComma ? ',' : '';
      return `    ${flow(entry, i)}${comma}${entry.comment === '' ? '' : ` ${entry.comment}`}`;
    });
    return [`${kind.name}: [${behind}`, ...lines, `  ]`, ...tail];
  }
  const lines = entries.flatMap((entry, i) => {
    const above = entry.comment === '' ? [] : [`${indent}${entry.comment}`];
    if (style === 'flow-entries') return [...above, `${indent}- ${flow(entry, i)}${behind}`];
    const inner = indent + ' '.repeat(width);
    return [
      ...above,
      `${indent}-${' '.repeat(width - 1)}id: ${id(i)}`,
      ...kind.middle.map((line) => `${inner}${line}`),
      ...fieldLines(kind.main, { ...entry.main, text: `${i} ${entry.main.text}` }, inner),
      ...fieldLines(kind.last, entry.last, inner),
    ];
  });
  return [`${kind.name}:${behind}`, ...lines, ...tail];
}

export const knowledgeText: fc.Arbitrary<string> = fc
  .record({
    decisions: list,
    pitfalls: list,
    order: fc.shuffledSubarray(['version', 'project', 'patterns', 'decisions', 'pitfalls', 'updated_at'], {
      minLength: 6,
    }),
    updated: fc.constantFrom(
      ['updated_at: "2024-01-15T12:00:00Z" # kept by hand'],
      ['updated_at: 2024-01-15T12:00:00Z'],
      ["updated_at: '2024-01-15T12:00:00Z'"],
      ['updated_at: >-', '  2024-01-15T12:00:00Z', ''],
    ),
    head: fc.constantFrom([], ['# what we know'], ['---'], ['# above', '---', '# below']),
    foot: fc.constantFrom([], ['# the end'], ['...'], ['', '']),
    lineBreak: fc.constantFrom('\n', '\r\n'),
    endsWithBreak: fc.boolean(),
    hasMark: fc.boolean(),
  })
  .map(({ decisions, pitfalls, order, updated, head, foot, lineBreak, endsWithBreak, hasMark }) => {
    const [forDecisions, forPitfalls] = kinds;
    const parts: Record<string, readonly string[]> = {
      version: ['version: 1'],
      project: ['project:', '  path: /home/me/shop', '  name: shop # the name', '  hash: a1b2c3d4'],
      patterns: ['patterns:', '    naming: {methods: camelCase}', '', '    # why', '    errors: "Result"'],
      decisions: forDecisions === undefined ? [] : listLines(forDecisions, decisions),
      pitfalls: forPitfalls === undefined ? [] : listLines(forPitfalls, pitfalls),
      updated_at: updated,
    };
    const lines = [...head, ...order.flatMap((name) => parts[name] ?? []), ...foot];
    return `${hasMark ? '\uFEFF' : ''}${lines.join(lineBreak)}${endsWithBreak ? lineBreak : ''}`;
  });
