import { describe, expect, test } from 'vitest';
import { lostDemands } from '../../../src/languages/lost-demands.ts';
import { change, GO, go, JAVA, java, JS, js, PY, py, RUST, rust, SH, sh, type Texts } from './surface-change.ts';

describe('kept', () => {
  const rows: [what: string, path: string, before: Texts, after: Texts][] = [
    [
      'a snapshot that moves in',
      JS,
      js('expect(f()).toMatchInlineSnapshot(`\n  a\n    b\n`)'),
      `describe('x', () => {\n${js('      expect(f()).toMatchInlineSnapshot(`\n          a\n            b\n      `)')}})`,
    ],
    [
      'entries of snapshots in another order',
      'test/__snapshots__/a.snap',
      'exports[`a 1`] = `x`;\n\nexports[`b 1`] = `y`;\n',
      'exports[`b 1`] = `y`;\n\nexports[`c 1`] = `x`;\n',
    ],
    ['layout of data', 'test/fixtures/a.json', '{"a": 1}', '{\n  "a": 1\n}\n'],
    ['rows that are added', 'test/fixtures/a.json', '[[1, 2], [3, 4]]', '[[0, 0], [1, 2], [3, 4], [5, 6]]'],
    ['rows of a list that are added', 'test/fixtures/a.json', '{"rows": [1]}', '{"rows": [1, 2], "more": []}'],
    ['lines that are added', 'test/fixtures/a.csv', '1,2\n3,4\n', '1,2\r\n3,4\r\n5,6\r\n'],
    ['data moved', 'x', { 'test/fixtures/a.txt': 'abc' }, { 'test/fixtures/deep/a.txt': 'abc' }],
    [
      'Python: layout',
      PY,
      py('assert add(1, 2) == 3'),
      py('assert (\n    add(\n        1,\n        2,\n    )\n    == 3\n)'),
    ],
    [
      'Python: unittest to pytest',
      PY,
      'class TestCalc(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\n        self.assertTrue(f())\n        self.assertIsNone(g())\n        self.assertIn(1, h())\n',
      'def test_a():\n    assert add(1, 2) == 3\n    assert f()\n    assert g() is None\n    assert 1 in h()\n',
    ],
    [
      'Python: raises',
      PY,
      'class T(unittest.TestCase):\n    def test_a(self):\n        with self.assertRaises(ValueError):\n            add("x")\n',
      'def test_a():\n    with pytest.raises(ValueError):\n        add("x")\n',
    ],
    [
      'Python: raises with a function',
      PY,
      'class T(unittest.TestCase):\n    def test_a(self):\n        self.assertRaises(ValueError, add, "x")\n',
      'def test_a():\n    with pytest.raises(ValueError):\n        add("x")\n',
    ],
    ['Python: a message', PY, py('assert add(1) == 2'), py('assert add(1) == 2, "adds"')],
    [
      'Python: parametrised',
      PY,
      py('assert add(1) == 2\nassert add(2) == 3'),
      '@pytest.mark.parametrize("a, b", [(1, 2), (2, 3)])\ndef test_works(a, b):\n    assert add(a) == b\n',
    ],
    [
      'Python: ids of rows',
      PY,
      '@pytest.mark.parametrize("a, b", [(1, 2)])\ndef test_works(a, b):\n    assert add(a) == b\n',
      '@pytest.mark.parametrize("a, b", [pytest.param(1, 2, id="one")])\ndef test_works(a, b):\n    assert add(a) == b\n',
    ],
    [
      'Python: a loop',
      PY,
      py('assert add(1) == 2\nassert add(2) == 3'),
      py('for a, b in [(1, 2), (2, 3)]:\n    assert add(a) == b'),
    ],
    ['Python: a local name', PY, py('r = add(1)\nassert r == 2'), py('result = add(1)\nassert result == 2')],
    [
      'Python: one name twice',
      PY,
      py('r = add(1)\nassert r == 2\nr = add(2)\nassert r == 3'),
      py('assert add(1) == 2\nassert add(2) == 3'),
    ],
    ['Python: quotes', PY, py(`assert f('a') == "it's"`), py(`assert f("a") == 'it\\'s'`)],
    ['Python: a conjunction', PY, py('assert f() and g()'), py('assert f()\nassert g()')],
    [
      'Python: moved into a class',
      PY,
      py('assert add(1) == 2'),
      'class TestAdd:\n    def test_works(self):\n        assert add(1) == 2\n',
    ],
    ['Python: a comment', PY, py('assert add(1) == 2'), py('# assert x\nassert add(1) == 2  # one more')],
    ['Python: doctests', 'tests/test_doc.py', '"""\n>>> add(1)\n2\n"""\n', '"""Adds.\n\n    >>> add(1)\n    2\n"""\n'],
    [
      'Go: to testify',
      GO,
      go('if got := Add(1, 2); got != 3 {\nt.Errorf("got %d", got)\n}'),
      go('assert.Equal(t, 3, Add(1, 2))'),
    ],
    [
      'Go: a table',
      GO,
      go('if Add(1, 2) != 3 {\nt.Fatal("x")\n}'),
      go(
        'tests := []struct {\na, b int\nwant int\n}{\n{1, 2, 3},\n}\nfor _, tt := range tests {\nif got := Add(tt.a, tt.b); got != tt.want {\nt.Errorf("x")\n}\n}',
      ),
    ],
    [
      'Go: names of fields',
      GO,
      go('for _, tt := range []struct{ a int; want int }{{1, 2}} {\nassert.Equal(t, tt.want, Inc(tt.a))\n}'),
      go('for _, tt := range []struct{ a int; want int }{{a: 1, want: 2}} {\nassert.Equal(t, tt.want, Inc(tt.a))\n}'),
    ],
    [
      'Rust: a message',
      RUST,
      rust('assert_eq!(add(1, 2), 3);'),
      rust('assert_eq!(\n    add(1, 2),\n    3,\n    "adds {}", 1\n);'),
    ],
    ['Rust: a comparison', RUST, rust('assert!(add(1, 2) == 3);'), rust('assert_eq!(add(1, 2), 3);')],
    ['Java: a message', JAVA, java('assertEquals(3, add(1, 2));'), java('assertEquals(3, add(1, 2), "adds");')],
    ['shell: layout and comments', SH, sh('[ "$out" = 3 ] || exit 1'), sh('  # three\n[  "$out" = 3 ] || exit 1 # so')],
    [
      'other languages: layout',
      'test/a_test.exs',
      'test "a" do\n  assert f(1) == 2\nend',
      'describe "x" do\n  test "a" do\n    assert f(1)   == 2\n  end\nend',
    ],
  ];

  test.each(rows)('%s', (_, path, before, after) => {
    expect(lostDemands(change(path, before, after))).toEqual([]);
  });
});

