// A labelled day, as YYYY-MM-DD; '' while there is none.
import { Field } from './field.tsx';

interface DayFieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onInput: (day: string) => void;
}

export const DayField = ({ label, error, value, onInput }: DayFieldProps) => (
  <Field label={label} error={error}>
    {(described) => (
      <input {...described} type="date" value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    )}
  </Field>
);
