// Working days and holidays in the dialog of the delivery: a check box for each day of the week, and a list of dates.
import { day as dayText, weekdayName } from '../format.ts';
import { DayField } from '../parts/day-field.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { Free, Remove } from './shop-parts.tsx';
import type { SectionProps } from './shop-parts.tsx';
import type { Held } from './shop-preview.ts';

/** 1 for Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;

export type Days = Pick<Held, 'working_days' | 'holidays'>;

interface DaysProps extends Pick<SectionProps, 'settings'> {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

export const DayFields = ({ settings, days, onChange }: DaysProps) => {
  const texts = t().shop;
  const { working_days: working, holidays } = days;
  const [typed, setTyped] = useState('');
  return (
    <>
      <Free settings={settings} param="working_days">
        <fieldset>
          <legend>{texts.fields.working_days}</legend>
          {WEEK.map((weekday) => (
            <label class="check" key={weekday}>
              <input
                type="checkbox"
                checked={working.includes(weekday)}
                onInput={({ currentTarget: { checked } }) =>
                  onChange({
                    ...days,
                    working_days: WEEK.filter((one) => (one === weekday ? checked : working.includes(one))),
                  })
                }
              />
              {weekdayName(weekday)}
            </label>
          ))}
          {working.length === 0 && <p class="error">{texts.noWorkingDay}</p>}
        </fieldset>
      </Free>
      <Free settings={settings} param="holidays">
        <fieldset>
          <legend>{texts.fields.holidays}</legend>
          <ul class="list">
            {holidays.map((holiday) => (
              <li key={holiday}>
                <span class="grow">{dayText(holiday)}</span>
                <Remove
                  of={dayText(holiday)}
                  onClick={() => onChange({ ...days, holidays: holidays.filter((one) => one !== holiday) })}
                />
              </li>
            ))}
          </ul>
          <DayField label={texts.holiday} value={typed} onInput={setTyped} />
          <button
            type="button"
            disabled={typed === ''}
            onClick={() => {
              onChange({ ...days, holidays: [...new Set([...holidays, typed])].sort() });
              setTyped('');
            }}
          >
            {texts.addHoliday}
          </button>
        </fieldset>
      </Free>
    </>
  );
};
