// An order that the shop prepares, as for a customer on the phone. Everything that is entered is saved at once; prices,
// coupons and refusals are those of the shop.
import { call } from '../api/call.ts';
import { isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { money } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Sums } from '../parts/sums.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Failure, Loaded, Page, Skeleton } from '../parts/page.tsx';
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { useUnsaved } from '../unsaved.ts';
import { useChanges } from './draft-changes.ts';
import { DraftGoods } from './draft-goods.tsx';
import { MethodsCard } from './draft-methods.tsx';
import { CustomerCard, readOffers } from './draft-side.tsx';
import { SendDialog } from './send-draft.tsx';
import type { Draft } from './draft-side.tsx';

export const Coupons = ({ session, cart, change }: Draft) => {
  const texts = t().drafts;
  const [code, setCode] = useState('');
  useUnsaved(code.trim() !== '');
  const codes = cart.coupons.positions.map((one) => one.code);
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const wanted = code.trim();
    if (wanted === '') return;
    await change(async () => {
      await call('add_coupons', { session, coupons: [...codes, wanted] });
      setCode('');
      say(texts.couponAdded(wanted));
    });
  };
  return (
    <>
      {may('add_coupons') && (
        <form class="card-body apply-row low" onSubmit={(event) => void add(event)}>
          <TextField label={texts.coupon} value={code} onInput={setCode} />
          <button type="submit">{texts.addCoupon}</button>
        </form>
      )}
      <ul class="list">
        {cart.coupons.positions.map((one) => (
          <li key={one.code}>
            <span class="grow">
              {one.name} <code>{one.code}</code>
            </span>
            {may('add_coupons') && (
              <button
                type="button"
                class="plain"
                aria-label={texts.remove(one.code)}
                onClick={() =>
                  void change(() =>
                    call('add_coupons', { session, coupons: codes.filter((other) => other !== one.code) }),
                  )
                }
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
};

const PlaceDialog = ({ draft, onClose }: { readonly draft: Draft; readonly onClose: () => void }) => {
  const texts = t().drafts;
  const { session, cart } = draft;
  const total = money(cart.total);
  // The engine tries it first: what lacks is said before anything is confirmed.
  const tried = useData(`place-${session}`, (signal) => call('checkout', { session, dry_run: 1 }, signal));
  const act = async (): Promise<string> => {
    const { id_order: id } = await call('checkout', { session, expected_total: String(cart.total) });
    goTo(hrefOf('orders', id));
    return texts.placed(id);
  };
  return (
    <ConfirmDialog
      title={texts.placeTitle(total)}
      label={texts.place}
      isReady={tried.value !== undefined}
      act={act}
      onClose={onClose}
    >
      <Loaded data={tried}>{() => <Consequences sentences={texts.placeWill(total)} />}</Loaded>
    </ConfirmDialog>
  );
};

const DiscardDialog = ({ name, onClose }: { readonly name: string; readonly onClose: () => void }) => {
  const texts = t().drafts;
  const act = async (): Promise<string> => {
    await call('discard_draft', { id_draft: name });
    goTo(hrefOf('orders', 'drafts'));
    return texts.discarded;
  };
  return (
    <ConfirmDialog title={texts.discardTitle} label={texts.discard} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.discardWill} />
    </ConfirmDialog>
  );
};

const Filled = ({ draft }: { readonly draft: Draft }) => {
  const { session, shop, cart, change, mark } = draft;
  return (
    <div class="order-columns">
      <div class="main-column">
        <DraftGoods session={session} cart={cart} shop={shop} change={change} mark={mark} />
        <Card>
          <Coupons {...draft} />
          <Sums cart={cart} money={(value) => money(value)} />
        </Card>
      </div>
      <div class="side-column">
        <CustomerCard {...draft} />
        <MethodsCard {...draft} />
      </div>
    </div>
  );
};

interface EditingProps {
  readonly name: string;
  readonly session: string;
  /** It tries the shop out. */
  readonly isTrial: boolean;
}

const Editing = ({ name, session, isTrial }: EditingProps) => {
  const texts = t().drafts;
  const language = wireLanguage();
  const data = useData(`draft-${session}-${language}`, (signal) =>
    Promise.all([
      call('get_shop', { language }, signal),
      call('get_cart', { session }, signal),
      call('get_order_details', { session }, signal),
      readOffers(session, signal),
    ]),
  );
  const [asked, setAsked] = useState<'place' | 'send' | 'discard' | undefined>();
  const { change, mark, isSaved } = useChanges(data.reload);
  const { value } = data;
  const [shop, cart, details, offers] = value ?? [];
  const draft = shop && cart && details && offers && { name, session, shop, cart, details, offers, change, mark };
  const isUnready = draft === undefined || draft.cart.contents.length === 0 || !isSaved;
  const isFree = draft !== undefined && draft.cart.contents.length > 0 && draft.cart.total === 0;
  const close = (): void => setAsked(undefined);
  return (
    <Page
      title={texts.title}
      beside={
        <>
          {isTrial && <Chip tone="info">{t().start.trialOrder}</Chip>}
          <span class="quiet-text">{isSaved ? texts.saved : texts.unsaved}</span>
        </>
      }
      actions={
        <>
          <a class="button" href={hrefOf('orders', 'drafts')}>
            <Icon name="left" size={16} />
            {texts.back}
          </a>
          {may('discard_draft') && (
            <button type="button" class="danger" onClick={() => setAsked('discard')}>
              {texts.discard}
            </button>
          )}
          {may('send_draft') && !isFree && (
            <button type="button" disabled={isUnready} onClick={() => setAsked('send')}>
              {t().sendDraft.make}
            </button>
          )}
          {may('checkout') && (
            <button type="button" class="primary" disabled={isUnready} onClick={() => setAsked('place')}>
              {texts.place}
            </button>
          )}
        </>
      }
    >
      <Loaded data={data} lines={8}>
        {() => <Filled draft={draft!} />}
      </Loaded>
      {asked === 'place' && <PlaceDialog draft={draft!} onClose={close} />}
      {asked === 'send' && <SendDialog draft={draft!} onClose={close} />}
      {asked === 'discard' && <DiscardDialog name={name} onClose={close} />}
    </Page>
  );
};

/** `name`: of the draft, as get_drafts has it. */
export const OneDraft = ({ name }: { readonly name: string }) => {
  const texts = t().drafts;
  const opened = useData(`open-draft-${name}`, (signal) => call('continue_draft', { id_draft: name }, signal));
  if (opened.value !== undefined)
    return <Editing name={name} session={opened.value.session} isTrial={opened.value.trial === 1} />;
  const isAway = isGone(opened.refused);
  return (
    <Page title={texts.title}>
      {opened.refused === undefined && <Skeleton lines={8} />}
      {opened.refused !== undefined && !isAway && <Failure refused={opened.refused} onRetry={opened.reload} />}
      {isAway && (
        <Card>
          <Empty>
            <p>{texts.gone}</p>
            <a class="button" href={hrefOf('orders', 'drafts')}>
              {texts.back}
            </a>
          </Empty>
        </Card>
      )}
    </Page>
  );
};
