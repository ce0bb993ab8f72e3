// Keys that work on every screen. While somebody types in a field only Escape does, which leaves the field.
import { signal } from './preact.ts';
import { goTo, hrefOf } from './routes.ts';
import { SCREENS } from './screens.tsx';

export const isHelpOpen = signal(false);

const GO_MS = 1200;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');

/** Where the focus is when a screen opens: nowhere, or on its heading. */
const isAtStart = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof HTMLElement && target.matches('main h1'));

/** Focuses the first row of a list if nothing else has the focus. */
const enterList = (): boolean => {
  const first = document.querySelector<HTMLElement>('main [data-list], main a.row');
  first?.focus();
  return first !== null;
};

export const followKeys = (): void => {
  let goingSince = 0;
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape') (event.target as HTMLElement).blur();
      return;
    }
    const isGoing = event.timeStamp - goingSince < GO_MS;
    goingSince = 0;
    const screen = isGoing ? SCREENS.find(({ key }) => key === event.key) : undefined;
    if (screen !== undefined) goTo(hrefOf(screen.name));
    else if (event.key === 'g') goingSince = event.timeStamp;
    else if (event.key === '/') document.querySelector<HTMLElement>('#find')?.focus();
    else if (event.key === '?') isHelpOpen.value = true;
    else if (event.key === 'ArrowDown' && isAtStart(event.target) && enterList()) event.preventDefault();
    else return;
    if (event.key === '/') event.preventDefault();
  });
};
