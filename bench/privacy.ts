// What encryption of personal data costs: the same writes on an engine with keys and on one without, turn by turn.
import { checkout } from '../src/domain/orders/checkout.ts';
import { addToCart } from '../src/domain/cart/add-to-cart.ts';
import type { Engine } from '../src/engine/engine.ts';
import { KeyTree } from '../src/engine/privacy/key-tree.ts';
import { MemoryJournal } from '../src/engine/journal/memory-journal.ts';
import { SubjectCipher } from '../src/engine/privacy/encryption.ts';
import { does, memoryEngine } from './memory-engine.ts';
import { median } from './stats.ts';
import { RULES, fillShop, startSession } from '../test/engine/shop.ts';
import { FREE_PIECE } from '../test/domain/cart/plain-elements.ts';

const ROUNDS = 30;
const PER_ROUND = 500;
const DETAILS = {
  fields: {
    email: 'anna@example.org',
    delivery_firstname: 'Anna',
    delivery_lastname: 'Muster',
    delivery_street: 'Gartenweg',
    delivery_number: '7',
    delivery_zip: '12345',
    delivery_city: 'Berlin',
    delivery_country: 'DE',
    invoice_lastname: 'Muster',
    invoice_city: 'Berlin',
  },
  attributes: {},
};

interface Side {
  readonly engine: Engine;
  readonly details: number[];
  readonly checkouts: number[];
}

const side = (cipher: SubjectCipher | undefined): Side => {
  const engine = memoryEngine(RULES, new MemoryJournal(cipher));
  fillShop(engine);
  return { engine, details: [], checkouts: [] };
};

/** Microseconds of one call, on the average of a round. */
const timed = (into: number[], work: () => void): void => {
  const start = performance.now();
  work();
  into.push(((performance.now() - start) / PER_ROUND) * 1000);
};

const round = async ({ engine, details, checkouts }: Side): Promise<void> => {
  const sessions = Array.from({ length: PER_ROUND }, () => does(engine, startSession));
  for (const sessionId of sessions) {
    does(engine, (tx) => addToCart(tx, { ...FREE_PIECE, sessionId }));
  }
  timed(details, () => {
    for (const id of sessions)
      does(engine, (tx) =>
        tx.ask('session', id, {
          type: 'set_details',
          subject: tx.newSubject(),
          reservedOrderId: tx.nextId('order'),
          bytesMax: 1_048_576,
          ...DETAILS,
        }),
      );
  });
  timed(checkouts, () => {
    for (const id of sessions) does(engine, (tx) => checkout(tx, id));
  });
  await engine.whenDurable(engine.headSeq);
};

const [encrypted, plain] = [side(new SubjectCipher(KeyTree.create())), side(undefined)];
for (let at = 0; at < ROUNDS; at += 1) {
  await round(encrypted);
  await round(plain);
}
for (const [name, metric] of [
  ['set_order_details', 'details'],
  ['checkout', 'checkouts'],
] as const) {
  const [withKeys, without] = [median(encrypted[metric]), median(plain[metric])];
  console.log(
    `${name.padEnd(18)} encrypted ${withKeys.toFixed(1)} µs, in clear ${without.toFixed(1)} µs: ${(withKeys - without).toFixed(1)} µs more`,
  );
}
process.exit(0);
