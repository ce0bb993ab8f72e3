// All that the shop holds about a customer, as a file and erased for good.
import type { Reply } from '../api/call.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { saveFile } from '../save-file.ts';
import { count, dateTime } from '../format.ts';
import { Ask } from '../parts/ask.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loaded } from '../parts/page.tsx';
import { Will } from '../parts/will.tsx';
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

export const EraseDialog = ({ account, onClose }: CustomerProps & { readonly onClose: () => void }) => {
  const texts = t().customers;
  const { id_user: id, username } = account;
  const [typed, setTyped] = useState('');
  const data = useData(`erasure-of-${id}`, (signal) => call('erase_user', { id_user: id, dry_run: 1 }, signal));
  const act = async (): Promise<string> => {
    const { late } = await call('erase_user', { id_user: id });
    goTo(hrefOf('customers'));
    return late.length === 0 ? texts.erased : texts.erasedLate(late.join(', '));
  };
  return (
    <Ask
      title={texts.eraseTitle(username)}
      label={texts.erase}
      isDangerous
      isReady={typed === username && data.value !== undefined}
      act={act}
      onClose={onClose}
    >
      <Loaded data={data}>
        {({ orders, past_orders: past = 0, sessions, messages, invoices_until: until }) => (
          <Will
            sentences={[
              ...texts.eraseWill(count(orders), count(sessions), count(messages)),
              ...(past === 0 ? [] : [texts.erasePast(count(past))]),
              ...(until === '' ? [] : [texts.eraseInvoices(dateTime(until))]),
            ]}
          />
        )}
      </Loaded>
      <TextField label={texts.eraseConfirm(username)} value={typed} onInput={setTyped} autoFocus />
    </Ask>
  );
};
