// Replies that say that something was done, with the views that give them.
import { SUCCESS, UPPER_SUCCESS, idText, reply } from './members.ts';

/** Nothing of the change is shown. */
export const done = <const O extends string>(object: O) => ({
  reply: reply(object, { status: SUCCESS }),
  view: () => ({ object, status: 'success' as const }),
});

/** The same from operations that write it in capitals. */
export const doneInCapitals = <const O extends string>(object: O) => ({
  reply: reply(object, { status: UPPER_SUCCESS }),
  view: () => ({ object, status: 'SUCCESS' as const }),
});

/** The id of what was made, as text. */
export const created = <const O extends string>(object: O, what: string) => ({
  reply: reply(object, { id: idText(`id of the new ${what}`) }),
  view: (id: number) => ({ object, id: String(id) }),
});
