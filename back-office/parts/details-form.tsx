// The details of an order as fields: contact, addresses, note. Used by drafts and by placed orders. Addresses have the
// fields of their country.
import type { Reply } from '../api/call.ts';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { useAddressForm } from './use-address-form.ts';
import { Field, TextField } from './field.tsx';
import { NO_INVOICE } from './order-fields.ts';
import type { Errors, Typed } from './order-fields.ts';

type Countries = Reply<'get_shop'>['countries'];

interface FormProps {
  readonly typed: Typed;
  readonly errors?: Errors;
  readonly countries: Countries;
  readonly isDisabled?: boolean;
  readonly onInput: (field: string, value: string) => void;
  /** The person has left a field that they changed. */
  readonly onLeave?: (field: string, value: string) => void;
  /** The invoice goes to no other address any more: NO_INVOICE takes the place of what was typed. */
  readonly onClearInvoice: () => void;
}

interface OneProps extends FormProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

const OneText = ({ name, label, hint, typed, errors, onInput, onLeave }: OneProps) => (
  <TextField
    label={label}
    hint={hint}
    value={typed[name] ?? ''}
    error={errors?.[name]}
    onInput={(text) => onInput(name, text)}
    {...(onLeave && { onChange: () => onLeave(name, typed[name] ?? '') })}
  />
);

const CountryField = (props: OneProps) => {
  const { name, label, typed, errors, countries, onInput, onLeave } = props;
  if (countries.length === 0) return <OneText {...props} />;
  const value = typed[name] ?? '';
  const isListed = value === '' || countries.some(({ iso }) => iso === value);
  return (
    <Field label={label} error={errors?.[name]}>
      {(described) => (
        <select
          {...described}
          value={value}
          onChange={(event) => {
            onInput(name, event.currentTarget.value);
            onLeave?.(name, event.currentTarget.value);
          }}
        >
          <option value="">{t().details.choose}</option>
          {!isListed && <option value={value}>{value}</option>}
          {countries.map(({ iso, printable_name: shown }) => (
            <option key={iso} value={iso}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

const Address = ({ kind, ...form }: FormProps & { readonly kind: 'delivery' | 'invoice' }) => {
  const valueOf = (field: string): string => form.typed[`${kind}_${field}`] ?? '';
  const { fieldsWith, labelOf, hintOf } = useAddressForm(valueOf('country'));
  return (
    <fieldset disabled={form.isDisabled === true}>
      <legend>{kind === 'delivery' ? t().details.deliveryTo : t().details.invoiceTo}</legend>
      <div class="two">
        {fieldsWith(valueOf).map((field) => {
          const One = field === 'country' ? CountryField : OneText;
          const hint = hintOf(field, valueOf(field));
          return <One key={field} name={`${kind}_${field}`} label={labelOf(field)} hint={hint} {...form} />;
        })}
      </div>
    </fieldset>
  );
};

export const DetailsForm = (form: FormProps) => {
  const { typed, errors, isDisabled = false, onInput, onLeave, onClearInvoice } = form;
  const texts = t().details;
  const [isTicked, setTicked] = useState(false);
  const isOther = isTicked || Object.keys(NO_INVOICE).some((field) => (typed[field] ?? '') !== '');
  const tick = (): void => {
    setTicked(!isOther);
    if (isOther) onClearInvoice();
  };
  return (
    <>
      <fieldset disabled={isDisabled}>
        <legend>{texts.contact}</legend>
        <div class="two">
          <OneText name="email" label={texts.email} {...form} />
          <OneText name="phone" label={texts.phone} {...form} />
        </div>
      </fieldset>
      <Address kind="delivery" {...form} />
      <label class="check">
        <input type="checkbox" checked={isOther} disabled={isDisabled} onInput={tick} />
        {texts.otherInvoice}
      </label>
      {isOther && <Address kind="invoice" {...form} />}
      <Field label={texts.note} error={errors?.['note']}>
        {(described) => (
          <textarea
            {...described}
            rows={3}
            disabled={isDisabled}
            value={typed['note'] ?? ''}
            onInput={(event) => onInput('note', event.currentTarget.value)}
            {...(onLeave && { onChange: () => onLeave('note', typed['note'] ?? '') })}
          />
        )}
      </Field>
    </>
  );
};
