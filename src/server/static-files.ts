import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

interface StaticFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  /** Its name changes with its content. */
  readonly isFrozen: boolean;
}

/** The built pages by path, read once: no path of a request is ever looked for on the disk. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** What lies below `folder`; nothing where there is none, as before the pages are built. */
export function readStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>();
  if (!fs.existsSync(folder)) return files;
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const whole = path.join(entry.parentPath, entry.name);
    const name = path.relative(folder, whole).split(path.sep).join('/');
    const bytes = fs.readFileSync(whole);
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
    files.set(`/${name}`, { bytes, type, etag, isFrozen: name.startsWith('assets/') });
  }
  return files;
}

/** Pages have addresses of their own, and are all the one page; anything with an extension is a file or nothing. */
export function findStatic(files: StaticFiles, pathname: string): StaticFile | undefined {
  return files.get(pathname) ?? (/\.[a-z0-9]+$/i.test(pathname) ? undefined : files.get('/index.html'));
}

export function sendStatic(
  response: ServerResponse,
  { bytes, type, etag, isFrozen }: StaticFile,
  { isHead, known }: { readonly isHead: boolean; readonly known: string | undefined },
): void {
  response.setHeader('cache-control', isFrozen ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('etag', etag);
  if (known === etag) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
  response.end(isHead ? undefined : bytes);
}
