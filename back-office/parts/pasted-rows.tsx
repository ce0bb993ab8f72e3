// A field for rows that are pasted from a spreadsheet.
import { Field } from './field.tsx';

interface PastedRowsProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

export const PastedRows = ({ label, hint, text, onText }: PastedRowsProps) => (
  <Field label={label} hint={hint}>
    {(described) => (
      <textarea
        {...described}
        rows={8}
        value={text}
        data-focus
        onInput={(event) => onText(event.currentTarget.value)}
      />
    )}
  </Field>
);
