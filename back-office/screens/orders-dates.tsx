// When were the orders of the list placed? A choice of days of the shop, or the first and the last of one's own.
import { Field } from '../parts/field.tsx';
import { setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { PERIODS } from './orders-filter.ts';
import type { Listed } from './orders-filter.ts';

const NO_DAYS = { days: '', from: '', to: '' };

export const DateFilter = ({ period, from, to }: Pick<Listed, 'period' | 'from' | 'to'>) => {
  const texts = t().lists;
  const day = (name: 'from' | 'to', value: string) => (
    <Field label={texts[name]}>
      {(described) => (
        <input
          {...described}
          type="date"
          value={value}
          onChange={(event) => setQuery({ days: 'own', [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <div class="date-filter">
      <Field label={texts.placed}>
        {(described) => (
          <select
            {...described}
            value={period}
            onInput={(event) => setQuery({ ...NO_DAYS, days: event.currentTarget.value })}
          >
            {PERIODS.map((name) => (
              <option key={name} value={name}>
                {texts.periods[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {period === 'own' && day('from', from)}
      {period === 'own' && day('to', to)}
    </div>
  );
};
