// Which price whom gets for a product: a guest, a group, or a customer who is searched.
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { Field } from '../parts/field.tsx';
import { Card } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { readGroups } from './groups-link.tsx';
import { FindCustomer, fullName } from './find-one.tsx';
import { PriceFor } from './price-reasons.tsx';
import type { Whom } from './price-reasons.tsx';

/** '' is a guest, `customer` somebody who is searched, and else the id of a group. */
const CUSTOMER = 'customer';

export const PricesOfProduct = ({ id }: { readonly id: number }) => {
  const texts = t().prices.who;
  const [chosen, setChosen] = useState('');
  const [customer, setCustomer] = useState<{ readonly id: number; readonly name: string } | undefined>();
  const groups = useData('customer-groups', (signal) => (may('get_groups') ? readGroups(signal) : Promise.resolve([])));
  const whom: Whom =
    chosen === CUSTOMER
      ? { ...(customer && { id_user: customer.id }) }
      : { ...(idIn(chosen) !== undefined && { groups: [idIn(chosen)!] }) };
  return (
    <Card title={texts.title}>
      <div class="card-body ask">
        <Field label={texts.whom}>
          {(described) => (
            <select
              {...described}
              value={chosen}
              onInput={(event) => {
                setChosen(event.currentTarget.value);
                setCustomer(undefined);
              }}
            >
              <option value="">{texts.guest}</option>
              {(groups.value ?? []).map(({ id: group, name }) => (
                <option key={group} value={String(group)}>
                  {name}
                </option>
              ))}
              {may('search_users') && <option value={CUSTOMER}>{customer?.name ?? texts.customer}</option>}
            </select>
          )}
        </Field>
        {chosen === CUSTOMER && customer === undefined && (
          <FindCustomer
            label={texts.findCustomer}
            hint={texts.findCustomerHint}
            act={(user) => (
              <button
                type="button"
                aria-label={`${texts.choose} ${fullName(user)}`}
                onClick={() => setCustomer({ id: user.id_user, name: fullName(user) })}
              >
                {texts.choose}
              </button>
            )}
          />
        )}
      </div>
      {(chosen !== CUSTOMER || customer !== undefined) && <PriceFor productId={id} whom={whom} />}
    </Card>
  );
};
