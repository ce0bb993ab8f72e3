// Secrets that the server shows a single time, in a dialog that closes only by its button: neither Escape nor a click
// beside it loses them.
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { Code } from './code.tsx';
import { Dialog } from './dialog.tsx';

export interface ShownSecrets {
  /** Name of the thing that the secrets belong to. */
  readonly name: string;
  /** Secrets with their labels. */
  readonly secrets: readonly (readonly [label: string, secret: string])[];
  readonly hint?: string;
}

interface SecretDialogProps {
  readonly shown: ShownSecrets;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

export const SecretDialog = ({ shown: { name, secrets, hint }, onClose, children }: SecretDialogProps) => (
  <Dialog title={t().once.title(name)}>
    <div class="ask once">
      <p class="note-text">{t().once.hint}</p>
      {hint !== undefined && <p>{hint}</p>}
      {secrets.map(([label, secret]) => (
        <div key={label}>
          <h3>{label}</h3>
          <Code text={secret} label={label} />
        </div>
      ))}
      {children}
      <div class="dialog-end">
        <button type="button" class="primary" onClick={onClose}>
          {t().once.done}
        </button>
      </div>
    </div>
  </Dialog>
);
