// The dialog for what electronic invoices say of the shop: who sells, and why goods of a tax class have no tax in them.
import { SelectField } from '../parts/select-field.tsx';
import { TextField } from '../parts/field.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { ShopDialog } from './shop-dialog.tsx';
import { Free } from './shop-parts.tsx';
import type { SectionProps } from './shop-parts.tsx';
import type { Held } from './shop-preview.ts';

type Seller = Held['seller'];
type Exemption = Seller['exemptions'][number];

const TEXTS = [
  'name',
  'street',
  'zip',
  'city',
  'country',
  'vat_id',
  'tax_number',
  'contact',
  'phone',
  'email',
  'iban',
] as const satisfies readonly (keyof Seller)[];

/** As it is sent: without a name there is none. */
const sellerSent = ({ country, name, ...rest }: Seller): Partial<Seller> => {
  if (name.trim() === '') return null as unknown as Partial<Seller>;
  return { ...rest, name: name.trim(), country: country.trim().toUpperCase() };
};

interface ExemptionProps {
  readonly taxClass: string;
  readonly exemptions: readonly Exemption[];
  readonly onChange: (exemptions: readonly Exemption[]) => void;
}

const ExemptionFields = ({ taxClass, exemptions, onChange }: ExemptionProps) => {
  const texts = t().shop.seller;
  const own = exemptions.find(({ tax_class: name }) => name === taxClass);
  const others = exemptions.filter((one) => one !== own);
  const set = (kind: string, reason: string): void =>
    onChange(kind === '' ? others : [...others, { tax_class: taxClass, kind: kind as Exemption['kind'], reason }]);
  return (
    <>
      <SelectField
        label={texts.exemption(taxClass)}
        options={[['', texts.none], ...Object.entries(texts.kinds)]}
        value={own?.kind ?? ''}
        onInput={(kind) => set(kind, kind === 'exempt' ? (own?.reason ?? '') : '')}
      />
      {own?.kind === 'exempt' && (
        <TextField label={texts.reason} value={own.reason} onInput={(reason) => set(own.kind, reason)} />
      )}
    </>
  );
};

export const SellerDialog = ({ settings, onClose }: SectionProps) => {
  const { sections, seller: texts } = t().shop;
  const [draft, setDraft] = useState<Seller>(settings.seller);
  return (
    <ShopDialog
      title={sections.seller}
      settings={settings}
      change={{ seller: sellerSent(draft) as Seller }}
      onClose={onClose}
    >
      <Free settings={settings} param="seller">
        {TEXTS.map((name) => (
          <TextField
            key={name}
            label={texts.fields[name]}
            value={draft[name]}
            onInput={(typed) => setDraft({ ...draft, [name]: typed })}
          />
        ))}
        <label class="check">
          <input
            type="checkbox"
            checked={draft.small_business === 1}
            onInput={({ currentTarget }) => setDraft({ ...draft, small_business: currentTarget.checked ? 1 : 0 })}
          />
          {texts.smallBusiness}
        </label>
        <p class="hint">{texts.exemptionsHint}</p>
        {settings.tax_classes.map(({ name }) => (
          <ExemptionFields
            key={name}
            taxClass={name}
            exemptions={draft.exemptions}
            onChange={(exemptions) => setDraft({ ...draft, exemptions })}
          />
        ))}
      </Free>
    </ShopDialog>
  );
};
