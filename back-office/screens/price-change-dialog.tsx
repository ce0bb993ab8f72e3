// Prices of a list by a share of them: of this list's own prices, or of the products' usual ones. What will be is shown
// first, with what the engine warns of.
import { count, currencyDigits, money } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Field } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { priceAfter } from '../price-change.ts';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { numberIn } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { changedPrices } from './price-change-rows.ts';
import type { Basis, PriceChanged } from './price-change-rows.ts';
import { readSheet, sendPrices } from './price-sheet-data.ts';
import type { Chosen, Warned } from './price-sheet-data.ts';
import { quantityText, warningTexts } from './price-words.ts';

/** Up to ten times the price, and down to nothing. */
const PERCENT: NumberRule = { usualDecimals: 0, decimalsMax: 2, min: -100, max: 1000 };
/** Products of one read. */
const PART = 500;
const SHOWN = 8;

interface Looked {
  readonly changes: readonly PriceChanged[];
  readonly warnings: readonly Warned[];
  /** What was typed when it was looked at. */
  readonly of: string;
}

interface ChangeProps {
  readonly chosen: Chosen;
  /** How many products are changed. */
  readonly products: number;
  readonly onClose: () => void;
}

/** All that would change. Throws Refused. */
const readChanges = async (
  chosen: Chosen,
  basis: Basis,
  compares: boolean,
  changed: (price: number) => number,
  onDone: (done: number) => void,
): Promise<readonly PriceChanged[]> => {
  const all: PriceChanged[] = [];
  for (let skip = 0; ;) {
    const { rows, count: products } = await readSheet(chosen, skip, PART);
    all.push(...rows.flatMap((row) => changedPrices(row, basis, compares, changed)));
    skip += rows.length;
    onDone(skip);
    if (rows.length === 0 || skip >= products) return all;
  }
};

const Preview = ({ chosen: { list }, looked }: { readonly chosen: Chosen; readonly looked: Looked }) => {
  const { sheet, paste, change } = t().prices;
  const { changes, warnings } = looked;
  const names = new Map(changes.map(({ row }) => [row.id, row.name]));
  if (changes.length === 0) return <p class="error">{change.nothing}</p>;
  return (
    <>
      <table>
        <caption>{paste.preview}</caption>
        <tbody>
          {changes.slice(0, SHOWN).map(({ row, from, before, price }) => (
            <tr key={`${row.id} ${from}`}>
              <th scope="row">{row.name}</th>
              <td>{from > 0 ? sheet.from(quantityText(from)) : ''}</td>
              <td class="figure">
                {money(before, list.currency)} → {money(price, list.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length > SHOWN && <p>{sheet.more(count(changes.length - SHOWN))}</p>}
      {warnings.length > 0 && <Consequences sentences={warningTexts(warnings, (id) => names.get(id) ?? `#${id}`)} />}
    </>
  );
};

export const PriceChange = ({ chosen, products, onClose }: ChangeProps) => {
  const texts = t().prices.change;
  const [typed, setTyped] = useState('');
  const [basis, setBasis] = useState<Basis>(chosen.list.products === 0 ? 'attribute' : 'list');
  const [compares, setCompares] = useState(false);
  const [seen, setSeen] = useState<Looked | undefined>();
  const [done, setDone] = useState(0);
  const percent = numberIn(typed, PERCENT);
  const given = `${typed} ${basis} ${compares}`;
  const looked = seen?.of === given ? seen : undefined;
  const act = async (): Promise<string | undefined> => {
    const { list } = chosen;
    if (looked === undefined) {
      const changed = (price: number): number => priceAfter(price, percent!, currencyDigits.value);
      const changes = await readChanges(chosen, basis, compares, changed, setDone);
      const sent = changes.map(({ sent: one }) => one);
      const warnings = sent.length === 0 ? [] : await sendPrices(list.id, sent, true);
      setSeen({ changes, warnings, of: given });
      setDone(0);
      return undefined;
    }
    const { changes } = looked;
    await sendPrices(
      list.id,
      changes.map(({ sent }) => sent),
      false,
      setDone,
    );
    const products = new Set(changes.map(({ row }) => row.id)).size;
    return texts.done(products, count(products));
  };
  return (
    <ConfirmDialog
      title={texts.title(products, count(products))}
      label={looked === undefined ? texts.look : texts.go}
      isReady={percent !== undefined && (looked === undefined || looked.changes.length > 0)}
      act={act}
      onClose={onClose}
    >
      <NumberField
        label={texts.percent}
        hint={texts.percentHint}
        rule={PERCENT}
        value={typed}
        onInput={setTyped}
        autoFocus
      />
      <Field label={texts.basis}>
        {(described) => (
          <select
            {...described}
            value={basis}
            onInput={(event) => setBasis(event.currentTarget.value === 'list' ? 'list' : 'attribute')}
          >
            {(['list', 'attribute'] as const).map((one) => (
              <option key={one} value={one}>
                {texts.bases[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {basis === 'attribute' && (
        <label class="check">
          <input type="checkbox" checked={compares} onInput={(event) => setCompares(event.currentTarget.checked)} />
          {texts.compares}
        </label>
      )}
      {looked !== undefined && <Preview chosen={chosen} looked={looked} />}
      {done > 0 && (
        <progress
          aria-label={texts.go}
          value={done}
          max={looked === undefined ? products : Math.max(1, looked.changes.length)}
        />
      )}
    </ConfirmDialog>
  );
};
