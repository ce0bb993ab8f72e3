// Which coupons are out, what are they worth, and until when?
import type { CouponBatch } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { ago, compareNames, count, day, dayBefore, money } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Allowed } from '../parts/allowed.tsx';
import { Chip } from '../parts/chip.tsx';
import type { Tone } from '../parts/chip.tsx';
import { CopyButton } from '../parts/code.tsx';
import { ColumnChoice, hiddenColumns } from '../parts/column-choice.tsx';
import { DayField } from '../parts/day-field.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { UsualOrder, sortingOf } from '../parts/sorting.tsx';
import type { Sorting } from '../parts/sorting.tsx';
import { Table } from '../parts/table.tsx';
import type { Column } from '../parts/table.tsx';
import { sayBeside, say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { PERCENT, amount, numberIn, whole } from '../typed.ts';
import type { NumberRule } from '../typed.ts';

const TYPES = ['UNIQUE_NOMINAL', 'UNIQUE_PERCENTAGE', 'MULTIPLE_NOMINAL', 'MULTIPLE_PERCENTAGE'] as const;

export const worthOf = ({ type, amount, id_promotion: opened }: CouponBatch): string => {
  if (opened !== undefined) return t().coupons.opens;
  return type.endsWith('PERCENTAGE') ? `${count(amount, 4)} %` : money(amount);
};

export const validityOf = ({ start_date: from, end_date: until }: CouponBatch): string => {
  const texts = t().coupons;
  if (from !== null && until !== null) return texts.between(day(from), day(until));
  if (from !== null) return texts.from(day(from));
  return until === null ? texts.always : texts.until(day(until));
};

const STATES = { running: 'good', ended: 'quiet', expired: 'quiet', later: 'info' } as const satisfies {
  readonly [state: string]: Tone;
};

/** Returns the state on the shop's day, as a checkout sees it. */
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

/** Finds by code and by name; without words, the newest. */
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

/** As many as a call shows at once; more are not sorted here. */
const SORTED_MAX = 1000;

/** The engine lists batches newest first alone: the page sorts, once it has all of them. */
const COMPARE: { readonly [column: string]: (a: CouponBatch, b: CouponBatch) => number } = {
  name: (a, b) => compareNames(a.name, b.name),
  codes: (a, b) => compareNames(a.first_code, b.first_code),
  state: (a, b) => compareNames(t().coupons.states[stateOf(a)], t().coupons.states[stateOf(b)]),
  kind: (a, b) => compareNames(t().coupons.kinds[a.type], t().coupons.kinds[b.type]),
  made: (a, b) => a.id - b.id,
};
const SORTABLE = Object.fromEntries(Object.keys(COMPARE).map((name) => [name, []]));

const sorted = (batches: readonly CouponBatch[], { sort, order }: Sorting): readonly CouponBatch[] => {
  if (order === undefined) return batches;
  const compare = COMPARE[sort.replace(/^-/, '')]!;
  const ascending = batches.toSorted((a, b) => compare(a, b) || a.id - b.id);
  return order.order === 'DESC' ? ascending.toReversed() : ascending;
};

interface ValidDaysProps {
  readonly from: string;
  readonly until: string;
  readonly onFrom: (day: string) => void;
  readonly onUntil: (day: string) => void;
}

/** The days on which coupons are valid. */
export const ValidDays = ({ from, until, onFrom, onUntil }: ValidDaysProps) => {
  const texts = t().coupons;
  return (
    <>
      <DayField label={texts.firstDay} value={from} onInput={onFrom} />
      <DayField label={texts.lastDay} value={until} onInput={onUntil} />
    </>
  );
};

interface CombinesProps {
  readonly combines: boolean;
  readonly onChange: (combines: boolean) => void;
}

export const Combines = ({ combines, onChange }: CombinesProps) => (
  <label class="check">
    <input type="checkbox" checked={combines} onInput={(event) => onChange(event.currentTarget.checked)} />
    {t().coupons.combines}
  </label>
);

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

/** Coupons of a batch. */
export const CODES = whole(1, 10_000);

/** Rule of the value: percent or money, by the kind. */
const worthRule = ({ type }: Draft): NumberRule => (type.endsWith('PERCENTAGE') ? PERCENT : amount());

/** Returns the codes. Throws Refused. */
const make = async (draft: Draft): Promise<readonly string[]> => {
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
  return coupons.map(({ code }) => code);
};

const MakeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().coupons;
  const [draft, setDraft] = useState(EMPTY);
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const rule = worthRule(draft);
  const act = async (): Promise<undefined> => {
    const codes = await make(draft);
    const [code = ''] = codes;
    if (codes.length === 1) sayBeside(texts.madeOne(code), <CopyButton text={code} />);
    else say(texts.madeMany(count(codes.length)));
    onClose();
    return undefined;
  };
  const areRead = numberIn(draft.amount, rule) !== undefined && numberIn(draft.count, CODES) !== undefined;
  return (
    <ConfirmDialog
      title={texts.make}
      label={texts.makeGo}
      isReady={draft.name !== '' && areRead}
      act={act}
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
        <ValidDays
          from={draft.from}
          until={draft.until}
          onFrom={(from) => set({ from })}
          onUntil={(until) => set({ until })}
        />
      </div>
      <Combines combines={draft.combines} onChange={(combines) => set({ combines })} />
    </ConfirmDialog>
  );
};

