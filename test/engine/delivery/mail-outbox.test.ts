// Catches a mail that is lost, sent out of order or twice without need; one that holds up other addresses; and a server
// that is asked again and again while it takes nothing.
import { expect, test } from 'vitest';
import { heldMail, mailLane } from '../../../src/domain/mail.ts';
import type { Message } from '../../../src/domain/webhooks/message.ts';
import { MAILER_ID } from '../../../src/domain/webhooks/mailer.ts';
import type { Mailer } from '../../../src/domain/webhooks/mailer.ts';
import { queueMail, retryMails } from '../../../src/domain/webhooks/queue-mail.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { FAILED_KEPT_MS, MailOutbox } from '../../../src/engine/delivery/mail-outbox.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import type { MailAnswer, OutgoingMail } from '../../../src/kernel/mail-client.ts';
import { ok, refuse } from '../../../src/kernel/result.ts';
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import { isMailAddress } from '../../../src/domain/mail.ts';
import { newCipher } from '../privacy/test-cipher.ts';
import { SetClock } from '../seeded.ts';
import { RULES, make } from '../shop.ts';
import { engineOn } from '../store/stores.ts';
import { tickUntilIdle } from './outbox-world.ts';

const TAKEN: MailAnswer = { ok: true, answer: '250' };
const failed = (failure: 'refused' | 'deferred' | 'unreachable' | 'closed'): MailAnswer => ({
  ok: false,
  failure,
  detail: failure,
});

interface World {
  readonly engine: Engine;
  readonly outbox: MailOutbox;
  readonly clock: SetClock;
  readonly sent: OutgoingMail[];
  readonly warned: string[];
  answer: (mail: OutgoingMail) => MailAnswer;
  /** Text of a mail that cannot be made. */
  broken: string;
}

const RULES_ON = { ...RULES, sendsMail: true, mailBacklogMax: 10, mail: heldMail({}) };
const newEngine = (clock: SetClock, rules = {}): Engine =>
  engineOn(new MemoryJournal(newCipher()), { clock, rules: { ...RULES_ON, ...rules } });

const openOn = (engine: Engine, clock: SetClock): World => {
  const world: World = {
    engine,
    clock,
    sent: [],
    warned: [],
    answer: () => TAKEN,
    broken: '',
    outbox: new MailOutbox(engine, {
      client: { send: (mail) => (world.sent.push(mail), Promise.resolve(world.answer(mail))) },
      callsMax: 4,
      isAddress: isMailAddress,
      warn: (line) => void world.warned.push(line),
      source: {
        addressOf: (_shop, { parameters, secrets }) =>
          secrets === null ? undefined : String({ ...parameters, ...secrets }['email']),
        make: (_shop, { parameters, secrets }) => {
          const text = String({ ...parameters, ...secrets }['text']);
          const parts = { subject: text, html: text, text, attachments: [], senderName: '', replyTo: '' };
          return Promise.resolve(text === world.broken ? refuse('TEMPLATE_INVALID', '', 'line 1') : ok(parts));
        },
      },
    }),
  };
  return world;
};

const open = (rules = {}): World => {
  const clock = new SetClock(Date.UTC(2026, 0, 1));
  return openOn(newEngine(clock, rules), clock);
};

const tell = ({ engine }: World, email: string, text: string): void =>
  make(engine, (tx) => queueMail(tx, { mail: 'account_notice', email, parameters: { email, text } }));
const tellSecretly = ({ engine }: World, email: string, text: string): void =>
  make(engine, (tx) => queueMail(tx, { mail: 'verification', email, secrets: { email, text } }));

const later = async (world: World, ms: number): Promise<void> => {
  world.clock.ms += ms;
  await tickUntilIdle(world);
};

const texts = ({ sent }: World): string[] => sent.map(({ text }) => text);
const mails = ({ engine }: World) => engine.readContext().index('message').mails;
const stateOf = ({ engine }: World, id: number): Message => engine.tables.message.get(id)!.state as Message;
const mailer = ({ engine }: World): Mailer | undefined =>
  engine.tables.mailer.get(MAILER_ID)?.state as Mailer | undefined;

