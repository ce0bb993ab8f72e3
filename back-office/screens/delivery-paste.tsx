// Delivery rules from a spreadsheet, pasted or as a CSV file: what each row says is shown, what it would change, what
// cannot be read and what the shop would refuse, before anything is done.
import { fileText } from '../csv-reading.ts';
import { count, currencies, currency } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { CsvField } from '../parts/csv-field.tsx';
import { TextField } from '../parts/field.tsx';
import { PastedRows } from '../parts/pasted-rows.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import type { Fields } from '../seen.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { doRows, look } from './delivery-look.ts';
import type { Looked } from './delivery-look.ts';
import type { DeliveryShop, MethodTable } from './delivery-parts.ts';
import { readPastedRules, readRuleFile } from './delivery-rows.ts';
import type { Known, ReadRow, ReadRows } from './delivery-rows.ts';
import { daysText, freeText, placeText, priceText, rangeText } from './delivery-words.ts';

const SHOWN = 8;

const Faults = ({ faults }: Pick<Looked, 'faults'>) => {
  const texts = deliveryTexts().paste;
  if (faults.length === 0) return null;
  return (
    <div role="alert">
      <p class="error">{texts.faults(faults.length, count(faults.length))}</p>
      <ul class="plain-list">
        {faults.slice(0, SHOWN).map(([line, why]) => (
          <li key={line} class="error">
            {texts.wrong(count(line), why)}
          </li>
        ))}
      </ul>
      {faults.length > SHOWN && <p class="error">{texts.more(count(faults.length - SHOWN))}</p>}
    </div>
  );
};

const Changes = ({ rows }: Pick<Looked, 'rows'>) => {
  const { paste, form } = deliveryTexts();
  const changed = rows.flatMap(({ change }) => (change === undefined ? [] : [change]));
  if (changed.length === 0) return null;
  const written = (text: string): string => (text === '' ? form.empty : text);
  return (
    <>
      <p>{paste.changes}</p>
      <ul class="plain-list">
        {changed.slice(0, SHOWN).map(({ rule, changes }) => (
          <li key={rule.id}>
            {`${paste.rule(rule.id, rule.name)}: `}
            {changes.map(({ term, before, after }) => form.becomes(term, written(before), written(after))).join('; ')}
          </li>
        ))}
      </ul>
      {changed.length > SHOWN && <p>{paste.more(count(changed.length - SHOWN))}</p>}
    </>
  );
};

