// Who changed what in the whole shop, when, and from what to what?
import type { Change } from '../../src/client/operations.ts';
import { TOPICS } from '../api/feed.ts';
import type { Operation } from '../api/operations.ts';
import { takes, useOperation } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { ago, dateTime } from '../format.ts';
import { Difference } from '../parts/difference.tsx';
import { SILENT, whoOf } from '../parts/history.tsx';
import { Card, Empty, Loaded, Page, Skeleton } from '../parts/page.tsx';
import { useEffect, useState } from '../preact.ts';
import { hrefOf, route } from '../routes.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import type { LabelOf } from '../change-value.ts';
import { ChangeFilters } from './change-filters.tsx';
import { FILTERS, filtersOf, isNewestFirst, readChanges } from './change-pages.ts';
import type { ChangePage, Filters, Step } from './change-pages.ts';
import { ruleLabel } from './rule-labels.ts';

const filtersNow = (): Filters =>
  Object.fromEntries(FILTERS.map((name) => [name, route.value.query.get(name) ?? ''])) as Filters;

/** The screen of a kind of objects. */
const SCREEN_OF: { readonly [kind: string]: string } = {
  order: 'orders',
  product: 'products',
  user: 'customers',
  coupon_batch: 'coupons',
  price_list: 'prices',
  promotion: 'promotions',
  channel: 'channels',
  delivery_rule: 'delivery',
  order_return: 'returns',
};

/** Kinds whose fields a form here has labels for. */
const LABELS: { readonly [kind: string]: () => LabelOf } = {
  delivery_rule: () => ruleLabel(deliveryTexts().form, t()),
};
const NO_LABELS: LabelOf = () => undefined;

const Who = ({ change }: { readonly change: Change }) => {
  const [name, setName] = useState('');
  useEffect(() => {
    let isGone = false;
    void whoOf(change).then((known) => {
      if (!isGone) setName(known);
    });
    return () => {
      isGone = true;
    };
  }, [change.id_user, change.channel]);
  return <strong>{name}</strong>;
};

const ObjectName = ({ name, filters }: { readonly name: string; readonly filters: Filters }) => {
  const texts = t().changes;
  const [kind = '', id = ''] = name.split('/');
  const screen = SCREEN_OF[kind];
  return (
    <span class="object-name">
      <a
        class="row"
        href={hrefOf('history', '', { ...filters, object: name })}
        aria-label={texts.onlyObject(name)}
        title={texts.onlyObject(name)}
      >
        {name}
      </a>
      {screen !== undefined && (
        <a href={hrefOf(screen, id)} aria-label={`${texts.open}: ${name}`}>
          {texts.open}
        </a>
      )}
    </span>
  );
};

const byObject = (changes: readonly Change[]): readonly (readonly [string, readonly Change[]])[] => {
  const objects = new Map<string, Change[]>();
  for (const change of changes) objects.set(change.object, [...(objects.get(change.object) ?? []), change]);
  return [...objects];
};

const Fields = ({ changes }: { readonly changes: readonly Change[] }) => {
  const told = changes.filter(({ field }) => field !== '' && !SILENT.has(field));
  if (told.length === 0) return null;
  const labelOf = LABELS[changes[0]!.object.split('/')[0]!]?.() ?? NO_LABELS;
  return (
    <dl class="field-changes">
      {told.map(({ field, before, after }) => (
        <>
          <dt>
            {labelOf(field)} <code>{field}</code>
          </dt>
          <dd>
            <Difference field={field} before={before} after={after} />
          </dd>
        </>
      ))}
    </dl>
  );
};

const StepRow = ({ step: { changes }, filters }: { readonly step: Step; readonly filters: Filters }) => {
  const texts = t().changes;
  const [first] = changes;
  return (
    <li class="step">
      <p class="quiet-text">
        <Who change={first} />{' '}
        <time dateTime={first.date} title={dateTime(first.date)}>
          {ago(first.date)}
        </time>{' '}
        <code>{first.operation}</code> {first.channel !== '' && first.id_user > 0 && texts.through(first.channel)}
      </p>
      {byObject(changes).map(([name, ofObject]) => (
        <div key={name}>
          <p>
            <ObjectName name={name} filters={filters} /> {texts.kinds[ofObject[0]!.change]}
          </p>
          <Fields changes={ofObject} />
        </div>
      ))}
    </li>
  );
};

interface ListProps {
  readonly page: ChangePage;
  readonly filters: Filters;
  readonly at: number;
  readonly isNewest: boolean;
}

const List = ({ page: { steps, next }, filters, at, isNewest }: ListProps) => {
  const texts = t().changes;
  return (
    <Card title={isNewest ? texts.newest : texts.oldest}>
      {steps.length === 0 ? (
        <Empty>{next === 0 ? texts.nothing : texts.goOn}</Empty>
      ) : (
        <ol class="steps">
          {steps.map((step) => (
            <StepRow key={step.seq} step={step} filters={filters} />
          ))}
        </ol>
      )}
      {(at > 0 || next > 0) && (
        <nav class="pages" aria-label={texts.pages}>
          {at > 0 && (
            <a class="button" href={hrefOf('history', '', { ...filters })}>
              {texts.first}
            </a>
          )}
          {next > 0 && (
            <a class="button" href={hrefOf('history', '', { ...filters, at: String(next) })}>
              {isNewest ? texts.older : texts.newer}
            </a>
          )}
        </nav>
      )}
    </Card>
  );
};

const Record = ({ operation }: { readonly operation: Operation }) => {
  const filters = filtersNow();
  const at = idIn(route.value.query.get('at') ?? '') ?? 0;
  const data = useData(
    `changes-${JSON.stringify(filters)}-${at}`,
    (signal) => readChanges(operation, filters, at, signal),
    // Pages after the first one do not change.
    { topics: at === 0 ? TOPICS : [] },
  );
  return (
    <>
      <ChangeFilters filters={filters} known={filtersOf(operation)} hasKinds={takes(operation, 'kind')} />
      <Loaded data={data} lines={10}>
        {(page) => <List page={page} filters={filters} at={at} isNewest={isNewestFirst(operation)} />}
      </Loaded>
    </>
  );
};

export const Changes = () => {
  const operation = useOperation('get_changelog');
  return (
    <Page title={t().screens.history}>
      {operation === undefined || operation === null ? <Skeleton lines={10} /> : <Record operation={operation} />}
    </Page>
  );
};
