/** A rule of a makefile or a justfile. */
export interface MakeRule {
  readonly target: string;
  readonly needs: readonly string[];
  /** Its commands, a line each. */
  readonly recipe: readonly string[];
  /** As it stands in the file. */
  readonly text: string;
}

export interface Makefile {
  readonly rules: readonly MakeRule[];
  /** What stands outside of rules: variables and the like, by name where they have one. */
  readonly rest: readonly { readonly name: string | undefined; readonly text: string }[];
}

/** Lenient: what is no rule is kept as it is. */
export function parseMakefile(text: string): Makefile {
  const rules: { targets: string[]; needs: string[]; recipe: string[]; lines: string[] }[] = [];
  const rest: { name: string | undefined; text: string }[] = [];
  let rule: (typeof rules)[number] | undefined;
  for (const line of text.slice(0, MAX_TEXT).replaceAll('\\\n', ' ').split('\n')) {
    const [, names, needs, inline] = RULE.exec(line.slice(0, MAX_LINE)) ?? [];
    if (names !== undefined && !/^\s/.test(line)) {
      const targets = names.trim().split(/\s+/);
      rule = {
        targets,
        needs: (needs ?? '').trim().split(/\s+/),
        recipe: inline === undefined ? [] : [inline],
        lines: [line],
      };
      rules.push(rule);
    } else if (/^\s+\S/.test(line) && rule !== undefined) {
      rule.recipe.push(line.trim().replace(/^[@+-]+/, ''));
      rule.lines.push(line.trim());
    } else if (line.trim() !== '' && !/^\s*#/.test(line)) {
      rule = undefined;
      rest.push({
        name: /^(?:export\s+|override\s+|define\s+)*([\w.-]+)\s*[:?+!]*=/.exec(line)?.[1],
        text: line.trim(),
      });
    }
  }
  return {
    rules: rules.flatMap(({ targets, needs, recipe, lines }) =>
      targets.map((target) => ({ target, needs: needs.filter((one) => one !== ''), recipe, text: lines.join('\n') })),
    ),
    rest,
  };
}

const MAX_TEXT = 500_000;
const MAX_LINE = 4_000;
const RULE = /^([^\s:=#][^:=#]*?)\s*::?(?!=)([^;=]*)(?:;(.*))?$/;

/** The rules that making these targets follows, with what they need; no name: the first rule. */
export function rulesFor({ rules }: Makefile, names: readonly string[]): MakeRule[] {
  const first = rules.find(({ target }) => !target.startsWith('.'))?.target;
  const wanted = new Set(names.length > 0 ? names : first === undefined ? [] : [first]);
  const found = new Set<MakeRule>();
  for (const name of wanted) {
    for (const rule of rules.filter(({ target }) => target === name)) {
      found.add(rule);
      for (const need of rule.needs) wanted.add(need);
      // `$(MAKE) unit`
      for (const line of rule.recipe)
        for (const [, called = ''] of line.matchAll(/\$[({]MAKE[)}]\s+([\w.-]+)/g)) wanted.add(called);
    }
  }
  return [...found];
}

/** What stands outside of rules and these use, directly or through others. */
export function variablesOf({ rest }: Makefile, rules: readonly MakeRule[]): string[] {
  const used = new Set(rules.flatMap(({ text }) => variableNames(text)));
  for (const name of used) {
    for (const one of rest) if (one.name === name) for (const inner of variableNames(one.text)) used.add(inner);
  }
  return rest
    .filter((one) => changesRecipes(one) || (one.name !== undefined && used.has(one.name)))
    .map(({ text }) => text);
}

/** A line without a name (`include x`, `ifdef`) could mean anything; others decide how every recipe is run. */
export function changesRecipes({ name, text }: Makefile['rest'][number]): boolean {
  return (
    name === undefined || /^(?:SHELL|\.SHELLFLAGS|\w*MAKEFLAGS|MAKEFILES|PATH)$/.test(name) || /^export\b/.test(text)
  );
}

/** Of special targets, what they say of these: `.PHONY` of a target is what lets it run beside a file of that name. */
export function specialRules({ rules }: Makefile, targets: ReadonlySet<string>): string[] {
  return rules.flatMap(({ target, needs }) => {
    if (!/^\.[A-Z_]+$/.test(target)) return [];
    const named = needs.filter((one) => targets.has(one)).toSorted();
    const isForAll = needs.length === 0 && target !== '.PHONY' && target !== '.SUFFIXES';
    return named.length > 0 || isForAll ? [`${target}: ${named.join(' ')}`] : [];
  });
}

function variableNames(text: string): string[] {
  return [...text.matchAll(/(?:\$[({]|\{\{\s*)([\w.-]+)/g)].map(([, name = '']) => name);
}
