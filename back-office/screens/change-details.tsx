// The dialog that changes contact, addresses and note of a placed order. What the shop would refuse is said before it
// is saved.
import type { Order } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DetailsForm } from '../parts/details-form.tsx';
import { KeptRoom } from '../parts/kept-room.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { ADDRESS_FIELDS, NO_INVOICE, changedDetails } from '../parts/order-fields.ts';
import type { Typed } from '../parts/order-fields.ts';
import { Failure, Loaded } from '../parts/page.tsx';
import { useEffect, useState } from '../preact.ts';
import type { Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { orderLabel } from './field-labels.ts';
import { partOf } from './order-details.tsx';

/** As set_order_details names the fields; countries as codes, which the form chooses from. */
const detailsOf = (order: Order): Typed =>
  Object.fromEntries([
    ...(['email', 'phone', 'note'] as const).map((field) => [field, partOf(order, field)]),
    ...(['delivery', 'invoice'] as const).flatMap((kind) =>
      ADDRESS_FIELDS.map((field) => {
        const name = `${kind}_${field}`;
        return [name, partOf(order, field === 'country' ? `${name}_code` : name)];
      }),
    ),
  ]);

/** What the engine says to a change, without making it; undefined: it is possible, or there is none. */
const refusalOf = async (order: Order, changed: object, signal: AbortSignal): Promise<Refused | undefined> => {
  if (Object.keys(changed).length === 0) return undefined;
  try {
    await call('update_order_details', { id_order: order.id, ...changed, dry_run: 1 }, signal);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

const seenOf = (order: Order): Seen => ({ fields: detailsOf(order), seq: order.seq });

const placeOf = (id: number): SeenPlace => ({
  read: async () => seenOf(await call('get_order_by_id', { id_order: id })),
  send: async (_draft, changed, seen) => {
    const sent = Object.entries(changed).map(([field, text]) => [field, text.trim() === '' ? null : text.trim()]);
    await call('update_order_details', { id_order: id, ...Object.fromEntries(sent), ...seen });
  },
});

/** After what was typed last it is tried. */
const REST_MS = 300;

export const ChangeDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const texts = t().orderDetails;
  const language = wireLanguage();
  const form = useSeen(placeOf(order.id), () => seenOf(order));
  const { draft: typed, before } = form;
  const [rested, setRested] = useState(typed);
  // Not on leaving a field: what is said then would move the button that is just being pressed.
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const shop = useData(`countries-${language}`, (signal) => call('get_shop', { language }, signal));
  const tried = changedDetails(before, rested);
  const answer = useData(`try-${JSON.stringify(tried)}`, async (signal) => ({
    refused: await refusalOf(order, tried, signal),
  }));
  const refused = answer.value?.refused;
  const labelOf = orderLabel(t());
  return (
    <ConfirmDialog
      title={texts.title(order.order_number)}
      label={texts.save}
      isReady={Object.keys(form.changed).length > 0 && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.saved : undefined)}
      onClose={onClose}
    >
      {order.invoice_number !== '' && <p class="hint">{texts.invoiced(order.invoice_number)}</p>}
      <Loaded data={shop}>
        {({ countries }) => (
          <DetailsForm
            typed={typed}
            countries={countries}
            onInput={form.type}
            onClearInvoice={() => Object.keys(NO_INVOICE).forEach((field) => form.type(field, ''))}
          />
        )}
      </Loaded>
      <Meanwhile
        conflicts={form.conflicts}
        nameOf={({ field }) => labelOf(`details.fields.${field}`) ?? field}
        onChoose={form.choose}
      />
      <KeptRoom isSaid={refused !== undefined}>{refused !== undefined && <Failure refused={refused} />}</KeptRoom>
    </ConfirmDialog>
  );
};
