import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { makeFolder, removeFolder } from '../files/folder.ts';
import { nonce } from '../files/identity.ts';
import type { AgentCall } from './port.ts';

/** A temporary folder for one call, in the step's own folder, gone when the call is over. */
export async function withScratch<T>(
  call: AgentCall,
  work: (scratch: string) => Promise<T>,
): Promise<Result<T, Failure>> {
  const scratch = path.join(call.stepFolder, `tmp-${nonce()}`);
  try {
    makeFolder(scratch);
  } catch (error) {
    return err(diskFailure(error, 'mkdir', scratch));
  }
  try {
    return ok(await work(scratch));
  } finally {
    await removeFolder(scratch);
  }
}
