// Imports of catalogue files: what the shop says of itself, and a file on its way there, batch by batch.
//
// Guaranteed: the same file brought again changes nothing that is equal already, so an import that ended in the middle
// is begun anew. Throws Refused where the shop takes nothing, and Unreadable for the file.
import type { Chosen, ImportFacts, ShopAnswer, Step } from '../../src/catalogue-files/browser/messages.ts';
import { ask } from './call.ts';
import { HEADERS, whileWanted } from './http.ts';
import type { CatalogueReader } from './reader.ts';

/** Smaller if the shop fetches pictures for each record, so that no proxy gives up on the call. */
const BATCH_RECORDS = 256;
const BATCH_RECORDS_WITH_PICTURES = 8;

export interface ImportOptions {
  readonly stock: boolean;
  readonly replaceAttributes: boolean;
  readonly pictures: boolean;
  readonly isDryRun: boolean;
}

interface Answered {
  readonly answers: readonly ShopAnswer[];
  readonly notes: readonly string[];
  readonly pictures: Pictures;
}

interface Pictures {
  readonly fetched: number;
  readonly present: number;
  readonly failed: number;
}

export interface Told extends Step {
  readonly pictures: Pictures;
  /** Pictures that stay addresses, the first of them. */
  readonly pictureNotes: readonly string[];
}

const NOTES_MAX = 100;

export const readFacts = async (signal?: AbortSignal): Promise<ImportFacts> =>
  (await ask('/admin/import-facts', {}, signal)) as ImportFacts;

const send = async (
  options: ImportOptions,
  lines: readonly string[],
  stopped: AbortSignal,
): Promise<Answered | undefined> => {
  const { stock, replaceAttributes: replace_attributes, pictures, isDryRun: dry_run } = options;
  const head = JSON.stringify({ import: { stock, replace_attributes, pictures, dry_run } });
  const headers = { ...HEADERS, 'content-type': 'application/x-ndjson' };
  const init = { method: 'POST', headers, body: `${head}\n${lines.join('')}` };
  try {
    return (await ask('/admin/import', init, AbortSignal.any([whileWanted(), stopped]))) as Answered;
  } catch (error) {
    if (stopped.aborted) return undefined;
    throw error;
  }
};

/**
 * Reports its progress after each batch. Ends when `stopped` is aborted, also in the middle of a call: what the shop
 * has of that batch stays and is not counted.
 */
export const bring = async (
  reader: CatalogueReader,
  chosen: Chosen,
  options: ImportOptions,
  tell: (told: Told) => void,
  stopped: AbortSignal,
): Promise<void> => {
  const batchRecords = options.pictures && !options.isDryRun ? BATCH_RECORDS_WITH_PICTURES : BATCH_RECORDS;
  await reader.ask('begin', { ...chosen, batchRecords, isDryRun: options.isDryRun });
  let answers: readonly ShopAnswer[] = [];
  let pictures: Pictures = { fetched: 0, present: 0, failed: 0 };
  let pictureNotes: readonly string[] = [];
  for (;;) {
    const step = await reader.ask('next', { answers });
    tell({ ...step, pictures, pictureNotes });
    if (step.lines.length === 0 || stopped.aborted) return;
    const answered = await send(options, step.lines, stopped);
    if (answered === undefined) return;
    answers = answered.answers;
    const { fetched, present, failed } = answered.pictures;
    pictures = {
      fetched: pictures.fetched + fetched,
      present: pictures.present + present,
      failed: pictures.failed + failed,
    };
    pictureNotes = [...pictureNotes, ...answered.notes].slice(0, NOTES_MAX);
  }
};
