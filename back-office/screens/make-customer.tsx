// The button that makes an account for a customer: somebody on the phone, or at the counter.
import { may } from '../api/rights.ts';
import { Icon } from '../parts/icon.tsx';
import { LaterDialog } from '../parts/later.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

interface ButtonProps {
  readonly onMade: (id: number) => void;
  /** It is what the page is for. */
  readonly isPrimary?: boolean;
}

/** `onMade`: with the id of the account. */
export const MakeCustomerButton = ({ onMade, isPrimary = false }: ButtonProps) => {
  const [isOpen, setOpen] = useState(false);
  if (!may('register_user') || !may('update_user_data')) return null;
  return (
    <>
      <button type="button" class={isPrimary ? 'primary' : ''} onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        {t().customers.make}
      </button>
      {isOpen && (
        <LaterDialog
          name="customer-form"
          title={t().customers.make}
          load={() => import('./customer-form.tsx')}
          draw={({ MakeCustomer }) => <MakeCustomer onMade={onMade} onClose={() => setOpen(false)} />}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
