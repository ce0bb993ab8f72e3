// A new promotion: its terms, what they say in one sentence, and what they would make of a cart and of past orders.
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { currencies, currency } from '../format.ts';
import { languageName } from '../countries.ts';
import { Consequences } from '../parts/consequences.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { StepForm } from '../parts/step-form.tsx';
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { amount, numberIn } from '../typed.ts';
import { AudienceChecks, readAudience } from './audience.tsx';
import type { Audience } from './audience.tsx';
import { ValidDays } from './coupons.tsx';
import { KINDS, RULES, emptyDraft, isComplete, termsOf, valueRule } from './promotion-draft.ts';
import type { Draft } from './promotion-draft.ts';
import { ChosenGoods } from './promotion-goods.tsx';
import { TrialCart, TrialOrders } from './promotion-trial.tsx';
import { sentenceOf } from './promotion-words.ts';
import type { Names } from './promotion-words.ts';

interface PartProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

const Part = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <fieldset class="promotion-part">
    <legend>{title}</legend>
    {children}
  </fieldset>
);

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onInput: (isOn: boolean) => void;
}

const Check = ({ label, isOn, onInput }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onInput={(event) => onInput(event.currentTarget.checked)} />
    {label}
  </label>
);

const valueLabel = ({ kind }: Draft): string => {
  const texts = t().promotions.form;
  if (kind === 'buy_get') return texts.getPercent;
  return kind === 'percent' ? texts.percent : kind === 'amount' ? texts.amount : texts.price;
};

const Sets = ({ draft, set }: PartProps) => {
  const texts = t().promotions.form;
  return (
    <>
      <NumberField label={texts.buy} rule={RULES.set} value={draft.buy} onInput={(buy) => set({ buy })} />
      <NumberField label={texts.get} rule={RULES.set} value={draft.get} onInput={(get) => set({ get })} />
      <NumberField
        label={texts.timesMax}
        hint={texts.anyHint}
        rule={RULES.times}
        value={draft.timesMax}
        onInput={(timesMax) => set({ timesMax })}
      />
    </>
  );
};

/** A value that fits what is chosen: all of it for pieces that are got. */
const USUAL = { percent: '10', amount: '', price: '', buy_get: '100', free_delivery: '' } as const;

const Gives = ({ draft, set }: PartProps) => {
  const texts = t().promotions.form;
  const { kind, per } = draft;
  return (
    <Part title={texts.gives}>
      <div class="two">
        <SelectField
          label={texts.kind}
          options={KINDS.map((one) => [one, texts.kinds[one]] as const)}
          value={kind}
          onInput={(value) => {
            const chosen = KINDS.find((one) => one === value)!;
            set({ kind: chosen, value: USUAL[chosen] });
          }}
        />
        {kind === 'buy_get' && <Sets draft={draft} set={set} />}
        {kind !== 'free_delivery' && (
          <NumberField
            label={valueLabel(draft)}
            hint={kind === 'buy_get' ? texts.getPercentHint : undefined}
            rule={valueRule(draft)}
            value={draft.value}
            onInput={(value) => set({ value })}
          />
        )}
        {kind !== 'free_delivery' && kind !== 'buy_get' && (
          <SelectField
            label={texts.per}
            options={(['piece', 'order'] as const).map((one) => [one, texts.pers[one]] as const)}
            value={per}
            onInput={(value) => set({ per: value === 'order' ? 'order' : 'piece' })}
          />
        )}
        {currencies.value.length > 1 && (
          <SelectField
            label={texts.currency}
            options={currencies.value.map(({ code }) => [code, code] as const)}
            value={draft.currency}
            onInput={(code) => set({ currency: code })}
          />
        )}
      </div>
      <ChosenGoods goods={draft.goods} onChange={(goods) => set({ goods })} />
    </Part>
  );
};

