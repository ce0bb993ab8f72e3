// The fields of a delivery rule, as a merchant thinks of them: where to, for which carts, what it costs, when it
// arrives, who may have it.
import { currencies } from '../format.ts';
import { Field, TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import type { ComponentChildren } from '../preact.ts';
import type { Fields } from '../seen.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { t } from '../texts/texts.ts';
import { Checks } from './audience.tsx';
import { DAYS, PRIORITY, RANGES, sumRule } from './delivery-draft.ts';
import type { RangeName } from './delivery-draft.ts';
import { RuleGoods } from './delivery-goods.tsx';
import { deliveryOptions } from './delivery-parts.ts';
import type { DeliveryShop } from './delivery-parts.ts';
import { unitRule } from './price-rows.ts';

interface FieldsProps {
  readonly draft: Fields;
  readonly shop: DeliveryShop;
  readonly onType: (field: string, text: string) => void;
}

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
}

const Part = ({ title, hint, children }: PartProps) => (
  <fieldset>
    <legend>{title}</legend>
    {hint !== undefined && <p class="hint">{hint}</p>}
    {children}
  </fieldset>
);

const Audience = ({
  draft,
  shop,
  onType,
  field,
}: FieldsProps & { readonly field: 'groups' | 'channels' | 'countries' }) => (
  <Checks
    label={t().prices[field]}
    hint={t().prices[`${field}Hint`]}
    options={deliveryOptions(shop)[field]}
    chosen={draft[field] ?? ''}
    onChoose={(chosen) => onType(field, chosen)}
  />
);

const Place = (props: FieldsProps) => {
  const texts = deliveryTexts().form;
  const { draft, onType } = props;
  return (
    <Part title={texts.place}>
      <Audience {...props} field="countries" />
      <Field label={texts.zips} hint={texts.zipsHint}>
        {(described) => (
          <textarea
            {...described}
            rows={2}
            value={draft['zips'] ?? ''}
            onInput={({ currentTarget: { value } }) => onType('zips', value)}
          />
        )}
      </Field>
    </Part>
  );
};

const Ranges = ({ draft, onType }: FieldsProps) => {
  const texts = deliveryTexts().form;
  const both = (name: RangeName) => {
    const [from, to, ruleOf] = RANGES[name];
    return [from, to].map((field) => (
      <NumberField
        key={field}
        label={texts[field]}
        rule={ruleOf()}
        value={draft[field] ?? ''}
        onInput={(text) => onType(field, text)}
      />
    ));
  };
  return (
    <Part title={texts.range} hint={texts.rangeHint}>
      <div class="delivery-ranges">
        {both('weight')}
        {both('sum')}
        {both('pieces')}
        {both('volume')}
      </div>
      <SelectField
        label={texts.basis}
        hint={texts.basisHint}
        options={(['after', 'before'] as const).map((one) => [one, texts.bases[one]] as const)}
        value={draft['basis'] ?? 'after'}
        onInput={(basis) => onType('basis', basis)}
      />
    </Part>
  );
};

const Goods = ({ draft, shop, onType }: FieldsProps) => {
  const texts = deliveryTexts().form;
  return (
    <Part title={texts.goods}>
      <RuleGoods
        label={texts.every}
        all={texts.everyAll}
        value={draft['goods'] ?? ''}
        names={shop.names}
        onType={(text) => onType('goods', text)}
      />
      <RuleGoods
        label={texts.none}
        all={texts.noneAll}
        value={draft['unless'] ?? ''}
        names={shop.names}
        onType={(text) => onType('unless', text)}
      />
    </Part>
  );
};

/** The tax class of the wire that spreads the price over the rates of the goods. */
const AS_GOODS = 'goods';

const Costs = ({ draft, shop, onType }: FieldsProps) => {
  const texts = deliveryTexts().form;
  const { taxClasses } = shop;
  const [first = ''] = taxClasses;
  const { taxclass = '' } = draft;
  return (
    <Part title={texts.costs}>
      <div class="two">
        {(['price', 'perKg', 'perPiece'] as const).map((field) => (
          <NumberField
            key={field}
            label={texts[field]}
            rule={unitRule()}
            value={draft[field] ?? ''}
            onInput={(text) => onType(field, text)}
          />
        ))}
        <NumberField
          label={texts.freeFrom}
          hint={texts.freeFromHint}
          rule={sumRule()}
          value={draft['freeFrom'] ?? ''}
          onInput={(text) => onType('freeFrom', text)}
        />
        <SelectField
          label={texts.taxclass}
          hint={texts.taxHint}
          options={[...taxClasses.map((name) => [name, name] as const), [AS_GOODS, texts.asGoods] as const]}
          value={taxclass === '' ? first : taxclass}
          onInput={(name) => onType('taxclass', name)}
        />
        {currencies.value.length > 1 && (
          <SelectField
            label={texts.currency}
            options={currencies.value.map(({ code }) => [code, code] as const)}
            value={draft['currency'] ?? ''}
            onInput={(code) => onType('currency', code)}
          />
        )}
      </div>
    </Part>
  );
};

const Days = ({ draft, onType }: FieldsProps) => {
  const texts = deliveryTexts().form;
  return (
    <Part title={texts.days} hint={texts.daysHint}>
      <div class="two">
        {(['daysMin', 'daysMax'] as const).map((field) => (
          <NumberField
            key={field}
            label={texts[field]}
            rule={DAYS}
            value={draft[field] ?? ''}
            onInput={(text) => onType(field, text)}
          />
        ))}
        <Field label={texts.cutoff} hint={texts.cutoffHint}>
          {(described) => (
            <input
              {...described}
              type="time"
              value={draft['cutoff'] ?? ''}
              onInput={({ currentTarget: { value } }) => onType('cutoff', value)}
            />
          )}
        </Field>
      </div>
    </Part>
  );
};

export const RuleFields = (props: FieldsProps) => {
  const texts = deliveryTexts().form;
  const { draft, shop, onType } = props;
  const { groups, channels } = shop.audience;
  return (
    <>
      <div class="two">
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={draft['name'] ?? ''}
          onInput={(text) => onType('name', text)}
          autoFocus
          required
        />
        <SelectField
          label={texts.method}
          options={shop.tables.map(({ id, name }) => [String(id), name] as const)}
          value={draft['method'] ?? ''}
          onInput={(text) => onType('method', text)}
        />
      </div>
      <Place {...props} />
      <Ranges {...props} />
      <Costs {...props} />
      <Days {...props} />
      <Goods {...props} />
      <Part title={texts.pickup}>
        <TextField
          label={texts.storage}
          hint={texts.storageHint}
          value={draft['storage'] ?? ''}
          onInput={(text) => onType('storage', text)}
        />
      </Part>
      {(groups.length > 0 || channels.length > 0) && (
        <Part title={texts.whom}>
          <Audience {...props} field="groups" />
          <Audience {...props} field="channels" />
        </Part>
      )}
      <Part title={texts.order}>
        <NumberField
          label={texts.priority}
          hint={texts.priorityHint}
          rule={PRIORITY}
          value={draft['priority'] ?? ''}
          onInput={(text) => onType('priority', text)}
        />
      </Part>
    </>
  );
};
