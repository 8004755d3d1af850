import fs from 'node:fs';
import path from 'node:path';
import { decodeAny } from '../../src/schema/codec-any.ts';
import { isDocumentName } from '../../src/schema/documents.ts';
import { peakMemory } from '../support/peak-memory.ts';

/** Decodes every file of a folder; a file's ending is the name of its document. One line of JSON for each. */
const folder = process.argv[2] ?? '';

for (const file of fs.readdirSync(folder)) {
  const name = path.extname(file).slice(1);
  if (!isDocumentName(name)) throw new Error(file);
  const bytes = fs.readFileSync(path.join(folder, file));
  const started = performance.now();
  const before = process.cpuUsage();
  const decoded = decodeAny(name, bytes);
  const used = process.cpuUsage(before);
  // On a busy machine the clock runs on while others work.
  const ms = Math.min(performance.now() - started, (used.user + used.system) / 1000);
  const problems = decoded.ok ? [] : decoded.error;
  fs.writeSync(1, `${JSON.stringify({ file, ok: decoded.ok, problems, ms, rss: peakMemory() / 1024 })}\n`);
}