test('mails to one address come in order, and one that is deferred holds up that address alone', async () => {
  const world = open();
  // Two addresses of one queue.
  const other = Array.from({ length: 5000 }, (_, at) => `b${at}@example.org`).find(
    (address) => mailLane(address) === mailLane('a@example.org'),
  )!;
  for (const [address, text] of [
    ['a@example.org', '1'],
    [other, 'x'],
    ['A@Example.org', '2'],
    [other, 'y'],
  ] as const)
    tell(world, address, text);
  world.answer = ({ text }) => (text === '1' ? failed('deferred') : TAKEN);
  await tickUntilIdle(world);
  expect(texts(world)).toEqual(['1', 'x', 'y']);
  await later(world, 4_000);
  expect(texts(world)).toEqual(['1', 'x', 'y']);
  world.answer = () => TAKEN;
  await later(world, 1_000);
  expect(texts(world)).toEqual(['1', 'x', 'y', '1', '2']);
  const keys = world.sent.map(({ key }) => key);
  expect(keys[3]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(4);
  expect(mails(world).count).toBe(0);
});

test('the plan of webhooks holds for a mail; then it fails by name, and is sent again when somebody says so', async () => {
  const world = open();
  world.answer = () => failed('deferred');
  tell(world, 'a@example.org', '1');
  tell(world, 'a@example.org', '2');
  await tickUntilIdle(world);
  for (const ms of [5_000, 60_000, 600_000, 3_600_000, 14_400_000]) await later(world, ms);
  expect(texts(world)).toEqual([...'111111', '2']);
  const [id] = mails(world).failed;
  expect(stateOf(world, id!)).toMatchObject({ failed: true, attempts: 6, answer: 'deferred' });
  expect(world.warned).toEqual([expect.stringContaining('account_notice, is not sent: deferred')]);
  world.answer = () => TAKEN;
  make(world.engine, (tx) => retryMails(tx, [id!]));
  await later(world, 5_000);
  expect(texts(world).slice(7)).toEqual(['1', '2']);
});

test.each([
  ['refused', 1],
  ['closed', 0],
] as const)('%s: a mail is tried once, and %i fails', async (failure, count) => {
  const world = open();
  world.answer = () => failed(failure);
  tell(world, 'a@example.org', '1');
  world.outbox.tick();
  await tickUntilIdle(world).catch(() => undefined);
  expect(mails(world).failed.size).toBe(count);
  expect(stateOf(world, [...mails(world).failed, ...[...mails(world).lanes.values()].flat()][0]!).attempts).toBe(count);
});

test('nobody, and what is no address, fail by name and are never sent', async () => {
  const world = open();
  for (const address of ['x', 'a@example.org\r\nBcc: b@example.org', 'a@b.de,c@d.de']) tell(world, address, '1');
  tell(world, ' ', 'nobody: nothing is queued');
  await tickUntilIdle(world);
  expect(world.sent).toEqual([]);
  const answers = [...mails(world).failed].map((id) => stateOf(world, id).answer);
  expect(answers).toEqual(Array.from({ length: 3 }, () => 'nobody: what stands there is no e-mail address'));
});

test('a template that fails is named and tried again, and other mails go', async () => {
  const world = open();
  world.broken = 'broken';
  tell(world, 'a@example.org', 'broken');
  tell(world, 'b@example.org', 'whole');
  await tickUntilIdle(world);
  expect(texts(world)).toEqual(['whole']);
  const [[id]] = [...mails(world).lanes.values()] as [[number]];
  expect(stateOf(world, id).answer).toBe('TEMPLATE_INVALID: line 1');
  world.broken = '';
  await later(world, 5_000);
  expect(texts(world)).toEqual(['whole', 'broken']);
});

test('while the server takes nothing, mails wait, are no nearer to failing, and it is asked seldom', async () => {
  const world = open();
  world.answer = () => failed('unreachable');
  for (let at = 0; at < 8; at += 1) tell(world, `a${at}@example.org`, String(at));
  await tickUntilIdle(world);
  expect(world.sent.length).toBeLessThanOrEqual(4);
  expect(mailer(world)).toMatchObject({ attempts: 1, answer: 'unreachable' });
  for (const ms of [5_000, 60_000, ...Array.from({ length: 20 }, () => 600_000)]) await later(world, ms);
  expect(mailer(world)!.attempts).toBe(23);
  expect(mails(world).failed.size).toBe(0);
  expect([...mails(world).lanes.values()].flat().map((id) => stateOf(world, id).attempts)).toEqual(Array(8).fill(0));
  expect(world.warned.length).toBeLessThan(4);
  world.sent.length = 0;
  world.answer = () => TAKEN;
  await later(world, 600_000);
  expect(texts(world).sort()).toEqual([...'01234567']);
  expect(mailer(world)).toMatchObject({ attempts: 0, answer: '' });
});

test('a full backlog loses the newest, and counts it; what failed long ago makes room', async () => {
  const world = open();
  world.answer = () => failed('refused');
  for (let at = 0; at < 12; at += 1) tell(world, 'a@example.org', String(at));
  expect(mailer(world)).toMatchObject({ lost: 2 });
  expect(mailer(world)!.firstLostSeq).toBeGreaterThan(0);
  await tickUntilIdle(world);
  expect(mails(world).failed.size).toBe(10);
  await later(world, FAILED_KEPT_MS + 60_000);
  expect(mails(world).count).toBe(0);
  make(world.engine, (tx) => retryMails(tx, []));
  expect(mailer(world)).toMatchObject({ lost: 0, firstLostSeq: 0 });
});

test('mails that failed take no place of those that wait; more of them than may wait end, the oldest first', async () => {
  const world = open();
  world.answer = () => failed('refused');
  for (let round = 0; round < 3; round += 1) {
    for (let at = 0; at < 8; at += 1) tell(world, 'a@example.org', `${round}.${at}`);
    await tickUntilIdle(world);
  }
  world.outbox.tick();
  expect(mailer(world)).toBeUndefined();
  const kept = [...mails(world).failed].map((id) => stateOf(world, id).parameters['text']);
  expect(kept).toEqual(['1.6', '1.7', ...Array.from({ length: 8 }, (_, at) => `2.${at}`)]);
});

test('a mail with a secret that fails for good ends at once, is counted, and keeps no key', async () => {
  const world = open();
  world.answer = () => failed('refused');
  tellSecretly(world, 'a@example.org', 'code');
  expect(world.engine.readContext().index('message').bySubject.size).toBe(1);
  await tickUntilIdle(world);
  expect(world.engine.readContext().index('message').bySubject.size).toBe(0);
  expect([mails(world).count, mailer(world)!.lost]).toEqual([0, 1]);
  expect(world.warned).toEqual([expect.stringMatching(/verification, is not sent: refused; .*lost$/)]);
  expect(world.warned[0]).not.toContain('@');
});

test('what the server said is forgotten once it is tried at once', async () => {
  const world = open();
  world.answer = () => failed('unreachable');
  tell(world, 'a@example.org', '1');
  await tickUntilIdle(world);
  expect(mailer(world)!.answer).toBe('unreachable');
  make(world.engine, (tx) => retryMails(tx, []));
  expect(mailer(world)).toMatchObject({ answer: '', answeredMs: 0, attempts: 0 });
  world.answer = () => TAKEN;
  await tickUntilIdle(world);
  expect([texts(world), mailer(world)!.answer]).toEqual([['1', '1'], '']);
});

test('what was sent, and whose record was lost with the process, is sent again under the same key', async () => {
  const world = open();
  tell(world, 'a@example.org', '1');
  await world.engine.whenDurable(world.engine.headSeq);
  let taken: () => void = () => undefined;
  const isTaken = new Promise<void>((resolve) => (taken = resolve));
  const hanging = new MailOutbox(world.engine, {
    callsMax: 1,
    isAddress: isMailAddress,
    warn: () => undefined,
    source: {
      addressOf: () => 'a@example.org',
      make: () =>
        Promise.resolve(ok({ subject: '', html: '', text: '1', attachments: [], senderName: '', replyTo: '' })),
    },
    client: {
      send: (mail) => {
        world.sent.push(mail);
        taken();
        // Killed before the outcome is recorded.
        return new Promise(() => undefined);
      },
    },
  });
  hanging.tick();
  await isTaken;
  await tickUntilIdle(world);
  expect(texts(world)).toEqual(['1', '1']);
  expect(world.sent[1]!.key).toBe(world.sent[0]!.key);
  expect(mails(world).count).toBe(0);
});

test('a process that follows sends nothing', async () => {
  const world = open();
  tell(world, 'a@example.org', '1');
  Object.defineProperty(world.engine, 'isLeading', { value: false });
  await tickUntilIdle(world);
  expect(world.sent).toEqual([]);
});

test('who is asked for a part of a mail is told of nothing that is not durable', async () => {
  const journal = new MemoryJournal(newCipher());
  const commit = journal.commit.bind(journal);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const clock = new SetClock(Date.UTC(2026, 0, 1));
  const world = openOn(engineOn(journal, { clock, rules: RULES_ON }), clock);
  tell(world, 'a@example.org', '1');
  await world.engine.whenDurable(world.engine.headSeq);
  journal.commit = async (given) => (await released, commit(given));
  const seen: string[] = [];
  const outbox = new MailOutbox(world.engine, {
    callsMax: 1,
    isAddress: isMailAddress,
    warn: () => undefined,
    client: { send: () => Promise.resolve(TAKEN) },
    source: {
      addressOf: () => 'a@example.org',
      make: async (shop, _message, durable) => {
        // What it says of the shop is newer than the mail.
        tell(world, 'b@example.org', '2');
        (shop as unknown as { readSeq: number }).readSeq = world.engine.headSeq;
        seen.push('made');
        await durable();
        seen.push('asked');
        return ok({ subject: '', html: '', text: '1', attachments: [], senderName: '', replyTo: '' });
      },
    },
  });
  outbox.tick();
  for (let turn = 0; turn < 20; turn += 1) await yieldToEventLoop();
  expect(seen).toEqual(['made']);
  release();
  while (outbox.isCalling) await yieldToEventLoop();
  expect(seen[1]).toBe('asked');
});
