// What does each delivery method cost, where to and for which carts, as the price list of a carrier says it? What does
// such a table leave open, and what would it say to a place?
import type { DeliveryRule } from '../../src/client/operations.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count } from '../format.ts';
import { Allowed } from '../parts/allowed.tsx';
import { Chip } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import type { Column } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { saveFile } from '../save-file.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { t } from '../texts/texts.ts';
import { DeleteRule, EditRule, MakeRule } from './delivery-form.tsx';
import { readDelivery } from './delivery-parts.ts';
import type { DeliveryShop, MethodTable } from './delivery-parts.ts';
import { ImportRules, PasteRules } from './delivery-paste.tsx';
import { ruleFile } from './delivery-rows.ts';
import { DeliveryTrial, TRIAL_ID } from './delivery-trial.tsx';
import { daysText, freeText, gapText, placeText, priceText, rangeText, whomText } from './delivery-words.ts';

type Asked =
  | { readonly what: 'make' | 'paste'; readonly table: MethodTable }
  | { readonly what: 'edit' | 'copy' | 'remove'; readonly table: MethodTable; readonly rule: DeliveryRule };

interface CardProps {
  readonly shop: DeliveryShop;
  readonly table: MethodTable;
  readonly onAsk: (asked: Asked) => void;
}

/** Gaps, or overlaps, of a method that are shown. */
const WARNED = 5;
/** Rules of a method that are shown first. */
const SHOWN = 50;

const Warnings = ({ table }: Pick<CardProps, 'table'>) => {
  const texts = deliveryTexts();
  const { rules, gaps, overlaps } = table;
  const numberOf = (id: number): string => count(rules.findIndex((rule) => rule.id === id) + 1);
  const all = [
    ...gaps.slice(0, WARNED).map((gap) => gapText(gap, rules, numberOf)),
    ...overlaps.slice(0, WARNED).map(({ rule, beats }) => texts.overlap(numberOf(rule), numberOf(beats))),
  ];
  const left = gaps.length + overlaps.length - all.length;
  if (all.length === 0) return null;
  return (
    <ul class="delivery-warnings" aria-label={texts.warnings(table.name)}>
      {all.map((text) => (
        <li key={text}>
          <Icon name="warning" size={16} />
          <span>{text}</span>
        </li>
      ))}
      {left > 0 && <li>{texts.more(count(left))}</li>}
    </ul>
  );
};

const ICONS = { edit: 'edit', copy: 'copy', remove: 'remove' } as const satisfies { readonly [what: string]: IconName };
const RIGHTS = {
  edit: 'update_delivery_rule',
  copy: 'create_delivery_rule',
  remove: 'delete_delivery_rule',
} as const;

const Rules = ({ shop, table, onAsk }: CardProps) => {
  const texts = deliveryTexts();
  const [shown, setShown] = useState(SHOWN);
  const { rules } = table;
  const rows = rules.slice(0, shown).map((rule, at) => ({ rule, number: count(at + 1) }));
  type Row = (typeof rows)[number];
  const acts = (['edit', 'copy', 'remove'] as const).filter((what) => may(RIGHTS[what]));
  const has = (text: (rule: DeliveryRule) => string): boolean => rules.some((rule) => text(rule) !== '');
  const column = (
    title: string,
    text: (rule: DeliveryRule) => string,
    more: Partial<Column<Row>> = {},
  ): Column<Row> => ({
    title,
    cell: ({ rule }) => text(rule),
    ...more,
  });
  const whom = (rule: DeliveryRule): string => whomText(rule, shop.names);
  const priority = ({ priority: value }: DeliveryRule): string => (value === 0 ? '' : count(value));
  return (
    <>
      <div class="delivery-table">
        <Table
          caption={table.name}
          rows={rows}
          keyOf={({ rule }) => rule.id}
          columns={[
            { title: texts.rule, cell: ({ rule, number }) => `${number}. ${rule.name}` },
            column(texts.place, placeText),
            column(texts.range, (rule) => rangeText(rule, shop.names)),
            column(texts.price, priceText, { isFigure: true }),
            ...(has(freeText) ? [column(texts.freeFrom, freeText, { isFigure: true })] : []),
            ...(has(daysText) ? [column(texts.days, daysText, { isMinor: true })] : []),
            ...(has(whom) ? [column(texts.whom, whom, { isMinor: true })] : []),
            ...(has(priority) ? [column(texts.priority, priority, { isFigure: true, isMinor: true })] : []),
            ...(acts.length === 0
              ? []
              : [
                  {
                    title: texts.actions,
                    cell: ({ rule, number }: Row) => (
                      <span class="button-row end delivery-acts">
                        {acts.map((what) => (
                          <button
                            key={what}
                            type="button"
                            class="plain"
                            title={texts[what](number)}
                            aria-label={`${texts[what](number)}: ${rule.name}`}
                            onClick={() => onAsk({ what, table, rule })}
                          >
                            <Icon name={ICONS[what]} size={16} />
                          </button>
                        ))}
                      </span>
                    ),
                  },
                ]),
          ]}
        />
      </div>
      {rules.length > shown && (
        <div class="card-body">
          <button type="button" onClick={() => setShown(shown + 10 * SHOWN)}>
            {t().shell.more}
          </button>
        </div>
      )}
    </>
  );
};

