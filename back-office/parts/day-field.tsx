// A labelled day, as YYYY-MM-DD; '' while there is none.
import { Field } from './field.tsx';

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (day: string) => void;
}

export const DayField = ({ label, value, onInput }: DayFieldProps) => (
  <Field label={label}>
    {(described) => (
      <input {...described} type="date" value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    )}
  </Field>
);
