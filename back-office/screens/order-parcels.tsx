// What has left of an order: each parcel with its weight, its link and whether it is there, and labels as a file.
import type { Order, Parcel } from '../../src/client/operations.ts';
import { LABEL_SIDES, labelRows } from '../../src/kernel/label-columns.ts';
import { call } from '../api/call.ts';
import { csvOf } from '../csv.ts';
import { count, dateTime, pieces } from '../format.ts';
import { goodsOf } from '../order-lines.ts';
import { Allowed } from '../parts/allowed.tsx';
import { Chip } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { DeliveryChip } from '../parts/order-chips.tsx';
import { Card, Empty } from '../parts/page.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { saveDocument, saveFile } from '../save-file.ts';
import { t } from '../texts/texts.ts';

const TONES = { sent: 'info', delivered: 'good', returned: 'warn' } as const;

/** A row for each parcel that is on its way, by names of columns that carriers' imports let one assign. */
const saveLabels = async (order: Order): Promise<string> => {
  const { labels } = await call('get_parcel_labels', { orders: [order.id] });
  if (labels.length === 0) return t().parcelCare.noLabels;
  saveFile(`labels-${order.id}.csv`, 'text/csv;charset=utf-8', csvOf(labelRows(labels)));
  return t().parcelCare.saved(labels.length);
};

const sidesText = (measures: NonNullable<Parcel['measures']>): string =>
  `${LABEL_SIDES.map((side) => count(measures[side], 1)).join(' × ')} cm`;

const saveSlip = async (order: Order, parcel: Parcel): Promise<void> => {
  const asked = { orders: [order.id], id_parcel: parcel.id, args: { format: 'pdf' } };
  const { packing_slips: file } = await call('get_packing_slips', asked);
  saveDocument(`packing-slip-${order.id}-${parcel.id}.pdf`, 'application/pdf', file);
};

const OneParcel = ({ order, parcel }: { readonly order: Order; readonly parcel: Parcel }) => {
  const texts = t().parcelCare;
  const [isAsking, setAsking] = useState(false);
  const goods = goodsOf(order.cart.contents);
  const nameOf = (id: number): string => goods.find(({ line }) => line.id === id)?.line.name ?? String(id);
  const unknown = parcel.weight_unknown ?? [];
  const act = async (): Promise<string> => {
    await call('set_parcel_delivered', { id_order: order.id, id_parcel: parcel.id });
    return texts.done(parcel.id);
  };
  return (
    <li>
      <Icon name="truck" />
      <div class="grow">
        <p>
          {t().order.parcel(parcel.id)} · {parcel.provider}{' '}
          {parcel.tracking_url === undefined ? (
            <code>{parcel.tracking_number}</code>
          ) : (
            <a href={parcel.tracking_url} target="_blank" rel="noreferrer">
              <code>{parcel.tracking_number}</code>
            </a>
          )}
        </p>
        <p class="quiet-text">
          {dateTime(parcel.creation_date)} ·{' '}
          {parcel.lines.map(({ id_element: id, quantity }) => `${pieces(quantity)} × ${nameOf(id)}`).join(', ')}
        </p>
        <p class="quiet-text">
          {texts.weight(count(parcel.weight, 3))}
          {parcel.measures !== undefined && ` · ${sidesText(parcel.measures)}`}
          {unknown.length > 0 && ` · ${texts.unknown(unknown.map(nameOf).join(', '))}`}
          {parcel.delivery_date !== undefined && ` · ${texts.deliveredAt(dateTime(parcel.delivery_date))}`}
        </p>
      </div>
      <Chip tone={TONES[parcel.state]}>{texts.states[parcel.state]}</Chip>
      <Allowed to="get_packing_slips">
        <button
          type="button"
          aria-label={texts.slipOf(parcel.id)}
          onClick={() => void orWarn(() => saveSlip(order, parcel))}
        >
          {texts.slip}
        </button>
      </Allowed>
      {parcel.state === 'sent' && order.order_state !== 'CANCELED' && (
        <Allowed to="set_parcel_delivered">
          <button type="button" onClick={() => setAsking(true)}>
            {texts.delivered}
          </button>
        </Allowed>
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.title(parcel.id)}
          label={texts.delivered}
          act={act}
          onClose={() => setAsking(false)}
        >
          <p>{texts.means}</p>
        </ConfirmDialog>
      )}
    </li>
  );
};

export const Parcels = ({ order }: { readonly order: Order }) => {
  const [isSaving, setSaving] = useState(false);
  const texts = t().parcelCare;
  return (
    <Card title={t().order.parcels} beside={<DeliveryChip state={order.delivery_state.name} />}>
      {order.parcels.length === 0 ? (
        <Empty>{t().order.noParcels}</Empty>
      ) : (
        <>
          <ul class="list">
            {order.parcels.map((parcel) => (
              <OneParcel key={parcel.id} order={order} parcel={parcel} />
            ))}
          </ul>
          <div class="card-body not-printed">
            <Allowed to="get_parcel_labels">
              <button type="button" onClick={() => setSaving(true)}>
                <Icon name="download" size={16} />
                {texts.labels}
              </button>
            </Allowed>
          </div>
        </>
      )}
      {isSaving && (
        <ConfirmDialog
          title={texts.labels}
          label={texts.save}
          act={() => saveLabels(order)}
          onClose={() => setSaving(false)}
        >
          <p>{texts.labelsHint}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
};
