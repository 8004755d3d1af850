interface Frame {
  readonly screen: string;
  readonly ms: number;
}

export function animatedSvg(
  frames: readonly Frame[],
  look: { readonly theme: 'light' | 'dark'; readonly columns: number; readonly rows: number },
): string;

export function screenSvg(screen: string, look: { readonly columns: number }): string;
