// What just happened, in a sentence, for some seconds; read aloud where a screen reader listens.
import { refreshAll } from '../api/feed.ts';
import { Refused } from '../api/refused.ts';
import { signal } from '../preact.ts';
import type { JSX } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  /** What may be done with it. */
  readonly beside: JSX.Element | undefined;
  readonly undo: Undo | undefined;
}

/** The reverse of what was done: it says what became of it. Throws Refused. */
export type Undo = () => Promise<string>;

const SHOWN_MS = 6000;
/** What can be undone stays for as long as somebody takes to see that it was wrong. */
const UNDO_MS = 20_000;
const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

const drop = (id: number): void => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

const show = (text: string, isBad: boolean, { beside, undo }: Partial<Pick<Toast, 'beside' | 'undo'>> = {}): void => {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-3), { id, text, isBad, beside, undo }];
  // What went wrong, and what is to be taken along, stays until it is read.
  if (!isBad && beside === undefined) setTimeout(() => drop(id), undo === undefined ? SHOWN_MS : UNDO_MS);
};

export const say = (text: string, undo?: Undo): void => show(text, false, { undo });
/** `beside`: a button for what was said. */
export const sayBeside = (text: string, beside: JSX.Element): void => show(text, false, { beside });
export const warn = (text: string): void => show(text, true);

/** Does the work; says what was refused, and goes on. */
export const orWarn = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    warn(refusalText(error));
  }
};

/** Done once: its sentence is gone as soon as it is begun. */
const takeBack = ({ id, undo }: Toast): void => {
  drop(id);
  void orWarn(async () => {
    say(await undo!());
  }).finally(refreshAll);
};

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map((toast) => (
      <div key={toast.id} class={toast.isBad ? 'toast bad' : 'toast'}>
        <Icon name={toast.isBad ? 'warning' : 'check'} />
        <p>{toast.text}</p>
        {toast.beside}
        {toast.undo !== undefined && (
          <button type="button" onClick={() => takeBack(toast)}>
            {t().lists.undo}
          </button>
        )}
        <button type="button" class="plain" aria-label={t().shell.close} onClick={() => drop(toast.id)}>
          <Icon name="close" size={16} />
        </button>
      </div>
    ))}
  </div>
);
