// What the orders of the list count in, by which channel they came and in which currency they are: a figure links to
// its orders by these, and a person may choose them as well.
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { Field } from '../parts/field.tsx';
import { useState } from '../preact.ts';
import { setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { COUNTED_NAMES, OFFICE } from './orders-counted.ts';
import type { Narrowed } from './orders-counted.ts';

export const isNarrowed = ({ counts, channel, currency }: Narrowed): boolean =>
  counts !== '' || channel !== '' || currency !== '';

/** The chosen one among them, though the shop may have it no more. */
const useChannels = (chosen: string): readonly string[] => {
  const channels = useData('figures-channels', (signal) =>
    may('get_channels') ? call('get_channels', {}, signal).then((reply) => reply.channels) : Promise.resolve([]),
  );
  return [...new Set([...(channels.value ?? []).map(({ name }) => name), OFFICE, chosen])].filter(Boolean);
};

export const ChannelField = ({ channel }: Pick<Narrowed, 'channel'>) => {
  const texts = t().figures;
  const names = useChannels(channel);
  return (
    <Field label={texts.channel}>
      {(described) => (
        <select {...described} value={channel} onInput={(event) => setQuery({ channel: event.currentTarget.value })}>
          <option value="">{texts.allChannels}</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name === OFFICE ? texts.office : name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

const CURRENCY = /^[A-Z]{3}$/;

export const CountedFilter = (narrowed: Narrowed) => {
  const texts = t().lists;
  const { counts, channel, currency } = narrowed;
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !isNarrowed(narrowed)) {
    return (
      <button type="button" class="plain" aria-expanded="false" onClick={() => setOpen(true)}>
        {texts.moreFilters}
      </button>
    );
  }
  return (
    <div class="date-filter" role="group" aria-label={texts.moreFilters}>
      <Field label={texts.counts}>
        {(described) => (
          <select {...described} value={counts} onInput={(event) => setQuery({ counts: event.currentTarget.value })}>
            {COUNTED_NAMES.map((name) => (
              <option key={name} value={name}>
                {texts.counted[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ChannelField channel={channel} />
      <Field label={t().figures.currency}>
        {(described) => (
          <input
            {...described}
            class="code"
            value={currency}
            maxLength={3}
            size={4}
            autocomplete="off"
            onChange={({ currentTarget: { value } }) => {
              const code = value.trim().toUpperCase();
              setQuery({ currency: CURRENCY.test(code) ? code : '' });
            }}
          />
        )}
      </Field>
    </div>
  );
};
