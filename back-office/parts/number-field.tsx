// A field for a number. What can be read in two ways is asked, both readings at hand; what is none is said, with how to
// write it. Who sends the number asks typed.ts for it, which gives none while the question is open.
import { count } from '../format.ts';
import { t } from '../texts/texts.ts';
import { readNumber, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { Field } from './field.tsx';

const rangeText = ({ min, max }: NumberRule): string => {
  const texts = t().numbers;
  if (max > 1e12) return min > -1e12 ? texts.atLeast(count(min, 4)) : texts.tooLong;
  return texts.range(count(min, 4), count(max, 4));
};

/** Why a text is no number yet; undefined where it is one, and where nothing is typed. */
export const numberFault = (typed: string, rule: NumberRule): string | undefined => {
  const texts = t().numbers;
  const reading = readNumber(typed, rule);
  if (typed.trim() === '' || reading.kind === 'number') return undefined;
  if (reading.kind === 'doubtful') return reading.texts.length > 1 ? texts.doubtful(typed) : texts.unclear(typed);
  if (reading.why === 'range') return rangeText(rule);
  if (reading.why === 'decimals') return texts.decimals(rule.decimalsMax);
  return texts.none(writeNumber(rule.decimalsMax === 0 ? 12 : 12.5, rule));
};

interface ReadingsProps {
  readonly typed: string;
  readonly rule: NumberRule;
  readonly onChoose: (text: string) => void;
}

/** The readings of a doubtful number, one of which is chosen; each as it then stands in the field. */
export const Readings = ({ typed, rule, onChoose }: ReadingsProps) => {
  const reading = readNumber(typed, rule);
  return (
    <div aria-live="polite">
      {reading.kind === 'doubtful' && (
        <div class="button-row readings">
          {reading.texts.map((text) => {
            const shown = writeNumber(text, rule);
            return (
              <button key={text} type="button" onClick={() => onChoose(shown)}>
                {shown}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
};

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly rule: NumberRule;
  readonly onInput: (value: string) => void;
  readonly autoFocus?: boolean;
}

export const NumberField = ({ label, hint, value, rule, onInput, autoFocus = false }: NumberFieldProps) => (
  <div class="number-field">
    <Field label={label} hint={hint} error={numberFault(value, rule)}>
      {(described) => (
        <input
          {...described}
          inputMode={rule.decimalsMax === 0 ? 'numeric' : 'decimal'}
          autocomplete="off"
          value={value}
          // Written for `false` as well, it would be found.
          data-focus={autoFocus ? true : undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
    <Readings typed={value} rule={rule} onChoose={onInput} />
  </div>
);
