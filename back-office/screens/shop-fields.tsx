// Dialogs for the settings of the shop, a section each: their fields, and what is sent of them.
import { Field, TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useState } from '../preact.ts';
import { shopChangesTexts } from '../texts/shop-changes-texts.ts';
import { nameOfRole, t } from '../texts/texts.ts';
import { numberIn, quantity, whole, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { ShopDialog } from './shop-dialog.tsx';
import type { Change } from './shop-dialog.tsx';
import { DAY_MS, HOUR_MS } from './shop-preview.ts';
import { Free, Remove, textSent, withAt, without } from './shop-parts.tsx';
import type { SectionProps } from './shop-parts.tsx';
import type { Held } from './shop-preview.ts';

const RATE: NumberRule = { usualDecimals: 2, decimalsMax: 4, min: 0, max: 100 };
const MINUTES = quantity(0, 1440);
/** A second to ten years, as the engine takes it. */
const HOURS = quantity(0.001, 87_600);
const DAYS = quantity(0.001, 3650);
const CALCULATIONS = ['included', 'added', 'subtracted'] as const;
const HOLD_DAYS = quantity(0, 365);
const MINUTE_MS = 60_000;

interface TaxDraft {
  readonly name: string;
  readonly calculation: Held['tax_classes'][number]['calculation'];
  readonly rates: readonly (readonly [country: string, percent: string])[];
}

const taxDraft = ({ name, calculation, rates }: Held['tax_classes'][number]): TaxDraft => ({
  name,
  calculation,
  rates: Object.entries(rates).map(([country, share]) => [country, writeNumber(Math.round(share * 1e6) / 1e4, RATE)]),
});

const taxClassOf = ({ name, calculation, rates }: TaxDraft) => ({
  name: name.trim(),
  calculation,
  rates: Object.fromEntries(
    rates.map(([country, typed]) => [
      country.trim().toUpperCase(),
      Math.round((numberIn(typed, RATE) ?? 0) * 1e4) / 1e6,
    ]),
  ),
});

const isWhole = ({ name, rates }: TaxDraft): boolean =>
  name.trim() !== '' &&
  rates.every(([country, typed]) => /^[a-z]{2}$/i.test(country.trim()) && numberIn(typed, RATE) !== undefined);

const TaxClassFields = ({
  draft,
  at,
  onChange,
  onRemove,
}: {
  readonly draft: TaxDraft;
  readonly at: number;
  readonly onChange: (draft: TaxDraft) => void;
  readonly onRemove: () => void;
}) => {
  const texts = t().shop;
  const { rates } = draft;
  return (
    <fieldset>
      <legend>{at === 0 ? texts.firstClass : texts.taxClass}</legend>
      <div class="two">
        <TextField label={texts.className} value={draft.name} onInput={(name) => onChange({ ...draft, name })} />
        <Field label={texts.calculation}>
          {(described) => (
            <select
              {...described}
              value={draft.calculation}
              onInput={({ currentTarget }) =>
                onChange({ ...draft, calculation: CALCULATIONS.find((one) => one === currentTarget.value)! })
              }
            >
              {CALCULATIONS.map((one) => (
                <option key={one} value={one}>
                  {texts.calculations[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {rates.map(([country, percent], place) => (
        <div class="two" key={place}>
          <TextField
            label={texts.country}
            value={country}
            onInput={(typed) => onChange({ ...draft, rates: withAt(rates, place, [typed, percent]) })}
          />
          <NumberField
            label={texts.rate(country)}
            rule={RATE}
            value={percent}
            onInput={(typed) => onChange({ ...draft, rates: withAt(rates, place, [country, typed]) })}
          />
          <Remove
            of={`${draft.name} ${country}`}
            onClick={() => onChange({ ...draft, rates: without(rates, place) })}
          />
        </div>
      ))}
      <div class="button-row">
        <button type="button" onClick={() => onChange({ ...draft, rates: [...rates, ['', '']] })}>
          {texts.addRate}
        </button>
        <Remove of={draft.name} onClick={onRemove} />
      </div>
    </fieldset>
  );
};

export const TaxDialog = ({ settings, onClose }: SectionProps) => {
  const texts = t().shop;
  const [drafts, setDrafts] = useState<readonly TaxDraft[]>(settings.tax_classes.map(taxDraft));
  const isReady = drafts.length > 0 && drafts.every(isWhole);
  return (
    <ShopDialog
      title={texts.sections.taxes}
      settings={settings}
      change={isReady ? { tax_classes: drafts.map(taxClassOf) } : undefined}
      onClose={onClose}
    >
      {drafts.map((draft, at) => (
        <TaxClassFields
          key={at}
          at={at}
          draft={draft}
          onChange={(changed) => setDrafts(withAt(drafts, at, changed))}
          onRemove={() => setDrafts(without(drafts, at))}
        />
      ))}
      <button
        type="button"
        onClick={() => setDrafts([...drafts, { name: '', calculation: 'included', rates: [['', '']] }])}
      >
        {texts.addClass}
      </button>
    </ShopDialog>
  );
};

/** A time that is typed in a unit; what was not typed over is sent as it is. */
const useTime = (ms: number, unitMs: number, rule: NumberRule) => {
  const [begun] = useState(writeNumber(Math.round((ms / unitMs) * 1000) / 1000, rule));
  const [typed, setTyped] = useState(begun);
  const number = numberIn(typed, rule);
  /** Undefined while it cannot be read. */
  const timeMs = typed === begun ? ms : number === undefined ? undefined : Math.round(number * unitMs);
  return { timeMs, rule, value: typed, onInput: setTyped };
};

export const CheckoutDialog = ({ settings, onClose }: SectionProps) => {
  const texts = t().shop;
  const [required, setRequired] = useState(settings.checkout_requires);
  const [checksZips, setChecksZips] = useState(settings.address_checks === 1);
  const { timeMs: holdMs, ...hold } = useTime(settings.cart_hold_ms, MINUTE_MS, MINUTES);
  const { timeMs: priceMs, ...price } = useTime(settings.price_hold_ms, DAY_MS, HOLD_DAYS);
  const { timeMs: sessionMs, ...session } = useTime(settings.session_ttl_ms, HOUR_MS, HOURS);
  const { timeMs: draftMs, ...life } = useTime(settings.draft_ttl_ms, DAY_MS, DAYS);
  const names = [...new Set([...Object.keys(texts.required), ...required])];
  return (
    <ShopDialog
      title={texts.sections.checkout}
      settings={settings}
      change={
        holdMs === undefined || priceMs === undefined || sessionMs === undefined || draftMs === undefined
          ? undefined
          : {
              checkout_requires: required as Change['checkout_requires'],
              address_checks: checksZips,
              cart_hold_ms: holdMs,
              price_hold_ms: priceMs,
              session_ttl_ms: sessionMs,
              draft_ttl_ms: draftMs,
            }
      }
      onClose={onClose}
    >
      <fieldset disabled={settings.pinned.includes('checkout_requires')}>
        <legend>{texts.fields.checkout_requires}</legend>
        {names.map((name) => (
          <label class="check" key={name}>
            <input
              type="checkbox"
              checked={required.includes(name)}
              onInput={({ currentTarget: { checked } }) =>
                setRequired(checked ? [...required, name] : required.filter((one) => one !== name))
              }
            />
            {texts.required[name] ?? name}
          </label>
        ))}
      </fieldset>
      <Free settings={settings} param="address_checks">
        <label class="check">
          <input
            type="checkbox"
            checked={checksZips}
            onInput={({ currentTarget: { checked } }) => setChecksZips(checked)}
          />
          {texts.checkZips}
        </label>
      </Free>
      <Free settings={settings} param="cart_hold_ms">
        <NumberField label={texts.holdMinutes} hint={texts.holdHint} {...hold} />
      </Free>
      <Free settings={settings} param="price_hold_ms">
        <NumberField label={texts.priceHoldDays} hint={texts.priceHoldHint} {...price} />
      </Free>
      <Free settings={settings} param="session_ttl_ms">
        <NumberField label={texts.sessionHours} hint={texts.sessionHint} {...session} />
      </Free>
      <Free settings={settings} param="draft_ttl_ms">
        <NumberField label={texts.draftDays} {...life} />
      </Free>
    </ShopDialog>
  );
};

/** As the engine takes them. */
const FIRST_NUMBERS = {
  order_id_first: whole(1, 1_000_000_000),
  invoice_number_first: whole(1, 1_000_000_000_000),
} as const;

const INVOICE_PER = ['order', 'parcel'] as const;
const ROLES = ['owner', 'manager', 'warehouse', 'support', 'reader'] as const;

export const PeopleDialog = ({ settings, onClose }: SectionProps) => {
  const texts = t().shop;
  const [chosen, setChosen] = useState<readonly string[]>(settings.second_factor_roles);
  const roles = ROLES.filter((role) => chosen.includes(role));
  return (
    <ShopDialog
      title={texts.sections.people}
      settings={settings}
      change={{ second_factor_roles: roles as unknown as Change['second_factor_roles'] }}
      onClose={onClose}
    >
      <Free settings={settings} param="second_factor_roles">
        <fieldset>
          <legend>{texts.fields.second_factor_roles}</legend>
          {ROLES.map((role) => (
            <label class="check" key={role}>
              <input
                type="checkbox"
                checked={chosen.includes(role)}
                onInput={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, role] : chosen.filter((one) => one !== role))
                }
              />
              {nameOfRole(role)}
            </label>
          ))}
        </fieldset>
      </Free>
    </ShopDialog>
  );
};

export const DocumentsDialog = ({ settings, onClose }: SectionProps) => {
  const texts = t().shop;
  const { company, company_foot, invoice_prefix, cancellation_prefix } = settings;
  const [draft, setDraft] = useState({ company, company_foot, invoice_prefix, cancellation_prefix });
  const [numbers, setNumbers] = useState({
    order_id_first: String(settings.order_id_first),
    invoice_number_first: String(settings.invoice_number_first),
  });
  const [invoicePer, setInvoicePer] = useState(settings.invoice_per);
  const orderIdFirst = numberIn(numbers.order_id_first, FIRST_NUMBERS.order_id_first);
  const invoiceFirst = numberIn(numbers.invoice_number_first, FIRST_NUMBERS.invoice_number_first);
  const first = (param: 'order_id_first' | 'invoice_number_first') => (
    <Free settings={settings} param={param}>
      <NumberField
        label={texts.fields[param]}
        hint={texts.firstHint}
        rule={FIRST_NUMBERS[param]}
        value={numbers[param]}
        onInput={(typed) => setNumbers({ ...numbers, [param]: typed })}
      />
    </Free>
  );
  const area = (param: 'company' | 'company_foot') => (
    <Free settings={settings} param={param}>
      <Field label={texts.fields[param]}>
        {(described) => (
          <textarea
            {...described}
            rows={4}
            value={draft[param]}
            onInput={({ currentTarget }) => setDraft({ ...draft, [param]: currentTarget.value })}
          />
        )}
      </Field>
    </Free>
  );
  const prefix = (param: 'invoice_prefix' | 'cancellation_prefix') => (
    <Free settings={settings} param={param}>
      <TextField
        label={texts.fields[param]}
        value={draft[param]}
        onInput={(typed) => setDraft({ ...draft, [param]: typed })}
      />
    </Free>
  );
  return (
    <ShopDialog
      title={texts.sections.documents}
      settings={settings}
      change={
        orderIdFirst === undefined || invoiceFirst === undefined
          ? undefined
          : {
              company: textSent(draft.company),
              company_foot: textSent(draft.company_foot),
              order_id_first: orderIdFirst,
              invoice_number_first: invoiceFirst,
              invoice_per: invoicePer,
              invoice_prefix: textSent(draft.invoice_prefix),
              cancellation_prefix: textSent(draft.cancellation_prefix),
            }
      }
      onClose={onClose}
    >
      {area('company')}
      {area('company_foot')}
      {first('order_id_first')}
      {first('invoice_number_first')}
      <Free settings={settings} param="invoice_per">
        <SelectField
          label={texts.fields.invoice_per}
          options={INVOICE_PER.map((per) => [per, shopChangesTexts().invoicePer[per]] as const)}
          value={invoicePer}
          onInput={(chosen) => setInvoicePer(INVOICE_PER.find((per) => per === chosen)!)}
        />
      </Free>
      {prefix('invoice_prefix')}
      {prefix('cancellation_prefix')}
    </ShopDialog>
  );
};
