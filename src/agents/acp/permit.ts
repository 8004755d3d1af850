import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk';
import { placeInside } from './files.ts';
import type { ToolCall } from './shapes.ts';

/**
 * Nobody is there to be asked: what changes files in the folders may be done once, and so may commands, which the sandbox
 * confines; what changes others may not. Looking is free.
 */
export function isPermitted(folders: readonly string[], { kind, locations, content }: ToolCall): boolean {
  if (kind === 'read' || kind === 'search') return true;
  const paths = [...locations, ...content].flatMap(({ path }) => path ?? []);
  return paths.every((path) => placeInside(folders, path) !== undefined);
}

export function outcomeFor(
  { options }: Pick<RequestPermissionRequest, 'options'>,
  isAllowed: boolean,
): RequestPermissionResponse {
  const kinds = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const option = kinds.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined);
  if (option === undefined) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: option.optionId } };
}
