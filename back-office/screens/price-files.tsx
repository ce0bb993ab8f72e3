// Prices of a list as a CSV file, out and in: number; from_quantity; price; compare_at.
import { csvOf } from '../csv.ts';
import { fileText } from '../csv-reading.ts';
import { CsvField } from '../parts/csv-field.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { saveFile } from '../save-file.ts';
import { t } from '../texts/texts.ts';
import { PriceRows } from './price-paste.tsx';
import { readPriceFile } from './price-rows.ts';
import type { ReadRows } from './price-rows.ts';
import { readSheet } from './price-sheet-data.ts';
import type { Chosen } from './price-sheet-data.ts';

/** Products of one read. */
const PART = 500;

const HEADER = ['number', 'from_quantity', 'price', 'compare_at', 'id', 'name'];

const exported = async (chosen: Chosen): Promise<string> => {
  const rows: (readonly (string | number)[])[] = [HEADER];
  for (let skip = 0; ;) {
    const page = await readSheet({ ...chosen, scope: 'listed', words: '' }, skip, PART);
    for (const { id, number, name, tiers } of page.rows)
      for (const { from_quantity: from, price, compare_at: compare = '' } of tiers)
        rows.push([number, from, price, compare, id, name]);
    skip += page.rows.length;
    if (page.rows.length === 0 || skip >= page.count) return csvOf(rows);
  }
};

const ImportDialog = ({ chosen, onClose }: { readonly chosen: Chosen; readonly onClose: () => void }) => {
  const texts = t().prices.file;
  const [file, setFile] = useState<File | undefined>();
  const [isUnreadable, setUnreadable] = useState(false);
  const read = async (): Promise<ReadRows | undefined> => {
    const text = file && fileText(new Uint8Array(await file.arrayBuffer()))?.text;
    const rows = text === undefined ? undefined : readPriceFile(text);
    setUnreadable(rows === undefined);
    return rows;
  };
  return (
    <PriceRows
      list={chosen.list}
      title={texts.importTitle}
      read={read}
      isReady={file !== undefined}
      given={`${file?.name} ${file?.size} ${file?.lastModified}`}
      onClose={onClose}
    >
      <CsvField
        label={texts.choose}
        hint={texts.importHint}
        error={isUnreadable ? texts.unreadable : undefined}
        onFile={setFile}
      />
    </PriceRows>
  );
};

export const PriceFiles = ({ chosen, isFixed }: { readonly chosen: Chosen; readonly isFixed: boolean }) => {
  const texts = t().prices.file;
  const [isOpen, setOpen] = useState(false);
  const save = (): Promise<void> =>
    orWarn(async () => saveFile(`prices-${chosen.list.id}.csv`, 'text/csv', await exported(chosen)));
  return (
    <>
      {chosen.list.products > 0 && (
        <button type="button" onClick={() => void save()}>
          {texts.export}
        </button>
      )}
      {!isFixed && (
        <button type="button" onClick={() => setOpen(true)}>
          {texts.import}
        </button>
      )}
      {isOpen && <ImportDialog chosen={chosen} onClose={() => setOpen(false)} />}
    </>
  );
};
