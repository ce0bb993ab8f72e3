// One batch of coupons: its terms, its codes and how often they were used; and its end.
import type { Coupon, CouponBatch } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found, isGone } from '../api/refused.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime, day } from '../format.ts';
import { may } from '../api/rights.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Chip } from '../parts/chip.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import type { Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { BatchChip, Combines, ValidDays, validityOf, worthOf } from './coupons.tsx';

/** Reads the list, because no operation reads one batch: batches are newest first. */
const readBatch = async (id: number, signal: AbortSignal): Promise<CouponBatch> => {
  const { batches } = await call('search_coupons', { before: id + 1, limit: 1 }, signal);
  return found(batches.find((one) => one.id === id));
};

const CODES = 200;

const readCodes = async (id: number, pages: number, signal: AbortSignal) => {
  const coupons: Coupon[] = [];
  let after = 0;
  for (let page = 0; page < pages; page += 1) {
    const part = await call('get_coupons', { id_batch: id, limit: CODES, ...(after > 0 ? { after } : {}) }, signal);
    coupons.push(...part.coupons);
    after = part.next;
    if (after === 0) break;
  }
  return { coupons, hasMore: after > 0 };
};

const TONES = { OPEN: 'good', REDEEMED: 'info', FREED: 'good', ENDED: 'quiet' } as const;

interface EndDialogProps {
  readonly batch: CouponBatch;
  /** Undefined: all of the batch. */
  readonly code: string | undefined;
  readonly onClose: () => void;
}

const EndDialog = ({ batch, code, onClose }: EndDialogProps) => {
  const texts = t().coupons;
  const act = async (): Promise<string> => {
    await call('end_coupons', { id_batch: batch.id, ...(code === undefined ? {} : { code }) });
    return texts.ended(code ?? batch.name);
  };
  return (
    <ConfirmDialog
      title={code === undefined ? texts.endTitle(batch.name) : texts.endOneTitle(code)}
      label={code === undefined ? texts.end : texts.endOne}
      isDangerous
      act={act}
      onClose={onClose}
    >
      <Consequences
        sentences={code === undefined ? texts.endWill(batch.count, count(batch.count)) : texts.endOneWill}
      />
    </ConfirmDialog>
  );
};

const seenOf = ({ name, start_date: from, end_date: until, combineable, seq }: CouponBatch): Seen => ({
  fields: { name, from: from ?? '', until: until ?? '', combines: String(combineable) },
  seq,
});

const placeOf = (id: number): SeenPlace => ({
  read: async () => seenOf(await readBatch(id, new AbortController().signal)),
  send: async ({ name = '', from = '', until = '', combines }, _changed, seen) => {
    await call('update_coupons', {
      id_batch: id,
      name: name.trim(),
      start_date: from === '' ? 'none' : from,
      end_date: until === '' ? 'none' : until,
      combineable: combines === '1' ? 1 : 0,
      ...seen,
    });
  },
});

/** What may change of a batch; what it takes off never does. */
const EditDialog = ({ batch, onClose }: Omit<EndDialogProps, 'code'>) => {
  const texts = t().coupons;
  const form = useSeen(placeOf(batch.id), () => seenOf(batch));
  const { name = '', from = '', until = '', combines } = form.draft;
  const names: { readonly [field: string]: string } = {
    name: texts.name,
    from: texts.firstDay,
    until: texts.lastDay,
  };
  return (
    <ConfirmDialog
      title={texts.editTitle(batch.name)}
      label={texts.editGo}
      isReady={name.trim() !== '' && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.changed(name.trim()) : undefined)}
      onClose={onClose}
    >
      <TextField label={texts.name} value={name} onInput={(text) => form.type('name', text)} autoFocus required />
      <div class="two">
        <ValidDays
          from={from}
          until={until}
          onFrom={(text) => form.type('from', text)}
          onUntil={(text) => form.type('until', text)}
        />
      </div>
      <Combines combines={combines === '1'} onChange={(isOne) => form.type('combines', isOne ? '1' : '0')} />
      <Meanwhile
        conflicts={form.conflicts}
        nameOf={({ field }) => names[field] ?? field}
        textOf={({ field, theirs }) => (field === 'name' || theirs === '' ? theirs : day(theirs))}
        onChoose={form.choose}
      />
      <Consequences sentences={texts.editWill} />
    </ConfirmDialog>
  );
};

