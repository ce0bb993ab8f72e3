// First steps on where the shop is at home: its name and country, its taxes, its money and its languages, each with
// what is usual in its country as a proposal.
import { EU, languageFor, languageName, languagesWith } from '../countries.ts';
import { BROWSER_ZONE, TIME_ZONES, isoDigits } from '../format.ts';
import { Field, TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { useState } from '../preact.ts';
import { currencyOf, standardRate } from '../tax-rates.ts';
import { t } from '../texts/texts.ts';
import { numberIn, writeNumber } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { Check, CountryField, FirstForm, TextArea, isOpen } from './first-form.tsx';
import type { FormProps } from './first-form.tsx';
import { classesWith } from './first-settings.ts';
import { Free } from './shop-parts.tsx';
import { countryName } from './shop-preview.ts';

/** Lines of the address: the first is the name. */
const linesOf = (company: string): readonly [name: string, address: string] => {
  const [name = '', ...rest] = company.split('\n');
  return [name, rest.join('\n')];
};

export const ShopForm = ({ settings, onDone }: FormProps) => {
  const texts = t().start;
  const [before] = useState(linesOf(settings.company));
  const [name, setName] = useState(before[0]);
  const [address, setAddress] = useState(before[1]);
  const [country, setCountry] = useState(settings.country);
  const [zone, setZone] = useState(settings.time_zone === 'UTC' ? BROWSER_ZONE : settings.time_zone);
  const company = [name, ...address.split('\n')]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return (
    <FirstForm
      settings={settings}
      change={name.trim() === '' ? undefined : { company, country, time_zone: zone }}
      onDone={onDone}
    >
      <Free settings={settings} param="company">
        <TextField label={texts.name} value={name} onInput={setName} required />
        <TextArea label={texts.address} hint={texts.addressHint} value={address} onInput={setAddress} />
      </Free>
      <Free settings={settings} param="country">
        <CountryField label={t().shop.fields.country} value={country} onInput={setCountry} />
      </Free>
      <Free settings={settings} param="time_zone">
        <Field label={t().shop.fields.time_zone} hint={t().shop.zoneHint}>
          {(described) => (
            <select {...described} value={zone} onInput={(event) => setZone(event.currentTarget.value)}>
              {[...new Set([zone, 'UTC', ...TIME_ZONES])].map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Free>
    </FirstForm>
  );
};

const RATE: NumberRule = { usualDecimals: 2, decimalsMax: 4, min: 0, max: 100 };
const percentText = (share: number | undefined): string =>
  share === undefined ? '' : writeNumber(Math.round(share * 1e6) / 1e4, RATE);
const shareOf = (typed: string): number | undefined => {
  const percent = numberIn(typed, RATE);
  return percent === undefined ? undefined : Math.round(percent * 1e4) / 1e6;
};

/** Standard rates of the other members of the European Union. */
const othersOf = (country: string): { readonly [country: string]: number } =>
  Object.fromEntries(
    EU.filter((code) => code !== country).flatMap((code) => {
      const rate = standardRate(code);
      return rate === undefined ? [] : [[code, rate]];
    }),
  );

export const TaxForm = ({ settings, onDone }: FormProps) => {
  const texts = t().start;
  const { country, tax_classes: classes } = settings;
  const [first, second] = classes;
  const known = standardRate(country);
  const [standard, setStandard] = useState(percentText(first?.rates[country] ?? known));
  const [reduced, setReduced] = useState(percentText(second?.rates[country]));
  // What is undefined was not touched: each class keeps its own.
  const [calculation, setCalculation] = useState<'added' | 'included' | undefined>();
  const [hasOthers, setOthers] = useState(false);
  const share = shareOf(standard);
  const reducedShare = shareOf(reduced);
  const isReady = share !== undefined && (reduced.trim() === '' || reducedShare !== undefined);
  const others = hasOthers ? othersOf(country) : {};
  const rates = { reduced: reducedShare, calculation, country, others };
  const names = { standard: texts.standardClass, reduced: texts.reducedClass };
  return (
    <FirstForm
      settings={settings}
      change={isReady ? { tax_classes: [...classesWith(classes, { ...rates, standard: share }, names)] } : undefined}
      onDone={onDone}
    >
      <Free settings={settings} param="tax_classes">
        <NumberField
          label={texts.standardRate(countryName(country))}
          hint={known === undefined ? texts.noRate : texts.rateSource}
          rule={RATE}
          value={standard}
          onInput={setStandard}
        />
        <NumberField
          label={texts.reducedRate}
          hint={texts.reducedHint}
          rule={RATE}
          value={reduced}
          onInput={setReduced}
        />
        <Check
          label={texts.pricesWithout}
          isChecked={(calculation ?? first?.calculation) === 'added'}
          onChange={(isAdded) => setCalculation(isAdded ? 'added' : 'included')}
        />
        {EU.includes(country) && <Check label={texts.otherCountries} isChecked={hasOthers} onChange={setOthers} />}
      </Free>
    </FirstForm>
  );
};

export const CurrencyForm = ({ settings, steps, onDone }: FormProps) => {
  const texts = t().start;
  const proposed = isOpen(steps, 'currency') ? currencyOf(settings.country) : undefined;
  const [typed, setTyped] = useState(proposed ?? settings.currency);
  const currency = typed.trim().toUpperCase();
  const digits = currency === settings.currency ? settings.currency_digits : isoDigits(currency);
  return (
    <FirstForm
      settings={settings}
      change={digits === undefined ? undefined : { currency, currency_digits: digits }}
      onDone={onDone}
    >
      <Free settings={settings} param="currency">
        <TextField
          label={t().shop.fields.currency}
          hint={texts.currencyHint}
          value={typed}
          onInput={setTyped}
          required
        />
      </Free>
    </FirstForm>
  );
};

export const LanguagesForm = ({ settings, steps, onDone }: FormProps) => {
  const texts = t().start;
  const isNew = isOpen(steps, 'languages');
  const [main, setMain] = useState(isNew ? languageFor(settings.country) : settings.language);
  const [more, setMore] = useState<readonly string[]>(
    settings.languages.filter((code) => !isNew || code !== settings.language),
  );
  const known = languagesWith([settings.language, ...settings.languages]);
  const languages = [main, ...more.filter((code) => code !== main)];
  return (
    <FirstForm settings={settings} change={{ language: main, languages }} onDone={onDone}>
      <Free settings={settings} param="language">
        <Field label={t().shop.fields.language} hint={texts.languageHint}>
          {(described) => (
            <select {...described} value={main} onInput={(event) => setMain(event.currentTarget.value)}>
              {known.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Free>
      <Free settings={settings} param="languages">
        <fieldset>
          <legend>{texts.moreLanguages}</legend>
          <div class="language-choice">
            {known
              .filter((code) => code !== main)
              .map((code) => (
                <Check
                  key={code}
                  label={languageName(code)}
                  isChecked={more.includes(code)}
                  onChange={(isChecked) =>
                    setMore(isChecked ? [...more, code] : more.filter((other) => other !== code))
                  }
                />
              ))}
          </div>
        </fieldset>
      </Free>
    </FirstForm>
  );
};
