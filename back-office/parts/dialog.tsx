// Something that wants an answer before the page goes on. The browser's own dialog: it keeps the focus inside, closes
// with Escape, and gives the focus back to what opened it.
import { useId, useLayoutEffect, useRef } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';
import { ConnectionLost } from './connection-lost.tsx';

interface DialogProps {
  readonly title: string;
  /** Undefined: it cannot be closed without an answer. */
  readonly onClose?: (() => void) | undefined;
  /** The action is under way: the dialog closes after it, or when it is given up. */
  readonly isSaving?: boolean;
  /** `onClose` asks before it closes. */
  readonly asksFirst?: boolean;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export const Dialog = (props: DialogProps) => {
  const { title, onClose: close, isSaving = false, asksFirst = false, children, class: name = '' } = props;
  const onClose = isSaving ? undefined : close;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = ref.current!;
    const opener = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-focus]')?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={name}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={() => {
        // A second Escape closes it unasked: browsers let no page prevent that.
        if (ref.current === null) return;
        if (onClose === undefined || asksFirst) ref.current.showModal();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose?.();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          {onClose !== undefined && (
            <button type="button" class="plain" aria-label={t().shell.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <ConnectionLost isSaving={isSaving} />
        {children}
      </div>
    </dialog>
  );
};
