// The documents of an order as files: PDF, and an invoice in a format for programs as well.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { saveDocument } from '../save-file.ts';
import { Allowed } from '../parts/allowed.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
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

const FORMATS = [
  ['pdf', 'PDF'],
  ['zugferd', 'ZUGFeRD'],
  ['xrechnung', 'XRechnung'],
  ['ubl', 'Peppol UBL'],
] as const;
type Format = (typeof FORMATS)[number][0];

/** `number`: of an invoice; '' for the present one. */
const read = async (kind: Kind, id: number, format: Format, number: string): Promise<string> => {
  const params = { id_order: id, format, language: language.value };
  if (kind === 'invoice') return (await call('get_invoice', { ...params, invoice_number: number })).invoice;
  if (kind === 'cancellation') return (await call('get_cancellation_invoice', params)).cancellation_invoice;
  const { order_confirmation: made } = await call('get_order_confirmation', {
    id_order: id,
    args: { format: 'pdf' },
    language: language.value,
  });
  return made;
};

const XML: readonly Format[] = ['xrechnung', 'ubl'];

export const OrderDocuments = ({ order }: { readonly order: Order }) => {
  const texts = t().order;
  const [running, setRunning] = useState<Kind | undefined>();
  const [format, setFormat] = useState<Format>('pdf');
  const save = async (kind: Kind, number = ''): Promise<void> => {
    setRunning(kind);
    await orWarn(async () => {
      const file = await read(kind, order.id, format, number);
      const type = kind !== 'confirmation' && XML.includes(format) ? 'xml' : 'pdf';
      const name = number === '' ? order.order_number : number.replaceAll(/[^\p{L}\p{N}.-]+/gu, '_');
      saveDocument(`${kind}-${name}.${type}`, `application/${type}`, file);
    });
    setRunning(undefined);
  };
  const button = (kind: Kind, label: string, number = '') => (
    <Allowed key={number} to={NEEDS[kind]}>
      <button type="button" disabled={running !== undefined} onClick={() => void save(kind, number)}>
        <Icon name="document" size={16} />
        {label}
      </button>
    </Allowed>
  );
  if (![...Object.values(NEEDS), 'get_packing_slips' as const].some(may)) return null;
  const { invoice_number: number, cancellation_number: canceled, invoices } = order;
  return (
    <Card title={texts.documents} class="not-printed">
      <div class="card-body">
        <div class="button-row">
          {invoices?.map((one) => button('invoice', texts.invoiceNumber(one.number), one.number)) ??
            button('invoice', number === '' ? texts.invoice : texts.invoiceNumber(number))}
          {button('confirmation', texts.confirmation)}
          <SlipButtons orders={[order]} kinds={['slips']} />
          {canceled !== undefined && button('cancellation', texts.cancellation(canceled))}
        </div>
        <Allowed to="get_invoice">
          <SelectField
            label={texts.invoiceFormat}
            options={FORMATS}
            value={format}
            onInput={(chosen) => setFormat(chosen as Format)}
          />
        </Allowed>
        {number === '' && invoices === undefined && <p class="hint">{texts.noInvoice}</p>}
      </div>
    </Card>
  );
};
