// Which price lists are there, for whom, and which of them count now?
import type { PriceList } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found, isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime } from '../format.ts';
import { Allowed } from '../parts/allowed.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { GroupsLink } from './groups-link.tsx';
import { EditList, MakeList } from './price-list-form.tsx';
import { ListChip, daysOf, readLists, whereOf, whomOf } from './price-list-parts.tsx';
import type { Lists } from './price-list-parts.tsx';
import { PriceSheet } from './price-sheet.tsx';

const TOPICS = ['price'] as const;

export const PriceLists = () => {
  const texts = t().prices;
  const [isMaking, setMaking] = useState(false);
  const data = useData('price-lists', readLists, { topics: TOPICS });
  const make = (isPrimary: boolean) => (
    <Allowed to="create_price_list">
      <button type="button" class={isPrimary ? 'primary' : ''} onClick={() => setMaking(true)}>
        {texts.make}
      </button>
    </Allowed>
  );
  return (
    <Page
      title={t().screens.prices}
      actions={
        <>
          <GroupsLink />
          {make(true)}
        </>
      }
    >
      <Card>
        <Loaded data={data} lines={6}>
          {({ lists, groups, channels }) =>
            lists.length === 0 ? (
              <Empty>
                {texts.nothing} {make(false)}
              </Empty>
            ) : (
              <Table
                caption={t().screens.prices}
                rows={lists}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => hrefOf('prices', id)}
                columns={[
                  { title: texts.name, cell: ({ name }) => name },
                  { title: texts.state, cell: (list) => <ListChip state={list.state} /> },
                  { title: texts.whom, cell: (list) => whomOf(list, groups) },
                  { title: texts.where, cell: (list) => whereOf(list, channels), isMinor: true },
                  { title: texts.days, cell: daysOf, isMinor: true },
                  { title: texts.priority, cell: ({ priority }) => count(priority), isFigure: true, isMinor: true },
                  { title: texts.products, cell: ({ products }) => count(products), isFigure: true, isMinor: true },
                ]}
              />
            )
          }
        </Loaded>
      </Card>
      {isMaking && <MakeList onClose={() => setMaking(false)} />}
    </Page>
  );
};

const EndDialog = ({ list, onClose }: { readonly list: PriceList; readonly onClose: () => void }) => {
  const texts = t().prices;
  const act = async (): Promise<string> => {
    await call('end_price_list', { id_price_list: list.id });
    return texts.ended(list.name);
  };
  return (
    <ConfirmDialog title={texts.endTitle(list.name)} label={texts.end} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={texts.endWill} />
    </ConfirmDialog>
  );
};

const Terms = ({ list, all: { groups, channels } }: { readonly list: PriceList; readonly all: Lists }) => {
  const texts = t().prices;
  const pairs = [
    [texts.whom, whomOf(list, groups)],
    [texts.where, whereOf(list, channels)],
    [texts.days, daysOf(list)],
    [texts.priority, count(list.priority)],
    [texts.field, list.field],
    [texts.currency, list.currency],
    [t().customerGroups.made, dateTime(list.creation_date)],
  ] as const;
  return (
    <Card title={texts.terms}>
      <Pairs pairs={pairs} />
    </Card>
  );
};

const DIALOGS = { edit: EditList, end: EndDialog } as const;

export const OnePriceList = ({ id }: { readonly id: number }) => {
  const texts = t().prices;
  const data = useData(
    `price-list-${id}`,
    async (signal) => {
      const all = await readLists(signal);
      return { all, list: found(all.lists.find((one) => one.id === id)) };
    },
    { topics: TOPICS },
  );
  const [asked, setAsked] = useState<keyof typeof DIALOGS | undefined>();
  const Asked = asked === undefined ? undefined : DIALOGS[asked];
  const list = data.value?.list;
  if (isGone(data.refused)) return <NotFound screen="prices" />;
  const isOpen = list !== undefined && list.state !== 'ended';
  return (
    <Page
      title={list?.name ?? t().screens.prices}
      beside={list !== undefined && <ListChip state={list.state} />}
      actions={
        <>
          <a class="button" href={hrefOf('prices')}>
            <Icon name="left" size={16} />
            {texts.back}
          </a>
          {isOpen && may('update_price_list') && (
            <button type="button" onClick={() => setAsked('edit')}>
              {texts.edit}
            </button>
          )}
          {isOpen && may('end_price_list') && (
            <button type="button" class="danger" onClick={() => setAsked('end')}>
              {texts.end}
            </button>
          )}
        </>
      }
    >
      <Loaded data={data} lines={8}>
        {({ all, list: one }) => (
          <>
            <PriceSheet list={one} />
            <div class="columns">
              <Terms list={one} all={all} />
              <History object={`price_list/${id}`} topics={[...TOPICS]} />
            </div>
          </>
        )}
      </Loaded>
      {list !== undefined && Asked !== undefined && <Asked list={list} onClose={() => setAsked(undefined)} />}
    </Page>
  );
};
