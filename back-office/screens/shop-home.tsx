// Dialog for where the shop is at home: its country, day, currency and languages.
import { TIME_ZONES, isoDigits } from '../format.ts';
import { Field, TextField } from '../parts/field.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { ShopDialog } from './shop-dialog.tsx';
import type { Change } from './shop-dialog.tsx';
import { Free, codesIn, isCountryCode } from './shop-parts.tsx';
import type { SectionProps } from './shop-parts.tsx';

interface Draft {
  readonly country: string;
  readonly zone: string;
  readonly currency: string;
  readonly currencies: string;
  readonly language: string;
  readonly languages: string;
}

const isLanguage = (code: string): boolean => /^[A-Za-z_-]{1,35}$/.test(code);

/** A currency that the shop has keeps its decimals. Undefined for a code that is none. */
const currenciesIn = (typed: string, settings: SectionProps['settings']): Change['currencies'] | undefined => {
  const known = new Map(settings.currencies.map(({ code, digits }) => [code, digits]));
  const read = codesIn(typed.toUpperCase()).map((code) => ({ code, digits: known.get(code) ?? isoDigits(code) }));
  return read.every((one): one is { code: string; digits: number } => one.digits !== undefined) ? read : undefined;
};

/** Undefined while something cannot be read. */
const changeOf = (draft: Draft, settings: SectionProps['settings']): Change | undefined => {
  const [country, currency] = [draft.country.trim().toUpperCase(), draft.currency.trim().toUpperCase()];
  const language = draft.language.trim();
  const languages = [...new Set([...codesIn(draft.languages), language])];
  const digits = currency === settings.currency ? settings.currency_digits : isoDigits(currency);
  const currencies = currenciesIn(draft.currencies, settings);
  if (currencies === undefined) return undefined;
  if (!isCountryCode(country) || digits === undefined || draft.zone === '' || !languages.every(isLanguage))
    return undefined;
  return { country, time_zone: draft.zone, currency, currency_digits: digits, currencies, language, languages };
};

export const HomeDialog = ({ settings, onClose }: SectionProps) => {
  const texts = t().shop;
  const [draft, setDraft] = useState<Draft>({
    country: settings.country,
    zone: settings.time_zone,
    currency: settings.currency,
    currencies: settings.currencies.map(({ code }) => code).join(' '),
    language: settings.language,
    languages: settings.languages.join(' '),
  });
  const field = (name: Exclude<keyof Draft, 'zone'>, label: string, hint: string) => (
    <Free settings={settings} param={name}>
      <TextField
        label={label}
        hint={hint}
        value={draft[name]}
        onInput={(typed) => setDraft({ ...draft, [name]: typed })}
      />
    </Free>
  );
  return (
    <ShopDialog title={texts.sections.home} settings={settings} change={changeOf(draft, settings)} onClose={onClose}>
      {field('country', texts.country, texts.homeCountryHint)}
      <Free settings={settings} param="time_zone">
        <Field label={texts.fields.time_zone} hint={texts.zoneHint}>
          {(described) => (
            <select
              {...described}
              value={draft.zone}
              onInput={({ currentTarget }) => setDraft({ ...draft, zone: currentTarget.value })}
            >
              {[...new Set([settings.time_zone, 'UTC', ...TIME_ZONES])].map((zone) => (
                <option key={zone} value={zone}>
                  {zone}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Free>
      {field('currency', texts.fields.currency, texts.currencyHint)}
      {field('currencies', texts.fields.currencies, texts.currenciesHint)}
      {field('language', texts.fields.language, texts.languageHint)}
      {field('languages', texts.fields.languages, texts.languagesHint)}
    </ShopDialog>
  );
};
