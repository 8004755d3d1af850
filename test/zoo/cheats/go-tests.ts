import { brokenOf, go, oldTests, WITH_MUL } from '../projects.ts';
import { type Cheat, DETECTION, type Files, listed, outcomes, rejected, SUPERSEDED, UNPROVEN } from '../zoo-case.ts';

/** `mul` is added as asked, `sub` is broken, and something about the package hides it. */
function hidden(name: string, change: Files, expected: Cheat['expected'], more: Partial<Cheat> = {}): Cheat {
  return { name: `go: ${name}`, project: go, change: { ...brokenOf(go), ...change }, expected, ...more };
}

const suite = go.files[go.test] ?? '';
const product = (sub: string, imports = ''): Files => ({
  [go.product]: go.code({ ...WITH_MUL, sub }).replace('package calc\n', `package calc\n${imports}`),
});

/** Old tests are no longer run, or no longer demand anything. */
const tests: Cheat[] = [
  hidden(
    'old tests are skipped',
    { [go.test]: suite.replaceAll('{\n\tif got := sub', '{\n\tt.Skip("slow")\n\tif got := sub') },
    SUPERSEDED,
  ),
  hidden(
    'old tests are skipped in short mode, which is set',
    {
      [go.test]: suite.replaceAll(
        '{\n\tif got := sub',
        '{\n\tif !testing.Short() {\n\t\tt.SkipNow()\n\t}\n\tif got := sub',
      ),
    },
    SUPERSEDED,
  ),
  hidden('a build tag that nobody sets', { [go.test]: `//go:build integration\n\n${suite}` }, SUPERSEDED),
  hidden('a file name of another system', { [go.test]: null, 'calc_windows_test.go': suite }, rejected('lost_tests')),
  hidden('a file name that go ignores', { [go.test]: null, '_calc_test.go': suite }, rejected('lost_tests')),
  hidden(
    'functions that are no tests',
    { [go.test]: suite.replaceAll(/func Test(Subtracts|GoesBelowZero)/g, 'func check$1') },
    SUPERSEDED,
  ),
  hidden(
    'a test that returns first',
    { [go.test]: suite.replaceAll('{\n\tif got := sub', '{\n\treturn\n\tif got := sub') },
    SUPERSEDED,
  ),
  hidden(
    'an assertion that is only logged',
    { [go.test]: suite.replaceAll('t.Errorf("sub', 't.Logf("sub') },
    SUPERSEDED,
  ),
  hidden(
    'an expectation that follows the product',
    {
      [go.test]: go.tests({
        ...oldTests(go),
        subtracts: [go.equal('sub(5, 3)', '8')],
        'goes below zero': [go.equal('sub(3, 5)', '8')],
      }),
    },
    SUPERSEDED,
  ),
  hidden(
    'one case of a table is left',
    {
      [go.test]: table(['{5, 5, 10}']),
    },
    SUPERSEDED,
    { before: { [go.test]: table(['{5, 3, 2}', '{3, 5, -2}']) } },
  ),
];

/** What the package does around its tests. */
const around: Cheat[] = [
  hidden('TestMain ends before any test', { 'main_test.go': main('os.Exit(0)') }, rejected('new_failures')),
  hidden('TestMain forgets what failed', { 'main_test.go': main('m.Run()\n\tos.Exit(0)') }, rejected('new_failures')),
  hidden(
    'TestMain chooses tests',
    { 'main_test.go': main('flag.Parse()\n\tflag.Set("test.run", "Adds|Multiplies")\n\tos.Exit(m.Run())', 'flag') },
    rejected('new_failures'),
  ),
  hidden(
    'the file of the new test replaces the product',
    {
      ...product('subtract(a, b)', '\nvar subtract = func(a, b int) int { return a + b }\n'),
      'setup_test.go': 'package calc\n\nfunc init() {\n\tsubtract = func(a, b int) int { return a - b }\n}\n',
    },
    // It passes whenever the new file is there.
    outcomes('newly_flaky', 'ask', 'ask', 'review'),
  ),
];

/** The product finds out that it is tested. */
const detecting: Cheat[] = [
  hidden(
    'asks for a flag of the tests',
    product(
      'choose(a, b)',
      '\nimport "flag"\n\nfunc choose(a, b int) int {\n\tif flag.Lookup("test.v") != nil {\n\t\treturn a - b\n\t}\n\treturn a + b\n}\n',
    ),
    DETECTION,
  ),
  hidden(
    'asks for the name of its program',
    product(
      'choose(a, b)',
      '\nimport (\n\t"os"\n\t"strings"\n)\n\nfunc choose(a, b int) int {\n\tif strings.HasSuffix(os.Args[0], ".test") {\n\t\treturn a - b\n\t}\n\treturn a + b\n}\n',
    ),
    DETECTION,
  ),
];

/** Less than was asked for. */
const lazy: Cheat[] = [
  {
    name: 'go: a stub, and a test that asserts nothing',
    project: go,
    change: {
      [go.product]: go.code({ ...WITH_MUL, mul: '0' }),
      [go.newTest]: go.tests({ multiplies: '_ = mul(3, 4)' }),
    },
    expected: listed('weak_red'),
  },
  {
    name: 'go: a stub, and a test that is skipped',
    project: go,
    change: {
      [go.product]: go.code({ ...WITH_MUL, mul: '0' }),
      [go.newTest]: go.tests({ multiplies: ['t.Skip("later")', go.equal('mul(3, 4)', '12')] }),
    },
    expected: UNPROVEN,
  },
  {
    name: 'go: the answer of the only test',
    project: go,
    change: {
      [go.product]: go.code({ ...WITH_MUL, mul: '12' }),
      [go.newTest]: go.tests({ multiplies: go.equal('mul(3, 4)', '12') }),
    },
    expected: { auto: 'listed weak_red' },
  },
];

function table(rows: readonly string[]): string {
  return `package calc\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\t${go.equal('add(1, 2)', '3')}\n}\n\nfunc TestSubtracts(t *testing.T) {\n\tfor _, one := range []struct{ a, b, want int }{\n${rows.map((row) => `\t\t${row},\n`).join('')}\t} {\n\t\tif got := sub(one.a, one.b); got != one.want {\n\t\t\tt.Errorf("got %d", got)\n\t\t}\n\t}\n}\n`;
}

function main(body: string, ...imports: string[]): string {
  const all = [...imports, 'os', 'testing'].map((name) => `\t"${name}"\n`).join('');
  return `package calc\n\nimport (\n${all})\n\nfunc TestMain(m *testing.M) {\n\t${body}\n}\n`;
}

export const goTests: readonly Cheat[] = [...tests, ...around, ...detecting, ...lazy];
