import { expect, it } from 'vitest';
import { declaredSymbols, filesNamedByCompiler, missingSymbols } from '../../src/languages/compile-errors.ts';

const GO = `# example.com/calc [example.com/calc.test]
./calc_test.go:9:10: undefined: Mul
sub/cart_test.go:12:7: c.Count undefined (type Cart has no field or method Count)
vet: ./more_test.go:3:2: undefined: More
FAIL	example.com/calc [build failed]
    calc_test.go:20: got 3, want 4
`;
const RUST = `warning: unused variable: \`x\`
 --> src/lib.rs:2:9
  |
error[E0425]: cannot find function \`mul\` in crate \`calc\`
 --> tests/mul.rs:3:22
  |
error: could not compile \`calc\` (test "mul") due to 1 previous error
`;

it('names the files that do not compile', () => {
  expect(filesNamedByCompiler(GO)).toEqual(['calc_test.go', 'sub/cart_test.go', 'more_test.go']);
  expect(filesNamedByCompiler(RUST)).toEqual(['tests/mul.rs']);
});

it('names added symbols that a compiler misses', () => {
  const added = declaredSymbols(
    'calc.go',
    'package calc\n\nfunc Mul(a, b int) int { return a * b }\nfunc (c Cart) Count() int { return 1 }\ntype Cart struct{}\n',
  );
  expect([...added]).toEqual(['Mul', 'Count', 'Cart']);
  expect(missingSymbols(GO, added)).toEqual(['Mul', 'Count']);
  expect(missingSymbols(RUST, declaredSymbols('src/lib.rs', 'pub fn mul(a: i32) -> i32 { a }'))).toEqual(['mul']);
  expect(missingSymbols(RUST, new Set(['other']))).toEqual([]);
});
