// What a catalogue file holds, before the shop gets anything of it: how it is read, its first products, and what a
// person should look at.
import type { Preview, ReadChoice, RefusedLine } from '../../src/catalogue-files/browser/messages.ts';
import { count } from '../format.ts';
import { Field } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import type { Column } from '../parts/table.tsx';
import { t } from '../texts/texts.ts';
import { job, readAs } from './import-job.ts';
import type { Upload } from './import-job.ts';

interface SelectProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
}

const Select = ({ label, hint, value, choices, onChoose }: SelectProps) => (
  <Field label={label} hint={hint}>
    {(described) => (
      <select
        {...described}
        value={value}
        disabled={job.value?.isRunning === true}
        onInput={(event) => onChoose(event.currentTarget.value)}
      >
        {choices.map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    )}
  </Field>
);

const NOTHING: ReadChoice = { format: '', encoding: '', delimiter: '', taxes: {} };

const withoutTax = (taxes: ReadChoice['taxes'], label: string): ReadChoice['taxes'] =>
  Object.fromEntries(Object.entries(taxes).filter(([other]) => other !== label));

export const HowItIsRead = ({ upload }: { readonly upload: Upload }) => {
  const texts = t().imports;
  const { facts, choice = NOTHING, taxLabels } = upload;
  const names: { readonly [name: string]: string } = texts.formats;
  const formats = facts.formats.map(({ name, system }) => [name, names[name] ?? system] as const);
  const unchosen = choice.format === '' ? ([['', texts.choose]] as const) : [];
  const read = (changes: Partial<ReadChoice>): void => void readAs({ ...choice, ...changes });
  return (
    <Card title={texts.about}>
      <div class="card-body import-fields">
        <Select
          label={texts.format}
          hint={texts.formatHint}
          value={choice.format}
          choices={[...unchosen, ...formats]}
          onChoose={(format) => read({ format, delimiter: '' })}
        />
        <Select
          label={texts.encoding}
          hint={texts.encodingHint}
          value={choice.encoding}
          choices={[['', texts.automatic], ...facts.encodings.map((name) => [name, name] as const)]}
          onChoose={(encoding) => read({ encoding })}
        />
        {taxLabels.map((label) => (
          <Select
            key={label}
            label={texts.tax(label)}
            hint={texts.taxHint}
            value={choice.taxes[label] ?? ''}
            choices={[
              ['', texts.noTax],
              ...facts.taxClasses.map(({ name, percent }) => [name, `${name} (${count(percent, 2)} %)`] as const),
            ]}
            onChoose={(name) =>
              read({ taxes: name === '' ? withoutTax(choice.taxes, label) : { ...choice.taxes, [label]: name } })
            }
          />
        ))}
      </div>
    </Card>
  );
};

export const Holdings = ({ preview: { types, products } }: { readonly preview: Preview }) => {
  const texts = t().imports;
  const names: { readonly [type: string]: string } = texts.types;
  return (
    <>
      <Card title={texts.holds}>
        <div class="card-body">
          <Pairs
            areFigures
            pairs={Object.entries(types).map(([type, records]) => [names[type] ?? type, count(records)])}
          />
        </div>
      </Card>
      {products.length > 0 && (
        <Card title={texts.preview}>
          <Table
            caption={texts.preview}
            rows={products}
            keyOf={({ name }) => name}
            columns={[
              { title: texts.name, cell: ({ name }) => <span class="import-cell">{name}</span> },
              { title: texts.title, cell: ({ title }) => <span class="import-cell">{title}</span>, isMinor: true },
              { title: texts.price, cell: ({ price }) => price || '–', isFigure: true },
              { title: texts.pieces, cell: ({ quantity }) => quantity || texts.uncounted, isFigure: true },
              { title: texts.categories, cell: ({ categories }) => categories.join(', '), isMinor: true },
              { title: texts.pictures, cell: ({ pictures }) => count(pictures), isFigure: true, isMinor: true },
              { title: texts.variations, cell: ({ variations }) => count(variations), isFigure: true, isMinor: true },
            ]}
          />
        </Card>
      )}
    </>
  );
};

const cut = (cell: string): string => (cell.length <= 60 ? cell : `${cell.slice(0, 59)}…`);

interface FoundProps<T> {
  readonly title: string;
  readonly hint: string;
  /** Number of all rows; `rows` may be the first of them. */
  readonly all: number;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}

/** Draws nothing if nothing was found. */
const Found = <T,>({ title, hint, all, rows, columns }: FoundProps<T>) =>
  all === 0 ? null : (
    <Card title={title} beside={<span class="figure">{count(all)}</span>}>
      <div class="card-body">
        <p class="hint">{hint}</p>
      </div>
      <Table caption={title} rows={rows} keyOf={(row) => rows.indexOf(row)} columns={columns} />
      {all > rows.length && <p class="card-body hint">{t().imports.more(count(all - rows.length))}</p>}
    </Card>
  );

const Cell = ({ text }: { readonly text: string }) => <span class="import-cell">{cut(text)}</span>;

interface RefusalsProps {
  readonly refused: number;
  readonly refusals: readonly RefusedLine[];
}

export const Refusals = ({ refused, refusals }: RefusalsProps) => {
  const texts = t().imports;
  return (
    <Found
      title={texts.refused}
      hint={texts.refusedHint}
      all={refused}
      rows={refusals}
      columns={[
        { title: texts.number, cell: ({ line }) => count(line), isFigure: true },
        { title: texts.column, cell: ({ param }) => <Cell text={String(param ?? '')} /> },
        { title: texts.why, cell: ({ detail, code }) => detail || code },
      ]}
    />
  );
};

export const Findings = ({ preview }: { readonly preview: Preview }) => {
  const texts = t().imports;
  const { placeless, doubts, notes } = preview;
  return (
    <>
      {job.value?.told === undefined && <Refusals refused={preview.refused} refusals={preview.refusals} />}
      <Found
        title={texts.doubts}
        hint={texts.doubtsHint}
        all={doubts.length}
        rows={doubts}
        columns={[
          { title: texts.number, cell: ({ line }) => count(line), isFigure: true },
          { title: texts.column, cell: ({ column }) => <Cell text={column} /> },
          { title: texts.cell, cell: ({ cell }) => <Cell text={cell} /> },
          { title: texts.why, cell: ({ why }) => why },
        ]}
      />
      <Found
        title={texts.placeless}
        hint={texts.placelessHint}
        all={placeless.length}
        rows={placeless}
        columns={[
          { title: texts.column, cell: ({ column }) => <Cell text={column} /> },
          { title: texts.values, cell: ({ values }) => count(values), isFigure: true },
          { title: texts.example, cell: ({ cell }) => <Cell text={cell} /> },
          { title: texts.number, cell: ({ line }) => count(line), isFigure: true, isMinor: true },
        ]}
      />
      {notes.length > 0 && (
        <Card title={texts.notes}>
          <ul class="card-body">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
};
