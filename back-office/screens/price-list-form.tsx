// The form of a price list: its name, the attribute whose price it gives, for whom, where and when it counts.
import type { PriceList } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { currencies, currency, day } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { TextField } from '../parts/field.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import type { SeenForm } from '../parts/meanwhile.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Loaded } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useState } from '../preact.ts';
import { priceFields } from '../price.ts';
import { goTo, hrefOf } from '../routes.ts';
import type { Fields, Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { numberIn, whole } from '../typed.ts';
import { AudienceChecks, audienceOptions, idsOf, partsOf, readAudience } from './audience.tsx';
import type { Audience } from './audience.tsx';
import { ValidDays } from './coupons.tsx';
import { readPriceList } from './price-list-parts.tsx';

const PRIORITY = whole(-1000, 1000);

const fieldsOf = (list: PriceList): Fields => ({
  name: list.name,
  groups: list.groups.join(','),
  channels: list.channels.join(','),
  countries: list.countries.join(','),
  priority: String(list.priority),
  from: list.start_date ?? '',
  until: list.end_date ?? '',
});

const NEW: Fields = { name: '', groups: '', channels: '', countries: '', priority: '0', from: '', until: '' };

const termsOf = ({ groups, channels, countries, priority = '', from = '', until = '' }: Fields) => ({
  groups: idsOf(groups),
  channels: idsOf(channels),
  countries: partsOf(countries),
  priority: numberIn(priority, PRIORITY) ?? 0,
  start_date: from === '' ? 'none' : from,
  end_date: until === '' ? 'none' : until,
});

interface TermsProps {
  readonly draft: Fields;
  readonly choices: Audience;
  readonly onType: (field: string, text: string) => void;
}

const Terms = ({ draft, choices, onType }: TermsProps) => {
  const texts = t().prices;
  const { priority = '', from = '', until = '' } = draft;
  return (
    <>
      <div class="two">
        <ValidDays
          from={from}
          until={until}
          onFrom={(text) => onType('from', text)}
          onUntil={(text) => onType('until', text)}
        />
      </div>
      <NumberField
        label={texts.priority}
        hint={texts.priorityHint}
        rule={PRIORITY}
        value={priority}
        onInput={(text) => onType('priority', text)}
      />
      <AudienceChecks draft={draft} choices={choices} onType={onType} />
    </>
  );
};

const isRead = ({ name = '', priority = '' }: Fields): boolean =>
  name.trim() !== '' && numberIn(priority, PRIORITY) !== undefined;

export const MakeList = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().prices;
  const fields = priceFields.value.length === 0 ? ['price'] : priceFields.value;
  const [draft, setDraft] = useState(NEW);
  const [field, setField] = useState(fields[0]!);
  const [code, setCode] = useState(currency.value);
  const data = useData('audience', readAudience);
  const type = (name: string, text: string): void => setDraft((known) => ({ ...known, [name]: text }));
  const { name = '' } = draft;
  const act = async (): Promise<string> => {
    const given = { name: name.trim(), field, currency: code, ...termsOf(draft) };
    const { id_price_list: id } = await call('create_price_list', given);
    goTo(hrefOf('prices', id));
    return texts.made(name.trim());
  };
  return (
    <ConfirmDialog title={texts.make} label={texts.makeGo} isReady={isRead(draft)} act={act} onClose={onClose}>
      <TextField label={texts.name} value={name} onInput={(text) => type('name', text)} autoFocus required />
      <div class="two">
        <SelectField
          label={texts.field}
          hint={texts.fieldHint}
          options={fields.map((one) => [one, one] as const)}
          value={field}
          onInput={setField}
        />
        <SelectField
          label={texts.currency}
          hint={texts.currencyHint}
          options={currencies.value.map(({ code: one }) => [one, one] as const)}
          value={code}
          onInput={setCode}
        />
      </div>
      <Loaded data={data}>{(choices) => <Terms draft={draft} choices={choices} onType={type} />}</Loaded>
    </ConfirmDialog>
  );
};

const placeOf = (id: number): SeenPlace => ({
  read: async (): Promise<Seen> => {
    const list = await readPriceList(id);
    return { fields: fieldsOf(list), seq: list.seq };
  },
  send: async (draft, _changed, seen) => {
    await call('update_price_list', { id_price_list: id, name: draft['name']!.trim(), ...termsOf(draft), ...seen });
  },
});

/** What somebody else has saved, in words. */
const theirsText = (choices: Audience | undefined, field: string, theirs: string): string => {
  if (field === 'from' || field === 'until') return theirs === '' ? theirs : day(theirs);
  if (choices === undefined || !['groups', 'channels', 'countries'].includes(field)) return theirs;
  const names = new Map(audienceOptions(choices)[field as 'groups' | 'channels' | 'countries']);
  return partsOf(theirs)
    .map((one) => names.get(one) ?? one)
    .join(', ');
};

const Conflicts = ({ form, choices }: { readonly form: SeenForm; readonly choices: Audience | undefined }) => {
  const { prices, coupons } = t();
  const names: { readonly [field: string]: string } = {
    name: prices.name,
    groups: prices.groups,
    channels: prices.channels,
    countries: prices.countries,
    priority: prices.priority,
    from: coupons.firstDay,
    until: coupons.lastDay,
  };
  return (
    <Meanwhile
      conflicts={form.conflicts}
      nameOf={({ field }) => names[field] ?? field}
      textOf={({ field, theirs }) => theirsText(choices, field, theirs)}
      onChoose={form.choose}
    />
  );
};

export const EditList = ({ list, onClose }: { readonly list: PriceList; readonly onClose: () => void }) => {
  const texts = t().prices;
  const form = useSeen(placeOf(list.id), () => ({ fields: fieldsOf(list), seq: list.seq }));
  const data = useData('audience', readAudience);
  const { name = '' } = form.draft;
  return (
    <ConfirmDialog
      title={texts.editTitle(list.name)}
      label={texts.editGo}
      isReady={isRead(form.draft) && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.changed(name.trim()) : undefined)}
      onClose={onClose}
    >
      <TextField label={texts.name} value={name} onInput={(text) => form.type('name', text)} autoFocus required />
      <Loaded data={data}>{(choices) => <Terms draft={form.draft} choices={choices} onType={form.type} />}</Loaded>
      <Conflicts form={form} choices={data.value} />
      <Consequences sentences={texts.editWill} />
    </ConfirmDialog>
  );
};