const Needs = ({ draft, set }: PartProps) => {
  const texts = t().promotions.form;
  return (
    <Part title={texts.needs}>
      <div class="two">
        <NumberField
          label={texts.minSum}
          hint={texts.minSumHint}
          rule={amount()}
          value={draft.minSum}
          onInput={(minSum) => set({ minSum })}
        />
        <NumberField
          label={texts.minPieces}
          rule={RULES.pieces}
          value={draft.minPieces}
          onInput={(minPieces) => set({ minPieces })}
        />
      </div>
      {draft.goods.kind !== 'all' && draft.kind !== 'free_delivery' && (
        <Check label={texts.countsGoods} isOn={draft.countsGoods} onInput={(countsGoods) => set({ countsGoods })} />
      )}
      <Check label={texts.isFirstOrder} isOn={draft.isFirstOrder} onInput={(isFirstOrder) => set({ isFirstOrder })} />
      <SelectField
        label={texts.by}
        hint={texts.byHint}
        options={(['automatic', 'code'] as const).map((one) => [one, texts.bys[one]] as const)}
        value={draft.by}
        onInput={(by) => set({ by: by === 'code' ? 'code' : 'automatic' })}
      />
    </Part>
  );
};

const Limits = ({ draft, set }: PartProps) => {
  const texts = t().promotions.form;
  return (
    <Part title={texts.limits}>
      <div class="two">
        <ValidDays
          from={draft.from}
          until={draft.until}
          onFrom={(from) => set({ from })}
          onUntil={(until) => set({ until })}
        />
        <NumberField
          label={texts.usesMax}
          hint={texts.anyHint}
          rule={RULES.uses}
          value={draft.usesMax}
          onInput={(usesMax) => set({ usesMax })}
        />
        <NumberField
          label={texts.perPerson}
          hint={texts.anyHint}
          rule={RULES.uses}
          value={draft.perPerson}
          onInput={(perPerson) => set({ perPerson })}
        />
        <NumberField
          label={texts.budget}
          hint={texts.budgetHint}
          rule={amount()}
          value={draft.budget}
          onInput={(budget) => set({ budget })}
        />
      </div>
    </Part>
  );
};

const Beside = ({ draft, set }: PartProps) => {
  const texts = t().promotions.form;
  return (
    <Part title={texts.beside}>
      <div class="two">
        <NumberField
          label={texts.priority}
          hint={texts.priorityHint}
          rule={RULES.priority}
          value={draft.priority}
          onInput={(priority) => set({ priority })}
        />
        <TextField label={texts.stack} hint={texts.stackHint} value={draft.stack} onInput={(stack) => set({ stack })} />
      </div>
      <Check label={texts.isExclusive} isOn={draft.isExclusive} onInput={(isExclusive) => set({ isExclusive })} />
    </Part>
  );
};

interface LabelsProps {
  readonly languages: readonly string[];
  readonly labels: { readonly [language: string]: string };
  readonly onChange: (labels: { readonly [language: string]: string }) => void;
}

/** A shop with one language has none. */
export const LabelFields = ({ languages, labels, onChange }: LabelsProps) => {
  const texts = t().promotions.form;
  if (languages.length < 2) return null;
  return (
    <Part title={texts.labels}>
      <p class="hint">{texts.labelsHint}</p>
      <div class="two">
        {languages.map((code) => (
          <TextField
            key={code}
            label={languageName(code)}
            value={labels[code] ?? ''}
            onInput={(label) => onChange({ ...labels, [code]: label })}
          />
        ))}
      </div>
    </Part>
  );
};

/** Names as far as the form has chosen them. */
const namesOf = ({ goods }: Draft, { groups, channels }: Audience): Names => ({
  groups: new Map(groups.map(({ id, name }) => [id, name])),
  channels: new Map(channels.map(({ id, name }) => [id, name])),
  categories: new Map(goods.category === undefined ? [] : [[goods.category.id, goods.category.name]]),
  products: new Map(goods.products.map(({ id, name }) => [id, name])),
});

