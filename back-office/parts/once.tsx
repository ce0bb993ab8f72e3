// Secrets that the server shows a single time, in a dialog that closes only by its button: neither Escape nor a click
// beside it loses them.
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { Code } from './code.tsx';
import { Dialog } from './dialog.tsx';

export interface Shown {
  /** What the secrets are of. */
  readonly name: string;
  /** Each with its name. */
  readonly secrets: readonly (readonly [label: string, secret: string])[];
  readonly hint?: string;
}

interface OnceProps {
  readonly shown: Shown;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

export const Once = ({ shown: { name, secrets, hint }, onClose, children }: OnceProps) => (
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
