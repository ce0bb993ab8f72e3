// Where an order goes and who is billed, as their countries print addresses. Its code is loaded with the order.
import type { Order } from '../../src/client/operations.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { printedAddress } from '../parts/printed-address.ts';
import { readAddressForm } from '../parts/use-address-form.ts';
import { t } from '../texts/texts.ts';
import { partOf } from './order-details.tsx';

const Printed = ({ order, kind }: { readonly order: Order; readonly kind: 'delivery' | 'invoice' }) => {
  const country = partOf(order, `${kind}_country_code`);
  // The form of the shop's own country is not that of an address without one.
  const data = useData(`printed-form-${country}-${wireLanguage()}`, async (signal) =>
    country === '' ? { form: undefined } : readAddressForm(country, signal),
  );
  if (data.value === undefined) return null;
  const lines = printedAddress(data.value.form, (field) => partOf(order, `${kind}_${field}`).trim());
  return lines.length === 0 ? (
    <p class="quiet-text">{t().order.sameAddress}</p>
  ) : (
    <>
      {lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
    </>
  );
};

export const OrderAddresses = ({ order }: { readonly order: Order }) => {
  const texts = t().order;
  return (
    <>
      <h3>{texts.deliveryTo}</h3>
      <address>
        <Printed order={order} kind="delivery" />
      </address>
      <h3>{texts.invoiceTo}</h3>
      <address>
        <Printed order={order} kind="invoice" />
      </address>
    </>
  );
};
