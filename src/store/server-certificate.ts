import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import { parseJson } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { replaceFile } from '../files/replace.ts';

const certificate = z.strictObject({ version: z.literal(1), cert: z.string(), key: z.string() });

/** The dashboard's own certificate, as PEM: kept, so that a device that took it once knows it again. */
export type ServerCertificate = Pick<z.infer<typeof certificate>, 'cert' | 'key'>;

/** Undefined where there is none that can be read. */
export function readServerCertificate(privateFolder: string): ServerCertificate | undefined {
  try {
    return certificate.safeParse(parseJson(fs.readFileSync(fileIn(privateFolder), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** For its user alone. */
export function writeServerCertificate(privateFolder: string, { cert, key }: ServerCertificate): Result<void, Failure> {
  const text = JSON.stringify({ version: 1, cert, key }, null, 2);
  return replaceFile(realDisk, fileIn(privateFolder), Buffer.from(`${text}\n`));
}

function fileIn(privateFolder: string): string {
  return path.join(privateFolder, 'dashboard-certificate.json');
}
