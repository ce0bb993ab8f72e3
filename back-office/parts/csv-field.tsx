// A field that takes a CSV file of a person's disk.
import { Field } from './field.tsx';

interface CsvFieldProps {
  readonly label: string;
  readonly hint: string;
  /** Why the file cannot be read; undefined: it can, or none is chosen. */
  readonly error: string | undefined;
  readonly onFile: (file: File | undefined) => void;
}

export const CsvField = ({ label, hint, error, onFile }: CsvFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(described) => (
      <input
        {...described}
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
    )}
  </Field>
);
