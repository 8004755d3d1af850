type Version = readonly [major: number, minor: number, patch: number];

/** Whether an `engines.node` range accepts a version: the subset of semver that packages use there. */
export function acceptsNode(range: string, version: string): boolean {
  const asked = parse(version);
  const joined = range.trim().replaceAll(/([<>=^~])\s+/g, '$1');
  return joined.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((comparator) => accepts(comparator, asked)),
  );
}

function accepts(comparator: string, asked: Version): boolean {
  if (comparator === '*' || comparator === '') return true;
  const found = /^(>=|<=|>|<|\^|~|=)?v?(\d+(?:\.\d+){0,2})(?:\.[x*])*$/.exec(comparator);
  if (found === null) throw new Error(`a Node range nobody understands: ${comparator}`);
  const [, operator = '', written = ''] = found;
  const order = compare(asked, parse(written));
  const sameUpTo = (parts: number) => asked.slice(0, parts).join('.') === parse(written).slice(0, parts).join('.');
  switch (operator) {
    case '>=':
      return order >= 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '<':
      return order < 0;
    case '^':
      return order >= 0 && sameUpTo(1);
    case '~':
      return order >= 0 && sameUpTo(Math.min(2, written.split('.').length));
    default:
      return sameUpTo(written.split('.').length);
  }
}

function parse(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
