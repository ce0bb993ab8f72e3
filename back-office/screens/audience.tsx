// Whom something is for: groups of customers, channels and countries, chosen from those that there are.
import type { CustomerGroup } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { compareNames } from '../format.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { readGroups } from './groups-link.tsx';
import { countryName } from './shop-preview.ts';

/** What a form offers to choose from. */
export interface Audience {
  readonly groups: readonly CustomerGroup[];
  readonly channels: readonly { readonly id: number; readonly name: string }[];
  readonly countries: readonly { readonly iso: string }[];
}

export const readAudience = async (signal: AbortSignal): Promise<Audience> => {
  const [groups, channels, shop] = await Promise.all([
    may('get_groups') ? readGroups(signal) : [],
    may('get_channels') ? call('get_channels', {}, signal).then((reply) => reply.channels) : [],
    call('get_shop', {}, signal),
  ]);
  return { groups, channels, countries: shop.countries };
};

export const partsOf = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').filter((one) => one !== '');
export const idsOf = (text: string | undefined): readonly number[] => partsOf(text).flatMap((one) => idIn(one) ?? []);

interface ChecksProps {
  readonly label: string;
  readonly hint: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly chosen: string;
  readonly onChoose: (chosen: string) => void;
}

/** What is chosen and no longer offered stays in sight, so that it can be taken out. */
export const Checks = ({ label, hint, options, chosen, onChoose }: ChecksProps) => {
  const all = partsOf(chosen);
  const gone = all.filter((value) => !options.some(([known]) => known === value));
  const shown = [...options, ...gone.map((value) => [value, `#${value}`] as const)];
  const turn = (value: string): void =>
    onChoose((all.includes(value) ? all.filter((one) => one !== value) : [...all, value]).join(','));
  if (shown.length === 0) return null;
  return (
    <fieldset class="price-checks">
      <legend>{label}</legend>
      <p class="hint">{hint}</p>
      {shown.map(([value, name]) => (
        <label key={value} class="check">
          <input type="checkbox" checked={all.includes(value)} onInput={() => turn(value)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
};

export const audienceOptions = ({ groups, channels, countries }: Audience) => ({
  groups: groups.map(({ id, name }) => [String(id), name] as const),
  channels: channels.map(({ id, name }) => [String(id), name] as const),
  countries: countries
    .map(({ iso }) => [iso, countryName(iso)] as const)
    .sort(([, one], [, other]) => compareNames(one, other)),
});

interface AudienceProps {
  /** `groups`, `channels` and `countries`, each with commas between. */
  readonly draft: { readonly [field: string]: string | undefined };
  readonly choices: Audience;
  readonly onType: (field: string, chosen: string) => void;
}

export const AudienceChecks = ({ draft, choices, onType }: AudienceProps) => {
  const texts = t().prices;
  const options = audienceOptions(choices);
  return (
    <>
      {(['groups', 'channels', 'countries'] as const).map((field) => (
        <Checks
          key={field}
          label={texts[field]}
          hint={texts[`${field}Hint`]}
          options={options[field]}
          chosen={draft[field] ?? ''}
          onChoose={(chosen) => onType(field, chosen)}
        />
      ))}
    </>
  );
};
