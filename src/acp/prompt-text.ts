import type { ContentBlock } from '@agentclientprotocol/sdk';

/** What the person wrote, with what they attached to it. Images and sound are nothing that agents are given. */
export function promptText(blocks: readonly ContentBlock[]): string {
  return blocks.map(blockText).join('').trim();
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return ` ${placeOf(block.uri)} `;
    case 'resource': {
      const { resource } = block;
      if (!('text' in resource)) return ` ${placeOf(resource.uri)} `;
      return `\n\n${placeOf(resource.uri)}:\n${fenced(resource.text)}\n`;
    }
    case 'image':
    case 'audio':
      return '';
    default:
      return '';
  }
}

/** A file by its path, as agents name it. */
function placeOf(uri: string): string {
  try {
    const url = new URL(uri);
    return url.protocol === 'file:' ? decodeURIComponent(url.pathname) + url.hash : uri;
  } catch {
    return uri;
  }
}

/** Nothing in the text ends the block. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.endsWith('\n') ? text : `${text}\n`}${fence}`;
}
