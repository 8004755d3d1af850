/** Settings in which an image, an address or a provider has one of the names (`a|b`). */
export function image(names: string): string {
  return String.raw`\bimage:\s*['"]?(?:[\w.-]+\/)*(?:${names})(?=[:@'"\s]|$)`;
}

export function address(names: string): string {
  return String.raw`\b(?:${names})(?:\+\w+)?:\/\/|\bjdbc:(?:\w+:)?(?:${names}):`;
}

export function provider(names: string): string {
  return String.raw`\bprovider\s*=\s*"(?:${names})"`;
}
