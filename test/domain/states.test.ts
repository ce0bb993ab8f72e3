// Every kind's state and events on disk, generated from their declarations: this catches a field that is lost or
// changed on its way through the bytes, one without a value where older bytes lack it, and a personal one that stands
// in clear.
import type { Batch } from '../../src/engine/journal/journal.ts';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { EventShapes } from '../../src/domain/actor.ts';
import { KINDS, KIND_NAMES } from '../../src/domain/kinds.ts';
import type { KindName } from '../../src/domain/kind-types.ts';
import { Field, Schema, field, list, schema } from '../../src/domain/schema.ts';
import { Actor, ActorTable } from '../../src/engine/actors/actor-table.ts';
import { pack, unpack } from '../../src/engine/disk/codec.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { BatchWriter, readBatch } from '../../src/engine/journal/record.ts';
import { KeyTree } from '../../src/engine/privacy/key-tree.ts';
import { SubjectCipher } from '../../src/engine/privacy/encryption.ts';
import { COMMANDS } from './commands.ts';
import { deepFreeze, kindOf } from './memory-shop.ts';

type Values = { [name: string]: unknown };
type AnySchema = Schema<Values>;

const stateOf = (kind: KindName): AnySchema => KINDS[kind].state as unknown as AnySchema;
const eventsOf = (kind: KindName): [string, AnySchema][] =>
  Object.entries(KINDS[kind].events as EventShapes).map(([type, fields]) => [type, schema(fields)]);

it('rows and events of every kind are found under the name of the kind', () => {
  for (const name of KIND_NAMES) expect(KINDS[name].kind).toBe(name);
});

const plainLike = (value: unknown): fc.Arbitrary<unknown> => {
  if (typeof value === 'string') return fc.string();
  if (typeof value === 'number') return fc.maxSafeInteger();
  if (typeof value === 'boolean') return fc.boolean();
  // Pairs, as attributes of lines are: what a state derives when it is read may look into them.
  if (Array.isArray(value)) return fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 });
  if (value === null) return fc.constantFrom(null, 'a value');
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string(), { maxKeys: 3, noNullPrototype: true });
};

/** Rows as bytes may hold them. A codec of a field's own is tried with the states that its kind reaches, below. */
const fieldRow = (declared: unknown): fc.Arbitrary<unknown> | undefined => {
  if (declared instanceof Schema) return rowOf(declared as AnySchema);
  if (!(declared instanceof Field)) return plainLike(declared);
  if (!declared.isStored) return undefined;
  const { options, initial } = declared as Field<unknown>;
  if (options instanceof Schema) return rowOf(options as AnySchema);
  if (options.items !== undefined) return fc.array(rowOf(options.items as AnySchema), { maxLength: 3 });
  if (options.decode === undefined) return plainLike(initial);
  return fc.constant(options.encode === undefined ? initial : options.encode(initial));
};

const rowOf = ({ fields }: AnySchema): fc.Arbitrary<unknown[]> => {
  const rows = Object.values(fields).map(fieldRow);
  return fc.tuple(...rows.filter((row) => row !== undefined));
};

/** The schema of a record within the record, or what a field was declared with; nothing for plain data. */
const optionsOf = (declared: unknown): AnySchema | { readonly personal?: string } => {
  const options: unknown = declared instanceof Field ? declared.options : declared;
  if (options instanceof Schema) return options as AnySchema;
  return declared instanceof Field ? (options as { readonly personal?: string }) : {};
};

/** The names of personal fields, nested ones behind a dot. */
const personalNames = ({ fields }: AnySchema): string[] =>
  Object.entries(fields).flatMap(([name, declared]) => {
    const options = optionsOf(declared);
    if (options instanceof Schema) return personalNames(options).map((nested) => `${name}.${nested}`);
    return options.personal === undefined ? [] : [name];
  });

