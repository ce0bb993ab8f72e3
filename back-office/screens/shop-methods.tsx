// Dialogs for payment and delivery: the names and the order of methods, when an unpaid order ends, and countries.
import { Field, TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity, writeNumber } from '../typed.ts';
import { ShopDialog } from './shop-dialog.tsx';
import type { Change } from './shop-dialog.tsx';
import { Free, Remove, codesIn, isCountryCode, withAt, without } from './shop-parts.tsx';
import type { SectionProps } from './shop-parts.tsx';
import { DayFields } from './shop-days.tsx';
import type { Days } from './shop-days.tsx';
import { DAY_MS } from './shop-preview.ts';
import type { Method } from './shop-preview.ts';
import { CarrierFields, isCarrier } from './shop-carriers.tsx';
import type { Carrier } from './shop-carriers.tsx';

const DAYS = quantity(0.001, 3650);
const daysText = (ms: number): string => writeNumber(Math.round((ms / DAY_MS) * 1000) / 1000, DAYS);

interface MethodDraft {
  readonly id: number;
  /** By language of the shop. */
  readonly names: { readonly [language: string]: string };
  readonly days: string;
  /** What the shopper is told after the order, by language. */
  readonly told: { readonly [language: string]: string };
}

const byLanguage = (text: Method['name'], languages: readonly string[]): { readonly [language: string]: string } =>
  typeof text === 'string' ? Object.fromEntries(languages.map((language) => [language, text])) : { ...text };

const methodDraft =
  (languages: readonly string[]) =>
  ({ id, name, unpaid_order_ms_max: ms, instructions = '' }: Method): MethodDraft => ({
    id,
    names: byLanguage(name, languages),
    days: ms === undefined ? '' : daysText(ms),
    told: byLanguage(instructions, languages),
  });

/** One text where all languages have the same and it was one before; undefined where nothing is written. */
const textOf = (
  typed: { readonly [language: string]: string },
  before: Method['name'] | undefined,
): Method['name'] | undefined => {
  const written = Object.entries(typed).filter(([, text]) => text.trim() !== '');
  const [[, first] = ['', '']] = written;
  if (written.length === 0) return undefined;
  const isOne = written.every(([, text]) => text === first) && typeof before !== 'object';
  return isOne ? first.trim() : Object.fromEntries(written.map(([language, text]) => [language, text.trim()]));
};

/** `before`: the method as it was; its time stays exactly where its field was not touched. */
const methodOf = ({ id, names, days, told }: MethodDraft, before: Method | undefined): Method => {
  const former = before?.unpaid_order_ms_max;
  const number = numberIn(days, DAYS);
  const isTouched = former === undefined || daysText(former) !== days;
  const instructions = textOf(told, before?.instructions);
  return {
    id,
    name: textOf(names, before?.name) ?? '',
    ...(number !== undefined && { unpaid_order_ms_max: isTouched ? Math.round(number * DAY_MS) : former }),
    ...(instructions !== undefined && { instructions }),
  };
};

interface MethodsProps extends SectionProps {
  readonly title: string;
  readonly param: 'payment_methods' | 'delivery_methods';
  /** Undefined while something that was typed beside the methods cannot be read. */
  readonly changeOf: (methods: readonly Method[]) => Change | undefined;
  /** Fields of other settings of the section. */
  readonly children?: ComponentChildren;
}

const PaymentFields = ({
  draft,
  languages,
  onChange,
}: {
  readonly draft: MethodDraft;
  readonly languages: readonly string[];
  readonly onChange: (draft: MethodDraft) => void;
}) => {
  const texts = t().shop;
  return (
    <>
      <NumberField
        label={texts.unpaid}
        hint={texts.unpaidHint}
        rule={DAYS}
        value={draft.days}
        onInput={(days) => onChange({ ...draft, days })}
      />
      {[...new Set([...languages, ...Object.keys(draft.told)])].map((language) => (
        <Field key={language} label={texts.toldIn(language)} hint={texts.toldHint}>
          {(described) => (
            <textarea
              {...described}
              rows={3}
              value={draft.told[language] ?? ''}
              onInput={({ currentTarget: { value } }) =>
                onChange({ ...draft, told: { ...draft.told, [language]: value } })
              }
            />
          )}
        </Field>
      ))}
    </>
  );
};

