// Which pages and texts does the shop have? Contents by category and by words, those that nobody sees included.
import type { Content } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { contentConditions } from '../api/find.ts';
import { pictureOf } from '../api/picture-of.ts';
import { dateTime } from '../format.ts';
import { ColumnChoice, hiddenColumns } from '../parts/column-choice.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { sortingOf } from '../parts/sorting.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { t } from '../texts/texts.ts';
import { OrderButton } from './category-order.tsx';
import { UntranslatedLink } from './untranslated.tsx';
import { NewObjectLink, ObjectsPage, VisibleChip, shownCategory } from './object-list.tsx';
import { titleOf } from './object-title.ts';

const columns = (): readonly ListColumn<Content>[] => {
  const texts = t().contents;
  return [
    {
      name: 'name',
      title: texts.title,
      isFixed: true,
      width: 'minmax(160px, 2fr)',
      cell: (content) => (
        <>
          <Thumb url={pictureOf(content)} />
          {titleOf(content)}
        </>
      ),
    },
    { name: 'record minor', title: t().products.ownName, width: 'minmax(140px, 1.3fr)', cell: ({ name }) => name },
    { name: 'class minor', title: t().products.class, width: '80px', cell: ({ class: name }) => name },
    { name: 'made minor', title: texts.madeAt, width: '140px', cell: ({ creation_date: date }) => dateTime(date) },
    {
      name: 'state',
      title: t().products.state,
      width: '104px',
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
        <ColumnChoice kept="columns.contents" columns={columns()} />
        <UntranslatedLink kind="contents" />
        <OrderButton kind="contents" category={shownCategory()} />
      </>
    }
    columns={columns()}
    hidden={hiddenColumns('columns.contents')}
    sorting={sortingOf(SORTABLE)}
    conditionsOf={contentConditions}
    search={(query, signal) => call('search_contents', query, signal)}
    topics={TOPICS}
  />
);
