// One group of customers: who is in it, which price lists are for it, its name and its end.
import type { CustomerGroup, PriceList, User } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { found, isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count } from '../format.ts';
import { Allowed } from '../parts/allowed.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { Card, Empty, Failure, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import type { Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { accountName, customerName } from './customers.tsx';
import { FindCustomer, fullName } from './find-one.tsx';
import { readGroups } from './groups-link.tsx';

/** Price lists that have not ended and name a group; none where the person does not see lists. */
const listsFor = async (id: number, signal: AbortSignal): Promise<readonly PriceList[]> => {
  if (!may('get_price_lists')) return [];
  const { price_lists: lists } = await call('get_price_lists', {}, signal);
  return lists.filter(({ state, groups }) => state !== 'ended' && groups.includes(id));
};

interface DialogProps {
  readonly group: CustomerGroup;
  readonly onClose: () => void;
}

const seenOf = ({ name, seq }: CustomerGroup): Seen => ({ fields: { name }, seq });

const readGroup = async (id: number, signal?: AbortSignal): Promise<CustomerGroup> =>
  found((await readGroups(signal)).find((one) => one.id === id));

const placeOf = (id: number): SeenPlace => ({
  read: async () => seenOf(await readGroup(id)),
  send: async ({ name = '' }, _changed, seenAs) => {
    await call('update_group', { id_group: id, name, ...seenAs });
  },
});

const RenameDialog = ({ group, onClose }: DialogProps) => {
  const texts = t().customerGroups;
  const form = useSeen(placeOf(group.id), () => seenOf(group));
  const { name = '' } = form.draft;
  return (
    <ConfirmDialog
      title={texts.renameTitle(group.name)}
      label={texts.rename}
      isReady={name.trim() !== '' && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.renamed(name.trim()) : undefined)}
      onClose={onClose}
    >
      <TextField label={texts.name} value={name} onInput={(text) => form.type('name', text)} autoFocus required />
      <Meanwhile conflicts={form.conflicts} nameOf={() => texts.name} onChoose={form.choose} />
    </ConfirmDialog>
  );
};

const RemoveDialog = ({ group, onClose }: DialogProps) => {
  const texts = t().customerGroups;
  const lists = useData(`lists-for-${group.id}`, (signal) => listsFor(group.id, signal));
  const naming = lists.value ?? [];
  const act = async (): Promise<string> => {
    await call('delete_group', { id_group: group.id });
    goTo(hrefOf('customers', 'groups'));
    return texts.removed(group.name);
  };
  return (
    <ConfirmDialog
      title={texts.removeTitle(group.name)}
      label={texts.remove}
      isDangerous
      isReady={lists.value !== undefined && naming.length === 0}
      act={act}
      onClose={onClose}
    >
      {naming.length > 0 ? (
        <p class="error">{texts.inUse(naming.map(({ name }) => name).join(', '))}</p>
      ) : (
        <Consequences sentences={texts.removeWill} />
      )}
    </ConfirmDialog>
  );
};

/** What an account is in now, also where somebody else has changed it meanwhile. */
const groupsNow = async (userId: number): Promise<readonly number[]> =>
  (await call('get_user_by_id', { id_user: userId })).groups ?? [];

const setIn = async (userId: number, group: number, isIn: boolean): Promise<void> => {
  const others = (await groupsNow(userId)).filter((one) => one !== group);
  await call('set_user_groups', { id_user: userId, groups: isIn ? [...others, group] : others });
  refreshAll();
};

const AddDialog = ({ group, onClose }: DialogProps) => {
  const texts = t().customerGroups;
  const [added, setAdded] = useState<ReadonlySet<number>>(new Set());
  const add = (user: User): Promise<void> =>
    orWarn(async () => {
      await setIn(user.id_user, group.id, true);
      setAdded((known) => new Set([...known, user.id_user]));
      say(texts.added(fullName(user)));
    });
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <div class="ask">
        <FindCustomer
          label={texts.add}
          hint={texts.addHint}
          act={(user) =>
            added.has(user.id_user) || user.groups?.includes(group.id) === true ? (
              <span class="quiet-text">{texts.isIn}</span>
            ) : (
              <button type="button" aria-label={texts.addOne(fullName(user))} onClick={() => void add(user)}>
                {texts.addShort}
              </button>
            )
          }
        />
        <div class="dialog-end">
          <button type="button" class="primary" onClick={onClose}>
            {t().shell.close}
          </button>
        </div>
      </div>
    </Dialog>
  );
};

