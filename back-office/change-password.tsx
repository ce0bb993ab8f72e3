// A new password for the person who is logged in. The login in hand stays, and its browser stays known to logins; those
// in other browsers end.
import { callByName } from './api/call.ts';
import { ConfirmDialog } from './parts/confirm-dialog.tsx';
import { TextField } from './parts/field.tsx';
import { Consequences } from './parts/consequences.tsx';
import { useState } from './preact.ts';
import { t } from './texts/texts.ts';

export const ChangePassword = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = t().ownPassword;
  const [old, setOld] = useState('');
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const differs = second !== '' && second !== first;
  const act = async (): Promise<string> => {
    // Without a session: that of the cookie, which the page does not know.
    await callByName('set_user_password', { old_passwd: old, new_passwd1: first, new_passwd2: second });
    return texts.changed;
  };
  return (
    <ConfirmDialog
      title={texts.title}
      label={texts.change}
      isReady={old !== '' && first !== '' && second === first}
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={texts.will} />
      <TextField
        label={texts.old}
        isPassword
        value={old}
        onInput={setOld}
        autoComplete="current-password"
        autoFocus
        required
      />
      <TextField label={texts.first} isPassword value={first} onInput={setFirst} autoComplete="new-password" required />
      <TextField
        label={texts.second}
        error={differs ? texts.differs : undefined}
        isPassword
        value={second}
        onInput={setSecond}
        autoComplete="new-password"
        required
      />
    </ConfirmDialog>
  );
};