const MethodCard = ({ shop, table, onAsk }: CardProps) => {
  const texts = deliveryTexts();
  const { name, rules, isGone } = table;
  return (
    <Card
      title={name}
      beside={
        <span class="button-row">
          {!isGone && (
            <Allowed to="create_delivery_rule">
              <button type="button" aria-label={texts.makeFor(name)} onClick={() => onAsk({ what: 'make', table })}>
                {texts.make}
              </button>
              <button type="button" aria-label={texts.pasteFor(name)} onClick={() => onAsk({ what: 'paste', table })}>
                {texts.paste.open}
              </button>
            </Allowed>
          )}
          {rules.length > 0 && <Chip>{texts.count(rules.length, count(rules.length))}</Chip>}
        </span>
      }
    >
      {isGone && <p class="card-body warn-text">{texts.gone}</p>}
      {rules.length === 0 ? (
        <p class="card-body quiet-text">{texts.noRules}</p>
      ) : (
        <>
          <Warnings table={table} />
          <Rules shop={shop} table={table} onAsk={onAsk} />
          <p class="card-body quiet-text">{texts.firstFits}</p>
        </>
      )}
    </Card>
  );
};

const AskedDialog = ({ shop, asked, onClose }: { shop: DeliveryShop; asked: Asked; onClose: () => void }) => {
  const { table } = asked;
  switch (asked.what) {
    case 'make':
      return <MakeRule shop={shop} table={table} onClose={onClose} />;
    case 'paste':
      return <PasteRules shop={shop} table={table} onClose={onClose} />;
    case 'copy':
      return <MakeRule shop={shop} table={table} like={asked.rule} onClose={onClose} />;
    case 'edit':
      return <EditRule shop={shop} rule={asked.rule} onClose={onClose} />;
    case 'remove':
      return <DeleteRule table={table} rule={asked.rule} onClose={onClose} />;
  }
};

export const Delivery = () => {
  const texts = deliveryTexts();
  const data = useData('delivery', readDelivery, { topics: ['delivery_rule'] });
  const [asked, setAsked] = useState<Asked | undefined>();
  const [isImporting, setImporting] = useState(false);
  const rules = data.value?.tables.flatMap((table) => table.rules).toSorted((a, b) => a.id - b.id) ?? [];
  const isTried = may('get_delivery_methods') && may('search_products');
  return (
    <Page
      title={t().screens.delivery}
      actions={
        <>
          {may('get_shop_settings') && may('update_shop_settings') && (
            <a class="button" href={hrefOf('shop', '', { section: 'delivery' })}>
              {texts.methods}
            </a>
          )}
          {rules.length > 0 && (
            <button type="button" onClick={() => saveFile('delivery-rules.csv', 'text/csv', ruleFile(rules))}>
              {texts.file.export}
            </button>
          )}
          {data.value !== undefined && may('create_delivery_rule') && may('update_delivery_rule') && (
            <button type="button" onClick={() => setImporting(true)}>
              {texts.file.import}
            </button>
          )}
          {isTried && (
            <button type="button" onClick={() => document.getElementById(TRIAL_ID)?.focus()}>
              {texts.trial.go}
            </button>
          )}
        </>
      }
    >
      <Loaded data={data} lines={8}>
        {(shop) => (
          <>
            {shop.tables.length === 0 && <Empty>{texts.noMethods}</Empty>}
            {shop.tables.map((table) => (
              <MethodCard key={table.id} shop={shop} table={table} onAsk={setAsked} />
            ))}
            {isTried && <DeliveryTrial shop={shop} />}
            {isImporting && <ImportRules shop={shop} onClose={() => setImporting(false)} />}
            {asked !== undefined && <AskedDialog shop={shop} asked={asked} onClose={() => setAsked(undefined)} />}
          </>
        )}
      </Loaded>
    </Page>
  );
};

/** Conditions of a category: a file of their own would split what both share into ever smaller files. */
export { CategoryFilling } from './category-filling.tsx';
