// Products or contents in a list: by category, by whether shoppers see them, and by words.
import type { Category } from '../../src/client/operations.ts';
import type { Topic } from '../api/feed.ts';
import { may } from '../api/rights.ts';
import { usePages } from '../api/use-pages.ts';
import { wireLanguage } from '../api/wire-language.ts';
import type { Condition } from '../api/words.ts';
import { count } from '../format.ts';
import { Chip, Choices } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Page } from '../parts/page.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import type { Sorting } from '../parts/sorting.tsx';
import type { ComponentChildren } from '../preact.ts';
import { useCallback } from '../preact.ts';
import { goTo, hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { CategoryTools } from './category-editing.tsx';
import { CategoryTree } from './category-tree.tsx';
import type { OnMove } from './category-tree.tsx';
import { pickColumn, usePicks } from './object-picks.tsx';

type Kind = 'products' | 'contents';

export const VisibleChip = ({ isVisible }: { readonly isVisible: boolean }) =>
  isVisible ? <Chip tone="good">{t().products.visible}</Chip> : <Chip>{t().products.hidden}</Chip>;

const SHOWN = ['all', 'visible', 'hidden'] as const;
type Shown = (typeof SHOWN)[number];

/** What a search is sent. */
interface ObjectQuery {
  readonly constraint: { readonly [field: string]: unknown };
  readonly left_limit: number;
  readonly right_limit: number;
  readonly language: string;
  readonly order_columns?: string[];
  readonly order?: 'ASC' | 'DESC';
}

interface ObjectListProps<T> {
  readonly kind: Kind;
  /** Columns that the person has taken away, by their own names. */
  readonly hidden?: ReadonlySet<string>;
  readonly columns: readonly ListColumn<T>[];
  readonly sorting: Sorting;
  /** Each finds an object by words, beside the words of its texts. */
  readonly conditionsOf: (words: string) => readonly Condition[];
  /** Throws Refused. */
  readonly search: (query: ObjectQuery, signal: AbortSignal) => Promise<{ count: number; result: readonly T[] }>;
  readonly topics: readonly Topic[];
  /** Absent: rows are opened, and never picked. `Bar`: what is done with those that are. */
  readonly picking?: {
    readonly nameOf: (object: T) => string;
    readonly Bar: (props: { readonly picked: readonly T[]; readonly onUnpick: () => void }) => ComponentChildren;
  };
  /** Stands in an empty category below what that says. */
  readonly others?: (category: number) => ComponentChildren;
}

/** The chosen category; 0: all of them. */
export const shownCategory = (): number => idIn(route.value.query.get('category') ?? '') ?? 0;

const constraintOf = (category: number, shown: Shown, words: string, conditions: readonly Condition[]) => ({
  AND: [
    ...(category === 0 ? [] : [{ 'category.path.nodes.id': category }]),
    ...(shown === 'all' ? [] : [{ 'main.active': shown === 'visible' ? 1 : 0 }]),
    ...(words === '' ? [] : [{ OR: [{ search: ['MATCH', words] }, ...conditions] }]),
  ],
});

/** A link to the page that makes an object, in the category that is shown. */
export const NewObjectLink = ({ kind }: { readonly kind: Kind }) => {
  const category = shownCategory();
  return may(kind === 'products' ? 'create_product' : 'create_content') ? (
    <a class="button primary" href={hrefOf(kind, 'new', { category: category > 0 ? String(category) : '' })}>
      <Icon name="plus" size={16} />
      {t()[kind].make}
    </a>
  ) : null;
};

interface NothingProps {
  readonly kind: Kind;
  /** Whether words or a choice may have left objects out. */
  readonly isFiltered: boolean;
  readonly children: ComponentChildren;
}

const Nothing = ({ kind, isFiltered, children }: NothingProps) => {
  const texts = t()[kind];
  if (!isFiltered) {
    return (
      <>
        {shownCategory() === 0 ? texts.none : texts.noneHere} <NewObjectLink kind={kind} />
        {children}
      </>
    );
  }
  return (
    <>
      {texts.nothing}{' '}
      <button type="button" onClick={() => setQuery({ shown: '', q: '', category: '' })}>
        {texts.showAll}
      </button>
    </>
  );
};

const ObjectList = <T extends { readonly id: number }>(props: ObjectListProps<T>) => {
  const { kind, sorting, hidden, conditionsOf, search, topics, others, picking } = props;
  const texts = t()[kind];
  const category = shownCategory();
  const words = searchedWords();
  const given = route.value.query.get('shown') ?? '';
  const shown = SHOWN.find((name) => name === given) ?? 'all';
  const language = wireLanguage();
  const constraint = constraintOf(category, shown, words, conditionsOf(words));
  const key = `${kind} ${language} ${sorting.sort} ${JSON.stringify(constraint)}`;
  const list = usePages<T>(
    key,
    async (left, right, signal) => {
      const range = { left_limit: left, right_limit: right, language };
      const { count, result } = await search({ constraint, ...sorting.order, ...range }, signal);
      return { count, rows: result };
    },
    topics,
  );
  const open = useCallback(({ id }: T) => goTo(hrefOf(kind, id)), [kind]);
  const picks = usePicks(key, list);
  const columns = picking === undefined ? props.columns : [pickColumn(picks, picking.nameOf), ...props.columns];
  return (
    <div class="tall-column">
      <div class="list-tools">
        <Choices
          label={t().products.state}
          chosen={shown}
          onChoose={(next) => setQuery({ shown: next === 'all' ? '' : next })}
          choices={SHOWN.map((value) => ({ value, label: t().products.shown[value] }))}
        />
        <Searching label={texts.search} hint={texts.searchHint} />
        {list.count !== undefined && <span class="quiet-text figure">{texts.found(count(list.count))}</span>}
      </div>
      {picking !== undefined && picks.picked.length > 0 && (
        <picking.Bar picked={picks.picked} onUnpick={picks.unpick} />
      )}
      <RecordList
        id={key}
        idOf={({ id }) => id}
        list={list}
        label={t().screens[kind]}
        kind={kind}
        nothing={
          <Nothing kind={kind} isFiltered={shown !== 'all' || words !== ''}>
            {others?.(category)}
          </Nothing>
        }
        columns={columns}
        sorting={sorting}
        {...(hidden !== undefined && { hidden })}
        onOpen={open}
        {...(picking !== undefined && { picking: picks })}
      />
    </div>
  );
};

interface ObjectsPageProps<T> extends ObjectListProps<T> {
  /** Chooses all categories. */
  readonly all: string;
  readonly beside?: ComponentChildren;
  readonly actions: ComponentChildren;
  /** Absent: categories are not dragged. */
  readonly onMove?: OnMove | undefined;
}

/** The page with the tree of categories and the list. */
export const ObjectsPage = <T extends { readonly id: number }>(props: ObjectsPageProps<T>) => {
  const { all, beside, actions, onMove, ...list } = props;
  const category = shownCategory();
  const chooseId = useCallback((id: number) => setQuery({ category: id > 0 ? String(id) : '' }), []);
  const choose = useCallback((next: Category | undefined) => chooseId(next?.id ?? 0), []);
  return (
    <Page title={t().screens[list.kind]} isTall beside={beside} actions={actions}>
      <div class="catalogue">
        <Card title={t().products.categories} class="categories">
          {may('create_category') && <CategoryTools chosen={category} onChoose={chooseId} />}
          <button type="button" class="plain whole" aria-pressed={category === 0} onClick={() => choose(undefined)}>
            {all}
          </button>
          <CategoryTree chosen={category} onChoose={choose} onMove={onMove} />
        </Card>
        <ObjectList {...list} />
      </div>
    </Page>
  );
};
