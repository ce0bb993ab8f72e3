// What happened to an order, in order of time, and who did it. Its code is loaded with the order.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { dateTime, moneyOf, pieces } from '../format.ts';
import { timelineOf } from '../order-timeline.ts';
import type { TimelineParts, TimelineStep } from '../order-timeline.ts';
import { goodsOf } from '../order-lines.ts';
import { changesOf, whoOf } from '../parts/history.tsx';
import type { useHistory } from '../parts/history.tsx';
import { Card, Loaded } from '../parts/page.tsx';
import { timelineTexts } from '../texts/timeline-texts.ts';

/** Objects beside the order whose changes are read; older returns and refunds are shown without who made them. */
const OBJECTS_MAX = 30;

interface Read extends Omit<TimelineParts, 'order'> {
  /** Who made each of these changes, by its record. */
  readonly who: ReadonlyMap<number, string>;
}

/** All but the changes of the order itself, which the page has. */
const read = async (id: number, signal: AbortSignal): Promise<Read> => {
  const returns = may('get_returns') ? (await call('get_returns', { id_order: id, limit: 200 }, signal)).returns : [];
  const refunds = may('get_refunds')
    ? (await call('get_refunds', { id_order: id, limit: 500 }, signal)).refunds.toReversed()
    : undefined;
  if (!may('get_changelog')) return { returns, refunds, changes: [], who: new Map() };
  const others = [
    ...returns.map((one) => `order_return/${one.id}`),
    ...(refunds ?? []).map((one) => `refund/${one.id}`),
  ].slice(-OBJECTS_MAX);
  const objects = [`issued_invoice/${id}`, ...others];
  const changes = (await Promise.all(objects.map((object) => changesOf(object, signal)))).flat();
  const makers = new Map(changes.map((change) => [change.seq, change]));
  const who = new Map(await Promise.all([...makers].map(async ([seq, change]) => [seq, await whoOf(change)] as const)));
  return { returns, refunds, changes, who };
};

const Step = ({ step, who }: { readonly step: TimelineStep; readonly who: Read['who'] }) => {
  const { date, text, more, by, isBuyers } = step;
  const name = isBuyers ? timelineTexts().buyer : by && who.get(by.seq);
  return (
    <li>
      <p>
        {text}
        {more !== '' && <span class="quiet-text"> · {more}</span>}
      </p>
      <p class="quiet-text">
        <time>{dateTime(date)}</time>
        {name !== undefined && (
          <>
            {' '}
            · <strong>{name}</strong>
          </>
        )}
      </p>
    </li>
  );
};

interface TimelineProps {
  readonly order: Order;
  /** The order’s own. */
  readonly history: ReturnType<typeof useHistory>;
}

export const OrderTimeline = ({ order, history }: TimelineProps) => {
  const texts = timelineTexts();
  const data = useData(`timeline-${order.id}`, (signal) => read(order.id, signal), {
    topics: ['order', 'return', 'refund'],
  });
  const names = new Map(goodsOf(order.cart.contents).map(({ line }) => [line.id, line.name]));
  const money = moneyOf(order);
  const words = {
    texts,
    money: (amount: number) => (sees('amounts') ? money(amount) : ''),
    pieces,
    nameOf: (line: number) => names.get(line) ?? String(line),
  };
  return (
    <Card title={texts.title} class="not-printed">
      <Loaded data={data} lines={4}>
        {({ who, changes, ...parts }) => (
          <Loaded data={history} lines={4}>
            {({ changes: own, steps }) => {
              const makers = new Map([...who, ...steps.map((one) => [one.seq, one.who] as const)]);
              return (
                <ol class="timeline">
                  {timelineOf({ ...parts, changes: [...own, ...changes], order }, words).map((step) => (
                    <Step key={step.key} step={step} who={makers} />
                  ))}
                </ol>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
};
