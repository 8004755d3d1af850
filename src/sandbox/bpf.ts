/** An instruction of classic BPF. A label is the name of a line; jumps go forward, to labels. */
export type BpfLine =
  | { readonly load: number }
  | { readonly mask: number }
  | { readonly unless: 'equal' | 'at_least'; readonly value: number; readonly go: string }
  | { readonly when: 'equal' | 'at_least'; readonly value: number; readonly go: string }
  | { readonly answer: number }
  | { readonly label: string };

const LOAD_WORD = 0x20;
const AND = 0x54;
const JUMP_IF = { equal: 0x15, at_least: 0x35 } as const;
const RETURN = 0x06;

/** A jump of a condition cannot go further. */
const LONGEST_JUMP = 255;

/** The program as the kernel of a little-endian machine reads it: 8 bytes for each instruction. */
export function assembleBpf(lines: readonly BpfLine[]): Uint8Array {
  const places = new Map<string, number>();
  let count = 0;
  for (const line of lines) {
    if ('label' in line) places.set(line.label, count);
    else count += 1;
  }
  const bytes = new Uint8Array(count * 8);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const line of lines) {
    if ('label' in line) continue;
    const { code, jumpTrue = 0, jumpFalse = 0, operand } = encode(line, (label) => distance(places, label, at));
    view.setUint16(at * 8, code, true);
    view.setUint8(at * 8 + 2, jumpTrue);
    view.setUint8(at * 8 + 3, jumpFalse);
    view.setUint32(at * 8 + 4, operand, true);
    at += 1;
  }
  return bytes;
}

interface Instruction {
  readonly code: number;
  readonly jumpTrue?: number;
  readonly jumpFalse?: number;
  readonly operand: number;
}

function encode(line: Exclude<BpfLine, { label: string }>, distanceTo: (label: string) => number): Instruction {
  if ('load' in line) return { code: LOAD_WORD, operand: line.load };
  if ('mask' in line) return { code: AND, operand: line.mask };
  if ('answer' in line) return { code: RETURN, operand: line.answer };
  if ('when' in line) return { code: JUMP_IF[line.when], jumpTrue: distanceTo(line.go), operand: line.value };
  return { code: JUMP_IF[line.unless], jumpFalse: distanceTo(line.go), operand: line.value };
}

function distance(places: ReadonlyMap<string, number>, label: string, at: number): number {
  const steps = (places.get(label) ?? -1) - at - 1;
  if (steps < 0 || steps > LONGEST_JUMP) throw new Error(`no jump of ${steps} to ${label}`);
  return steps;
}
