import { throwFailure } from '../../base/failure.ts';
import type { Context } from '../context.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { findServer } from './find-server.ts';

export async function listDevices(context: Context): Promise<void> {
  const { words, answer, flags } = context;
  const found = await findServer(context);
  const listed = await found?.call('devices.list', {});
  if (listed?.ok === false) return throwFailure('dashboard.refused', { said: listed.error.message });
  const devices = listed?.value ?? [];
  if (flags.json) return answer(jsonText({ devices }));
  if (devices.length === 0) return answer(words.dashboard.noDevices);
  const { id, name, paired, seen } = words.dashboard.devices;
  const rows = devices.map((one) => [one.id, visible(one.name), one.paired_at, one.seen_at]);
  answer([[id, name, paired, seen], ...rows].map((row) => row.join('  ')).join('\n'));
}

export async function revokeDevice(context: Context, device: string): Promise<void> {
  const { words, answer, flags } = context;
  const found = await findServer(context);
  if (found === undefined) return throwFailure('dashboard.no_device', { device });
  const revoked = await found.call('devices.revoke', { params: { device } });
  if (!revoked.ok) return throwFailure('dashboard.refused', { said: revoked.error.message });
  const { name } = revoked.value;
  answer(flags.json ? jsonText({ revoked: device }) : words.dashboard.revoked(visible(name)));
}