const columns = (): readonly (Column<CouponBatch> & { readonly name: string })[] => {
  const texts = t().coupons;
  return [
    { name: 'name', title: texts.name, cell: ({ name }) => name, isFixed: true },
    { name: 'codes', title: texts.codes, cell: codesOf },
    { name: 'state', title: texts.state, cell: (batch) => <BatchChip batch={batch} /> },
    { name: 'worth', title: texts.worth, cell: worthOf, isFigure: true },
    {
      name: 'kind',
      title: texts.kind,
      cell: ({ type, id_promotion: opened }) => (opened === undefined ? texts.kinds[type] : ''),
      isMinor: true,
    },
    { name: 'valid', title: texts.valid, cell: validityOf, isMinor: true },
    { name: 'made', title: texts.made, cell: (batch) => ago(batch.creation_date), isMinor: true },
  ];
};

export const Coupons = () => {
  const texts = t().coupons;
  const words = searchedWords();
  // What was searched for by its code comes first.
  const sorting = sortingOf(SORTABLE, words === '' ? '-made' : '');
  const [shown, setLimit] = useState(PAGE);
  const limit = sorting.order === undefined ? shown : SORTED_MAX;
  const [isMaking, setMaking] = useState(false);
  const data = useData(`coupons-${words}-${limit}-${sorting.sort}`, (signal) => readBatches(words, limit, signal), {
    topics: ['order'],
  });
  return (
    <Page
      title={t().screens.coupons}
      actions={
        <>
          <ColumnChoice kept="columns.coupons" columns={columns()} />
          <Allowed to="create_coupons">
            <button type="button" class="primary" onClick={() => setMaking(true)}>
              {texts.make}
            </button>
          </Allowed>
        </>
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
                <Empty>
                  {words === '' ? t().lists.noCoupons : texts.nothing}{' '}
                  <Allowed to="create_coupons">
                    <button type="button" onClick={() => setMaking(true)}>
                      {texts.make}
                    </button>
                  </Allowed>
                </Empty>
              ) : (
                <Table
                  caption={t().screens.coupons}
                  rows={hasMore ? batches : sorted(batches, sorting)}
                  // The newest are shown where there are too many to sort.
                  sorting={hasMore && sorting.order !== undefined ? { ...sorting, sort: '' } : sorting}
                  keyOf={({ id }) => id}
                  hrefOf={({ id }) => hrefOf('coupons', id)}
                  columns={columns()}
                  hidden={hiddenColumns('columns.coupons')}
                />
              )}
              {hasMore && sorting.order !== undefined && (
                <div class="card-body">
                  <p class="error">{t().lists.tooManyToSort}</p>
                  <UsualOrder sorting={sorting} />
                </div>
              )}
              {hasMore && sorting.order === undefined && (
                <button type="button" class="plain" onClick={() => setLimit(Math.min(SORTED_MAX, shown + PAGE))}>
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
