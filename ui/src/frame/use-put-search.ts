import { useSearchParams } from 'wouter';

/** Changes one part of the address behind the `?` and leaves the rest; empty or null takes it out. */
export function usePutSearch(): (key: string, value: string | null) => void {
  const [, setSearch] = useSearchParams();
  return (key, value) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null || value === '') after.delete(key);
        else after.set(key, value);
        return after;
      },
      { replace: true },
    );
}
