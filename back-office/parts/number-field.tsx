// A field for a number. It asks which of two readings is meant, and says how to write a number where there is none.
// Senders ask typed.ts for the number, which gives none while the question is open.
import { count } from '../format.ts';
import { t } from '../texts/texts.ts';
import { readNumber, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { Field } from './field.tsx';
import { KeptRoom } from './kept-room.tsx';

const rangeText = ({ min, max }: NumberRule): string => {
  const texts = t().numbers;
  if (max > 1e12) return min > -1e12 ? texts.atLeast(count(min, 4)) : texts.tooLong;
  return texts.range(count(min, 4), count(max, 4));
};

/** Why a text is no number yet; undefined if it is one or empty. */
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

/** Readings of a doubtful number to choose from, each as the field will show it. */
export const Readings = ({ typed, rule, onChoose }: ReadingsProps) => {
  const reading = readNumber(typed, rule);
  const texts = reading.kind === 'doubtful' ? reading.texts : [];
  return (
    <div aria-live="polite">
      <KeptRoom isSaid={texts.length > 0}>
        <div class="button-row readings">
          {texts.map((text) => {
            const shown = writeNumber(text, rule);
            return (
              <button key={text} type="button" onClick={() => onChoose(shown)}>
                {shown}
              </button>
            );
          })}
        </div>
      </KeptRoom>
    </div>
  );
};

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly rule: NumberRule;
  readonly onInput: (value: string) => void;
  /** The field is left with another value, or a reading of a doubtful one is chosen. */
  readonly onChange?: (value: string) => void;
  /** Why a number that can be read was refused. */
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
}

export const NumberField = (props: NumberFieldProps) => {
  const { label, hint, value, rule, onInput, onChange, error, isDisabled = false, autoFocus = false } = props;
  return (
    <div class="number-field">
      <Field label={label} hint={hint} error={numberFault(value, rule) ?? error}>
        {(described) => (
          <input
            {...described}
            inputMode={rule.decimalsMax === 0 ? 'numeric' : 'decimal'}
            autocomplete="off"
            disabled={isDisabled}
            value={value}
            // Selectors would find it if it were written for `false`.
            data-focus={autoFocus ? true : undefined}
            onInput={(event) => onInput(event.currentTarget.value)}
            onChange={(event) => onChange?.(event.currentTarget.value)}
          />
        )}
      </Field>
      <Readings
        typed={value}
        rule={rule}
        onChoose={(text) => {
          onInput(text);
          onChange?.(text);
        }}
      />
    </div>
  );
};
