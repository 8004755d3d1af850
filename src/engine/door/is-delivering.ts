/** Of a session's finished work: something is to be done for it here, now. */
export function isDelivering(at: string | undefined): boolean {
  return at === 'wanted' || at === 'sync' || at === 'amend';
}
