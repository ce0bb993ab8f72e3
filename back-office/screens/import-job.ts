// The file that is being imported, as long as the page is open: other screens may be looked at meanwhile.
import type { ImportFacts, Preview, ReadChoice } from '../../src/catalogue-files/browser/messages.ts';
import { Refused } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { bring } from '../api/import.ts';
import type { ImportOptions, Told } from '../api/import.ts';
import { CatalogueReader, Unreadable } from '../api/reader.ts';
import { signal } from '../preact.ts';
import { saveFile } from '../save-file.ts';

export interface Upload {
  readonly file: File;
  readonly facts: ImportFacts;
  /** Undefined: the format is unknown. */
  readonly choice: ReadChoice | undefined;
  readonly preview: Preview | undefined;
  /** What the file calls taxes that the shop has no class for, those that were said since included. */
  readonly taxLabels: readonly string[];
  readonly failed: string | undefined;
  readonly isReading: boolean;
}

export interface Job {
  readonly isDryRun: boolean;
  readonly isRunning: boolean;
  readonly isStopped: boolean;
  /** Records that will come. */
  readonly total: number;
  readonly told: Told | undefined;
  readonly refused: Refused | undefined;
  readonly failed: string | undefined;
}

export const upload = signal<Upload | undefined>(undefined);
export const job = signal<Job | undefined>(undefined);

let reader: CatalogueReader | undefined;
/** Ends the import that is under way. */
let stopping = new AbortController();
/** Counts readings, so that the answer to one that is no longer wanted is dropped. */
let readings = 0;

const update = (changes: Partial<Upload>): void => {
  if (upload.value !== undefined) upload.value = { ...upload.value, ...changes };
};

/** A worker that reads takes no other question before it is done: a new one begins at once. */
const newReader = (): CatalogueReader => {
  reader?.close();
  reader = new CatalogueReader();
  return reader;
};

const ofFile = async <T>(reading: number, work: () => Promise<T>): Promise<T | undefined> => {
  try {
    const value = await work();
    return reading === readings ? value : undefined;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (reading === readings) update({ failed: error.message, isReading: false });
    return undefined;
  }
};

/** Reads the file another way. */
export const readAs = async (choice: ReadChoice): Promise<void> => {
  const { file, facts, taxLabels } = upload.value!;
  const reading = (readings += 1);
  job.value = undefined;
  update({ choice, preview: undefined, failed: undefined, isReading: true });
  const preview = await ofFile(reading, () => newReader().ask('preview', { ...choice, file, facts }));
  if (preview === undefined) return;
  update({ preview, isReading: false, taxLabels: [...new Set([...taxLabels, ...preview.unknownTaxes])] });
};

export const choose = async (file: File, facts: ImportFacts): Promise<void> => {
  const reading = (readings += 1);
  job.value = undefined;
  const unread = { choice: undefined, preview: undefined, failed: undefined, isReading: true, taxLabels: [] };
  upload.value = { file, facts, ...unread };
  // `null`: the file was read, and its format is unknown.
  const found = await ofFile(
    reading,
    async () => (await newReader().ask('recognise', { file, facts, encoding: '' })) ?? null,
  );
  if (found === null) update({ isReading: false });
  if (found) await readAs(found);
};

const jobOf = (changes: Partial<Job>): void => {
  if (job.value !== undefined) job.value = { ...job.value, ...changes };
};

export const run = async (options: ImportOptions): Promise<void> => {
  const { file, facts, choice, preview } = upload.value!;
  const { isDryRun } = options;
  const total = Object.values(preview!.types).reduce((sum, records) => sum + records, preview!.refused);
  const unsaid = { told: undefined, refused: undefined, failed: undefined };
  job.value = { isDryRun, isRunning: true, isStopped: false, total, ...unsaid };
  stopping = new AbortController();
  try {
    const chosen = { ...choice!, file, facts };
    await bring(newReader(), chosen, options, (told) => jobOf({ told }), stopping.signal);
  } catch (error) {
    if (error instanceof Refused) jobOf({ refused: error });
    else if (error instanceof Unreadable) jobOf({ failed: error.message });
    else throw error;
  } finally {
    jobOf({ isRunning: false });
    if (!isDryRun) refreshAll();
  }
};

export const stop = (): void => {
  jobOf({ isStopped: true });
  stopping.abort();
};

export const saveReport = async (): Promise<void> => {
  const text = await reader!.ask('report', undefined);
  const { told } = job.value!;
  const pictures = (told?.pictureNotes ?? []).map((note) => `${JSON.stringify({ note })}\n`).join('');
  saveFile('import-report.jsonl', 'application/x-ndjson', text + pictures);
};

/** Asks before the page is closed while something is under way. */
export const keepOpen = (event: BeforeUnloadEvent): void => {
  if (job.value?.isRunning === true && !job.value.isDryRun) event.preventDefault();
};
