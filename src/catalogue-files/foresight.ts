// The dry run's answer to a record that needs what an earlier record of the same file would make, and that the shop
// refuses because a dry run makes nothing.
//
// Guaranteed: a record that needs nothing of the file has the shop's own answer. Not promised: the answer to a
// refused record that does. It counts as made, or as changed where its object is there; only the import shows whether
// the shop refuses it for another reason.
import type { RecordName } from '../domain/catalogue/find-record.ts';
import { refuse } from '../kernel/result.ts';
import { caseless } from '../kernel/text.ts';
import { pathOf, recordNameOf } from './record.ts';
import type { CatalogueRecord, CustomerRecord } from './record.ts';
import { toldOf } from './report.ts';
import type { Answer } from './report.ts';

const categoryKey = (path: readonly unknown[]): string => `category ${JSON.stringify(path)}`;

const usernameKey = ({ username, email }: CustomerRecord): string => `user name ${caseless(username || email)}`;

const recordKey = ({ class: className, name, key }: RecordName): string =>
  `record ${JSON.stringify([className, name, key])}`;

const keyOf = (record: CatalogueRecord): string => {
  switch (record.type) {
    case 'class':
      return `class ${record.name}`;
    case 'category':
      return categoryKey(pathOf(record));
    case 'warehouse_entity':
      return `entity ${record.metadata?.element_number ?? ''}`;
    case 'product':
    case 'content':
      return `object ${record.name}`;
    case 'record':
      return recordKey(record);
    case 'references':
      return '';
    case 'customer':
      return `customer ${caseless(record.email)}`;
    case 'past_order':
      return `past order ${JSON.stringify([record.source, record.number])}`;
    default:
      return record satisfies never;
  }
};

/** What the lists of references name: products by their names, and records. */
const namedIn = (attributes: { readonly [language: string]: object }): string[] =>
  Object.values(attributes).flatMap((values) =>
    Object.values(values).flatMap((value: unknown) =>
      !Array.isArray(value)
        ? []
        : value.flatMap((one: unknown) => {
            const called = recordNameOf(one);
            return typeof one === 'string' ? `object ${one}` : called === undefined ? [] : recordKey(called);
          }),
    ),
  );

const needsOf = (record: CatalogueRecord): readonly string[] => {
  const own = keyOf(record);
  switch (record.type) {
    case 'class':
    case 'customer':
    case 'past_order':
      return [own];
    case 'category':
      return [own, categoryKey(record.parent)];
    case 'warehouse_entity':
      return [own, `class ${record.class}`];
    case 'product':
    case 'content':
      return [
        own,
        `class ${record.class}`,
        `object ${record.variation_of}`,
        ...(record.categories ?? []).map(({ path }) => categoryKey(path)),
        ...(record.bindings ?? []).map(({ element_number: number }) => `entity ${number}`),
      ];
    case 'record':
      return [own, `class ${record.class}`, ...namedIn(record.attributes ?? {})];
    case 'references':
      return [
        record.class === '' ? `object ${record.name}` : recordKey(record),
        `entity ${record.element_number}`,
        ...namedIn(record.attributes),
      ];
    default:
      return record satisfies never;
  }
};

export class Foresight {
  /** What the records so far would make, and the classes that they would change. */
  private readonly changed = new Set<string>();

  /** Called with every record that the shop has answered, in their order. */
  foresee(record: CatalogueRecord, answer: Answer): Answer {
    const key = keyOf(record);
    const isMade = this.changed.has(key);
    const foreseen = this.answerTo(record, answer, isMade);
    if (foreseen === 'created' && record.type === 'customer') this.changed.add(usernameKey(record));
    if (key !== '' && (foreseen === 'created' || (foreseen === 'updated' && record.type === 'class')))
      this.changed.add(key);
    return foreseen;
  }

  private answerTo(record: CatalogueRecord, answer: Answer, isMade: boolean): Answer {
    if (answer === 'created' && isMade) return 'updated';
    if (answer === 'created' && record.type === 'customer' && this.changed.has(usernameKey(record)))
      return { ...toldOf(refuse('USERNAME_IN_USE', 'username')), there: false };
    if (typeof answer === 'string' || !needsOf(record).some((key) => this.changed.has(key))) return answer;
    return answer.there || isMade ? 'updated' : 'created';
  }
}
