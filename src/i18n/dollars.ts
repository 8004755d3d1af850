/** `$12.34`; small sums to the hundredth of a cent, and what is less than that is still not nothing. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return '< $0.0001';
  return `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}
