import { expect, test } from 'vitest';
import { testTitles } from '../../../src/languages/known-languages.ts';
import { casesRun, missingCases, type NewTests } from '../../../src/workflows/proof/cases.ts';
import { makeProof } from '../../support/make-proof.ts';
import { testContract } from '../../support/contracts.ts';

const NAMES = ['유효한_ID로_데이터_조회_성공', 'fails for an unknown id', 'never there'];

test.each([
  [
    'test/a.test.ts',
    `// it('TC-3 in a comment')
     /* test('never there') */
     describe('AService', () => {
       it("유효한 id로 데이터 조회 성공", () => {});
       it.each([1, 2])(\`TC-2: \${x}\`, () => {});
       const said = "it('TC-3')";
     });`,
  ],
  [
    'tests/test_a.py',
    `"""TC-3: def test_never_there()"""
# def test_never_there(): pass
async def test_유효한_ID로_데이터_조회_성공(): pass
class TestTC2Unknown:
    def test_it(self): pass
`,
  ],
  [
    'src/test/java/ATest.java',
    `class ATest { // never_there() {
       @Test void 유효한_ID로_데이터_조회_성공() throws Exception { if (x) { neverThere(); } }
       @Test @DisplayName("Fails for an  unknown ID") void second() {}
     }`,
  ],
  [
    'src/test/kotlin/ATest.kt',
    `class ATest { /* /* nested */ fun never_there() {} */
       @Test fun \`유효한 ID로 데이터 조회 성공\`() {}
       @Test fun \`doesn't matter, TC-2\`() { "fun never_there()" }
     }`,
  ],
  [
    'a_test.go',
    `package a
func Test유효한_ID로_데이터_조회_성공(t *testing.T) {}
func TestOther(t *testing.T) {
	for name, tc := range map[string]struct{}{ } { t.Run(name, f) }
	t.Run("fails for an unknown id", func(t *testing.T) {})
	// t.Run("never there")
}`,
  ],
  [
    'tests/a.rs',
    `#[test]\nfn 유효한_id로_데이터_조회_성공() { let x: &'a str = "fn never_there()"; }\n#[test] fn tc_2_unknown() {}`,
  ],
  [
    'ATests.cs',
    `[Fact(DisplayName = "TC-1 ok")] public void A() {}\n[Fact] public async Task FailsForAnUnknownId() { }`,
  ],
  ['spec/a_spec.rb', `# it "never there"\nit "TC-1 works" do\n  def test_fails_for_an_unknown_id\n`],
])('cases of %s: by id or folded name, never out of a comment or a string', (file, text) => {
  expect(missingIn(testContract(file, NAMES), text.normalize('NFD'))).toEqual(['TC-3']);
});

test('TC-1 is neither TC-12 nor etc 1', () => {
  const contract = testContract('a.test.js', ['x']);
  for (const title of ['TC-12', 'etc 1', 'btc_1', 'TC-1.0'.replace('1.0', '10')]) {
    expect(missingIn(contract, `it('${title}', f)`), title).toEqual(['TC-1']);
  }
  for (const title of ['TC-1', '[tc-1] adds', 'TC-01', 'tc_1']) {
    expect(missingIn(contract, `it('${title}', f)`), title).toEqual([]);
  }
});

test('an enormous, hostile file is answered at once', () => {
  const contract = testContract('a.test.js', ['x']);
  for (const text of ['it('.repeat(200_000), '/'.repeat(900_000), '`${'.repeat(300_000), 'a'.repeat(3_000_000)]) {
    expect(missingIn(contract, text)).toEqual(['TC-1']);
  }
  const java = testContract('A.java', ['x']);
  for (const text of ['a ( '.repeat(200_000), 'a b'.repeat(300_000), '@DisplayName('.repeat(70_000)]) {
    expect(missingIn(java, text)).toEqual(['TC-1']);
  }
});

test('how each case went: by parameters, in suites, of this file alone', () => {
  const contract = testContract('test/a.test.js', ['adds', 'subtracts', 'divides', 'gone']);
  const proof = makeProof({
    'test/a.test.js > calc > adds [1]': 'passed',
    'test/a.test.js > calc > adds [2]': 'failed',
    'test/a.test.js > TC-2 > any': 'passed',
    'test/a.test.js > divides': 'skipped',
    'test/b.test.js > gone': 'passed',
  });
  const tests = proof.tests.map((one) => ({ ...one, file: one.id.split(' > ')[0] ?? '' }));
  expect(casesRun(contract, { tests }).map(({ id, status, tests: own }) => [id, status, own.length])).toEqual([
    ['TC-1', 'failed', 2],
    ['TC-2', 'passed', 1],
    ['TC-3', 'skipped', 1],
    ['TC-4', 'not_run', 0],
  ]);
});

function missingIn(contract: NewTests, text: string): string[] {
  return missingCases(contract, testTitles(contract.test_file_path, text));
}