const MethodsDialog = ({ title, param, changeOf, children, settings, languages, onClose }: MethodsProps) => {
  const texts = t().shop;
  const methods: readonly Method[] = settings[param];
  const [drafts, setDrafts] = useState(methods.map(methodDraft(languages)));
  const isReady = drafts.every(
    ({ names, days }) =>
      Object.values(names).some((name) => name.trim() !== '') &&
      (days.trim() === '' || numberIn(days, DAYS) !== undefined),
  );
  const written = drafts.map((draft) =>
    methodOf(
      draft,
      methods.find(({ id }) => id === draft.id),
    ),
  );
  const next = Math.max(0, ...methods.map(({ id }) => id), ...drafts.map(({ id }) => id)) + 1;
  return (
    <ShopDialog title={title} settings={settings} change={isReady ? changeOf(written) : undefined} onClose={onClose}>
      <Free settings={settings} param={param}>
        {drafts.map((draft, at) => (
          <fieldset key={draft.id}>
            <legend>{texts.method(String(draft.id))}</legend>
            <div class="two">
              {[...new Set([...languages, ...Object.keys(draft.names)])].map((language) => (
                <TextField
                  key={language}
                  label={texts.nameIn(language)}
                  value={draft.names[language] ?? ''}
                  onInput={(name) =>
                    setDrafts([...withAt(drafts, at, { ...draft, names: { ...draft.names, [language]: name } })])
                  }
                />
              ))}
            </div>
            {param === 'payment_methods' && (
              <PaymentFields
                draft={draft}
                languages={languages}
                onChange={(changed) => setDrafts([...withAt(drafts, at, changed)])}
              />
            )}
            <div class="button-row">
              {at > 0 && (
                <button
                  type="button"
                  onClick={() =>
                    setDrafts([...drafts.slice(0, at - 1), draft, drafts[at - 1]!, ...drafts.slice(at + 1)])
                  }
                >
                  {texts.earlier}
                </button>
              )}
              <Remove of={String(draft.id)} onClick={() => setDrafts([...without(drafts, at)])} />
            </div>
          </fieldset>
        ))}
        <button type="button" onClick={() => setDrafts([...drafts, { id: next, names: {}, days: '', told: {} }])}>
          {texts.addMethod}
        </button>
      </Free>
      {children}
    </ShopDialog>
  );
};

export const PaymentDialog = (props: SectionProps) => (
  <MethodsDialog
    {...props}
    title={t().shop.sections.payment}
    param="payment_methods"
    changeOf={(methods) => ({ payment_methods: methods })}
  />
);

export const DeliveryDialog = (props: SectionProps) => {
  const texts = t().shop;
  const [typed, setTyped] = useState(props.settings.delivery_countries.join(' '));
  const codes = codesIn(typed.toUpperCase());
  const [carriers, setCarriers] = useState<readonly Carrier[]>(props.settings.carriers);
  const { working_days, holidays } = props.settings;
  const [days, setDays] = useState<Days>({ working_days, holidays });
  const isReady = codes.every(isCountryCode) && carriers.every(isCarrier) && days.working_days.length > 0;
  return (
    <MethodsDialog
      {...props}
      title={texts.sections.delivery}
      param="delivery_methods"
      changeOf={(methods) =>
        isReady
          ? {
              delivery_methods: methods.map(({ id, name }) => ({ id, name })),
              delivery_countries: codes,
              carriers,
              ...(days as Pick<Change, 'working_days' | 'holidays'>),
            }
          : undefined
      }
    >
      <Free settings={props.settings} param="delivery_countries">
        <TextField label={texts.countries} hint={texts.countriesHint} value={typed} onInput={setTyped} />
      </Free>
      <Free settings={props.settings} param="carriers">
        <CarrierFields carriers={carriers} onChange={setCarriers} />
      </Free>
      <DayFields settings={props.settings} days={days} onChange={setDays} />
    </MethodsDialog>
  );
};
