// Which pages and texts does the shop have? Contents by category and by words, those that nobody sees included.
import type { Content } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { within } from '../api/words.ts';
import { dateTime } from '../format.ts';
import type { ListColumn } from '../parts/record-list.tsx';
import { sortingOf } from '../parts/sorting.tsx';
import { t } from '../texts/texts.ts';
import { OrderButton } from './contents-order.tsx';
import { NewObjectLink, ObjectsPage, VisibleChip, shownCategory } from './object-list.tsx';
import { titleOf } from './object-title.ts';

const columns = (): readonly ListColumn<Content>[] => {
  const texts = t().contents;
  return [
    { name: 'name', title: texts.title, cell: titleOf },
    { name: 'record minor', title: t().products.ownName, cell: ({ name }) => name },
    { name: 'class minor', title: t().products.class, cell: ({ class: name }) => name },
    { name: 'made minor', title: texts.madeAt, cell: ({ creation_date: date }) => dateTime(date) },
    {
      name: 'state',
      title: t().products.state,
      cell: ({ shop_active: active }) => <VisibleChip isVisible={active !== 0} />,
    },
  ];
};

/** Titles are of whatever attribute a class calls so: no field has them all. */
const SORTABLE = {
  record: ['main.name'],
  class: ['main.class'],
  made: ['main.creation_date'],
  state: ['main.active'],
};

const TOPICS = ['content', 'category', 'deleted'] as const;

export const Contents = () => (
  <ObjectsPage<Content>
    kind="contents"
    all={t().contents.all}
    actions={
      <>
        <NewObjectLink kind="contents" />
        <OrderButton category={shownCategory()} />
      </>
    }
    columns={columns()}
    sorting={sortingOf(SORTABLE)}
    conditionsOf={(words) => within(['main.name'], words)}
    search={(query, signal) => call('search_contents', query, signal)}
    topics={TOPICS}
  />
);
