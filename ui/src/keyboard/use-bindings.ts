import { useEffect, useRef } from 'react';
import { bind, type Binding } from './key-bindings.ts';

/** Keys that hold as long as the component is shown. */
export function useBindings(title: string, bindings: readonly Binding[]): void {
  const latest = useRef(bindings);
  const owner = useRef({});
  useEffect(() => {
    latest.current = bindings;
  });
  useEffect(
    () =>
      bind(owner.current, {
        title,
        get bindings() {
          return latest.current;
        },
      }),
    [title],
  );
}
