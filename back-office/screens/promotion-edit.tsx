// What of a promotion may change: what it is called, its days and its limits.
import type { Promotion } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { day } from '../format.ts';
import { languageName } from '../countries.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { TextField } from '../parts/field.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Loaded } from '../parts/page.tsx';
import type { Fields, Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { amount, numberIn, writeNumber } from '../typed.ts';
import { ValidDays } from './coupons.tsx';
import { RULES, isRead } from './promotion-draft.ts';
import { LabelFields } from './promotion-form.tsx';
import { readPromotion } from './promotion-parts.tsx';

/** A field for the label of a language. */
const LABEL = 'label-';

const limitText = (value: number): string => (value === 0 ? '' : String(value));

const fieldsOf = ({ name, labels, start_date: from, end_date: until, ...limits }: Promotion): Fields => ({
  name,
  from: from ?? '',
  until: until ?? '',
  usesMax: limitText(limits.uses_max),
  perPerson: limitText(limits.uses_per_person_max),
  budget: limits.budget_max === 0 ? '' : writeNumber(limits.budget_max, amount()),
  ...Object.fromEntries(Object.entries(labels).map(([code, label]) => [LABEL + code, label])),
});

const labelsIn = (fields: Fields): { readonly [language: string]: string } =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => field.startsWith(LABEL))
      .map(([field, label]) => [field.slice(LABEL.length), label]),
  );

const areRead = ({ name = '', usesMax = '', perPerson = '', budget = '' }: Fields): boolean =>
  name.trim() !== '' && isRead(usesMax, RULES.uses) && isRead(perPerson, RULES.uses) && isRead(budget, amount());

const placeOf = (id: number): SeenPlace => ({
  read: async (): Promise<Seen> => {
    const promotion = await readPromotion(id);
    return { fields: fieldsOf(promotion), seq: promotion.seq };
  },
  send: async (draft, _changed, seen) => {
    const { name = '', from = '', until = '', usesMax = '', perPerson = '', budget = '' } = draft;
    await call('update_promotion', {
      id_promotion: id,
      name: name.trim(),
      labels: labelsIn(draft),
      start_date: from === '' ? 'none' : from,
      end_date: until === '' ? 'none' : until,
      uses_max: numberIn(usesMax, RULES.uses) ?? 0,
      uses_per_person_max: numberIn(perPerson, RULES.uses) ?? 0,
      budget_max: String(numberIn(budget, amount()) ?? 0),
      ...seen,
    });
  },
});

const nameOf = (field: string): string => {
  const { promotions, coupons } = t();
  const names: { readonly [field: string]: string } = {
    name: promotions.form.name,
    from: coupons.firstDay,
    until: coupons.lastDay,
    usesMax: promotions.form.usesMax,
    perPerson: promotions.form.perPerson,
    budget: promotions.form.budget,
  };
  return field.startsWith(LABEL) ? languageName(field.slice(LABEL.length)) : (names[field] ?? field);
};

interface EditProps {
  readonly promotion: Promotion;
  readonly onClose: () => void;
}

export const EditPromotion = ({ promotion, onClose }: EditProps) => {
  const texts = t().promotions;
  const form = useSeen(placeOf(promotion.id), () => ({ fields: fieldsOf(promotion), seq: promotion.seq }));
  const languages = useData('languages', (signal) => call('get_shop', {}, signal).then((shop) => shop.languages));
  const { name = '', from = '', until = '', usesMax = '', perPerson = '', budget = '' } = form.draft;
  return (
    <ConfirmDialog
      title={texts.editTitle(promotion.name)}
      label={texts.editGo}
      isReady={areRead(form.draft) && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.changed(name.trim()) : undefined)}
      onClose={onClose}
    >
      <TextField label={texts.name} value={name} onInput={(text) => form.type('name', text)} autoFocus required />
      <div class="two">
        <ValidDays
          from={from}
          until={until}
          onFrom={(text) => form.type('from', text)}
          onUntil={(text) => form.type('until', text)}
        />
        <NumberField
          label={texts.form.usesMax}
          hint={texts.form.anyHint}
          rule={RULES.uses}
          value={usesMax}
          onInput={(text) => form.type('usesMax', text)}
        />
        <NumberField
          label={texts.form.perPerson}
          hint={texts.form.anyHint}
          rule={RULES.uses}
          value={perPerson}
          onInput={(text) => form.type('perPerson', text)}
        />
        {promotion.currency !== '' && (
          <NumberField
            label={texts.form.budget}
            hint={texts.form.budgetHint}
            rule={amount()}
            value={budget}
            onInput={(text) => form.type('budget', text)}
          />
        )}
      </div>
      <Loaded data={languages}>
        {(codes) => (
          <LabelFields
            languages={codes}
            labels={labelsIn(form.draft)}
            onChange={(labels) => {
              for (const [code, label] of Object.entries(labels)) form.type(LABEL + code, label);
            }}
          />
        )}
      </Loaded>
      <Meanwhile
        conflicts={form.conflicts}
        nameOf={({ field }) => nameOf(field)}
        textOf={({ field, theirs }) =>
          (field === 'from' || field === 'until') && theirs !== '' ? day(theirs) : theirs
        }
        onChoose={form.choose}
      />
      <Consequences sentences={texts.editWill} />
    </ConfirmDialog>
  );
};
