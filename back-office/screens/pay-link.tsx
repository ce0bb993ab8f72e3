// A link that pays just this order, for a customer who ordered on the phone or has lost the page.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { moneyOf } from '../format.ts';
import { mailtoOf } from '../mail-link.ts';
import { Code } from '../parts/code.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { isFree } from '../parts/order-chips.tsx';
import { Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';

const mailOf = (order: Order, link: string): string => {
  const subject = encodeURIComponent(t().payLink.subject(order.order_number));
  return `${mailtoOf(order.order_email)}?subject=${subject}&body=${encodeURIComponent(link)}`;
};

interface Link {
  /** '': the method has no page to pay at. */
  readonly address: string;
  /** It holds as long as the order can be paid. */
  readonly isLasting: boolean;
}

/** The page of the storefront where the shop names one, else the provider's own, which is begun now and ends sooner. */
const readLink = async (id: number, signal: AbortSignal): Promise<Link> => {
  const { link } = may('get_payment_link') ? await call('get_payment_link', { id_order: id }, signal) : { link: '' };
  if (link !== '') return { address: link, isLasting: true };
  const { redirect } = await call('do_payment', { id_order: id }, signal);
  return { address: redirect, isLasting: false };
};

const LinkDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const texts = t().payLink;
  const data = useData(`pay-link-${order.id}`, (signal) => readLink(order.id, signal));
  return (
    <Dialog title={texts.title(order.order_number)} onClose={onClose}>
      <div class="ask">
        <Loaded data={data}>
          {({ address, isLasting }) =>
            address === '' ? (
              <p>{texts.byHand}</p>
            ) : (
              <>
                {sees('amounts') && <p>{texts.hint(moneyOf(order)(order.balance.outstanding))}</p>}
                <Code text={address} label={texts.label} />
                <p class="hint">{isLasting ? texts.lasting : texts.passing}</p>
                {sees('contacts') && order.order_email !== '' && <a href={mailOf(order, address)}>{texts.mail}</a>}
              </>
            )
          }
        </Loaded>
        <div class="dialog-end">
          <button type="button" class="primary" onClick={onClose}>
            {texts.done}
          </button>
        </div>
      </div>
    </Dialog>
  );
};

export const PayLinkButton = ({ order }: { readonly order: Order }) => {
  // The address says so where an order was just sent to its customer.
  const [isOpen, setOpen] = useState(() => route.value.query.get('link') === '1');
  const close = (): void => {
    setOpen(false);
    setQuery({ link: '' });
  };
  const isOwed = order.payment_state.name !== 'PAYMENT_RECEIVED' || (sees('amounts') && order.balance.outstanding > 0);
  const isPayable = order.order_state !== 'CANCELED' && isOwed;
  if (!isPayable || isFree(order) || !may('do_payment')) return null;
  return (
    <li class="not-printed">
      <button type="button" onClick={() => setOpen(true)}>
        {t().payLink.make}
      </button>
      {isOpen && <LinkDialog order={order} onClose={close} />}
    </li>
  );
};
