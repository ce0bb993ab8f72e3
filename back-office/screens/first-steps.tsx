// The first steps of a new shop, on the first screen until they are over or put away. What is done is held by the shop,
// so that another device, or another person, goes on here.
import { call } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { Chip } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card } from '../parts/page.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import type { FormProps, Steps } from './first-form.tsx';
import { CurrencyForm, LanguagesForm, ShopForm, TaxForm } from './first-home-forms.tsx';
import { ProductForm } from './first-product-form.tsx';
import { DeliveryForm, PaymentForm } from './first-selling-forms.tsx';
import { TrialForm } from './trial-order.tsx';

type Step = Steps['steps'][number];
type StepName = Step['name'];

const FORMS = {
  shop: ShopForm,
  taxes: TaxForm,
  currency: CurrencyForm,
  languages: LanguagesForm,
  product: ProductForm,
  payment: PaymentForm,
  delivery: DeliveryForm,
  trial: TrialForm,
} as const;

const TONES = { open: 'quiet', done: 'good', skipped: 'info' } as const;

/** The step that the address names, or the first that is open. */
const chosenStep = ({ steps }: Steps): StepName | undefined => {
  const asked = route.value.query.get('step');
  if (asked === 'none') return undefined;
  return (steps.find(({ name }) => name === asked) ?? steps.find(({ state }) => state === 'open'))?.name;
};

const mark = async (step: StepName, state: Step['state']): Promise<void> => {
  await call('update_first_steps', { step, state });
  setQuery({ step: '' });
  refreshAll();
};

const OneStep = ({ step, steps, settings }: Omit<FormProps, 'onDone'> & { readonly step: Step }) => {
  const texts = t().start;
  const { name, state } = step;
  const isOpen = chosenStep(steps) === name;
  const Form = FORMS[name];
  const id = `step-${name}`;
  return (
    <li class="first-step">
      <h3>
        <button
          type="button"
          class="plain"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setQuery({ step: isOpen ? 'none' : name })}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={16} />
          <span class="grow">{texts.steps[name]}</span>
          <Chip tone={TONES[state]}>{texts.states[state]}</Chip>
        </button>
      </h3>
      {isOpen && (
        <div id={id} class="card-body">
          <p class="hint">{texts.about[name]}</p>
          <Form settings={settings} steps={steps} onDone={() => mark(name, 'done')} />
          {state === 'open' && (
            <button type="button" class="plain skip-step" onClick={() => void orWarn(() => mark(name, 'skipped'))}>
              {texts.skip}
            </button>
          )}
        </div>
      )}
    </li>
  );
};

const AwayDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().start;
  const act = async (): Promise<string> => {
    await call('update_first_steps', { put_away: 1 });
    return texts.away;
  };
  return (
    <ConfirmDialog title={texts.putAwayTitle} label={texts.putAway} act={act} onClose={onClose}>
      <Consequences sentences={texts.putAwayWill} />
    </ConfirmDialog>
  );
};

/** Who may not change the settings has no use for them. */
const maySee = (): boolean => may('get_first_steps') && may('update_first_steps') && may('update_shop_settings');

const List = ({ steps, settings }: Omit<FormProps, 'onDone'>) => {
  const texts = t().start;
  const [isLeaving, setLeaving] = useState(false);
  const over = steps.steps.filter(({ state }) => state !== 'open').length;
  return (
    <Card
      class="first-steps"
      title={texts.title}
      beside={
        <button type="button" class="plain" onClick={() => setLeaving(true)}>
          {texts.putAway}
        </button>
      }
    >
      <p class="hint card-body">{texts.how(over, steps.steps.length)}</p>
      <ol>
        {steps.steps.map((step) => (
          <OneStep key={step.name} step={step} steps={steps} settings={settings} />
        ))}
      </ol>
      {isLeaving && <AwayDialog onClose={() => setLeaving(false)} />}
    </Card>
  );
};

const Read = () => {
  const data = useData(
    'first-steps',
    async (signal) => {
      const steps = await call('get_first_steps', {}, signal);
      return { steps, settings: steps.shown === 1 ? await call('get_shop_settings', {}, signal) : undefined };
    },
    { topics: ['product', 'order'] },
  );
  const { steps, settings } = data.value ?? {};
  return steps === undefined || settings === undefined ? null : <List steps={steps} settings={settings} />;
};

export const FirstSteps = () => (maySee() ? <Read /> : null);

/** Brings the steps back that somebody has put away; nothing where they are shown, or over. */
export const FirstStepsBack = () => {
  const data = useData('first-steps-back', (signal) =>
    maySee() ? call('get_first_steps', {}, signal) : Promise.resolve(undefined),
  );
  if (data.value?.put_away !== 1) return null;
  const back = (): void =>
    void orWarn(async () => {
      await call('update_first_steps', { put_away: 0 });
      refreshAll();
      data.reload();
    });
  return (
    <button type="button" onClick={back}>
      {t().start.bringBack}
    </button>
  );
};
