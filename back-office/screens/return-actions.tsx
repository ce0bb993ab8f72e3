// What can be done with a return: one that is to come is received or withdrawn, and what its buyer wants instead is a
// draft, which is filled and placed as every other one.
import type { Return } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { Allowed } from '../parts/allowed.tsx';
import { Chip } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { LaterDialog } from '../parts/later.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { returnsTexts } from '../texts/returns-texts.ts';
import { ReturnDialog } from './return-dialog.tsx';

const TONES = { announced: 'info', received: 'good', withdrawn: 'quiet' } as const;

export const ReturnChip = ({ state }: Pick<Return, 'state'>) => (
  <Chip tone={TONES[state]}>{returnsTexts().states[state]}</Chip>
);

/** A product by its name, or by its number where it has ended. */
const Named = ({ id }: { readonly id: number }) => {
  const asked = { id_product: id, language: wireLanguage() };
  const data = useData(`wished-${id}-${asked.language}`, (signal) => call('get_product_details', asked, signal), {
    topics: ['product'],
  });
  const name = data.value === undefined ? returnsTexts().product(id) : nameOfProduct(data.value);
  return (
    <>
      {' '}
      <a href={hrefOf('products', id)}>{name}</a>
    </>
  );
};

/** What the buyer wants for it, where that was said. */
export const Wish = ({ of: { wish, wished = [] } }: { readonly of: Return }) => {
  if (wish === undefined) return null;
  return (
    <span class="quiet-text">
      {' '}
      {returnsTexts().wishes[wish]}
      {wished.map((id) => (may('get_product_details') ? <Named key={id} id={id} /> : ` ${returnsTexts().product(id)}`))}
    </span>
  );
};

/** The order of the exchange, or what begins its draft and opens it. */
const Exchange = ({ of: { id, state, id_exchange_order: order } }: { readonly of: Return }) => {
  const texts = returnsTexts();
  if (order !== undefined) return <a href={hrefOf('orders', order)}>{texts.exchangedBy(order)}</a>;
  if (state === 'withdrawn') return null;
  const begin = (): Promise<void> =>
    orWarn(async () => {
      const { id_draft: name } = await call('exchange_return', { id_return: id });
      goTo(hrefOf('orders', `draft-${name}`));
    });
  return (
    <Allowed to="exchange_return">
      <button type="button" onClick={() => void begin()}>
        {texts.exchange}
      </button>
    </Allowed>
  );
};

/** What opens its pictures; absent where there are none, and the person may add none. */
const Pictures = ({ of }: { readonly of: Return }) => {
  const texts = returnsTexts();
  const [isOpen, setOpen] = useState(false);
  const { id, state, pictures = [] } = of;
  const mayAdd = state !== 'withdrawn' && may('add_return_picture');
  if (!may('get_return_picture') || (pictures.length === 0 && !mayAdd)) return null;
  const onClose = (): void => setOpen(false);
  return (
    <>
      {' '}
      <button type="button" onClick={() => setOpen(true)}>
        {texts.pictures(pictures.length)}
      </button>
      {isOpen && (
        <LaterDialog
          name="return-pictures"
          title={texts.picturesOf(id)}
          load={() => import('./return-pictures.tsx')}
          draw={({ ReturnPictures }) => <ReturnPictures of={of} onClose={onClose} />}
          onClose={onClose}
        />
      )}
    </>
  );
};

export const ReturnActions = ({ of }: { readonly of: Return }) => (
  <>
    <Steps of={of} />
    <Pictures of={of} />
  </>
);

const Steps = ({ of }: { readonly of: Return }) => {
  const texts = returnsTexts();
  const [asks, setAsks] = useState<'receive' | 'withdraw' | undefined>();
  const onClose = (): void => setAsks(undefined);
  if (of.state !== 'announced') return <Exchange of={of} />;
  const withdraw = async (): Promise<string> => {
    await call('withdraw_return', { id_return: of.id });
    return texts.withdrawn(of.id);
  };
  const isExchange = of.wish === 'exchange';
  return (
    <>
      {isExchange && <Exchange of={of} />}{' '}
      <Allowed to="receive_return">
        <button type="button" onClick={() => setAsks('receive')}>
          {texts.receive}
        </button>
      </Allowed>{' '}
      <Allowed to="withdraw_return">
        <button type="button" onClick={() => setAsks('withdraw')}>
          {texts.withdraw}
        </button>
      </Allowed>{' '}
      {!isExchange && <Exchange of={of} />}
      {asks === 'receive' && <ReturnDialog orderId={of.id_order} of={of} isReceived onClose={onClose} />}
      {asks === 'withdraw' && (
        <ConfirmDialog title={texts.withdrawTitle(of.id)} label={texts.withdraw} act={withdraw} onClose={onClose}>
          <p>{texts.withdrawMeans}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

export const piecesOf = ({ lines, received }: Return): number =>
  (received ?? lines).reduce<number>((sum, { quantity }) => sum + quantity, 0);
