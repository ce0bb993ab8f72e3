// One batch of coupons: its terms, its codes and how often they were used; and its end.
import type { Coupon, CouponBatch } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found, isGone } from '../api/refused.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime } from '../format.ts';
import { Ask } from '../parts/ask.tsx';
import { Chip } from '../parts/chip.tsx';
import { Gone } from '../parts/gone.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { Will } from '../parts/will.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { BatchChip, validityOf, worthOf } from './coupons.tsx';

/** No operation reads one batch: those are newest first, and it is the first whose id is below the next one. */
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
    <Ask
      title={code === undefined ? texts.endTitle(batch.name) : texts.endOneTitle(code)}
      label={code === undefined ? texts.end : texts.endOne}
      isDangerous
      act={act}
      onClose={onClose}
    >
      <Will sentences={code === undefined ? texts.endWill(batch.count, count(batch.count)) : texts.endOneWill} />
    </Ask>
  );
};

const Codes = ({ batch, onEnd }: { readonly batch: CouponBatch; readonly onEnd: (code: string) => void }) => {
  const texts = t().coupons;
  const [pages, setPages] = useState(1);
  const data = useData(`codes-${batch.id}-${pages}`, (signal) => readCodes(batch.id, pages, signal), {
    topics: ['order'],
  });
  const end = ({ code, state }: Coupon) =>
    state !== 'ENDED' && (
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
  const pairs = [
    [texts.worth, worthOf(batch)],
    [texts.kind, texts.kinds[batch.type]],
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
  const batch = data.value;
  if (isGone(data.refused)) return <Gone screen="coupons" />;
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
          {batch !== undefined && batch.ended === null && (
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
      {batch !== undefined && ending !== undefined && (
        <EndDialog batch={batch} code={ending.code} onClose={() => setEnding(undefined)} />
      )}
    </Page>
  );
};