const sentenceOfDraft = (draft: Draft, choices: Audience): string => {
  const { by, when, gives, uses_max, uses_per_person_max } = termsOf(draft);
  return sentenceOf(
    {
      by: by!,
      when: { min_sum: 0, min_quantity: 0, groups: [], channels: [], countries: [], first_order: 0, ...when },
      gives: { value: 0, per: 'piece', buy: 0, get: 0, times_max: 0, ...gives },
      currency: draft.currency,
      start_date: draft.from === '' ? null : draft.from,
      end_date: draft.until === '' ? null : draft.until,
      uses_max: uses_max!,
      uses_per_person_max: uses_per_person_max!,
      budget_max: numberIn(draft.budget, amount()) ?? 0,
    } as Parameters<typeof sentenceOf>[0],
    namesOf(draft, choices),
  );
};

interface Choices extends Audience {
  readonly languages: readonly string[];
}

const readChoices = async (signal: AbortSignal): Promise<Choices> => {
  const [audience, { languages }] = await Promise.all([readAudience(signal), call('get_shop', {}, signal)]);
  return { ...audience, languages };
};

const make = async (draft: Draft): Promise<void> => {
  const name = draft.name.trim();
  const labels = Object.fromEntries(Object.entries(draft.labels).filter(([, label]) => label.trim() !== ''));
  const { id_promotion: id } = await call('create_promotion', {
    ...termsOf(draft),
    name,
    labels,
    start_date: draft.from === '' ? 'none' : draft.from,
    end_date: draft.until === '' ? 'none' : draft.until,
  });
  say(t().promotions.form.made(name));
  goTo(hrefOf('promotions', id));
};

interface FormProps extends PartProps {
  readonly choices: Choices;
}

const Form = ({ draft, set, choices }: FormProps) => {
  const texts = t().promotions.form;
  return (
    <Card>
      <div class="card-body">
        <StepForm label={texts.go} isReady={draft.name.trim() !== '' && isComplete(draft)} act={() => make(draft)}>
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            value={draft.name}
            onInput={(name) => set({ name })}
            autoFocus
            required
          />
          <Gives draft={draft} set={set} />
          <Needs draft={draft} set={set} />
          <Part title={texts.whom}>
            <AudienceChecks
              draft={{ groups: draft.groups, channels: draft.channels, countries: draft.countries }}
              choices={choices}
              onType={(field, chosen) => set({ [field]: chosen })}
            />
          </Part>
          <Limits draft={draft} set={set} />
          <Beside draft={draft} set={set} />
          <LabelFields languages={choices.languages} labels={draft.labels} onChange={(labels) => set({ labels })} />
          <Consequences sentences={texts.never} />
        </StepForm>
      </div>
    </Card>
  );
};

const Side = ({ draft, choices }: { readonly draft: Draft; readonly choices: Audience }) => {
  const terms = isComplete(draft) ? termsOf(draft) : undefined;
  return (
    <div class="side-column">
      <Card title={t().promotions.what}>
        <p class="card-body promotion-sentence" aria-live="polite">
          {terms === undefined ? t().promotions.trial.incomplete : sentenceOfDraft(draft, choices)}
        </p>
      </Card>
      <TrialCart terms={terms} name={draft.name} />
      <TrialOrders terms={terms} name={draft.name} />
    </div>
  );
};

export const NewPromotion = () => {
  const texts = t().promotions;
  const [draft, setDraft] = useState(() => emptyDraft(currency.value));
  const data = useData('promotion-choices', readChoices);
  const set = (change: Partial<Draft>): void => setDraft((known) => ({ ...known, ...change }));
  return (
    <Page
      title={texts.form.title}
      actions={
        <a class="button" href={hrefOf('promotions')}>
          <Icon name="left" size={16} />
          {texts.back}
        </a>
      }
    >
      <Loaded data={data} lines={8}>
        {(choices) => (
          <div class="order-columns">
            <Form draft={draft} set={set} choices={choices} />
            <Side draft={draft} choices={choices} />
          </div>
        )}
      </Loaded>
    </Page>
  );
};
