// Orders that the shop prepares for customers, and the choice of a customer with which one begins.
import type { User } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { customerConditions } from '../api/find.ts';
import { may, seesAll } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { eachWord } from '../api/words.ts';
import { ago, count, dateTime, money } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { changedDetails } from '../parts/order-fields.ts';
import type { Typed } from '../parts/order-fields.ts';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn, warn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { customerName } from './customers.tsx';
import { MakeCustomerButton } from './make-customer.tsx';

const draftHref = (name: string): string => hrefOf('orders', `draft-${name}`);

/** A draft that is begun is then opened. */
const mayBegin = (): boolean => may('create_draft') && may('continue_draft') && seesAll();

export const NewOrderLink = () =>
  mayBegin() ? (
    <a class="button primary" href={hrefOf('orders', 'new')}>
      <Icon name="orders" size={16} />
      {t().drafts.make}
    </a>
  ) : null;

/** Links to the drafts and to a new one. */
export const DraftLinks = () => (
  <>
    {may('get_drafts') && (
      <a class="button" href={hrefOf('orders', 'drafts')}>
        {t().drafts.list}
      </a>
    )}
    <NewOrderLink />
  </>
);

const SHOWN = 100;
type OneOfDrafts = Reply<'get_drafts'>['drafts'][number];

export const Drafts = () => {
  const texts = t().drafts;
  const data = useData('drafts', (signal) => call('get_drafts', { limit: SHOWN }, signal));
  return (
    <Page
      title={texts.list}
      beside={<span class="quiet-text">{texts.listHint}</span>}
      actions={
        <>
          <a class="button" href={hrefOf('orders')}>
            {t().screens.orders}
          </a>
          <NewOrderLink />
        </>
      }
    >
      <Loaded data={data}>
        {({ complete, drafts }) => (
          <>
            {complete === 0 && <p class="hint">{texts.counting}</p>}
            {drafts.length === 0 ? (
              <Empty>
                {texts.nothing} <NewOrderLink />
              </Empty>
            ) : (
              <Table
                caption={texts.list}
                rows={drafts}
                keyOf={({ id_draft: id }) => id}
                {...(may('continue_draft') &&
                  seesAll() && { hrefOf: ({ id_draft: id }: OneOfDrafts) => draftHref(id) })}
                columns={[
                  { title: texts.name, cell: ({ name, username }) => name || username || texts.unnamed },
                  { title: texts.email, cell: ({ email }) => email, isMinor: true, group: 'contacts' },
                  { title: texts.lines, cell: ({ lines }) => count(lines), isFigure: true },
                  {
                    title: texts.total,
                    cell: ({ total, currency }) => money(total, currency),
                    isFigure: true,
                    group: 'amounts',
                  },
                  { title: texts.madeBy, cell: ({ made_by: by }) => by || texts.channel, isMinor: true },
                  { title: texts.made, cell: ({ creation_date: date }) => ago(date), isMinor: true },
                  { title: texts.ends, cell: ({ end_date: date }) => dateTime(date), isMinor: true },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
};

const ADDRESS = ['companyname', 'department', 'salutation', 'firstname', 'lastname', 'street', 'number'] as const;

/** What an account knows of its customer, as the details of an order. */
const detailsOf = ({ email, attributes }: Reply<'get_user_by_id'>): Typed => {
  const fields = [...ADDRESS, 'zip', 'city', 'state', 'country'] as const;
  const value = (name: string): string => String(attributes[name]?.value ?? '');
  const phone = value('phone');
  return {
    email,
    ...(phone === '' ? {} : { phone }),
    ...Object.fromEntries(fields.map((field) => [`delivery_${field}`, value(field)])),
  };
};

/** Enters an address; one whose country the shop does not know, without it. */
const enter = async (session: string, details: Typed): Promise<void> => {
  const send = (known: Typed) => call('set_order_details', { session, ...changedDetails({}, known) });
  try {
    await send(details);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'COUNTRY_NOT_FOUND') throw error;
    await send({ ...details, delivery_country: '' });
    warn(t().drafts.noCountry);
  }
};

/** `userId`: whose order it will be; 0: somebody without an account. */
const begin = async (userId: number): Promise<void> => {
  // Read before anything is begun: a draft that nobody opens would stay behind.
  const isFilled = userId !== 0 && may('get_user_by_id') && may('set_order_details');
  const known = isFilled ? detailsOf(await call('get_user_by_id', { id_user: userId })) : undefined;
  const draft = await call('create_draft', { id_user: userId });
  if (known !== undefined) await orWarn(() => enter(draft.session, known));
  goTo(draftHref(draft.id_draft));
};

/** Begins an order for an account. */
export const NewOrderFor = ({ id }: { readonly id: number }) => {
  const [isBeginning, setBeginning] = useState(false);
  if (!mayBegin()) return null;
  const go = async (): Promise<void> => {
    setBeginning(true);
    await orWarn(() => begin(id));
    setBeginning(false);
  };
  return (
    <button type="button" class="primary" disabled={isBeginning} onClick={() => void go()}>
      <Icon name="orders" size={16} />
      {t().drafts.make}
    </button>
  );
};

const FOUND = 12;

const findCustomers = async (words: string, signal: AbortSignal): Promise<readonly User[]> => {
  if (words === '') return [];
  const constraint = { AND: eachWord(words, customerConditions) };
  return (await call('search_users', { constraint, left_limit: 0, right_limit: FOUND }, signal)).result;
};

export const NewOrder = () => {
  const texts = t().drafts;
  const words = searchedWords();
  const [isBeginning, setBeginning] = useState(false);
  const data = useData(`draft-customers-${words}`, (signal) => findCustomers(words, signal));
  const choose = async (userId: number): Promise<void> => {
    setBeginning(true);
    await orWarn(() => begin(userId));
    setBeginning(false);
  };
  return (
    <Page
      title={texts.title}
      actions={
        <a class="button" href={hrefOf('orders', 'drafts')}>
          {texts.back}
        </a>
      }
    >
      <Card title={texts.who}>
        <div class="card-body list-tools">
          {may('search_users') && <Searching label={texts.find} hint={texts.findHint} />}
          <button type="button" disabled={isBeginning} onClick={() => void choose(0)}>
            {texts.guest}
          </button>
          <MakeCustomerButton onMade={(id) => void choose(id)} />
        </div>
        <Loaded data={data}>
          {(users) => (
            <ul class="list">
              {words !== '' && users.length === 0 && <li class="quiet-text">{texts.noCustomer}</li>}
              {users.map((user) => (
                <li key={user.id_user}>
                  <div class="grow">
                    <p>{customerName(user) || user.username}</p>
                    <p class="quiet-text">
                      {user.username} · {user.email}
                    </p>
                  </div>
                  <button
                    type="button"
                    disabled={isBeginning}
                    aria-label={texts.choose(user.username)}
                    onClick={() => void choose(user.id_user)}
                  >
                    <Icon name="right" size={16} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </Page>
  );
};
