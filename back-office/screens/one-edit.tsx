// An edit of a placed order: goods, coupons and methods as of a draft, beside what would change of the order. The order
// stays as it is until the edit is saved.
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { money, pieces } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Failure, Loaded, Page, Skeleton } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Sums } from '../parts/sums.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { afterSaleTexts } from '../texts/after-sale-texts.ts';
import { useChanges } from './draft-changes.ts';
import { DraftGoods } from './draft-goods.tsx';
import { MethodsCard } from './draft-methods.tsx';
import { readOffers } from './draft-side.tsx';
import type { Draft } from './draft-side.tsx';
import { Coupons } from './one-draft.tsx';

type OrderEdit = Reply<'get_order_edit'>;

const isChanged = ({ lines, ...edit }: OrderEdit): boolean =>
  edit.difference !== 0 ||
  edit.payment_method !== edit.payment_method_before ||
  edit.delivery_method !== edit.delivery_method_before ||
  edit.coupons_added.length + edit.coupons_removed.length > 0 ||
  lines.some((line) => line.quantity !== line.quantity_before);

const Amounts = ({ edit }: { readonly edit: OrderEdit }) => {
  const texts = afterSaleTexts();
  const shown = (value: number): string => money(value, edit.currency);
  return (
    <dl class="sums">
      <dt>{texts.before}</dt>
      <dd class="figure">{shown(edit.total_before)}</dd>
      <dt class="total">{texts.willBe}</dt>
      <dd class="total figure">{shown(edit.total)}</dd>
      <dt>{edit.difference < 0 ? texts.less : texts.more}</dt>
      <dd class="figure">{shown(Math.abs(edit.difference))}</dd>
      <dt>{edit.outstanding < 0 ? texts.thenOwed : texts.stillPay}</dt>
      <dd class="figure">{shown(Math.abs(edit.outstanding))}</dd>
    </dl>
  );
};

/** Methods that are other ones, before and after. */
const methodsOf = (edit: OrderEdit): readonly (readonly [before: string, after: string])[] =>
  (
    [
      [edit.delivery_method_before, edit.delivery_method],
      [edit.payment_method_before, edit.payment_method],
    ] as const
  ).filter(([before, after]) => before !== after);

const Changes = ({ edit }: { readonly edit: OrderEdit }) => {
  const texts = afterSaleTexts();
  const names = new Map(edit.lines.map((line) => [line.id_shopobject, line.name]));
  const changed = edit.lines.filter((line) => line.quantity !== line.quantity_before);
  return (
    <Card title={texts.changes}>
      {edit.changed === 1 && <p class="card-body error">{texts.changedMeanwhile}</p>}
      {!isChanged(edit) && <Empty>{texts.noChange}</Empty>}
      <ul class="list">
        {changed.map((line) => (
          <li key={line.id_element}>{texts.change(line.name, pieces(line.quantity_before), pieces(line.quantity))}</li>
        ))}
        {methodsOf(edit).map(([before, after]) => (
          <li key={`${before} ${after}`}>{texts.changeMethod(before || texts.none, after || texts.none)}</li>
        ))}
        {edit.promotions_lost.map((name) => (
          <li key={`lost ${name}`}>{texts.lostPromotion(name)}</li>
        ))}
        {edit.promotions_won.map((name) => (
          <li key={`won ${name}`}>{texts.wonPromotion(name)}</li>
        ))}
        {edit.lacking.map(({ id_shopobject: id, quantity }) => (
          <li key={`lacks ${id}`} class="error">
            {texts.lacks(names.get(id) ?? String(id), pieces(quantity))}
          </li>
        ))}
      </ul>
      <Amounts edit={edit} />
    </Card>
  );
};

interface Dialog {
  readonly edit: OrderEdit;
  readonly onClose: () => void;
}

const WAYS = ['later', 'payment', 'manual'] as const;

