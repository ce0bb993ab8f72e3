// First steps on how goods are paid, and where they are sent to.
import { EU } from '../countries.ts';
import { NumberField } from '../parts/number-field.tsx';
import { TextField } from '../parts/field.tsx';
import { useState } from '../preact.ts';
import { de } from '../texts/de.ts';
import { en } from '../texts/en.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity, writeNumber } from '../typed.ts';
import { Check, FirstForm, TextArea } from './first-form.tsx';
import type { FormProps } from './first-form.tsx';
import { nextId } from './first-settings.ts';
import { Free, textSent } from './shop-parts.tsx';
import { DAY_MS, countryName, nameOf } from './shop-preview.ts';
import type { Held, Method } from './shop-preview.ts';

const WAYS = ['prepayment', 'invoice', 'cash'] as const;
type Way = (typeof WAYS)[number];

/** The name of a way to pay in each language of the shop. */
const namesIn = (languages: readonly string[], way: Way): Held['payment_methods'][number]['name'] =>
  Object.fromEntries(languages.map((code) => [code, (code.startsWith('de') ? de : en).start.ways[way]]));

const DAYS = quantity(0.001, 3650);
const DAYS_USUAL = 14;

/** Those that stay, and those that are new, numbered from `next`. */
const methodsWith = (
  kept: readonly Held['payment_methods'][number][],
  next: number,
  ways: readonly Way[],
  languages: readonly string[],
  days: number | undefined,
): readonly Held['payment_methods'][number][] => [
  ...kept,
  ...ways.map((way, at) => ({
    id: next + at,
    name: namesIn(languages, way),
    ...(way === 'prepayment' && days !== undefined && { unpaid_order_ms_max: Math.round(days * DAY_MS) }),
  })),
];

export const PaymentForm = ({ settings, onDone }: FormProps) => {
  const texts = t().start;
  const { payment_methods: methods, languages } = settings;
  const [gone, setGone] = useState<readonly number[]>([]);
  const [ways, setWays] = useState<readonly Way[]>(methods.length === 0 ? ['prepayment'] : []);
  const [days, setDays] = useState(writeNumber(DAYS_USUAL, DAYS));
  const [foot, setFoot] = useState(settings.company_foot);
  const number = numberIn(days, DAYS);
  const kept = methods.filter(({ id }) => !gone.includes(id));
  const isReady = kept.length + ways.length > 0 && (days.trim() === '' || number !== undefined);
  const change = {
    payment_methods: [...methodsWith(kept, nextId(methods), ways, languages, number)],
    company_foot: textSent(foot.trim()),
  };
  return (
    <FirstForm
      settings={settings}
      // A text that is empty on both sides is no change.
      change={
        isReady
          ? settings.company_foot === foot.trim()
            ? { payment_methods: change.payment_methods }
            : change
          : undefined
      }
      onDone={onDone}
    >
      <Free settings={settings} param="payment_methods">
        <fieldset>
          <legend>{t().shop.fields.payment_methods}</legend>
          {methods.map((method) => (
            <Check
              key={method.id}
              label={nameOf(method)}
              isChecked={!gone.includes(method.id)}
              onChange={(isChecked) =>
                setGone(isChecked ? gone.filter((id) => id !== method.id) : [...gone, method.id])
              }
            />
          ))}
          {WAYS.map((way) => (
            <Check
              key={way}
              label={texts.newWay(texts.ways[way])}
              isChecked={ways.includes(way)}
              onChange={(isChecked) => setWays(isChecked ? [...ways, way] : ways.filter((one) => one !== way))}
            />
          ))}
        </fieldset>
        {ways.includes('prepayment') && (
          <NumberField label={t().shop.unpaid} hint={t().shop.unpaidHint} rule={DAYS} value={days} onInput={setDays} />
        )}
      </Free>
      <Free settings={settings} param="company_foot">
        <TextArea label={texts.bank} hint={texts.bankHint} value={foot} onInput={setFoot} />
      </Free>
      <p class="hint">{texts.providers}</p>
    </FirstForm>
  );
};

const AREAS = ['own', 'eu', 'all', 'same'] as const;
type Area = (typeof AREAS)[number];

const countriesOf = (area: Area, { country, delivery_countries: before }: Held): readonly string[] => {
  if (area === 'own') return [country];
  if (area === 'eu') return [country, ...EU.filter((code) => code !== country)];
  return area === 'all' ? [] : before;
};

export const DeliveryForm = ({ settings, onDone }: FormProps) => {
  const texts = t().start;
  const { delivery_methods: methods, delivery_countries: before } = settings;
  const [first] = methods;
  const [name, setName] = useState(first === undefined ? texts.usualDelivery : nameOf(first as Method));
  const [begun] = useState(name);
  const [area, setArea] = useState<Area>(before.length === 0 ? 'own' : 'same');
  const renamed = name.trim() === begun && first !== undefined ? first : { id: first?.id ?? 1, name: name.trim() };
  const offered = AREAS.filter((one) => one !== 'same' || before.length > 0);
  return (
    <FirstForm
      settings={settings}
      change={
        name.trim() === ''
          ? undefined
          : {
              delivery_methods: [renamed, ...methods.slice(1)],
              delivery_countries: [...countriesOf(area, settings)],
            }
      }
      onDone={onDone}
    >
      <Free settings={settings} param="delivery_methods">
        <TextField label={texts.deliveryName} hint={texts.deliveryHint} value={name} onInput={setName} required />
      </Free>
      <Free settings={settings} param="delivery_countries">
        <fieldset>
          <legend>{t().shop.fields.delivery_countries}</legend>
          {offered.map((one) => (
            <label class="check" key={one}>
              <input type="radio" name="area" checked={area === one} onInput={() => setArea(one)} />
              {one === 'own'
                ? countryName(settings.country)
                : one === 'same'
                  ? before.map(countryName).join(', ')
                  : texts.areas[one]}
            </label>
          ))}
        </fieldset>
      </Free>
    </FirstForm>
  );
};
