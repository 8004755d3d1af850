import { randomBytes } from 'node:crypto';

/** A device as the command line lists it. */
export interface Device {
  readonly id: string;
  readonly name: string;
  readonly paired_at: string;
  readonly seen_at: string;
}

/** A browser of another machine that was paired. */
export class PairedDevice {
  readonly id = randomBytes(4).toString('hex');
  readonly #name: string;
  readonly #pairedAt: number;
  #seenAt: number;

  constructor(agent: string | undefined, now: number) {
    this.#name = nameOf(agent ?? '');
    this.#pairedAt = now;
    this.#seenAt = now;
  }

  see(now: number): void {
    this.#seenAt = now;
  }

  view(): Device {
    const [paired_at, seen_at] = [this.#pairedAt, this.#seenAt].map((at) => new Date(at).toISOString());
    return { id: this.id, name: this.#name, paired_at: paired_at ?? '', seen_at: seen_at ?? '' };
  }
}

const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux'];
/** Those that call themselves others, too, come first. */
const BROWSERS = ['SamsungBrowser', 'Edg', 'OPR', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Safari'];

/** `Safari, iPhone`; what says nothing of itself is a device all the same. */
function nameOf(agent: string): string {
  const known = [BROWSERS, SYSTEMS].flatMap((names) => names.find((name) => agent.includes(name)) ?? []);
  return known.length === 0 ? 'browser' : known.join(', ');
}
