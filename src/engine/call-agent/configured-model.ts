import path from 'node:path';
import { configDefaults } from '../../schema/config/defaults.ts';
import { placeOf } from '../../schema/places.ts';
import type { Project } from '../project.ts';
import { readDocument } from '../read-document.ts';
import type { Role } from './choose-agent.ts';

/** The model that a role's own configuration names. Whoever reviews has the Gatekeeper's. */
export function configuredModel({ root }: Project, role: Role): string | undefined {
  const own = role === 'reviewer' ? 'gatekeeper' : role;
  if (own !== 'refiner' && own !== 'builder' && own !== 'verifier' && own !== 'gatekeeper') return undefined;
  const name = `config-${own}` as const;
  const read = readDocument({ path: path.join(root, placeOf(name)), name });
  return (read.ok ? read.value : configDefaults[name]).model;
}
