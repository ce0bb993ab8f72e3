// What has the shop decided: home, taxes, payment, delivery, checkout and documents; and what will change, and when?
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { currency, currencyDigits, dateTime, timeZone } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { LaterDialog } from '../parts/later.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { useLayoutEffect, useState } from '../preact.ts';
import type { ComponentChildren, JSX } from '../preact.ts';
import { hrefOf, route } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { FirstStepsBack } from './first-steps.tsx';
import { CheckoutDialog, DocumentsDialog, PeopleDialog, TaxDialog } from './shop-fields.tsx';
import type { SectionProps } from './shop-parts.tsx';
import { HomeDialog } from './shop-home.tsx';
import { DeliveryDialog, PaymentDialog } from './shop-methods.tsx';
import { SECTION_PARAMS, sectionId } from './shop-sections.ts';
import type { ShopSection } from './shop-sections.ts';
import { countryName, nameOf } from './shop-preview.ts';
import type { Held, Settings } from './shop-preview.ts';
import { plainText, rateText, sentencesOf, unpaidText } from './shop-sentences.ts';

interface Shown {
  readonly settings: Settings;
  readonly languages: readonly string[];
}

interface SectionCardProps extends Shown {
  readonly name: ShopSection;
  readonly dialog: (props: SectionProps) => JSX.Element;
  readonly children: ComponentChildren;
}

const SellerLater = (props: SectionProps) => (
  <LaterDialog
    name="seller"
    title={t().shop.sections.seller}
    load={() => import('./shop-seller.tsx')}
    draw={({ SellerDialog }) => <SellerDialog {...props} />}
    onClose={props.onClose}
  />
);

const AccountingLater = (props: SectionProps) => (
  <LaterDialog
    name="accounting"
    title={t().shop.sections.accounting}
    load={() => import('./accounting.tsx')}
    draw={({ AccountingSettingsDialog }) => <AccountingSettingsDialog {...props} />}
    onClose={props.onClose}
  />
);

const SectionCard = ({ name, dialog: Ask, settings, languages, children }: SectionCardProps) => {
  const texts = t().shop;
  const [isAsking, setAsking] = useState(false);
  // What it changes.
  const params: readonly (keyof Held)[] = SECTION_PARAMS[name];
  const pinned = params.filter((param) => settings.pinned.includes(param));
  return (
    <Card
      class="shop-section"
      id={sectionId(name)}
      title={texts.sections[name]}
      beside={
        pinned.length < params.length && (
          <button type="button" aria-label={`${texts.change}: ${texts.sections[name]}`} onClick={() => setAsking(true)}>
            {texts.change}
          </button>
        )
      }
    >
      <p class="hint">{texts.about[name]}</p>
      {pinned.map((param) => (
        <p key={param}>
          <Chip tone="info">{texts.pinnedOf(texts.fields[param])}</Chip>
        </p>
      ))}
      {children}
      {isAsking && <Ask settings={settings} languages={languages} onClose={() => setAsking(false)} />}
    </Card>
  );
};

const Plain = ({ settings, params }: Pick<Shown, 'settings'> & { readonly params: readonly (keyof Held)[] }) => (
  <Pairs pairs={params.map((param) => [t().shop.fields[param], plainText(param, settings)] as const)} />
);

/** Brings the section into sight that a link leads to. */
const useSectionInSight = (): void => {
  const section = route.value.query.get('section') ?? '';
  useLayoutEffect(() => {
    if (section !== '') document.getElementById(sectionId(section))?.focus();
  }, [section]);
};

const TEMPLATE_RIGHTS = ['get_document_templates', 'update_document_template', 'preview_document'] as const;

