// What of an order came back, or is to, and what can be done about it.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { dateTime, day, pieces } from '../format.ts';
import { Allowed } from '../parts/allowed.tsx';
import { Card, Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { returnsTexts } from '../texts/returns-texts.ts';
import { ReturnActions, ReturnChip, Wish, piecesOf } from './return-actions.tsx';
import { ReturnDialog } from './return-dialog.tsx';

export const OrderReturns = ({ order: { id } }: { readonly order: Order }) => {
  const texts = returnsTexts();
  const [asks, setAsks] = useState<'announce' | 'receive' | undefined>();
  const data = useData(`returns-of-${id}`, (signal) => call('get_returns', { id_order: id, limit: 200 }, signal), {
    topics: ['return', 'order'],
  });
  return (
    <Card title={texts.card} class="not-printed">
      <Loaded data={data}>
        {({ returns, returnable = [], until }) => (
          <>
            <ul class="list">
              {returns.length === 0 && <li class="quiet-text">{texts.none}</li>}
              {returns.map((one) => (
                <li key={one.id}>
                  <span class="grow">
                    {texts.title(one.id)} · {pieces(piecesOf(one))}
                    <span class="quiet-text"> {dateTime(one.creation_date)}</span>
                    <Wish of={one} />
                    {one.note !== '' && <span class="quiet-text"> {one.note}</span>}
                  </span>
                  <ReturnChip state={one.state} />
                  <ReturnActions of={one} />
                </li>
              ))}
              {until !== undefined && <li class="quiet-text">{texts.until(day(until))}</li>}
            </ul>
            {returnable.length > 0 && (
              <div class="card-body">
                <Allowed to="receive_return">
                  <button type="button" onClick={() => setAsks('receive')}>
                    {texts.came}
                  </button>
                </Allowed>{' '}
                <Allowed to="announce_return">
                  <button type="button" onClick={() => setAsks('announce')}>
                    {texts.announce}
                  </button>
                </Allowed>
              </div>
            )}
          </>
        )}
      </Loaded>
      {asks !== undefined && (
        <ReturnDialog orderId={id} isReceived={asks === 'receive'} onClose={() => setAsks(undefined)} />
      )}
    </Card>
  );
};