/** A value with a text of its own in every personal field. */
const aboutSomebody = ({ fields }: AnySchema, value: Values, texts: string[]): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, declared]) => {
      const options = optionsOf(declared);
      if (options instanceof Schema) return [name, aboutSomebody(options, value[name] as Values, texts)];
      if (options.personal === undefined) return [name, value[name]];
      const text = `cleartext-${texts.length}-of-${name}`;
      texts.push(text);
      const { initial } = declared as Field<unknown>;
      return [name, typeof initial === 'string' ? text : Array.isArray(initial) ? [text] : { text }];
    }),
  );

const cipher = (): SubjectCipher => new SubjectCipher(KeyTree.create());
const CAUSE = { operation: 'test', channelId: 0, sessionId: 0, userId: 0 };

describe.each(KIND_NAMES)('the state of a %s', (kind) => {
  const fields = stateOf(kind);

  it('comes back from its bytes as it was, and two of it share nothing that changes', () => {
    fc.assert(
      fc.property(rowOf(fields), (row) => {
        const state = fields.decode(row);
        const again = fields.decode(unpack(pack(fields.encode(state))) as unknown[]);
        expect(isDeepStrictEqual(again, state)).toBe(true);
        expect(pack(fields.encode(again)).equals(pack(row))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('has its defaults where an older row ends', () => {
    const first = fields.encode(fields.initial());
    fc.assert(
      fc.property(rowOf(fields), fc.nat({ max: first.length }), (row, length) => {
        const older = fields.encode(fields.decode(row.slice(0, length)));
        expect(pack(older.slice(length)).equals(pack(first.slice(length)))).toBe(true);
        expect(pack(older.slice(0, length)).equals(pack(row.slice(0, length)))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('begins anew each time, whatever was done to another that began so', () => {
    const before = pack(fields.encode(fields.initial()));
    const { first, rest } = COMMANDS[kind] as { first: fc.Arbitrary<object>; rest: fc.Arbitrary<object> };
    fc.assert(
      fc.property(first, fc.array(rest, { maxLength: 8 }), (begin, more) => {
        const state = fields.initial();
        for (const command of [begin, ...more]) {
          const decision = kindOf(kind).decide(state, command, 1000);
          if (decision.ok) for (const event of decision.value) kindOf(kind).apply(state, event as never, 1000);
        }
        expect(pack(fields.encode(fields.initial())).equals(before)).toBe(true);
        const copy = fields.decode(deepFreeze(fields.encode(state)));
        expect(pack(fields.encode(copy)).equals(pack(fields.encode(state)))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

/** Names of personal fields by kind and event: one that is dropped here is written in clear from then on. */
const DETAILS = ['contact', 'attributes', 'invoice'];
const PERSONAL: { readonly [declared: string]: readonly string[] } = {
  session: ['username', ...DETAILS.map((name) => `draft.${name}`)],
  session_started: ['username'],
  session_logged_in: ['username'],
  draft_details_set: DETAILS,
  edit_begun: DETAILS.map((name) => `details.${name}`),
  order: ['username', ...DETAILS.map((name) => `details.${name}`), 'notes'],
  order_noted: ['text'],
  order_placed: ['username', ...DETAILS.map((name) => `details.${name}`)],
  order_details_changed: DETAILS,
  user: ['username', 'email', 'passwordHash', 'profile', 'attributes', 'formerEmail', 'officeLogins', 'secondFactor'],
  user_registered: ['username', 'email', 'passwordHash'],
  user_password_changed: ['passwordHash'],
  user_password_rehashed: ['passwordHash'],
  user_changed: ['email', 'profile', 'attributes'],
  user_office_login_begun: ['address', 'browser'],
  user_second_factor_offered: ['secret'],
  user_second_factor_set: ['recovery'],
  user_second_factor_used: ['digest'],
  invitation: ['email'],
  person_invited: ['email'],
  preferences: ['values'],
  preference_chosen: ['value'],
  message: ['secrets'],
  message_queued: ['secrets'],
  issued_invoice: ['content', 'cancellation', 'creditNotes', 'earlier', 'partials'],
  invoice_issued: ['content'],
  invoice_format_added: ['documents'],
  cancellation_made: ['content'],
  credit_note_made: ['content'],
  partial_invoice_issued: ['content'],
  order_return: ['note'],
  return_announced: ['note'],
  return_picture: ['content'],
  return_picture_kept: ['content'],
  past_order: ['person'],
  past_order_brought: ['person'],
};

const KINDS_BY_WORDS: { readonly [words: string]: KindName } = {
  'user account': 'user',
  session: 'session',
  order: 'order',
  invitation: 'invitation',
  'choices in the back office': 'preferences',
  'issued invoice': 'issued_invoice',
  'past order': 'past_order',
  return: 'order_return',
  'picture of a return': 'return_picture',
  'messages to a person': 'message',
};

describe('what is about a person', () => {
  it('is what it always was', () => {
    const declared = KIND_NAMES.flatMap((kind) => [[kind, stateOf(kind)] as const, ...eventsOf(kind)]);
    const personal = declared.map(([name, fields]) => [name, personalNames(fields)] as const);
    expect(Object.fromEntries(personal.filter(([, names]) => names.length > 0))).toEqual(PERSONAL);
  });

  // Catches a kind that keeps something about a person, or a key for it, which nobody who reads the page would know of.
  it('is on the list of docs/sell/privacy.md, by kind and key', () => {
    const page = readFileSync(new URL('../../docs/sell/privacy.md', import.meta.url), 'utf8');
    const list = page.split('\n## What is encrypted\n')[1]!.split('\n\nIds, products')[0]!;
    const said = [...list.matchAll(/^- \*\*([a-z ]+)\*\*, (contact|invoice|one of their hour)\b/gm)]
      .filter(([, words]) => words !== 'audit of the above')
      // Messages of an hour have the key of contacts, under a number that no person has.
      .map(([, words, key]) => `${KINDS_BY_WORDS[words!]} ${key === 'invoice' ? key : 'contact'}`);
    const declared = KIND_NAMES.flatMap((kind) =>
      stateOf(kind).personalValues.map(({ purpose }) => `${kind} ${purpose}`),
    );
    expect([...said].sort()).toEqual([...new Set(declared)].sort());
  });

  const personalKinds = KIND_NAMES.filter((kind) => personalNames(stateOf(kind)).length > 0);

  it.each(personalKinds)('of a %s stands in no row, and comes back for whoever has its key', (kind) => {
    const texts: string[] = [];
    const state = aboutSomebody(stateOf(kind), stateOf(kind).initial(), texts);
    state['subject'] = 7;
    const table = new ActorTable(kind, new MemoryJournal(cipher()));
    const { bytes } = table.rowOf(new Actor(table, 1, state, 1));
    for (const text of texts) {
      expect(pack(stateOf(kind).encode(state)).includes(text)).toBe(true);
      expect(bytes!.includes(text)).toBe(false);
    }
    const again = table.decode(1, bytes!).state as Values;
    expect(pack(stateOf(kind).encode(again))).toEqual(pack(stateOf(kind).encode(state)));
  });

  const personalEvents = KIND_NAMES.flatMap((kind) =>
    eventsOf(kind)
      .filter(([, fields]) => personalNames(fields).length > 0)
      .map(([type, fields]) => ({ kind, type, fields })),
  );

  it.each(personalEvents)('in $type stands in no record', ({ kind, type, fields }) => {
    const texts: string[] = [];
    const event = { type, ...aboutSomebody(fields, fields.initial(), texts), subject: 7 };
    const [writer, keys] = [new BatchWriter(), cipher()];
    writer.add(1, 1, CAUSE, [{ kind, id: 1, event }], keys);
    const [{ bytes }] = writer.take().batches as [Batch];
    for (const text of texts) expect(bytes.includes(text)).toBe(false);
    expect(readBatch(bytes, keys)[0]!.events[0]!.event).toEqual(event);
  });
});

describe('a schema', () => {
  it('is compiled from names that are names only', () => {
    expect(() => schema({ 'a b': 0 })).toThrow('field name');
  });

  // Catches a personal value that no path of a row leads to, and that would be written in clear.
  it('takes no person into a list', () => {
    const person = schema({ name: field('', { personal: 'contact', erased: '' }) });
    expect(() => list(person)).toThrow('about a person');
  });
});
