// All that the shop holds about a customer, as a file and erased for good.
import type { Order } from '../../src/client/operations.ts';
import type { Reply } from '../api/call.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { saveFile } from '../save-file.ts';
import { count, dateTime } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loaded } from '../parts/page.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';

interface CustomerProps {
  readonly account: Pick<Reply<'get_user_by_id'>, 'id_user' | 'username'>;
}

const save = (id: number): Promise<void> =>
  orWarn(async () => {
    const text = JSON.stringify(await call('export_user', { id_user: id }), undefined, 2);
    saveFile(`customer-${id}.json`, 'application/json', text);
  });

export const ExportButton = ({ account: { id_user: id } }: CustomerProps) => {
  const [isRunning, setRunning] = useState(false);
  const go = (): void => {
    setRunning(true);
    void save(id).finally(() => setRunning(false));
  };
  return (
    <button type="button" disabled={isRunning} onClick={go}>
      <Icon name="download" size={16} />
      {t().customers.export}
    </button>
  );
};

type Erasure = Reply<'erase_user'> | Reply<'erase_order'>;

interface EraseProps {
  /** What is typed to confirm. */
  readonly name: string;
  readonly ask: (isDryRun: 0 | 1, signal?: AbortSignal) => Promise<Erasure>;
  /** Called once it is done. */
  readonly onErased?: () => void;
  readonly onClose: () => void;
}

const EraseDialog = ({ name: username, ask, onErased, onClose }: EraseProps) => {
  const texts = t().customers;
  const [typed, setTyped] = useState('');
  const data = useData(`erasure-of-${username}`, (signal) => ask(1, signal));
  const act = async (): Promise<string> => {
    const { late } = await ask(0);
    onErased?.();
    return late.length === 0 ? texts.erased : texts.erasedLate(late.join(', '));
  };
  return (
    <ConfirmDialog
      title={texts.eraseTitle(username)}
      label={texts.erase}
      isDangerous
      isReady={typed === username && data.value !== undefined}
      act={act}
      onClose={onClose}
    >
      <Loaded data={data}>
        {({ orders, past_orders: past = 0, sessions, messages, invoices_until: until }) => (
          <Consequences
            sentences={[
              ...texts.eraseWill(count(orders), count(sessions), count(messages)),
              ...(past === 0 ? [] : [texts.erasePast(count(past))]),
              ...(until === '' ? [] : [texts.eraseInvoices(dateTime(until))]),
            ]}
          />
        )}
      </Loaded>
      <TextField label={texts.eraseConfirm(username)} value={typed} onInput={setTyped} autoFocus />
    </ConfirmDialog>
  );
};

interface EraseCustomerProps extends CustomerProps {
  readonly onClose: () => void;
}

export const EraseCustomer = ({ account: { id_user: id, username }, onClose }: EraseCustomerProps) => (
  <EraseDialog
    name={username ?? `#${id}`}
    ask={(isDryRun, signal) => call('erase_user', { id_user: id, dry_run: isDryRun }, signal)}
    onErased={() => goTo(hrefOf('customers'))}
    onClose={onClose}
  />
);

interface EraseGuestProps {
  readonly order: Pick<Order, 'id' | 'order_number'>;
  readonly onClose: () => void;
}

/** Erases the guest who placed an order. */
export const EraseGuest = ({ order: { id, order_number: number }, onClose }: EraseGuestProps) => (
  <EraseDialog
    name={String(number)}
    ask={(isDryRun, signal) => call('erase_order', { id_order: id, dry_run: isDryRun }, signal)}
    onClose={onClose}
  />
);
