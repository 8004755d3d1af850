import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../base/failure.ts';
import { canonicalJson } from '../base/json.ts';
import { getErrno } from '../files/disk-failure.ts';
import { replaceFile } from '../files/replace.ts';
import { encodeJson } from '../schema/own-layout.ts';
import type { Vcr } from '../schema/run/consultation.ts';
import { keepPrecedent } from '../store/precedents.ts';
import { quarantineFile } from '../store/quarantine.ts';
import { fileSignature } from '../store/shown-record.ts';
import type { Store } from '../store/store.ts';
import type { RunEvent } from '../workflows/run/events.ts';
import type { Run, RunState } from '../workflows/run/run-state.ts';
import type { RunDocuments } from '../workflows/run/show.ts';
import { onDisk } from './on-disk.ts';
import type { RunServices } from './performers/run/job.ts';
import { readDocument } from './read-document.ts';
import { shareDecision } from './shared-decisions.ts';

type Place = Pick<RunServices, 'project' | 'disk' | 'clock' | 'folder' | 'own' | 'onNotice' | 'words' | 'redact'>;

type RunStore = Pick<Store<RunState, RunEvent, RunDocuments>, 'state' | 'noteFiles'>;

/**
 * Makes `crp/` and `vcr/` say what the log says, and remembers answers for the future. Done before each step, whenever a
 * run waits or is answered, and when it is taken up, so that whoever was killed in between is made up for.
 */
export async function writeConsultations(place: Place, store: RunStore): Promise<void> {
  const { state } = store;
  if (state.kind === 'unstarted') return;
  markRejectedPack(place, state);
  const questions: Record<string, string> = {};
  for (const { crp, vcr, by_precedent } of state.consultations) {
    const file = path.join(place.folder, `crp/${crp.crp_id}.json`);
    const signature = put(place, file, crp);
    if (signature !== undefined) questions[file] = signature;
    if (vcr === null) continue;
    const answer = path.join(place.folder, `vcr/${vcr.vcr_id}.json`);
    setAside(place, answer, vcr);
    put(place, answer, vcr);
    if (!vcr.applies_to_future || by_precedent) continue;
    const { disk, onNotice } = place;
    const entry = { run_id: state.run_id, crp, vcr };
    const isNew = unwrap(await keepPrecedent(place.own, entry, { disk, onNotice, command: 'answer' }));
    if (isNew) shareDecision(place, entry);
  }
  if (state.consultations.length > 0) unwrap(await store.noteFiles(questions));
}

const PACKED: ReadonlySet<Run['step']['at']> = new Set([
  'pack',
  'ready_for_merge',
  'merge',
  'undelivered',
  'completed',
]);

/** Until there is another pack, the one that was sent back does not say that it is ready. */
function markRejectedPack({ disk, folder, words, redact }: Place, { step, history, rejections = [] }: Run): void {
  const last = rejections.at(-1);
  if (last === undefined || PACKED.has(step.at)) return;
  const said = words.runDocuments.summary.notReady(last.iteration, redact(last.reason).replaceAll(/\s+/g, ' '));
  const rejectedAt = history.findLastIndex(({ result }) => result === 'rejected');
  // A later round's review is about other work.
  const isReviewed = history.slice(rejectedAt + 1).some(({ phase }) => phase === 'gate');
  for (const name of ['mrp/summary.md', 'gatekeeper/review.md']) {
    const file = path.join(folder, name);
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    const isOther = name !== 'mrp/summary.md' && isReviewed;
    if (text === '' || isOther || text.startsWith(`> ${said}`)) continue;
    unwrap(replaceFile(disk, file, Buffer.from(`> ${said}\n\n${text}`)));
  }
}

/** An answer that somebody wrote there themselves and that was not taken: not counted, and not lost. */
function setAside({ disk, clock }: Place, file: string, vcr: Vcr): void {
  if (!fs.existsSync(file)) return;
  const found = readDocument({ path: file, name: 'vcr' });
  const isSame = found.ok && canonicalJson({ ...found.value, created_at: vcr.created_at }) === canonicalJson(vcr);
  if (!isSame) onDisk('link', file, () => quarantineFile(file, { disk, clock, reason: 'rejected' }));
}

/** Gives how the file is known again, unless somebody changes it just now. */
function put({ disk }: Place, file: string, value: unknown): string | undefined {
  const known = signatureIfSame(file, value);
  if (known !== undefined) return known;
  unwrap(replaceFile(disk, file, Buffer.from(encodeJson(value))));
  return signatureIfSame(file, value);
}

/** How a file that says this is known again; undefined where it says something else, or changes just now. */
function signatureIfSame(file: string, value: unknown): string | undefined {
  try {
    const before = signatureOf(file);
    const isSame = canonicalJson(JSON.parse(fs.readFileSync(file, 'utf8'))) === canonicalJson(value);
    return isSame && signatureOf(file) === before ? before : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || getErrno(error) !== undefined) return undefined;
    throw error;
  }
}

function signatureOf(file: string): string {
  return fileSignature(fs.lstatSync(file, { bigint: true }));
}
