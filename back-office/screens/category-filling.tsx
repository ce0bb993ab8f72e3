// The products that a category finds by itself: rows of conditions, and how many products meet them.
import { call } from '../api/call.ts';
import type { Params } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { count } from '../format.ts';
import { TextField } from '../parts/field.tsx';
import { Loaded } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { useState } from '../preact.ts';
import { fillingTexts } from '../texts/filling-texts.ts';
import { COMPARISONS, conditionsIn, fillingOf } from './category-filling.ts';
import type { Condition } from './category-filling.ts';

interface FillingProps {
  /** JSON of the constraint; '': none. */
  readonly value: string;
  readonly onType: (value: string) => void;
}

const Found = ({ value }: { readonly value: string }) => {
  const data = useData(`category-finds-${value}`, async (signal) => {
    const constraint = JSON.parse(value) as Params<'search_products'>['constraint'];
    return (await call('search_products', { constraint, left_limit: 0, right_limit: 1 }, signal)).count;
  });
  return <Loaded data={data}>{(all) => <p class="hint">{fillingTexts().finds(all, count(all))}</p>}</Loaded>;
};

interface RowProps {
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

const Row = ({ condition, onChange, onRemove }: RowProps) => {
  const texts = fillingTexts();
  return (
    <li>
      <TextField
        label={texts.field}
        hint={texts.fieldHint}
        value={condition.field}
        onInput={(field) => onChange({ ...condition, field })}
        required
      />
      <SelectField
        label={texts.comparison}
        options={COMPARISONS.map((one) => [one, texts.comparisons[one]] as const)}
        value={condition.comparison}
        onInput={(value) => onChange({ ...condition, comparison: COMPARISONS.find((one) => one === value)! })}
      />
      <TextField
        label={texts.value}
        hint={condition.comparison === '=' ? texts.valueHint : undefined}
        value={condition.value}
        onInput={(value) => onChange({ ...condition, value })}
      />
      <button type="button" aria-label={texts.dropOne(condition.field)} onClick={onRemove}>
        {texts.drop}
      </button>
    </li>
  );
};

export const CategoryFilling = ({ value, onType }: FillingProps) => {
  const texts = fillingTexts();
  const [typed, setTyped] = useState<readonly Condition[]>(() => conditionsIn(value) ?? []);
  // Somebody else's may have been taken instead.
  const rows = fillingOf(typed) === value ? typed : conditionsIn(value);
  const settled = useSettled(value);
  const change = (now: readonly Condition[]): void => {
    setTyped(now);
    onType(fillingOf(now));
  };
  return (
    <fieldset>
      <legend>{texts.title}</legend>
      <p class="hint">{rows === undefined ? texts.foreign : texts.hint}</p>
      {rows !== undefined && rows.length > 0 && (
        <ul class="list">
          {rows.map((condition, at) => (
            <Row
              key={at}
              condition={condition}
              onChange={(one) => change(rows.with(at, one))}
              onRemove={() => change(rows.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
      {settled !== '' && settled === value && <Found value={settled} />}
      <div class="button-row">
        {rows === undefined ? (
          <button type="button" onClick={() => onType('')}>
            {texts.dropAll}
          </button>
        ) : (
          <button type="button" onClick={() => change([...rows, { field: '', comparison: '=', value: '' }])}>
            {texts.add}
          </button>
        )}
      </div>
    </fieldset>
  );
};
