/**
 * The places where a crash could tell. Tests iterate this list, kill a process at each, and look at what is left; a
 * place that is not reached by any test fails them.
 */
export const storePoints = [
  'lock.taken',
  'log.written',
  'log.synced',
  'lock.released',
  'segment.written',
  'segment.kept',
  'segment.begun',
  'document.written',
  'document.announced',
  'document.kept',
  'document.replaced',
  'document.durable',
] as const;

export type StorePoint = (typeof storePoints)[number];

export type OnStorePoint = (point: StorePoint) => void;
