// What just happened, in a sentence, for some seconds; read aloud where a screen reader listens.
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
}

const SHOWN_MS = 6000;
const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

const drop = (id: number): void => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

const show = (text: string, isBad: boolean, beside?: JSX.Element): void => {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-3), { id, text, isBad, beside }];
  // What went wrong, and what is to be taken along, stays until it is read.
  if (!isBad && beside === undefined) setTimeout(() => drop(id), SHOWN_MS);
};

/** `beside`: a button for what was said. */
export const say = (text: string, beside?: JSX.Element): void => show(text, false, beside);
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

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, isBad, beside }) => (
      <div key={id} class={isBad ? 'toast bad' : 'toast'}>
        <Icon name={isBad ? 'warning' : 'check'} />
        <p>{text}</p>
        {beside}
        <button type="button" class="plain" aria-label={t().shell.close} onClick={() => drop(id)}>
          <Icon name="close" size={16} />
        </button>
      </div>
    ))}
  </div>
);
