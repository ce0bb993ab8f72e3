// What a person has chosen in the back office, such as lists that are kept by name: texts by name, for the page alone.
// An actor for each person who has chosen something; nothing in it decides anything.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { field, schema } from '../schema.ts';
import { UniqueIndex } from '../unique-index.ts';

export type Chosen = { readonly [name: string]: string };

export interface Preferences {
  userId: number;
  values: Chosen;
  /** The data subject of the person: a list that is kept may be called by somebody's name. */
  subject: number;
}

export type PreferencesCommand =
  /** An empty value takes what was chosen away. */
  | {
      readonly type: 'choose';
      readonly userId: number;
      readonly subject: number;
      readonly name: string;
      readonly value: string;
    }
  | { readonly type: 'forget' };

const NOTHING: Chosen = {};

const EVENTS = {
  preference_chosen: { userId: 0, name: '', value: field('', { personal: 'contact', erased: '' }), subject: 0 },
  preferences_forgotten: {},
};

export class PreferencesIndex {
  readonly byUser = new UniqueIndex();
}

const without = (values: Chosen, name: string): Chosen =>
  Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));

export const preferences: ActorKind<Preferences, PreferencesCommand, typeof EVENTS, PreferencesIndex> = {
  kind: 'preferences',
  state: schema<Preferences>({
    userId: 0,
    values: field(NOTHING, { personal: 'contact', erased: NOTHING }),
    subject: 0,
  }),
  events: EVENTS,
  ends: 'preferences_forgotten',
  decide(_state, command) {
    if (command.type === 'forget') return decided({ type: 'preferences_forgotten' });
    const { userId, subject, name, value } = command;
    return decided({ type: 'preference_chosen', userId, name, value, subject });
  },
  apply(state, event) {
    if (event.type === 'preferences_forgotten') return;
    const { userId, name, value, subject } = event;
    // It is the person's for ever.
    if (state.userId === 0) state.userId = userId;
    if (state.subject === 0) state.subject = subject;
    // Of a journal in which choices were in clear: nothing of them is kept.
    if (subject === 0) return;
    const others = without(state.values, name);
    state.values = value === '' ? others : { ...others, [name]: value };
  },
  index: {
    create: () => new PreferencesIndex(),
    add: (index, id, { userId }) => index.byUser.add(String(userId), id),
    remove: (index, id, { userId }) => index.byUser.remove(String(userId), id),
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly preferences: typeof preferences;
  }
}
