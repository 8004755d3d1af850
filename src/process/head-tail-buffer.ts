export interface HeadTailLimits {
  readonly head: number;
  readonly tail: number;
}

/** What is kept of a stream unless it is asked for more: enough for any answer, whatever is printed. */
const DEFAULT_LIMITS: HeadTailLimits = { head: 8 * 1024 * 1024, tail: 2 * 1024 * 1024 };

/** The first and the last bytes of a stream of any length, in bounded memory. */
export class HeadTailBuffer {
  readonly #room: HeadTailLimits;
  #head = Buffer.alloc(0);
  #headLength = 0;
  /** A ring: once full, the oldest byte is at `#tailLength % tail`. */
  #tail = Buffer.alloc(0);
  #tailLength = 0;

  constructor(room: HeadTailLimits = DEFAULT_LIMITS) {
    this.#room = room;
  }

  add(chunk: Buffer): void {
    const toHead = chunk.subarray(0, this.#room.head - this.#headLength);
    if (toHead.length > 0) this.#addToHead(toHead);
    if (toHead.length < chunk.length) this.#addToTail(chunk.subarray(toHead.length));
  }

  get cut(): boolean {
    return this.#tailLength > this.#room.tail;
  }

  bytes(): Uint8Array {
    const head = this.#head.subarray(0, this.#headLength);
    if (this.#tailLength === 0) return head;
    if (!this.cut) return Buffer.concat([head, this.#tail.subarray(0, this.#tailLength)]);
    if (this.#room.tail === 0) return head;
    const oldest = this.#tailLength % this.#room.tail;
    return Buffer.concat([head, this.#tail.subarray(oldest), this.#tail.subarray(0, oldest)]);
  }

  #addToHead(bytes: Buffer): void {
    const length = this.#headLength + bytes.length;
    if (length > this.#head.length) {
      const grown = Buffer.allocUnsafe(Math.min(this.#room.head, Math.max(length, this.#head.length * 2)));
      this.#head.copy(grown, 0, 0, this.#headLength);
      this.#head = grown;
    }
    bytes.copy(this.#head, this.#headLength);
    this.#headLength = length;
  }

  #addToTail(bytes: Buffer): void {
    const { tail } = this.#room;
    if (this.#tail.length === 0) this.#tail = Buffer.alloc(tail);
    // Only the last `tail` bytes can stay, but where they go depends on how many came before.
    const skipped = Math.max(0, bytes.length - tail);
    let at = tail === 0 ? 0 : (this.#tailLength + skipped) % tail;
    for (let rest = bytes.subarray(skipped); rest.length > 0; at = 0) {
      const copied = rest.copy(this.#tail, at);
      rest = rest.subarray(copied);
    }
    this.#tailLength += bytes.length;
  }
}
