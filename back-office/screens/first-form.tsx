// A form of the first steps: it saves settings, shows what is refused, and keeps what was typed.
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { Refused } from '../api/refused.ts';
import { Field } from '../parts/field.tsx';
import { Failure } from '../parts/page.tsx';
import { useMemo, useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { countries } from '../countries.ts';
import { language } from '../language.ts';
import { t } from '../texts/texts.ts';
import type { Change } from './shop-dialog.tsx';
import { same } from './shop-preview.ts';
import type { Held, Settings } from './shop-preview.ts';

export type Steps = Reply<'get_first_steps'>;

/** What the form of a step gets. */
export interface FormProps {
  readonly settings: Settings;
  readonly steps: Steps;
  /** Called once what was typed is saved. */
  readonly onDone: () => Promise<void>;
}

/** Whether a step has not been gone: what is usual is proposed then, and else what was set. */
export const isOpen = ({ steps }: Steps, step: Steps['steps'][number]['name']): boolean =>
  steps.some(({ name, state }) => name === step && state === 'open');

interface FirstFormProps {
  readonly settings: Settings;
  /** Undefined while something that was typed cannot be read. */
  readonly change: Change | undefined;
  readonly onDone: () => Promise<void>;
  readonly children: ComponentChildren;
}

/** What is changed: neither what is so already nor what the configuration of the server says. */
const changed = (settings: Settings, change: Change): Change =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([param, value]) => !settings.pinned.includes(param) && !same(value, settings[param as keyof Held]),
    ),
  ) as Change;

export const FirstForm = ({ settings, change, onDone, children }: FirstFormProps) => {
  const texts = t().start;
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  // Another person's change meanwhile must be seen, so the settings that the fields began with count.
  const [begun, setBegun] = useState(settings);
  const go = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (change === undefined) return;
    setRunning(true);
    setRefused(undefined);
    try {
      const wanted = changed(begun, change);
      if (Object.keys(wanted).length > 0) await call('update_shop_settings', { ...wanted, if_seq: begun.seq });
      await onDone();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // What was typed stays; sent again, it replaces what somebody else has set.
      if (error.code === 'CHANGED_MEANWHILE') setBegun(await call('get_shop_settings', {}));
      setRefused(error);
    }
    setRunning(false);
  };
  return (
    <form class="first-form" onSubmit={(event) => void go(event)}>
      {children}
      {refused !== undefined && <Failure refused={refused} />}
      <div class="button-row">
        <button type="submit" class="primary" disabled={change === undefined || isRunning}>
          {texts.save}
        </button>
      </div>
    </form>
  );
};

interface CountryFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (code: string) => void;
}

export const CountryField = ({ label, value, onInput }: CountryFieldProps) => {
  const known = useMemo(countries, [language.value]);
  return (
    <Field label={label}>
      {(described) => (
        <select {...described} value={value} onInput={(event) => onInput(event.currentTarget.value)}>
          {known.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

interface TextAreaProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export const TextArea = ({ label, hint, value, onInput }: TextAreaProps) => (
  <Field label={label} hint={hint}>
    {(described) => (
      <textarea {...described} rows={3} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    )}
  </Field>
);

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export const Check = ({ label, isChecked, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isChecked} onInput={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
);
