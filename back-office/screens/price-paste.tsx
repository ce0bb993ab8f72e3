// Prices pasted from a spreadsheet, or read from a file: what is in the rows is shown, with what cannot be read and
// what the engine warns of, before anything is set.
import type { PriceList } from '../../src/client/operations.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, money } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { PastedRows } from '../parts/pasted-rows.tsx';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { readPasted } from './price-rows.ts';
import type { PriceFault, ReadRows } from './price-rows.ts';
import { numbered, sendPrices } from './price-sheet-data.ts';
import type { Numbered, Warned } from './price-sheet-data.ts';
import { quantityText, warningTexts } from './price-words.ts';

const SHOWN = 8;

interface Looked extends Numbered {
  readonly warnings: readonly Warned[];
}

/** Throws Refused. */
const look = async (list: PriceList, { rows, faults }: ReadRows): Promise<Looked> => {
  const known = await numbered(rows, wireLanguage());
  const all = [...faults, ...known.faults].toSorted((a, b) => a.line - b.line);
  const warnings = known.prices.length === 0 ? [] : await sendPrices(list.id, known.prices, true);
  return { ...known, faults: all, warnings };
};

const Faults = ({ faults }: { readonly faults: readonly PriceFault[] }) => {
  const texts = t().prices.paste;
  if (faults.length === 0) return null;
  return (
    <div role="alert">
      <p class="error">{texts.skipped(faults.length, count(faults.length))}</p>
      <ul class="plain-list">
        {faults.slice(0, SHOWN).map(({ line, why }) => (
          <li key={line} class="error">
            {texts.wrong(count(line), texts.why[why])}
          </li>
        ))}
      </ul>
      {faults.length > SHOWN && <p class="error">{t().prices.sheet.more(count(faults.length - SHOWN))}</p>}
    </div>
  );
};

const Seen = ({ list, looked }: { readonly list: PriceList; readonly looked: Looked }) => {
  const { sheet, paste } = t().prices;
  const { prices, names, faults, warnings } = looked;
  const priceText = (value: unknown): string => (typeof value === 'number' ? money(value, list.currency) : '–');
  return (
    <>
      <Faults faults={faults} />
      {prices.length > 0 && (
        <table>
          <caption>{paste.preview}</caption>
          <tbody>
            {prices.slice(0, SHOWN).map(({ id_shopobject: id, from_quantity: from, price }) => (
              <tr key={`${id} ${from}`}>
                <th scope="row">{names.get(id) ?? `#${id}`}</th>
                <td>{typeof from === 'number' && from > 0 ? sheet.from(quantityText(from)) : ''}</td>
                <td class="figure">{priceText(price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {prices.length > SHOWN && <p>{sheet.more(count(prices.length - SHOWN))}</p>}
      {warnings.length > 0 && <Consequences sentences={warningTexts(warnings, (id) => names.get(id) ?? `#${id}`)} />}
    </>
  );
};

interface RowsProps {
  readonly list: PriceList;
  readonly title: string;
  /** Reads what was given; undefined: there is nothing to read yet. */
  readonly read: () => Promise<ReadRows | undefined>;
  readonly isReady: boolean;
  /** What is given; another text is looked at anew. */
  readonly given: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Looks first, and sets then. */
export const PriceRows = ({ list, title, read, isReady, given, onClose, children }: RowsProps) => {
  const texts = t().prices.paste;
  const [seen, setSeen] = useState<{ readonly looked: Looked; readonly given: string } | undefined>();
  const [done, setDone] = useState(0);
  const looked = seen?.given === given ? seen.looked : undefined;
  const prices = looked?.prices ?? [];
  const act = async (): Promise<string | undefined> => {
    if (looked === undefined) {
      const rows = await read();
      if (rows !== undefined) setSeen({ looked: await look(list, rows), given });
      return undefined;
    }
    await sendPrices(list.id, prices, false, setDone);
    return texts.done(prices.length, count(prices.length));
  };
  return (
    <ConfirmDialog
      title={title}
      label={looked === undefined ? texts.check : texts.go(prices.length, count(prices.length))}
      isReady={isReady && (looked === undefined || prices.length > 0)}
      act={act}
      onClose={onClose}
    >
      {children}
      {looked !== undefined && <Seen list={list} looked={looked} />}
      {done > 0 && <progress aria-label={title} value={done} max={prices.length} />}
    </ConfirmDialog>
  );
};

export const PricePaste = ({ list, onClose }: { readonly list: PriceList; readonly onClose: () => void }) => {
  const texts = t().prices.paste;
  const [text, setText] = useState('');
  return (
    <PriceRows
      list={list}
      title={texts.title}
      read={async () => readPasted(text)}
      isReady={text.trim() !== ''}
      given={text}
      onClose={onClose}
    >
      <PastedRows label={texts.rows} hint={texts.hint} text={text} onText={setText} />
    </PriceRows>
  );
};
