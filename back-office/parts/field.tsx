// A labelled control with what it is for and what is wrong with it, tied together for those who hear the page.
import { useId } from '../preact.ts';
import type { JSX } from '../preact.ts';

interface Described {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** Draws the control with what ties it to its label. */
  readonly children: (described: Described) => JSX.Element;
}

export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId();
  const says = error ?? hint;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': says === undefined ? undefined : `${id}-says`,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {says !== undefined && (
        <p id={`${id}-says`} class={error === undefined ? 'hint' : 'error'}>
          {says}
        </p>
      )}
    </div>
  );
};

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly isPassword?: boolean;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly required?: boolean;
}

export const TextField = ({ value, onInput, isPassword = false, autoComplete = 'off', ...rest }: TextFieldProps) => {
  const { autoFocus, required = false, ...field } = rest;
  return (
    <Field {...field}>
      {(described) => (
        <input
          {...described}
          {...(isPassword ? { type: 'password' } : {})}
          value={value}
          required={required}
          autocomplete={autoComplete}
          // Written for `false` as well, it would be found.
          data-focus={autoFocus === true ? true : undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
};
