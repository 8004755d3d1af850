const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/**
 * The MD5 of a short text, in hexadecimal. Names of folders are made with it: nothing rests on its being hard to forge. To load
 * `node:crypto` takes longer than all else that `orchestral status` does.
 */
export function md5(text: string): string {
  const bytes = Buffer.from(text);
  const blocks = Buffer.alloc((((bytes.length + 8) >> 6) + 1) << 6);
  bytes.copy(blocks);
  blocks[bytes.length] = 0x80;
  blocks.writeBigUInt64LE(BigInt(bytes.length) * 8n, blocks.length - 8);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < blocks.length; at += 64) state = mix(state, blocks.subarray(at, at + 64));
  const digest = Buffer.alloc(16);
  for (const [i, word] of state.entries()) digest.writeUInt32LE(word >>> 0, 4 * i);
  return digest.toString('hex');
}

type State = readonly [number, number, number, number];

/** One block of 64 bytes, in the words of RFC 1321. */
function mix(state: State, block: Buffer): State {
  let [a, b, c, d] = state;
  for (let i = 0; i < 64; i += 1) {
    const round = i >> 4;
    const [f, k] = chosen(round, i, [b, c, d]);
    const constant = Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32);
    const sum = (a + f + constant + block.readUInt32LE(4 * (k % 16))) | 0;
    const shift = SHIFTS[4 * round + (i % 4)] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  return [state[0] + a, state[1] + b, state[2] + c, state[3] + d];
}

function chosen(round: number, i: number, [b, c, d]: readonly [number, number, number]): [f: number, k: number] {
  switch (round) {
    case 0:
      return [(b & c) | (~b & d), i];
    case 1:
      return [(d & b) | (~d & c), 5 * i + 1];
    case 2:
      return [b ^ c ^ d, 3 * i + 5];
    default:
      return [c ^ (b | ~d), 7 * i];
  }
}
