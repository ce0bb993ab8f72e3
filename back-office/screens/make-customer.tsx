// An account that the shop makes for a customer: somebody on the phone, or at the counter. Nobody learns a password:
// the customer chooses one by the message that confirms the address, or by "password forgotten".
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { useRef, useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

const PROFILE = ['firstname', 'lastname', 'companyname', 'street', 'number', 'zip', 'city', 'country'] as const;
type Profile = { readonly [name in (typeof PROFILE)[number]]?: string };

/** 120 bits that no shop refuses as a password, and nobody keeps. */
const unknownPassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(15)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const register = async (email: string, username: string): Promise<number> => {
  const password = unknownPassword();
  const args = { username: username === '' ? email : username, email, passwd1: password, passwd2: password };
  return (await call('register_user', { args })).id_user;
};

interface MakeProps {
  readonly onMade: (id: number) => void;
  readonly onClose: () => void;
}

const MakeCustomer = ({ onMade, onClose }: MakeProps) => {
  const texts = t().customers;
  const [email, setEmail] = useState('');
  const [username, setUsername] = useState('');
  const [profile, setProfile] = useState<Profile>({});
  // The account is there although its address was refused: it is not made again.
  const made = useRef(0);
  const act = async (): Promise<string> => {
    const id = made.current === 0 ? await register(email.trim(), username.trim()) : made.current;
    made.current = id;
    const attributes = Object.fromEntries(
      Object.entries(profile)
        .map(([name, text]) => [name, text.trim()] as const)
        .filter(([, text]) => text !== ''),
    );
    if (Object.keys(attributes).length > 0) await call('update_user_data', { id_user: id, attributes });
    onMade(id);
    return texts.made(email.trim());
  };
  return (
    <ConfirmDialog title={texts.make} label={texts.makeGo} isReady={email.trim() !== ''} act={act} onClose={onClose}>
      <p class="hint">{texts.makeHint}</p>
      <TextField label={texts.email} value={email} onInput={setEmail} autoFocus required />
      <TextField label={texts.username} hint={texts.usernameHint} value={username} onInput={setUsername} />
      <div class="two">
        {PROFILE.map((name) => (
          <TextField
            key={name}
            label={texts.fields[name]!}
            value={profile[name] ?? ''}
            onInput={(text) => setProfile({ ...profile, [name]: text })}
          />
        ))}
      </div>
    </ConfirmDialog>
  );
};

interface ButtonProps extends Pick<MakeProps, 'onMade'> {
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
      {isOpen && <MakeCustomer onMade={onMade} onClose={() => setOpen(false)} />}
    </>
  );
};
