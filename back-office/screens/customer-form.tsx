// What is known of a customer, as fields: an account that the shop makes, and the data of one that is there. Nobody
// learns a password: the customer chooses one by the message that confirms the address, or by "password forgotten".
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { useAddressForm } from '../parts/use-address-form.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { ADDRESS_FIELDS } from '../parts/order-fields.ts';
import { useRef, useState } from '../preact.ts';
import type { Fields, Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';

type Account = Reply<'get_user_by_id'>;

const isOfAddress = (name: string): boolean => ADDRESS_FIELDS.some((field) => field === name);

interface AddressProps {
  readonly valueOf: (field: string) => string;
  readonly onInput: (field: string, text: string) => void;
}

/** The address of an account, whose country is a text. */
const AddressFields = ({ valueOf, onInput }: AddressProps) => {
  const form = useAddressForm(valueOf('country'));
  return (
    <div class="two">
      {form.fieldsWith(valueOf).map((field) => (
        <TextField
          key={field}
          label={form.labelOf(field)}
          hint={form.hintOf(field, valueOf(field))}
          value={valueOf(field)}
          onInput={(text) => onInput(field, text)}
        />
      ))}
    </div>
  );
};

const labelOf = (name: string): string => t().customers.fields[name] ?? name;

const fieldsOf = ({ email, attributes }: Account): Fields => ({
  email,
  ...Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value])),
});

const seenOf = (account: Account): Seen => ({ fields: fieldsOf(account), seq: account.seq });

const placeOf = (id: number): SeenPlace => ({
  read: async () => seenOf(await call('get_user_by_id', { id_user: id })),
  send: async (_draft, changed, seen) => {
    // An empty text leaves a value as it is; null clears it.
    const sent = Object.entries(changed).map(([name, value]) => [name, value === '' ? null : value]);
    await call('update_user_data', { id_user: id, attributes: Object.fromEntries(sent), ...seen });
  },
});

interface DialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

export const EditDialog = ({ account, onClose }: DialogProps) => {
  const texts = t().customers;
  const form = useSeen(placeOf(account.id_user), () => seenOf(account));
  const valueOf = (name: string): string => form.draft[name] ?? '';
  const others = Object.keys(form.draft).filter((name) => !isOfAddress(name));
  return (
    <ConfirmDialog
      title={texts.editTitle(account.username)}
      label={texts.save}
      isReady={Object.keys(form.changed).length > 0 && form.conflicts.length === 0}
      act={async () => ((await form.save()) ? texts.saved : undefined)}
      onClose={onClose}
    >
      <div class="two">
        {others.map((name) => (
          <TextField key={name} label={labelOf(name)} value={valueOf(name)} onInput={(text) => form.type(name, text)} />
        ))}
      </div>
      <AddressFields valueOf={valueOf} onInput={form.type} />
      <Meanwhile conflicts={form.conflicts} nameOf={({ field }) => labelOf(field)} onChoose={form.choose} />
    </ConfirmDialog>
  );
};

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

export const MakeCustomer = ({ onMade, onClose }: MakeProps) => {
  const texts = t().customers;
  const [email, setEmail] = useState('');
  const [username, setUsername] = useState('');
  const [profile, setProfile] = useState<Fields>({});
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
      <AddressFields
        valueOf={(name) => profile[name] ?? ''}
        onInput={(name, text) => setProfile({ ...profile, [name]: text })}
      />
    </ConfirmDialog>
  );
};
