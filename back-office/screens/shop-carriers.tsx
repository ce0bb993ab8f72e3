// Carriers in the dialog of the delivery: names, and the links by which parcels are followed.
import { TextField } from '../parts/field.tsx';
import { t } from '../texts/texts.ts';
import { Remove, withAt, without } from './shop-parts.tsx';
import type { Held } from './shop-preview.ts';

export type Carrier = Held['carriers'][number];

/** What is wrong with it otherwise, the engine says. */
export const isCarrier = ({ name, tracking_url: link }: Carrier): boolean =>
  name.trim() !== '' && link.startsWith('https://') && link.includes('{number}');

export const CarrierFields = ({
  carriers,
  onChange,
}: {
  readonly carriers: readonly Carrier[];
  readonly onChange: (carriers: readonly Carrier[]) => void;
}) => {
  const texts = t().shop;
  return (
    <fieldset>
      <legend>{texts.fields.carriers}</legend>
      {carriers.map((carrier, at) => (
        <div class="two" key={at}>
          <TextField
            label={texts.carrierName}
            value={carrier.name}
            onInput={(name) => onChange(withAt(carriers, at, { ...carrier, name }))}
          />
          <TextField
            label={texts.trackingLink}
            hint={texts.trackingHint}
            value={carrier.tracking_url}
            onInput={(link) => onChange(withAt(carriers, at, { ...carrier, tracking_url: link.trim() }))}
          />
          <Remove of={carrier.name} onClick={() => onChange(without(carriers, at))} />
        </div>
      ))}
      <button type="button" onClick={() => onChange([...carriers, { name: '', tracking_url: 'https://' }])}>
        {texts.addCarrier}
      </button>
    </fieldset>
  );
};
