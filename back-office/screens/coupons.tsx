// Which coupons are out, what are they worth, and until when?
import type { CouponBatch } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { ago, count, day, dayBefore, money } from '../format.ts';
import { Ask } from '../parts/ask.tsx';
import { Chip } from '../parts/chip.tsx';
import type { Tone } from '../parts/chip.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { PERCENT, amount, numberIn, whole } from '../typed.ts';
import type { NumberRule } from '../typed.ts';

const TYPES = ['UNIQUE_NOMINAL', 'UNIQUE_PERCENTAGE', 'MULTIPLE_NOMINAL', 'MULTIPLE_PERCENTAGE'] as const;

export const worthOf = ({ type, amount }: CouponBatch): string =>
  type.endsWith('PERCENTAGE') ? `${count(amount, 4)} %` : money(amount);

export const validityOf = ({ start_date: from, end_date: until }: CouponBatch): string => {
  const texts = t().coupons;
  if (from !== null && until !== null) return texts.between(day(from), day(until));
  if (from !== null) return texts.from(day(from));
  return until === null ? texts.always : texts.until(day(until));
};

const STATES = { running: 'good', ended: 'quiet', expired: 'quiet', later: 'info' } as const satisfies {
  readonly [state: string]: Tone;
};

/** By the day of the shop, as a checkout sees it. */
const stateOf = ({ ended, start_date: from, end_date: until }: CouponBatch): keyof typeof STATES => {
  if (ended !== null) return 'ended';
  const today = dayBefore(0);
  if (until !== null && until < today) return 'expired';
  return from !== null && from > today ? 'later' : 'running';
};

export const BatchChip = ({ batch }: { readonly batch: CouponBatch }) => (
  <Chip tone={STATES[stateOf(batch)]}>{t().coupons.states[stateOf(batch)]}</Chip>
);

const codesOf = ({ first_code: code, count: codes }: CouponBatch) => (
  <>
    <code>{code}</code> {codes > 1 && <span class="quiet-text">{t().coupons.moreCodes(count(codes - 1))}</span>}
  </>
);

const PAGE = 100;

/** By a code and by a name; without words the newest. */
const readBatches = async (words: string, limit: number, signal: AbortSignal) => {
  if (words === '') {
    const { batches, next } = await call('search_coupons', { limit }, signal);
    return { batches, hasMore: next > 0 };
  }
  const [byCode, byName] = await Promise.all([
    call('search_coupons', { code: words, limit }, signal),
    call('search_coupons', { name: words, limit }, signal),
  ]);
  const known = new Set(byCode.batches.map(({ id }) => id));
  return {
    batches: [...byCode.batches, ...byName.batches.filter(({ id }) => !known.has(id))],
    hasMore: byName.next > 0,
  };
};

interface Draft {
  readonly name: string;
  readonly type: (typeof TYPES)[number];
  readonly amount: string;
  readonly count: string;
  readonly code: string;
  readonly from: string;
  readonly until: string;
  readonly combines: boolean;
}

const EMPTY: Draft = {
  name: '',
  type: 'MULTIPLE_PERCENTAGE',
  amount: '10',
  count: '1',
  code: '',
  from: '',
  until: '',
  combines: false,
};

const CODES = whole(1, 10_000);

/** Percent or money, by the kind. */
const worthRule = ({ type }: Draft): NumberRule => (type.endsWith('PERCENTAGE') ? PERCENT : amount());

const make = async (draft: Draft): Promise<string> => {
  const { coupons } = await call('create_coupons', {
    count: numberIn(draft.count, CODES)!,
    name: draft.name,
    amount: numberIn(draft.amount, worthRule(draft))!,
    type: draft.type,
    ...(draft.code === '' ? {} : { code: draft.code }),
    attributes: {
      ...(draft.from === '' ? {} : { start_date: draft.from }),
      ...(draft.until === '' ? {} : { end_date: draft.until }),
      combineable: draft.combines ? 1 : 0,
    },
  });
  return t().coupons.madeDone(coupons.length, count(coupons.length));
};

const MakeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().coupons;
  const [draft, setDraft] = useState(EMPTY);
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const rule = worthRule(draft);
  const areRead = numberIn(draft.amount, rule) !== undefined && numberIn(draft.count, CODES) !== undefined;
  const dateField = (name: 'from' | 'until', label: string) => (
    <Field label={label}>
      {(described) => (
        <input
          {...described}
          type="date"
          value={draft[name]}
          onInput={(event) => set({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <Ask
      title={texts.make}
      label={texts.makeGo}
      isReady={draft.name !== '' && areRead}
      act={() => make(draft)}
      onClose={onClose}
    >
      <TextField label={texts.name} value={draft.name} onInput={(name) => set({ name })} autoFocus required />
      <div class="two">
        <Field label={texts.kind}>
          {(described) => (
            <select
              {...described}
              value={draft.type}
              onInput={(event) => set({ type: event.currentTarget.value as Draft['type'] })}
            >
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {texts.kinds[type]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <NumberField
          label={texts.worth}
          hint={texts.amountHint}
          rule={rule}
          value={draft.amount}
          onInput={(typed) => set({ amount: typed })}
        />
        <NumberField
          label={texts.howMany}
          rule={CODES}
          value={draft.count}
          onInput={(typed) => set({ count: typed })}
        />
        <TextField
          label={texts.ownCode}
          hint={texts.ownCodeHint}
          value={draft.code}
          onInput={(code) => set({ code })}
        />
        {dateField('from', texts.firstDay)}
        {dateField('until', texts.lastDay)}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={draft.combines}
          onInput={(event) => set({ combines: event.currentTarget.checked })}
        />
        {texts.combines}
      </label>
    </Ask>
  );
};

export const Coupons = () => {
  const texts = t().coupons;
  const words = searchedWords();
  const [limit, setLimit] = useState(PAGE);
  const [isMaking, setMaking] = useState(false);
  const data = useData(`coupons-${words}-${limit}`, (signal) => readBatches(words, limit, signal), {
    topics: ['order'],
  });
  return (
    <Page
      title={t().screens.coupons}
      actions={
        <button type="button" class="primary" onClick={() => setMaking(true)}>
          {texts.make}
        </button>
      }
    >
      <div class="list-tools">
        <Searching label={texts.search} hint={texts.searchHint} />
      </div>
      <Card>
        <Loaded data={data} lines={6}>
          {({ batches, hasMore }) => (
            <>
              {batches.length === 0 ? (
                <Empty>{texts.nothing}</Empty>
              ) : (
                <Table
                  caption={t().screens.coupons}
                  rows={batches}
                  keyOf={({ id }) => id}
                  hrefOf={({ id }) => hrefOf('coupons', id)}
                  columns={[
                    { title: texts.name, cell: ({ name }) => name },
                    { title: texts.codes, cell: codesOf },
                    { title: texts.state, cell: (batch) => <BatchChip batch={batch} /> },
                    { title: texts.worth, cell: worthOf, isFigure: true },
                    { title: texts.kind, cell: ({ type }) => texts.kinds[type], isMinor: true },
                    { title: texts.valid, cell: validityOf, isMinor: true },
                    { title: texts.made, cell: (batch) => ago(batch.creation_date), isMinor: true },
                  ]}
                />
              )}
              {hasMore && (
                <button type="button" class="plain" onClick={() => setLimit(Math.min(1000, limit + PAGE))}>
                  {texts.more}
                </button>
              )}
            </>
          )}
        </Loaded>
      </Card>
      {isMaking && <MakeDialog onClose={() => setMaking(false)} />}
    </Page>
  );
};
