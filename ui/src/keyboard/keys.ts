/** A key as bindings name it: `j`, `Shift+A`, `Ctrl+k`, `?`, `Escape`. */
export function keyName(event: KeyboardEvent): string {
  const named = event.key.length === 1 ? event.key : event.key.replace('ArrowDown', 'Down').replace('ArrowUp', 'Up');
  const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  const shift = event.shiftKey && /^[a-z]$/i.test(event.key) ? 'Shift+' : '';
  return `${control}${shift}${control !== '' ? named.toLowerCase() : named}`;
}

/** Single keys are letters where one writes. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
}

/** Enter presses what has the focus, whatever else it means on the page. */
export function isPress({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const isPlain = key === 'Enter' && !ctrlKey && !metaKey;
  return isPlain && target instanceof Element && target.closest('a, button, summary') !== null;
}

/** Leaves a field for the keys of the page. */
export function leaveField({ key, currentTarget }: { key: string; currentTarget: HTMLElement }): void {
  if (key === 'Enter' || key === 'Escape') currentTarget.blur();
}
