// Loaded before a program whose clock is to be wrong by SKEW_MS.
const skew = Number(process.env.SKEW_MS ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + skew);
    else super(...given);
  }
  static now() {
    return RealDate.now() + skew;
  }
};
