import path from 'node:path';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { readPem } from '../../engine/door/dashboard.ts';
import type { Context } from '../context.ts';
import { jsonText } from '../terminal/visible.ts';
import { obtainServer } from './find-server.ts';

/** Where other devices shall come in, as it was said on the command line. */
export interface RemoteInput {
  readonly address: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly publicUrl: string | undefined;
}

/** Has the server let other devices in, and shows what pairs one of them: a link, and the same as a QR code. */
export async function pairDevice(context: Context, folder: string, input: RemoteInput): Promise<void> {
  const { words, answer, tell, flags, cwd } = context;
  const { address, cert, key, publicUrl } = input;
  const pem = (file: string) => unwrap(readPem(path.resolve(cwd, file)));
  const body = {
    ...(address !== undefined && { address }),
    ...(cert !== undefined && { cert: pem(cert) }),
    ...(key !== undefined && { key: pem(key) }),
    ...(publicUrl !== undefined && { public_url: publicUrl }),
  };
  const { call } = await obtainServer(context, folder);
  const paired = await call('server.remote', { body });
  if (!paired.ok) return throwFailure('dashboard.refused', { said: paired.error.message });
  const { url, sha256, port } = paired.value;
  if (flags.json) return answer(jsonText({ url, sha256 }));
  const { renderUnicodeCompact } = await import('uqr');
  tell(renderUnicodeCompact(url, { ecc: 'L', border: 2 }));
  answer(url);
  tell(words.dashboard.pair);
  if (sha256 !== null) tell(words.dashboard.ownCertificate(sha256));
  if (publicUrl !== undefined) tell(words.dashboard.proxy(port));
}
