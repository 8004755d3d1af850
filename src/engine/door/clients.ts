import { catchFailure, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { type ClientName, clientNames } from '../../prompts/clients/client-names.ts';
import type { ClientRequest, ClientStep } from '../operations/clients.ts';

export { type ClientName, clientNames, type ClientStep };

/** The commands of Orchestral inside of other programs. */
export interface ClientsApi {
  /** What would be done about each file to put them into a program, or to take them out. Changes nothing. */
  plan(wanted: Pick<ClientRequest, 'client' | 'version' | 'removes'>): Promise<Result<ClientStep[], Failure>>;
  /** Does one step of a plan. */
  carryOut(step: ClientStep): Promise<Result<void, Failure>>;
}

/** @internal */
export function clientsApi({ project, env }: Pick<ClientRequest, 'project' | 'env'>): ClientsApi {
  return {
    plan: (wanted) =>
      catchFailure(async () => {
        (await import('../operations/init.ts')).requireSuitable(project, env);
        return (await import('../operations/clients.ts')).planClient({ ...wanted, project, env });
      }),
    carryOut: (step) => catchFailure(async () => (await import('../operations/clients.ts')).carryOut(step, project)),
  };
}
