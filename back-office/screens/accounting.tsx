// The dialogs of bookings: what is downloaded of a month, its close, and the accounts by which it is booked.
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { count, money } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useState } from '../preact.ts';
import { saveDocument } from '../save-file.ts';
import { accountingTexts } from '../texts/accounting.ts';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { RevenueFields } from './accounting-revenue.tsx';
import { revenueDraft, revenueRules } from './revenue-rules.ts';
import type { RevenueDraft } from './revenue-rules.ts';
import { ShopDialog } from './shop-dialog.tsx';
import { Free } from './shop-parts.tsx';
import type { SectionProps } from './shop-parts.tsx';
import { nameOf } from './shop-preview.ts';
import type { Held } from './shop-preview.ts';

const DEEDS = ['datev', 'plain', 'close', 'open'] as const;
type Deed = (typeof DEEDS)[number];
const RIGHTS = {
  datev: 'get_accounting_export',
  plain: 'get_accounting_export',
  close: 'close_month',
  open: 'open_month',
} as const;

const lastMonth = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 1)).toISOString().slice(0, 7);
};

const download = async (month: string, format: 'datev' | 'plain'): Promise<string> => {
  const texts = accountingTexts();
  const { name, file, bookings, sums } = await call('get_accounting_export', { from: month, format });
  saveDocument(name, 'text/csv', file);
  const shown = sums.map(({ currency, gross, tax, received, refunded }) => {
    const [all, within, came, went] = [gross, tax, received, refunded].map((amount) => money(amount, currency));
    return texts.sum(all!, within!, came!, went!);
  });
  return texts.saved(count(bookings), shown.join(' '));
};

const act = async (month: string, deed: Deed): Promise<string> => {
  const texts = accountingTexts();
  switch (deed) {
    case 'close':
      await call('close_month', { month });
      return texts.closed(month);
    case 'open':
      await call('open_month', { month });
      return texts.opened(month);
    default:
      return download(month, deed);
  }
};

export const AccountingDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = accountingTexts();
  const [month, setMonth] = useState(lastMonth);
  const [deed, setDeed] = useState<Deed>('datev');
  const deeds = DEEDS.filter((one) => may(RIGHTS[one]));
  const isOfBooks = deed === 'close' || deed === 'open';
  const known = useData('closed-months', async (signal) =>
    may('get_closed_months') ? call('get_closed_months', {}, signal) : { months: [] },
  );
  const last = known.value?.months.at(-1)?.month;
  return (
    <ConfirmDialog
      title={texts.title}
      label={texts.does[deed]}
      isDangerous={deed === 'close'}
      isReady={/^\d{4}-\d\d$/.test(month)}
      isQuick
      act={() => act(month, deed)}
      onClose={onClose}
    >
      <Field label={texts.month} hint={texts.monthHint}>
        {(described) => (
          <input {...described} type="month" value={month} onInput={(event) => setMonth(event.currentTarget.value)} />
        )}
      </Field>
      <SelectField
        label={texts.what}
        hint={isOfBooks ? [texts[`${deed}Hint`], last && texts.lastClosed(last)].filter(Boolean).join(' ') : undefined}
        options={deeds.map((one) => [one, texts.does[one]] as const)}
        value={deed}
        onInput={(chosen) => setDeed(chosen as Deed)}
      />
    </ConfirmDialog>
  );
};

type Accounting = Held['accounting'];
const NUMBERS = ['consultant', 'client', 'account_digits'] as const satisfies readonly (keyof Accounting)[];
const WORDS = ['fiscal_year', 'debtor', 'transit'] as const satisfies readonly (keyof Accounting)[];

const whole = (typed: string): number => idIn(typed.replace(/\D/g, '').slice(0, 9)) ?? 0;

export const AccountingSettingsDialog = ({ settings, onClose }: SectionProps) => {
  const texts = accountingTexts();
  const [draft, setDraft] = useState<Accounting>(settings.accounting);
  const [drafts, setDrafts] = useState<readonly RevenueDraft[]>(settings.accounting.revenue.map(revenueDraft));
  const revenue = revenueRules(drafts);
  const set = (changed: Partial<Accounting>): void => setDraft({ ...draft, ...changed });
  const setMoney = (id: number, account: string): void => {
    const others = draft.money.filter((one) => one.id_payment_method !== id);
    set({ money: account.trim() === '' ? others : [...others, { id_payment_method: id, account: account.trim() }] });
  };
  return (
    <ShopDialog
      title={t().shop.sections.accounting}
      settings={settings}
      change={revenue && { accounting: { ...draft, revenue: [...revenue] } }}
      onClose={onClose}
    >
      <Free settings={settings} param="accounting">
        <SelectField
          label={texts.fields.chart}
          options={[
            ['skr03', 'SKR03'],
            ['skr04', 'SKR04'],
          ]}
          value={draft.chart}
          onInput={(chart) => set({ chart: chart as Accounting['chart'] })}
        />
        {NUMBERS.map((name) => (
          <TextField
            key={name}
            label={texts.fields[name]}
            value={draft[name] === 0 ? '' : String(draft[name])}
            onInput={(typed) => set({ [name]: whole(typed) })}
          />
        ))}
        {WORDS.map((name) => (
          <TextField
            key={name}
            label={texts.fields[name]}
            hint={name === 'transit' ? texts.transitHint : undefined}
            value={draft[name]}
            onInput={(typed) => set({ [name]: typed.trim() })}
          />
        ))}
        {settings.payment_methods.map(({ id, name }) => (
          <TextField
            key={id}
            label={texts.money(nameOf({ id, name }))}
            value={draft.money.find((one) => one.id_payment_method === id)?.account ?? ''}
            onInput={(typed) => setMoney(id, typed)}
          />
        ))}
        <RevenueFields drafts={drafts} classes={settings.tax_classes.map(({ name }) => name)} onChange={setDrafts} />
      </Free>
    </ShopDialog>
  );
};