const SaveDialog = ({ edit, onClose }: Dialog) => {
  const texts = afterSaleTexts();
  const [settle, setSettle] = useState<(typeof WAYS)[number]>('later');
  const { id_edit, id_order: id } = edit;
  const shown = (value: number): string => money(value, edit.currency);
  const wanted = {
    id_edit,
    expected_total: String(edit.total),
    if_seq: edit.seq,
    ...(settle !== 'later' && { settle }),
  };
  // The engine tries it first: what is refused is said before anything is confirmed.
  const tried = useData(`save-${JSON.stringify(wanted)}`, (signal) =>
    call('commit_order_edit', { ...wanted, dry_run: 1 }, signal),
  );
  const act = async (): Promise<string> => {
    await call('commit_order_edit', wanted);
    goTo(hrefOf('orders', id));
    return texts.editSaved(id);
  };
  return (
    <ConfirmDialog
      title={texts.editSaveTitle(shown(edit.total))}
      label={texts.editSave}
      isReady={tried.value !== undefined}
      act={act}
      onClose={onClose}
    >
      <Loaded data={tried}>
        {({ credit, invoice_number: number }) => (
          <Consequences
            sentences={[
              texts.editWill.stock,
              ...(credit.credit_note_number === undefined ? [] : [texts.editWill.note(number)]),
              ...(edit.outstanding > 0 ? [texts.editWill.pay(shown(edit.outstanding))] : []),
              ...(edit.outstanding < 0 ? [texts.editWill.owe(shown(-edit.outstanding))] : []),
            ]}
          />
        )}
      </Loaded>
      {edit.outstanding < 0 && (
        <SelectField
          label={texts.editSettle}
          options={WAYS.map((way) => [way, texts.editSettleWays[way]])}
          value={settle}
          onInput={(way) => setSettle(WAYS.find((one) => one === way) ?? 'later')}
        />
      )}
    </ConfirmDialog>
  );
};

const DiscardDialog = ({ edit: { id_edit, id_order }, onClose }: Dialog) => {
  const texts = afterSaleTexts();
  const act = async (): Promise<string> => {
    await call('discard_order_edit', { id_edit });
    goTo(hrefOf('orders', id_order));
    return texts.editDiscarded;
  };
  return (
    <ConfirmDialog title={texts.editDiscardTitle} label={texts.editDiscard} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.editDiscardWill} />
    </ConfirmDialog>
  );
};

const Editing = ({ name, session, id }: { readonly name: string; readonly session: string; readonly id: number }) => {
  const texts = afterSaleTexts();
  const language = wireLanguage();
  const data = useData(`edit-${name}-${language}`, (signal) =>
    Promise.all([
      call('get_order_edit', { id_edit: name }, signal),
      call('get_shop', { language }, signal),
      call('get_cart', { session }, signal),
      call('get_order_details', { session }, signal),
      readOffers(session, signal),
    ]),
  );
  const [asked, setAsked] = useState<'save' | 'discard' | undefined>();
  const { change, mark, isSaved } = useChanges(data.reload);
  const [edit, shop, cart, details, offers] = data.value ?? [];
  const draft: Draft | undefined = shop &&
    cart &&
    details &&
    offers && { name, session, shop, cart, details, offers, change, mark };
  const isUnready = edit === undefined || !isChanged(edit) || edit.lacking.length > 0 || !isSaved;
  const close = (): void => setAsked(undefined);
  return (
    <Page
      title={texts.editTitle(id)}
      actions={
        <>
          <a class="button" href={hrefOf('orders', id)}>
            <Icon name="left" size={16} />
            {texts.editBack}
          </a>
          {may('discard_order_edit') && (
            <button type="button" class="danger" disabled={edit === undefined} onClick={() => setAsked('discard')}>
              {texts.editDiscard}
            </button>
          )}
          {may('commit_order_edit') && (
            <button type="button" class="primary" disabled={isUnready} onClick={() => setAsked('save')}>
              {texts.editSave}
            </button>
          )}
        </>
      }
    >
      <p class="hint">{texts.editHint}</p>
      <Loaded data={data} lines={8}>
        {() => (
          <div class="order-columns">
            <div class="main-column">
              <DraftGoods session={session} cart={cart!} shop={shop!} change={change} mark={mark} />
              <Card>
                <Coupons {...draft!} />
                <Sums cart={cart!} money={(value) => money(value, edit!.currency)} />
              </Card>
            </div>
            <div class="side-column">
              <Changes edit={edit!} />
              <MethodsCard {...draft!} />
            </div>
          </div>
        )}
      </Loaded>
      {asked === 'save' && <SaveDialog edit={edit!} onClose={close} />}
      {asked === 'discard' && <DiscardDialog edit={edit!} onClose={close} />}
    </Page>
  );
};

/** `name`: of the edit, as begin_order_edit gives it. */
export const OneEdit = ({ name }: { readonly name: string }) => {
  const texts = afterSaleTexts();
  const opened = useData(`open-edit-${name}`, (signal) => call('continue_order_edit', { id_edit: name }, signal));
  if (opened.value !== undefined)
    return <Editing name={name} session={opened.value.session} id={opened.value.id_order} />;
  const isAway = isGone(opened.refused);
  return (
    <Page title={texts.edit}>
      {opened.refused === undefined && <Skeleton lines={8} />}
      {opened.refused !== undefined && !isAway && <Failure refused={opened.refused} onRetry={opened.reload} />}
      {isAway && (
        <Card>
          <Empty>{texts.editGone}</Empty>
        </Card>
      )}
    </Page>
  );
};
