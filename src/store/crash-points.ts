/** The places where a crash could tell: tests kill a process at each and look at what is left. */
type StorePoint =
  | 'lock.taken'
  | 'log.written'
  | 'log.synced'
  | 'lock.released'
  | 'segment.written'
  | 'segment.kept'
  | 'segment.begun'
  | 'document.written'
  | 'document.announced'
  | 'document.kept'
  | 'document.replaced'
  | 'document.durable';

export type OnStorePoint = (point: StorePoint) => void;