const Codes = ({ batch, onEnd }: { readonly batch: CouponBatch; readonly onEnd: (code: string) => void }) => {
  const texts = t().coupons;
  const [pages, setPages] = useState(1);
  const data = useData(`codes-${batch.id}-${pages}`, (signal) => readCodes(batch.id, pages, signal), {
    topics: ['order'],
  });
  const end = ({ code, state }: Coupon) =>
    state !== 'ENDED' &&
    may('end_coupons') && (
      <button type="button" class="plain danger" aria-label={texts.endOneTitle(code)} onClick={() => onEnd(code)}>
        {texts.endOne}
      </button>
    );
  return (
    <Card title={texts.codes} beside={<span class="figure">{count(batch.count)}</span>}>
      <Loaded data={data}>
        {({ coupons, hasMore }) => (
          <>
            <Table
              caption={texts.codes}
              rows={coupons}
              keyOf={({ id }) => id}
              columns={[
                { title: texts.code, cell: ({ code }) => <code>{code}</code> },
                { title: texts.state, cell: ({ state }) => <Chip tone={TONES[state]}>{texts.codeStates[state]}</Chip> },
                { title: texts.uses, cell: ({ uses }) => count(uses), isFigure: true },
                { title: texts.endOne, cell: end, isFigure: true },
              ]}
            />
            {hasMore && (
              <button type="button" class="plain" onClick={() => setPages(pages + 1)}>
                {texts.more}
              </button>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
};

const Terms = ({ batch }: { readonly batch: CouponBatch }) => {
  const texts = t().coupons;
  const { id_promotion: opened } = batch;
  const pairs = [
    [texts.worth, opened === undefined ? worthOf(batch) : <a href={hrefOf('promotions', opened)}>{worthOf(batch)}</a>],
    [texts.kind, opened === undefined ? texts.kinds[batch.type] : undefined],
    [texts.valid, validityOf(batch)],
    [texts.combines, batch.combineable === 1 ? texts.yes : texts.no],
    [texts.made, dateTime(batch.creation_date)],
  ] as const;
  return (
    <Card title={texts.terms}>
      <Pairs pairs={pairs} areFigures />
    </Card>
  );
};

export const OneBatch = ({ id }: { readonly id: number }) => {
  const texts = t().coupons;
  const data = useData(`batch-${id}`, (signal) => readBatch(id, signal), { topics: ['order'] });
  const [ending, setEnding] = useState<{ readonly code: string | undefined } | undefined>();
  const [isEditing, setEditing] = useState(false);
  const batch = data.value;
  if (isGone(data.refused)) return <NotFound screen="coupons" />;
  return (
    <Page
      title={batch?.name ?? t().screens.coupons}
      beside={batch !== undefined && <BatchChip batch={batch} />}
      actions={
        <>
          <a class="button" href={hrefOf('coupons')}>
            <Icon name="left" size={16} />
            {texts.back}
          </a>
          {batch !== undefined && batch.ended === null && may('update_coupons') && (
            <button type="button" onClick={() => setEditing(true)}>
              {texts.edit}
            </button>
          )}
          {batch !== undefined && batch.ended === null && may('end_coupons') && (
            <button type="button" class="danger" onClick={() => setEnding({ code: undefined })}>
              {texts.end}
            </button>
          )}
        </>
      }
    >
      <Loaded data={data}>
        {(one) => (
          <div class="order-columns">
            <div class="main-column">
              <Codes batch={one} onEnd={(code) => setEnding({ code })} />
            </div>
            <div class="side-column">
              <Terms batch={one} />
              <History object={`coupon_batch/${id}`} topics={[]} />
            </div>
          </div>
        )}
      </Loaded>
      {batch !== undefined && isEditing && <EditDialog batch={batch} onClose={() => setEditing(false)} />}
      {batch !== undefined && ending !== undefined && (
        <EndDialog batch={batch} code={ending.code} onClose={() => setEnding(undefined)} />
      )}
    </Page>
  );
};
