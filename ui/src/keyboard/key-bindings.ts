import { isPress, isWriting, keyName } from './keys.ts';

export interface Binding {
  /** One key, or two pressed one after the other: `g h`. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  /** Also where one writes. */
  readonly always?: boolean;
}

export interface BindingGroup {
  readonly title: string;
  readonly bindings: readonly Binding[];
}

const SEQUENCE_MS = 1_200;
const SWITCH = 'orchestral-single-keys';

const groups = new Map<object, BindingGroup>();
let first: { key: string; at: number } | null = null;

/** The groups that hold now, the latest first: a page's keys come before those of the frame. */
export function currentBindings(): BindingGroup[] {
  return [...groups.values()].toReversed();
}

export function bind(owner: object, group: BindingGroup): () => void {
  groups.set(owner, group);
  return () => groups.delete(owner);
}

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(SWITCH) !== 'off';
}

export function switchSingleKeys(on: boolean): void {
  localStorage.setItem(SWITCH, on ? 'on' : 'off');
}

export function listenForKeys(): () => void {
  // A dialog that Escape closes is gone before the key gets here: what was open when it was pressed counts.
  let isOpen = false;
  const look = (): void => {
    isOpen = document.querySelector('[role="dialog"]') !== null;
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey || isPress(event)) return;
    const key = keyName(event);
    const single = !key.startsWith('Ctrl+');
    const writing = isWriting(event.target);
    const before = first !== null && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ` : '';
    const all = currentBindings().flatMap(({ bindings }) => bindings);
    const usable = all.filter(
      ({ always = false }) => always || (!writing && !isOpen && (!single || areSingleKeysOn())),
    );
    const found = usable.find(({ keys }) => keys === `${before}${key}`) ?? usable.find(({ keys }) => keys === key);
    first = null;
    if (found !== undefined) {
      event.preventDefault();
      found.run();
    } else if (usable.some(({ keys }) => keys.startsWith(`${key} `))) first = { key, at: event.timeStamp };
  };
  window.addEventListener('keydown', look, { capture: true });
  document.addEventListener('keydown', pressed);
  return () => {
    window.removeEventListener('keydown', look, { capture: true });
    document.removeEventListener('keydown', pressed);
  };
}
