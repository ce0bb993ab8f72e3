// A labelled choice of one of a few values.
import { Field } from './field.tsx';

interface SelectFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** A value that is chosen and no longer offered stays in sight. */
export const SelectField = ({ label, hint, options, value, onInput }: SelectFieldProps) => {
  const isOffered = options.some(([known]) => known === value);
  return (
    <Field label={label} hint={hint}>
      {(described) => (
        <select {...described} value={value} onInput={(event) => onInput(event.currentTarget.value)}>
          {(isOffered ? options : [...options, [value, value] as const]).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};
