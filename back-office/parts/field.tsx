// A labelled control with what it is for and what is wrong with it, tied together for those who hear the page.
import { Refused } from '../api/refused.ts';
import { useId, useState } from '../preact.ts';
import type { JSX } from '../preact.ts';
import { refusalText } from '../texts/texts.ts';
import { KeptRoom } from './kept-room.tsx';

export interface Described {
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
      <KeptRoom isSaid={says !== undefined}>
        <p id={`${id}-says`} class={error === undefined ? 'hint' : 'error'}>
          {says}
        </p>
      </KeptRoom>
    </div>
  );
};

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** The field is left, and its value was changed. */
  readonly onChange?: () => void;
  readonly isPassword?: boolean;
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly required?: boolean;
}

export const TextField = ({ value, onInput, isPassword = false, autoComplete = 'off', ...rest }: TextFieldProps) => {
  const { autoFocus, required = false, onChange, ...field } = rest;
  return (
    <Field {...field}>
      {(described) => (
        <input
          {...described}
          {...(isPassword ? { type: 'password' } : {})}
          value={value}
          required={required}
          autocomplete={autoComplete}
          // Selectors would find it if it were written for `false`.
          data-focus={autoFocus === true ? true : undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
          {...(onChange === undefined ? {} : { onChange })}
        />
      )}
    </Field>
  );
};

interface Taking {
  readonly state: 'running' | Refused | undefined;
  /** Undefined: none was chosen. */
  readonly take: (file: File | undefined) => Promise<void>;
}

/** Sends the picture of a PictureField, one at a time. `send`: throws Refused. */
export const useTaking = (send: (file: File) => Promise<unknown>): Taking => {
  const [state, setState] = useState<Taking['state']>();
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setState('running');
    try {
      await send(file);
      setState(undefined);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setState(error);
    }
  };
  return { state, take };
};

interface PictureFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly taking: Taking;
}

export const PictureField = ({ label, hint, taking: { state, take } }: PictureFieldProps) => (
  <Field label={label} hint={hint} error={state instanceof Refused ? refusalText(state) : undefined}>
    {(described) => (
      <input
        {...described}
        type="file"
        accept="image/*"
        disabled={state === 'running'}
        onInput={(event) => {
          const input = event.currentTarget;
          void take(input.files?.[0]).then(() => (input.value = ''));
        }}
      />
    )}
  </Field>
);
