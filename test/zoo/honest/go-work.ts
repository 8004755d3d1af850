import { go, mulTests, oldTests, WITH_MUL } from '../projects.ts';
import { type Honest, listed } from '../zoo-case.ts';
import { honest, LISTED, text } from './honest-case.ts';

const suite = text(go, go.test);
const RED = { expected: listed('weak_red') };

/** What people do in packages of Go. */
export const goWork: readonly Honest[] = [
  honest('a function with tests', go, go.solution, RED),
  honest(
    'tests beside those that there are',
    go,
    { [go.product]: go.code(WITH_MUL), [go.test]: go.tests({ ...oldTests(go), ...mulTests(go) }) },
    RED,
  ),
  honest(
    'tests become a table',
    go,
    {
      [go.test]: `package calc\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\t${go.equal('add(1, 2)', '3')}\n}\n\nfunc TestSubtracts(t *testing.T) {\n\tcases := []struct {\n\t\tname       string\n\t\ta, b, want int\n\t}{\n\t\t{"above zero", 5, 3, 2},\n\t\t{"below zero", 3, 5, -2},\n\t}\n\tfor _, one := range cases {\n\t\tt.Run(one.name, func(t *testing.T) {\n\t\t\tif got := sub(one.a, one.b); got != one.want {\n\t\t\t\tt.Errorf("got %d, want %d", got, one.want)\n\t\t\t}\n\t\t})\n\t}\n}\n`,
    },
    { title: 'Write the tests of sub as a table', expected: LISTED },
  ),
  honest(
    'tests run in parallel',
    go,
    { [go.test]: suite.replaceAll('{\n\tif got', '{\n\tt.Parallel()\n\tif got') },
    { title: 'Run the tests in parallel', expected: LISTED },
  ),
  honest(
    'a failing assertion ends its test',
    go,
    { [go.test]: suite.replaceAll('t.Errorf', 't.Fatalf') },
    { title: 'Stop a test at its first failure', expected: LISTED },
  ),
  honest(
    'a test gets a better name',
    go,
    { [go.test]: suite.replace('TestGoesBelowZero', 'TestSubtractsBelowZero') },
    { title: 'Name the tests of sub alike', expected: LISTED },
  ),
  honest(
    'comments for the documentation',
    go,
    { [go.product]: go.code().replaceAll(/^func (\w+)/gm, '// $1 computes a result.\nfunc $1') },
    {
      title: 'Document the functions',
      expected: { run: 'listed unproven', session: 'listed unproven', auto: 'send_back unproven' },
      isRefactoring: true,
    },
  ),
  honest(
    'an older version of the language',
    go,
    { 'go.mod': 'module example.com/calc\n\ngo 1.18\n' },
    { title: 'Support Go 1.18, too', expected: listed('not_testable') },
  ),
  honest(
    'the product is split',
    go,
    { [go.product]: go.code({ add: 'a + b' }), 'sub.go': go.code({ sub: 'a - b' }) },
    {
      title: 'Move sub to a file of its own',
      expected: { run: 'listed unproven', session: 'listed unproven', auto: 'send_back unproven' },
      isRefactoring: true,
    },
  ),
];
