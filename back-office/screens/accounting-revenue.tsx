// Accounts of revenue of the shop's own, in the dialog of accounting: by rate, category, country and tax class.
import { NumberField } from '../parts/number-field.tsx';
import { TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { accountingTexts } from '../texts/accounting.ts';
import { NEW_REVENUE, RATE } from './revenue-rules.ts';
import type { RevenueDraft } from './revenue-rules.ts';
import { Remove, withAt, without } from './shop-parts.tsx';

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G'] as const;

interface OneProps {
  readonly draft: RevenueDraft;
  readonly classes: readonly string[];
  readonly at: number;
  readonly onChange: (draft: RevenueDraft) => void;
}

const One = ({ draft, classes, at, onChange }: OneProps) => {
  const texts = accountingTexts();
  const { fits, categories } = texts;
  const set = (changed: Partial<RevenueDraft>): void => onChange({ ...draft, ...changed });
  const all = ['', fits.all] as const;
  return (
    <>
      <legend>{texts.rule(at + 1)}</legend>
      <div class="two">
        <TextField label={fits.account} value={draft.account} onInput={(typed) => set({ account: typed.trim() })} />
        <TextField
          label={fits.taxCode}
          hint={fits.taxCodeHint}
          value={draft.taxCode}
          onInput={(typed) => set({ taxCode: typed.trim() })}
        />
        <NumberField label={fits.rate} rule={RATE} value={draft.rate} onInput={(rate) => set({ rate })} />
        <SelectField
          label={fits.category}
          options={[all, ...CATEGORIES.map((one) => [one, categories[one]] as const)]}
          value={draft.category}
          onInput={(category) => set({ category })}
        />
        <TextField
          label={fits.country}
          hint={fits.countryHint}
          value={draft.country}
          onInput={(typed) => set({ country: typed.trim().toUpperCase() })}
        />
        <SelectField
          label={fits.taxClass}
          options={[all, ...classes.map((name) => [name, name] as const)]}
          value={draft.taxClass}
          onInput={(taxClass) => set({ taxClass })}
        />
      </div>
    </>
  );
};

interface RevenueProps {
  readonly drafts: readonly RevenueDraft[];
  /** Names of the shop's tax classes. */
  readonly classes: readonly string[];
  readonly onChange: (drafts: readonly RevenueDraft[]) => void;
}

export const RevenueFields = ({ drafts, classes, onChange }: RevenueProps) => {
  const texts = accountingTexts();
  const raise = (at: number): void => {
    const [above, own] = [drafts[at - 1]!, drafts[at]!];
    onChange(withAt(withAt(drafts, at, above), at - 1, own));
  };
  return (
    <>
      <p class="hint">{texts.rest}</p>
      {drafts.map((draft, at) => (
        <fieldset key={at}>
          <One draft={draft} classes={classes} at={at} onChange={(changed) => onChange(withAt(drafts, at, changed))} />
          <div class="button-row">
            {at > 0 && (
              <button type="button" aria-label={`${texts.raise}: ${texts.rule(at + 1)}`} onClick={() => raise(at)}>
                {texts.raise}
              </button>
            )}
            <Remove of={texts.rule(at + 1)} onClick={() => onChange(without(drafts, at))} />
          </div>
        </fieldset>
      ))}
      <button type="button" onClick={() => onChange([...drafts, NEW_REVENUE])}>
        {texts.addRule}
      </button>
    </>
  );
};
