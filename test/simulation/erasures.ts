// People who are erased from a simulated shop, between two lives as `kontor user erase` does it, and what must hold of
// them from then on: their keys are gone from the file, and no start reads what they were called.
import type { Order } from '../../src/domain/orders/order.ts';
import type { Message } from '../../src/domain/webhooks/message.ts';
import type { UserIndex } from '../../src/domain/accounts/user.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { belongings, eraseUser } from '../../src/engine/maintenance/erasure.ts';
import { keyNumberOf } from '../../src/domain/privacy/key-number.ts';
import { SubjectKeys } from '../../src/engine/privacy/subject-keys.ts';
import { newDirectory } from '../harness/directories.ts';
import type { State } from './state-history.ts';

/** One person's erasure under way. */
export interface Erasure {
  readonly username: string;
  /** Actors that read otherwise when it is done, as in a State. */
  readonly own: ReadonlySet<string>;
  readonly done: Promise<void>;
}

interface Erased {
  readonly username: string;
  readonly subjects: readonly number[];
}

const INVOICE_YEARS = 0;
/** Nobody is served meanwhile. */
const AT_ONCE = (): Promise<void> => Promise.resolve();

export class Erasures {
  readonly keys: SubjectKeys;
  private readonly directory = newDirectory();
  private readonly erased: Erased[] = [];
  private begun: Erased | undefined;

  constructor() {
    this.keys = SubjectKeys.create(this.directory, 'simulated');
  }

  /** On an engine that serves nobody. Undefined where nobody has the name. */
  async begin(engine: Engine, username: string): Promise<Erasure | undefined> {
    const id = (engine.tables.user.index as UserIndex).byName.get(username);
    if (id === undefined) {
      // Interrupted behind the destruction of the keys: the next start has read the account as erased.
      if (this.begun?.username === username) this.erased.push(this.begun);
      return undefined;
    }
    const { subjects, orders, sessions } = await belongings(engine, id, AT_ONCE);
    const own = new Set([
      `user ${id}`,
      ...orders.flatMap((order) => [`order ${order}`, `issued_invoice ${order}`]),
      ...sessions.map((session) => `session ${session}`),
    ]);
    // The messages of an hour share a key, so that those of others that are delivered lose their secrets as well.
    for (let message = 1; message < engine.tables.message.nextId; message += 1) {
      const state = engine.tables.message.peek(message) as Message | undefined;
      if (state !== undefined && (state.delivered || state.userId === id)) own.add(`message ${message}`);
    }
    const ordered = orders.map((order) => (engine.tables.order.peek(order) as Order).subject);
    const all = [...subjects, ...ordered].filter((subject) => subject !== 0);
    const begun: Erased = { username, subjects: all };
    this.begun = begun;
    const done = eraseUser(engine, id, { years: INVOICE_YEARS, pause: AT_ONCE }).then(
      () => void this.erased.push(begun),
    );
    done.catch(() => {});
    return { username, own, done };
  }

  /** What is wrong, in a sentence; '' for nothing. */
  wrong(state: State): string {
    if (this.erased.length === 0) return '';
    const { cipher } = SubjectKeys.read(this.directory);
    for (const { username, subjects } of this.erased) {
      const kept = subjects.find((subject) => !cipher.isDestroyed(keyNumberOf(subject, 'contact')));
      if (kept !== undefined) return `the file still has the key of ${username} for subject ${kept}`;
      for (const [key, text] of state)
        if (text.includes(`"${username}@example.com"`)) return `${key} still says who ${username} was`;
    }
    return '';
  }
}
