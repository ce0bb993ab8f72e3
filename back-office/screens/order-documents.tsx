// The documents of an order, as PDF files.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { saveFile } from '../save-file.ts';
import { Allowed } from '../parts/allowed.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card } from '../parts/page.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { language } from '../preferences.ts';
import { t } from '../texts/texts.ts';
import { SlipButtons } from './orders-slips.tsx';

type Kind = 'invoice' | 'confirmation' | 'cancellation';

const NEEDS = {
  invoice: 'get_invoice',
  confirmation: 'get_order_confirmation',
  cancellation: 'get_cancellation_invoice',
} as const;

const read = async (kind: Kind, id: number): Promise<string> => {
  const params = { id_order: id, args: { format: 'pdf' }, language: language.value };
  if (kind === 'invoice') return (await call('get_invoice', params)).invoice;
  if (kind === 'cancellation') return (await call('get_cancellation_invoice', params)).cancellation_invoice;
  return (await call('get_order_confirmation', params)).order_confirmation;
};

export const OrderDocuments = ({ order }: { readonly order: Order }) => {
  const texts = t().order;
  const [running, setRunning] = useState<Kind | undefined>();
  const save = async (kind: Kind): Promise<void> => {
    setRunning(kind);
    await orWarn(async () => {
      const bytes = Uint8Array.from(atob(await read(kind, order.id)), (letter) => letter.charCodeAt(0));
      saveFile(`${kind}-${order.order_number}.pdf`, 'application/pdf', bytes);
    });
    setRunning(undefined);
  };
  const button = (kind: Kind, label: string) => (
    <Allowed to={NEEDS[kind]}>
      <button type="button" disabled={running !== undefined} onClick={() => void save(kind)}>
        <Icon name="document" size={16} />
        {label}
      </button>
    </Allowed>
  );
  if (![...Object.values(NEEDS), 'get_packing_slips' as const].some(may)) return null;
  const { invoice_number: number, cancellation_number: canceled } = order;
  return (
    <Card title={texts.documents} class="not-printed">
      <div class="card-body">
        <div class="button-row">
          {button('invoice', number === '' ? texts.invoice : texts.invoiceNumber(number))}
          {button('confirmation', texts.confirmation)}
          <SlipButtons orders={[order]} kinds={['slips']} />
          {canceled !== undefined && button('cancellation', texts.cancellation(canceled))}
        </div>
        {number === '' && <p class="hint">{texts.noInvoice}</p>}
      </div>
    </Card>
  );
};
