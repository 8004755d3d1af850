import type { DesignContract } from '../../schema/contracts/design-contract.ts';
import { quotedList } from '../quoted.ts';

export type Invariants = DesignContract['invariants'];

export function invariantsText(invariants: Invariants): string {
  return invariants.length === 0 ? 'None.' : quotedList(invariants.map(({ id, rule }) => `${id}: ${rule}`));
}