const Made = ({ rows, shop }: Pick<Looked, 'rows'> & { readonly shop: DeliveryShop }) => {
  const texts = deliveryTexts();
  const { paste } = texts;
  const made = rows.flatMap(({ line, said }) => (said === undefined ? [] : [{ line, said }]));
  if (made.length === 0) return null;
  return (
    <>
      <div class="table-frame" tabIndex={0} role="region" aria-label={paste.preview}>
        <table class="delivery-table">
          <caption>{paste.preview}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.place}</th>
              <th scope="col">{texts.range}</th>
              <th scope="col" class="figure">
                {texts.price}
              </th>
              <th scope="col" class="figure">
                {texts.freeFrom}
              </th>
              <th scope="col">{texts.days}</th>
            </tr>
          </thead>
          <tbody>
            {made.slice(0, SHOWN).map(({ line, said }) => (
              <tr key={line}>
                <th scope="row">{placeText(said)}</th>
                <td>{rangeText(said, shop.names)}</td>
                <td class="figure">{priceText(said)}</td>
                <td class="figure">{freeText(said)}</td>
                <td>{daysText(said)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {made.length > SHOWN && <p>{paste.more(count(made.length - SHOWN))}</p>}
    </>
  );
};

interface EveryProps {
  readonly every: Fields;
  readonly shop: DeliveryShop;
  readonly onType: (field: string, value: string) => void;
}

/** Fields that all rows have. */
const EveryFields = ({ every, shop, onType }: EveryProps) => {
  const { form } = deliveryTexts();
  return (
    <div class="two">
      <SelectField
        label={form.method}
        options={shop.tables.map(({ id, name }) => [String(id), name] as const)}
        value={every['method']!}
        onInput={(value) => onType('method', value)}
      />
      <TextField
        label={form.name}
        hint={form.nameHint}
        value={every['name']!}
        onInput={(value) => onType('name', value)}
        required
      />
      {currencies.value.length > 1 && (
        <SelectField
          label={form.currency}
          options={currencies.value.map(({ code }) => [code, code] as const)}
          value={every['currency']!}
          onInput={(value) => onType('currency', value)}
        />
      )}
    </div>
  );
};

interface RowsProps {
  readonly shop: DeliveryShop;
  readonly title: string;
  /** Method and name that rows have which say none. */
  readonly begins: { readonly method: string; readonly name: string };
  /** What they are for. */
  readonly hint?: string;
  /** Reads what was given; undefined: there is nothing to read yet. */
  readonly read: (known: Known) => Promise<ReadRows | undefined>;
  readonly isReady: boolean;
  /** What is given; another text is looked at anew. */
  readonly given: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const knownOf = ({ tables, names }: DeliveryShop, every: Fields): Known => {
  const named = (all: Iterable<readonly [id: number, name: string]>) => {
    const ids = new Map([...all].map(([id, name]) => [name.toLowerCase(), id]));
    return (name: string): number | undefined => ids.get(name.toLowerCase());
  };
  return {
    usual: { method: every['method']!, name: every['name']!.trim() },
    methodOf: named(tables.map(({ id, name }) => [id, name])),
    groupOf: named(names.groups),
  };
};

/** Looks first, and does it then; where one is refused after all, the rows that are left can be done again. */
const RuleRows = ({ shop, title, begins, hint, read, isReady, given, onClose, children }: RowsProps) => {
  const texts = deliveryTexts().paste;
  const [every, setEvery] = useState<Fields>({ ...begins, currency: currency.value });
  const [seen, setSeen] = useState<{ readonly looked: Looked; readonly given: string } | undefined>();
  const [done, setDone] = useState(0);
  const [stopped, setStopped] = useState(0);
  const all = JSON.stringify([given, every]);
  const looked = seen?.given === all ? seen.looked : undefined;
  const rows = looked?.rows ?? [];
  const changed = rows.filter(({ change }) => change !== undefined).length;
  const made = rows.length - changed;
  const doAll = async (from: Looked): Promise<string> => {
    let known = 0;
    try {
      await doRows(rows, (at) => {
        known = at;
        setDone(at / rows.length);
      });
    } catch (error) {
      setStopped(stopped + known);
      setSeen({ looked: { ...from, rows: rows.slice(known) }, given: all });
      throw error;
    }
    return texts.done(made, changed);
  };
  const act = async (): Promise<string | undefined> => {
    setDone(0);
    if (looked !== undefined) return doAll(looked);
    const found = await read(knownOf(shop, every));
    const inCurrency = ({ terms, ...row }: ReadRow): ReadRow =>
      row.id === 0
        ? { ...row, terms: { ...terms, currency: terms.currency || every['currency']! } }
        : { ...row, terms };
    if (found !== undefined) {
      const rows = found.rows.map(inCurrency);
      setSeen({
        looked: await look({ ...found, rows }, { shop, money: every['currency']!, onDone: setDone }),
        given: all,
      });
    }
    setDone(0);
    return undefined;
  };
  const type = (field: string, value: string): void => setEvery((known) => ({ ...known, [field]: value }));
  return (
    <ConfirmDialog
      title={title}
      label={looked === undefined ? texts.check : texts.go(made, changed)}
      isReady={isReady && (looked === undefined || rows.length > 0)}
      act={act}
      onClose={onClose}
    >
      {hint !== undefined && <p class="hint">{hint}</p>}
      <EveryFields every={every} shop={shop} onType={type} />
      {children}
      {stopped > 0 && <p role="status">{texts.stopped(stopped, count(stopped))}</p>}
      {looked !== undefined && (
        <>
          <Faults faults={looked.faults} />
          {looked.unchanged > 0 && <p>{texts.unchanged(looked.unchanged, count(looked.unchanged))}</p>}
          <Changes rows={rows} />
          <Made rows={rows} shop={shop} />
        </>
      )}
      {done > 0 && done < 1 && <progress aria-label={title} value={done} />}
    </ConfirmDialog>
  );
};

interface PasteProps {
  readonly shop: DeliveryShop;
  readonly table: MethodTable;
  readonly onClose: () => void;
}

export const PasteRules = ({ shop, table, onClose }: PasteProps) => {
  const texts = deliveryTexts().paste;
  const [text, setText] = useState('');
  return (
    <RuleRows
      shop={shop}
      title={texts.title}
      begins={{ method: String(table.id), name: table.name }}
      read={async (known) => readPastedRules(text, known)}
      isReady={text.trim() !== ''}
      given={text}
      onClose={onClose}
    >
      <PastedRows label={texts.rows} hint={texts.hint} text={text} onText={setText} />
    </RuleRows>
  );
};

/** Rules of all methods from a CSV file, such as one that was exported. */
export const ImportRules = ({ shop, onClose }: Omit<PasteProps, 'table'>) => {
  const texts = deliveryTexts().file;
  const [file, setFile] = useState<File | undefined>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [first] = shop.tables;
  const read = async (known: Known): Promise<ReadRows | undefined> => {
    const text = file && fileText(new Uint8Array(await file.arrayBuffer()))?.text;
    const rows = text === undefined ? undefined : readRuleFile(text, known);
    setUnreadable(rows === undefined);
    return rows;
  };
  return (
    <RuleRows
      shop={shop}
      title={texts.importTitle}
      begins={{ method: String(first?.id ?? ''), name: first?.name ?? '' }}
      hint={texts.usual}
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
    </RuleRows>
  );
};
