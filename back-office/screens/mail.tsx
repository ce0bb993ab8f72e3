// Does the mail server take what the shop sends, which mails wait or have failed, and what does one look like?
import type { MailMessage } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { useEvery } from '../api/use-every.ts';
import { count, dateTime } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Empty, Failure, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn, say, warn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { language } from '../preferences.ts';
import { hrefOf } from '../routes.ts';
import { mailTexts } from '../texts/mail-texts.ts';
import { t } from '../texts/texts.ts';
import { numberIn, whole, writeNumber } from '../typed.ts';

type Mails = Reply<'get_mail_messages'>;
type Mail = MailMessage['mail'];

const EVERY_MS = 5000;
const MAILS: readonly Mail[] = [
  'order_confirmation',
  'payment_received',
  'parcel_shipped',
  'invoice',
  'credit_note',
  'verification',
  'password_reset',
  'invitation',
  'account_notice',
  'cart_reminder',
];

const nameOf = (mail: Mail): string => t().templates.names[`mail_${mail}`];

const retry = (onChanged: () => void, id?: number): Promise<void> =>
  orWarn(async () => {
    const { retried } = await call('retry_mail', id === undefined ? {} : { id_message: id });
    say(mailTexts().retried(count(retried)));
    onChanged();
  });

const Server = ({ mails, onChanged }: { readonly mails: Mails; readonly onChanged: () => void }) => {
  const texts = mailTexts();
  const { server_attempts: attempts, server_answer: answer, server_next_date: next } = mails;
  const isGood = attempts === 0;
  return (
    <Card
      title={texts.server}
      beside={<Chip tone={isGood ? 'good' : 'bad'}>{isGood ? texts.takes : texts.takesNothing(count(attempts))}</Chip>}
    >
      <Pairs
        pairs={[
          [texts.from, mails.from],
          [texts.waiting, count(mails.waiting)],
          [texts.failed, count(mails.failed)],
          [texts.lost, count(mails.lost)],
          ...(isGood
            ? []
            : ([
                [texts.answer, answer],
                [texts.next, dateTime(next)],
              ] as const)),
        ]}
      />
      {may('retry_mail') && (mails.failed > 0 || !isGood) && (
        <div class="button-row card-body">
          <button type="button" onClick={() => void retry(onChanged)}>
            {texts.retryAll}
          </button>
        </div>
      )}
    </Card>
  );
};

const List = ({ mails: { messages }, onChanged }: { readonly mails: Mails; readonly onChanged: () => void }) => {
  const texts = mailTexts();
  const about = ({ id_order: order }: MailMessage): string => (order === 0 ? '' : texts.order(String(order)));
  const columns = [
    { title: texts.mail, cell: ({ mail }: MailMessage) => nameOf(mail) },
    {
      title: texts.about,
      cell: (one: MailMessage) => (one.id_order === 0 ? '' : <a href={hrefOf('orders', one.id_order)}>{about(one)}</a>),
    },
    { title: texts.date, cell: ({ creation_date: date }: MailMessage) => dateTime(date) },
    {
      title: texts.state,
      cell: ({ state }: MailMessage) => <Chip tone={state === 'failed' ? 'bad' : 'warn'}>{texts.states[state]}</Chip>,
    },
    { title: texts.answer, cell: ({ last_answer: answer }: MailMessage) => answer },
    {
      title: texts.retry,
      cell: ({ id, attempts }: MailMessage) =>
        attempts > 0 && may('retry_mail') ? (
          <button type="button" onClick={() => void retry(onChanged, id)}>
            {texts.retry}
          </button>
        ) : (
          ''
        ),
    },
  ];
  return (
    <Card title={texts.table}>
      {messages.length === 0 ? (
        <Empty>{texts.nothing}</Empty>
      ) : (
        <Table caption={texts.table} columns={columns} rows={messages} keyOf={({ id }) => id} />
      )}
    </Card>
  );
};

type Settings = Reply<'get_shop_settings'>;

const REMINDER_HOURS = whole(0, 720);