const PAGE = 100;

const Members = ({ group }: { readonly group: CustomerGroup }) => {
  const texts = t().customerGroups;
  const [limit, setLimit] = useState(PAGE);
  const data = useData(`members-${group.id}-${limit}`, (signal) =>
    call(
      'search_users',
      { constraint: { 'main.groups': group.id }, order_columns: 'main.username', left_limit: 0, right_limit: limit },
      signal,
    ),
  );
  const takeOut = (user: User): Promise<void> =>
    orWarn(async () => {
      await setIn(user.id_user, group.id, false);
      say(texts.takenOut(fullName(user)), async () => {
        await setIn(user.id_user, group.id, true);
        return texts.added(fullName(user));
      });
    });
  const act = (user: User) => (
    <Allowed to="set_user_groups">
      <button
        type="button"
        class="small"
        aria-label={`${texts.takeOut}: ${fullName(user)}`}
        onClick={() => void takeOut(user)}
      >
        {texts.takeOut}
      </button>
    </Allowed>
  );
  return (
    <Card
      title={texts.members}
      beside={data.value !== undefined && <span class="figure">{count(data.value.count)}</span>}
    >
      <Loaded data={data}>
        {({ count: members, result }) =>
          result.length === 0 ? (
            <Empty>{texts.noMembers}</Empty>
          ) : (
            <>
              <Table
                caption={texts.members}
                rows={result}
                keyOf={({ id_user: id }) => id}
                hrefOf={({ id_user: id }) => hrefOf('customers', id)}
                columns={[
                  { title: t().customers.username, cell: accountName },
                  { title: t().customers.name, cell: customerName, group: 'addresses', isMinor: true },
                  { title: texts.takeOut, cell: act, isFigure: true },
                ]}
              />
              {members > result.length && (
                <button type="button" class="plain" onClick={() => setLimit(limit + PAGE)}>
                  {t().shell.more}
                </button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
};

const Lists = ({ group }: { readonly group: CustomerGroup }) => {
  const texts = t().customerGroups;
  const data = useData(`lists-of-group-${group.id}`, (signal) => listsFor(group.id, signal), { topics: ['price'] });
  return (
    <Card title={texts.lists}>
      <Loaded data={data}>
        {(lists) =>
          lists.length === 0 ? (
            <Empty>{texts.noLists}</Empty>
          ) : (
            <ul class="list">
              {lists.map(({ id, name }) => (
                <li key={id}>
                  <a href={hrefOf('prices', id)}>{name}</a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
};

const DIALOGS = { rename: RenameDialog, remove: RemoveDialog, add: AddDialog } as const;

export const OneGroup = ({ id }: { readonly id: number }) => {
  const texts = t().customerGroups;
  const data = useData(`customer-group-${id}`, (signal) => readGroup(id, signal));
  const [asked, setAsked] = useState<keyof typeof DIALOGS | undefined>();
  const Asked = asked === undefined ? undefined : DIALOGS[asked];
  const group = data.value;
  const button = (which: keyof typeof DIALOGS, label: string, kind: string) => (
    <button type="button" class={kind} onClick={() => setAsked(which)}>
      {label}
    </button>
  );
  return (
    <Page
      title={group?.name ?? texts.list}
      actions={
        <>
          <a class="button" href={hrefOf('customers', 'groups')}>
            <Icon name="left" size={16} />
            {texts.all}
          </a>
          {group !== undefined && (
            <>
              <Allowed to="update_group">{button('rename', texts.rename, '')}</Allowed>
              <Allowed to="delete_group">{button('remove', texts.remove, 'danger')}</Allowed>
              <Allowed to="set_user_groups">{button('add', texts.add, 'primary')}</Allowed>
            </>
          )}
        </>
      }
    >
      {isGone(data.refused) && (
        <Card>
          <Empty>{texts.gone}</Empty>
        </Card>
      )}
      {data.refused !== undefined && !isGone(data.refused) && <Failure refused={data.refused} onRetry={data.reload} />}
      {group !== undefined && (
        <div class="order-columns">
          <div class="main-column">
            <Members group={group} />
          </div>
          <div class="side-column">
            <Allowed to="get_price_lists">
              <Lists group={group} />
            </Allowed>
            <History object={`customer_group/${id}`} topics={[]} />
          </div>
        </div>
      )}
      {group !== undefined && Asked !== undefined && <Asked group={group} onClose={() => setAsked(undefined)} />}
    </Page>
  );
};