const Sections = (shown: Shown) => {
  const { settings } = shown;
  useSectionInSight();
  const texts = t().shop;
  return (
    <>
      <SectionCard {...shown} name="home" dialog={HomeDialog}>
        <Plain settings={settings} params={SECTION_PARAMS.home.filter((param) => param !== 'currency_digits')} />
      </SectionCard>
      <SectionCard {...shown} name="taxes" dialog={TaxDialog}>
        <Table
          caption={texts.sections.taxes}
          rows={settings.tax_classes}
          keyOf={({ name }) => name}
          columns={[
            { title: texts.className, cell: ({ name }) => name },
            {
              title: texts.rates,
              cell: ({ rates }) =>
                Object.entries(rates)
                  .map(([code, share]) => `${countryName(code)} ${rateText(share)}`)
                  .join(', '),
            },
            { title: texts.calculation, cell: ({ calculation }) => texts.calculations[calculation], isMinor: true },
          ]}
        />
      </SectionCard>
      <SectionCard {...shown} name="payment" dialog={PaymentDialog}>
        <Table
          caption={texts.sections.payment}
          rows={settings.payment_methods}
          keyOf={({ id }) => id}
          columns={[
            { title: texts.methodName, cell: nameOf },
            { title: texts.unpaid, cell: unpaidText },
          ]}
        />
      </SectionCard>
      <SectionCard {...shown} name="delivery" dialog={DeliveryDialog}>
        <Table
          caption={texts.sections.delivery}
          rows={settings.delivery_methods}
          keyOf={({ id }) => id}
          columns={[{ title: texts.methodName, cell: nameOf }]}
        />
        <Plain settings={settings} params={['delivery_countries', 'carriers', 'working_days', 'holidays']} />
      </SectionCard>
      <SectionCard {...shown} name="checkout" dialog={CheckoutDialog}>
        <Plain settings={settings} params={SECTION_PARAMS.checkout} />
      </SectionCard>
      <SectionCard {...shown} name="documents" dialog={DocumentsDialog}>
        <Plain settings={settings} params={SECTION_PARAMS.documents} />
        {TEMPLATE_RIGHTS.every(may) && (
          <div class="card-body">
            <a class="button" href={hrefOf('shop', 'documents')}>
              {t().templates.open}
            </a>
          </div>
        )}
      </SectionCard>
      <SectionCard {...shown} name="seller" dialog={SellerLater}>
        <Plain settings={settings} params={SECTION_PARAMS.seller} />
      </SectionCard>
      <SectionCard {...shown} name="accounting" dialog={AccountingLater}>
        <Plain settings={settings} params={SECTION_PARAMS.accounting} />
      </SectionCard>
      <SectionCard {...shown} name="people" dialog={PeopleDialog}>
        <Plain settings={settings} params={SECTION_PARAMS.people} />
        {may('get_staff') && may('get_roles') && (
          <div class="card-body">
            <a class="button" href={hrefOf('people')}>
              {texts.toPeople}
            </a>
          </div>
        )}
      </SectionCard>
    </>
  );
};

type Waiting = Settings['scheduled'][number];

const WithdrawDialog = ({ change, onClose }: { readonly change: Waiting; readonly onClose: () => void }) => {
  const texts = t().shop;
  const { effective_at: at } = change;
  const act = async (): Promise<string> => {
    await call('update_shop_settings', { effective_at: at, withdraw: 1 });
    return texts.withdrawn;
  };
  return (
    <ConfirmDialog title={texts.withdrawTitle(dateTime(at))} label={texts.withdraw} act={act} onClose={onClose}>
      <Consequences sentences={texts.withdrawWill} />
    </ConfirmDialog>
  );
};

/** What changes by itself. */
const Scheduled = ({ settings }: Pick<Shown, 'settings'>) => {
  const texts = t().shop;
  const [chosen, setChosen] = useState<Waiting | undefined>();
  if (settings.scheduled.length === 0) return null;
  return (
    <Card class="shop-section" title={texts.scheduled}>
      {settings.scheduled.map((change) => {
        const { effective_at: at, ...values } = change;
        return (
          <div key={at}>
            <h3>{texts.meansFrom(dateTime(at))}</h3>
            <Consequences sentences={sentencesOf(settings, values)} />
            <button type="button" aria-label={`${texts.withdraw}: ${dateTime(at)}`} onClick={() => setChosen(change)}>
              {texts.withdraw}
            </button>
          </div>
        );
      })}
      {chosen !== undefined && <WithdrawDialog change={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
};

export const Shop = () => {
  const texts = t().shop;
  const data = useData('shop-settings', async (signal) => {
    const settings = await call('get_shop_settings', {}, signal);
    // All other screens write amounts and days by them.
    [currency.value, currencyDigits.value] = [settings.currency, settings.currency_digits];
    timeZone.value = settings.time_zone;
    return { settings, languages: (await call('get_shop', {}, signal)).languages };
  });
  return (
    <Page title={t().screens.shop} actions={<FirstStepsBack />}>
      <p class="hint">{texts.how}</p>
      <Loaded data={data} lines={8}>
        {({ settings, languages }) => (
          <>
            <Scheduled settings={settings} />
            <Sections settings={settings} languages={languages} />
          </>
        )}
      </Loaded>
    </Page>
  );
};