describe('lost', () => {
  const rows: [what: string, path: string, before: Texts, after: Texts][] = [
    [
      'an inline snapshot',
      JS,
      js('expect(f()).toMatchInlineSnapshot(`a`)'),
      js('expect(f()).toMatchInlineSnapshot(`b`)'),
    ],
    [
      'an entry of snapshots',
      'test/__snapshots__/a.snap',
      'exports[`a 1`] = `x`;\n\nexports[`b 1`] = `y`;\n',
      'exports[`a 1`] = `x`;\n',
    ],
    ['a changed entry', 'tests/__snapshots__/a.ambr', '# name: test_a\n  1\n# ---\n', '# name: test_a\n  2\n# ---\n'],
    ['changed data', 'test/fixtures/a.json', '{"a": 1}', '{"a": 2}'],
    ['rows that go', 'test/fixtures/a.json', '[[1, 2], [3, 4]]', '[[3, 4], [5, 6]]'],
    ['lines that go', 'test/fixtures/a.csv', '1,2\n3,4\n', '3,4\n'],
    ['a text that grows', 'test/fixtures/a.txt', '1\n', '1\n2\n'],
    ['Python: a line', PY, py('assert f() == 1\nassert g() == 2'), py('assert f() == 1')],
    ['Python: or True', PY, py('assert f()'), py('assert f() or True')],
    ['Python: True', PY, py('assert f() == 1'), py('assert True')],
    ['Python: about', PY, py('assert f() == 0.3'), py('assert f() == pytest.approx(0.3)')],
    ['Python: loosened', PY, py('assert f() == 3'), py('assert f() >= 3')],
    ['Python: is not None', PY, py('assert f() == 3'), py('assert f() is not None')],
    [
      'Python: skip',
      PY,
      py('assert f() == 1'),
      py('assert f() == 1').replace('def test', '@pytest.mark.skip\ndef test'),
    ],
    [
      'Python: skipif',
      PY,
      py('assert f() == 1'),
      py('assert f() == 1').replace('def test', '@pytest.mark.skipif(os.environ.get("CI"), reason="x")\ndef test'),
    ],
    [
      'Python: xfail',
      PY,
      py('assert f() == 1'),
      py('assert f() == 1').replace('def test', '@pytest.mark.xfail\ndef test'),
    ],
    ['Python: skip from inside', PY, py('assert f() == 1'), py('pytest.skip("x")\nassert f() == 1')],
    [
      'Python: unittest.skip',
      PY,
      'class T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(), 1)\n',
      'class T(unittest.TestCase):\n    @unittest.skip("x")\n    def test_a(self):\n        self.assertEqual(f(), 1)\n',
    ],
    ['Python: the whole file', PY, py('assert f() == 1'), `pytestmark = pytest.mark.skip\n${py('assert f() == 1')}`],
    ['Python: swallowed', PY, py('assert f() == 1'), py('try:\n    assert f() == 1\nexcept AssertionError:\n    pass')],
    [
      'Python: suppressed',
      PY,
      py('assert f() == 1'),
      py('with contextlib.suppress(AssertionError):\n    assert f() == 1'),
    ],
    ['Python: a condition', PY, py('assert f() == 1'), py('if not os.environ.get("CI"):\n    assert f() == 1')],
    ['Python: left early', PY, py('assert f() == 1'), py('if x:\n    return\nassert f() == 1')],
    [
      'Python: a row',
      PY,
      '@pytest.mark.parametrize("a, b", [(1, 2), (2, 3)])\ndef test_a(a, b):\n    assert add(a) == b\n',
      '@pytest.mark.parametrize("a, b", [(1, 2)])\ndef test_a(a, b):\n    assert add(a) == b\n',
    ],
    [
      'Python: a skipped row',
      PY,
      '@pytest.mark.parametrize("a, b", [(1, 2), (2, 3)])\ndef test_a(a, b):\n    assert add(a) == b\n',
      '@pytest.mark.parametrize("a, b", [(1, 2), pytest.param(2, 3, marks=pytest.mark.skip)])\ndef test_a(a, b):\n    assert add(a) == b\n',
    ],
    [
      'Python: an error',
      PY,
      py('with pytest.raises(ValueError, match="x"):\n    f()'),
      py('with pytest.raises(Exception):\n    f()'),
    ],
    ['Python: no longer a test', PY, 'def test_a():\n    assert f() == 1\n', 'def _test_a():\n    assert f() == 1\n'],
    ['Python: a tuple', PY, py('assert f() == (1,)'), py('assert f() == 1')],
    ['Python: doctests', 'tests/test_doc.py', '"""\n>>> add(1)\n2\n"""\n', '"""\n>>> add(1)\n3\n"""\n'],
    ['Python: a double', PY, py('m.assert_called_once_with(1)'), py('m.assert_called()')],
    [
      'Go: a row',
      GO,
      go('for _, tt := range []struct{ a int; want int }{{1, 2}, {2, 3}} {\nassert.Equal(t, tt.want, Inc(tt.a))\n}'),
      go('for _, tt := range []struct{ a int; want int }{{1, 2}} {\nassert.Equal(t, tt.want, Inc(tt.a))\n}'),
    ],
    ['Go: a condition', GO, go('if Add(1, 2) != 3 {\nt.Fatal("x")\n}'), go('if Add(1, 2) < 3 {\nt.Fatal("x")\n}')],
    ['Go: a log instead', GO, go('if Add(1, 2) != 3 {\nt.Error("x")\n}'), go('if Add(1, 2) != 3 {\nt.Log("x")\n}')],
    ['Go: skip', GO, go('assert.True(t, f())'), go('t.Skip("x")\nassert.True(t, f())')],
    ['Go: testify', GO, go('require.Equal(t, 3, f())'), go('require.NotNil(t, f())')],
    ['Rust: ignore', RUST, rust('assert_eq!(f(), 1);'), `#[ignore]\n${rust('assert_eq!(f(), 1);')}`],
    ['Rust: loosened', RUST, rust('assert_eq!(f(), 1);'), rust('assert!(f() > 0);')],
    [
      'Rust: should_panic',
      RUST,
      `#[test]\n#[should_panic(expected = "a")]\nfn p() { f(); }`,
      `#[test]\n#[should_panic]\nfn p() { f(); }`,
    ],
    [
      'Java: disabled',
      JAVA,
      java('assertEquals(3, f());'),
      java('assertEquals(3, f());').replace('@Test', '@Disabled @Test'),
    ],
    ['Java: loosened', JAVA, java('assertEquals(3, f());'), java('assertNotNull(f());')],
    ['Java: a chain', JAVA, java('assertThat(f()).isEqualTo(3);'), java('assertThat(f()).isNotNull();')],
    [
      'C#: skipped',
      'App.Tests/ATests.cs',
      'class ATests {\n[Fact]\npublic void A() { Assert.Equal(3, F()); }\n}',
      'class ATests {\n[Fact(Skip = "x")]\npublic void A() { Assert.Equal(3, F()); }\n}',
    ],
    [
      'PHP: loosened',
      'tests/ATest.php',
      '<?php\nclass ATest {\npublic function testA() { $this->assertSame(3, f()); }\n}',
      '<?php\nclass ATest {\npublic function testA() { $this->assertNotNull(f()); }\n}',
    ],
    [
      'Ruby: a line',
      'spec/a_spec.rb',
      `it 'a' do\n  expect(f).to eq(3)\nend`,
      `it 'a' do\n  expect(f).not_to be_nil\nend`,
    ],
    ['shell: a line', SH, sh('[ "$out" = 3 ] || exit 1\ngrep -q x file'), sh('[ "$out" = 3 ] || exit 1')],
    ['shell: or true', SH, sh('[ "$out" = 3 ] || exit 1'), sh('[ "$out" = 3 ] || true')],
    ['shell: a condition', SH, sh('diff a b'), sh('if [ -z "$CI" ]; then\n  diff a b\nfi')],
    ['shell: left early', SH, sh('diff a b'), sh('exit 0\ndiff a b')],
    ['shell: no set -e', SH, sh('diff a b'), sh('diff a b').replace('set -e\n', '')],
    [
      'other languages: a line',
      'test/a_test.exs',
      'test "a" do\n  assert f(1) == 2\nend',
      'test "a" do\n  assert f(1)\nend',
    ],
  ];

  test.each(rows)('%s', (_, path, before, after) => {
    expect(lostDemands(change(path, before, after))).not.toEqual([]);
  });
});
