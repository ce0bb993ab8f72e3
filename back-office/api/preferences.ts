// What the person has chosen, such as lists kept by name and columns: kept with the account, so that it is there in
// every browser. The page alone reads it.
import { signal } from '../preact.ts';
import { call } from './call.ts';
import { KeptChoices } from './kept-choices.ts';
import type { ChangeOf, Choices } from './kept-choices.ts';
import { may } from './rights.ts';

const chosen = signal<Choices>({});

/** Lists whose columns are chosen. */
export type ChosenList = 'orders' | 'products' | 'contents' | 'customers' | 'stock' | 'coupons';

type PreferenceName = 'lists.orders' | `columns.${ChosenList}`;

const choices = new KeptChoices({
  read: async () => (await call('get_preferences', {})).preferences,
  write: (name, value) => call('set_preference', { name, value }),
  show: (shown) => {
    chosen.value = shown;
  },
});

/** Reads what the person chose; a shop that refuses it has a page without choices. */
export const readPreferences = async (): Promise<void> => {
  if (may('get_preferences')) await choices.read();
};

/** '': nothing was chosen. A component that asks is drawn again when that changes. */
export const preference = (name: PreferenceName): string => chosen.value[name] ?? '';

export const mayKeep = (): boolean => may('set_preference') && may('get_preferences');

/** Changes what is kept by then, for this page at once, and for others once it is kept. Throws Refused. */
export const keepPreference = (name: PreferenceName, of: ChangeOf): Promise<void> => choices.change(name, of);
