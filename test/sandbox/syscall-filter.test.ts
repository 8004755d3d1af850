import { describe, expect, test } from 'vitest';
import { buildSyscallFilter, type FilterOptions } from '../../src/sandbox/syscall-filter.ts';
import { ABSENT, numberOf, REFUSED, REFUSED_WITHOUT_NAMESPACES } from '../../src/sandbox/syscalls.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003, arm: 0x40000028 };
const [ALLOW, EPERM, ENOSYS, EAFNOSUPPORT] = ['allow', 'errno 1', 'errno 38', 'errno 97'];

interface Call {
  readonly audit: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** As the kernel does it, for the instructions that a filter may use. Anything else is refused there, too. */
function interpret(program: Uint8Array, { audit, number, args = [] }: Call): string {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, audit, true);
  for (const [index, value] of args.entries()) data.setBigUint64(16 + 8 * index, BigInt(value), true);
  const code = new DataView(program.buffer, program.byteOffset, program.byteLength);
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const operand = code.getUint32(at * 8 + 4, true);
    const [yes, no] = [code.getUint8(at * 8 + 2), code.getUint8(at * 8 + 3)];
    switch (code.getUint16(at * 8, true)) {
      case 0x20:
        if (operand % 4 !== 0 || operand > 60) throw new Error('loads what is not there');
        accumulator = data.getUint32(operand, true);
        break;
      case 0x54:
        accumulator = (accumulator & operand) >>> 0;
        break;
      case 0x15:
        at += accumulator === operand ? yes : no;
        break;
      case 0x35:
        at += accumulator >= operand ? yes : no;
        break;
      case 0x06:
        return operand === 0x7fff0000 ? ALLOW : `errno ${operand - 0x50000}`;
      default:
        throw new Error('an instruction that no filter may use');
    }
  }
  throw new Error('ran off the end');
}

const architectures = ['x64', 'arm64'] as const;
const options = architectures.flatMap((architecture) =>
  (['allowed', 'refused', 'by_filter'] as const).map((namespaces) => ({ architecture, namespaces })),
);

describe.for<FilterOptions>(options)('on $architecture, namespaces $namespaces', ({ architecture, namespaces }) => {
  const filter = buildSyscallFilter({ architecture, namespaces });
  const ask = (number: number, ...args: number[]) => interpret(filter, { audit: AUDIT[architecture], number, args });
  const isX64 = architecture === 'x64';

  test('every listed call is refused or absent', () => {
    for (const numbers of Object.values(REFUSED)) {
      const number = numberOf(numbers, architecture);
      if (number !== null) expect(ask(number)).toBe(EPERM);
    }
    for (const numbers of Object.values(ABSENT)) expect(ask(numberOf(numbers, architecture) ?? -1)).toBe(ENOSYS);
    for (const numbers of Object.values(REFUSED_WITHOUT_NAMESPACES))
      expect(ask(numberOf(numbers, architecture) ?? -1)).toBe(namespaces === 'allowed' ? ALLOW : EPERM);
  });

  test('other architectures find no system calls', () => {
    for (const audit of [AUDIT.i386, AUDIT.arm, AUDIT[isX64 ? 'arm64' : 'x64']])
      expect(interpret(filter, { audit, number: 1 })).toBe(ENOSYS);
    expect(ask(0x40000000 + 1)).toBe(ENOSYS);
  });

  test('reading, tracing and what is not listed is allowed', () => {
    // read, ptrace, process_vm_readv, landlock_create_ruleset, prlimit64
    for (const number of isX64 ? [0, 101, 310, 444, 302] : [63, 117, 270, 444, 261]) expect(ask(number)).toBe(ALLOW);
  });

  test('nothing is typed into a terminal', () => {
    const ioctl = isX64 ? 16 : 29;
    expect(ask(ioctl, 0, 0x5412)).toBe(EPERM);
    // The kernel looks at the lower half only.
    expect(ask(ioctl, 0, 2 ** 32 + 0x5412)).toBe(EPERM);
    expect(ask(ioctl, 0, 0x541c)).toBe(EPERM);
    expect(ask(ioctl, 0, 0x5401)).toBe(ALLOW);
  });

  test('sockets are local, of the internet, or ask for routes', () => {
    const socket = isX64 ? 41 : 198;
    for (const family of [1, 2, 10]) expect(ask(socket, family, 1, 6)).toBe(ALLOW);
    expect(ask(socket, 16, 3, 0)).toBe(ALLOW);
    expect(ask(socket, 16, 3, 9)).toBe(EAFNOSUPPORT);
    for (const family of [17, 38, 40]) expect(ask(socket, family, 1, 0)).toBe(EAFNOSUPPORT);
  });

  test('user namespaces', () => {
    const [clone, unshare, clone3] = isX64 ? [56, 272, 435] : [220, 97, 435];
    const held = namespaces === 'by_filter';
    for (const number of [clone, unshare]) {
      expect(ask(number, 0x10000000 + 17)).toBe(held ? EPERM : ALLOW);
      expect(ask(number, 17)).toBe(ALLOW);
    }
    expect(ask(clone3)).toBe(held ? ENOSYS : ALLOW);
  });
});
