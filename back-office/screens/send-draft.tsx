// Asks a customer to pay what was prepared: places the order with a last day to pay, and opens the link that pays it.
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { day as dayText, dayAfter, dayBefore, dayBegin, money } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Field } from '../parts/field.tsx';
import { Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import type { Draft } from './draft-side.tsx';

/** Days that a customer who is asked to pay usually has. */
const USUAL_DAYS = 14;

export const SendDialog = ({ draft, onClose }: { readonly draft: Draft; readonly onClose: () => void }) => {
  const texts = t().sendDraft;
  const { name, session, cart } = draft;
  const [last, setLast] = useState(() => dayBefore(-USUAL_DAYS));
  const total = money(cart.total);
  // The engine tries it first: what lacks is said before anything is confirmed.
  const tried = useData(`send-${session}`, (signal) => call('send_draft', { id_draft: name, dry_run: 1 }, signal));
  const act = async (): Promise<string> => {
    const until = last === '' ? 'none' : dayBegin(dayAfter(last));
    const sent = { id_draft: name, valid_until: until, expected_total: String(cart.total) };
    const { id_order: id } = await call('send_draft', sent);
    goTo(hrefOf('orders', id, { link: '1' }));
    return texts.sent(id);
  };
  return (
    <ConfirmDialog
      title={texts.title(total)}
      label={texts.send}
      isReady={tried.value !== undefined}
      act={act}
      onClose={onClose}
    >
      <Loaded data={tried}>
        {() => (
          <>
            <Field label={texts.last} hint={texts.lastHint}>
              {(described) => (
                <input
                  {...described}
                  type="date"
                  min={dayBefore(0)}
                  value={last}
                  onInput={(event) => setLast(event.currentTarget.value)}
                />
              )}
            </Field>
            <Consequences sentences={texts.will(total, last === '' ? '' : dayText(last))} />
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  );
};