const Sends = ({ settings, onChanged }: { readonly settings: Settings; readonly onChanged: () => void }) => {
  const texts = mailTexts();
  const [sends, setSends] = useState<readonly Mail[]>(settings.mail.sends);
  const [name, setName] = useState(settings.mail.sender_name);
  const [replyTo, setReplyTo] = useState(settings.mail.reply_to);
  const [typed, setTyped] = useState(writeNumber(settings.cart_reminder_hours, REMINDER_HOURS));
  const isPinned = settings.pinned.includes('cart_reminder_hours');
  const hours = numberIn(typed, REMINDER_HOURS);
  const [refused, setRefused] = useState<Refused | undefined>();
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRefused(undefined);
    try {
      const mail = { sends: [...sends], sender_name: name.trim(), reply_to: replyTo.trim() };
      // What the configuration says takes no value.
      const reminder = hours === undefined || isPinned ? {} : { cart_reminder_hours: hours };
      await call('update_shop_settings', { mail, ...reminder, if_seq: settings.seq });
      say(texts.saved);
      onChanged();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
  };
  const turn = (mail: Mail): void =>
    setSends(MAILS.filter((one) => (one === mail ? !sends.includes(one) : sends.includes(one))));
  return (
    <Card title={texts.sends}>
      <form class="card-body ask" onSubmit={(event) => void save(event)}>
        {MAILS.map((mail) => (
          <label key={mail} class="check">
            <input type="checkbox" checked={sends.includes(mail)} onInput={() => turn(mail)} />
            {nameOf(mail)}
          </label>
        ))}
        <TextField label={texts.senderName} hint={texts.senderHint} value={name} onInput={setName} />
        <TextField label={texts.replyTo} hint={texts.replyHint} value={replyTo} onInput={setReplyTo} />
        <NumberField
          label={texts.reminderHours}
          hint={isPinned ? t().shop.pinned : texts.reminderHint}
          value={typed}
          rule={REMINDER_HOURS}
          onInput={setTyped}
          isDisabled={isPinned}
        />
        {refused !== undefined && <Failure refused={refused} />}
        <div class="button-row">
          <button type="submit" disabled={hours === undefined}>
            {texts.save}
          </button>
        </div>
      </form>
    </Card>
  );
};

const Test = () => {
  const texts = mailTexts();
  const [mail, setMail] = useState<Mail>('order_confirmation');
  const [email, setEmail] = useState('');
  const [refused, setRefused] = useState<Refused | undefined>();
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRefused(undefined);
    try {
      const params = { mail, email: email.trim(), language: language.value };
      const { accepted, answer } = await call('send_test_mail', params);
      if (accepted === 1) say(texts.sent);
      else warn(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
  };
  return (
    <Card title={texts.test}>
      <form class="card-body ask" onSubmit={(event) => void send(event)}>
        <p class="hint">{texts.testHow}</p>
        <SelectField
          label={texts.mail}
          options={MAILS.map((one) => [one, nameOf(one)])}
          value={mail}
          onInput={(one) => setMail(one as Mail)}
        />
        <TextField label={texts.address} value={email} onInput={setEmail} required />
        {refused !== undefined && <Failure refused={refused} />}
        <div class="button-row">
          <button type="submit" disabled={email.trim() === ''}>
            {texts.send}
          </button>
        </div>
      </form>
    </Card>
  );
};

export const MailScreen = () => {
  const texts = mailTexts();
  const data = useData('mail', (signal) => call('get_mail_messages', {}, signal));
  const settings = useData('mail-settings', (signal) => call('get_shop_settings', {}, signal));
  useEvery(EVERY_MS, data.reload);
  return (
    <Page
      title={t().screens.mail}
      actions={
        may('get_document_templates') && (
          <a class="button" href={hrefOf('shop', 'templates', { template: 'mail_order_confirmation' })}>
            {texts.templates}
          </a>
        )
      }
    >
      <p class="hint">{texts.how}</p>
      <Loaded data={data} lines={6}>
        {(mails) =>
          mails.is_on === 0 ? (
            <Empty>{texts.off}</Empty>
          ) : (
            <>
              <Server mails={mails} onChanged={data.reload} />
              <List mails={mails} onChanged={data.reload} />
              {may('send_test_mail') && <Test />}
              {may('update_shop_settings') && (
                <Loaded data={settings} lines={6}>
                  {(held) => <Sends key={held.seq} settings={held} onChanged={settings.reload} />}
                </Loaded>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
};
