// The dry run's answer to a record that needs what an earlier record of the same file would make, and that the shop
// refuses because a dry run makes nothing.
//
// Guaranteed: a record that needs nothing of the file has the shop's own answer, and one that needs what neither the
// shop nor the file before it has stays refused (D677). Not promised: the answer to a refused record whose needs are
// all met. It counts as made, or as changed where its object is there; only the import shows whether the shop refuses
// it for another reason. Nor that a later record finds what an earlier one changes or takes away.
import { refuse } from '../kernel/result.ts';
import { caseless } from '../kernel/text.ts';
import { attributeKey, attributeKeys, categoryKey, classKey, entityKey, objectKey, recordKey } from './need-keys.ts';
import { pathOf } from './record.ts';
import type { CatalogueRecord, ClassRecord, CustomerRecord } from './record.ts';
import { toldOf } from './report.ts';
import type { Answer, Lacks } from './report.ts';

const usernameKey = ({ username, email }: CustomerRecord): string => `user name ${caseless(username || email)}`;

/** What a record is known by. */
const keysOf = (record: CatalogueRecord): readonly string[] => {
  switch (record.type) {
    case 'class':
      return [classKey(record.name)];
    case 'category':
      return [categoryKey(pathOf(record))];
    case 'warehouse_entity':
      return [entityKey(record.metadata?.element_number ?? '')];
    case 'product':
    case 'content':
      return [objectKey(record.name)];
    case 'record': {
      const called = [
        { ...record, key: '' },
        { ...record, name: '' },
      ];
      return called.filter(({ name, key }) => name !== key).map(recordKey);
    }
    case 'references':
      return [];
    case 'customer':
      return [`customer ${caseless(record.email)}`];
    case 'past_order':
      return [`past order ${JSON.stringify([record.source, record.number])}`];
    default:
      return record satisfies never;
  }
};

export class Foresight {
  /** What the records so far would make, and the attributes of classes that they name. */
  private readonly made = new Set<string>();
  /** Classes of objects and warehouse entities that the records so far would make, by key. */
  private readonly classes = new Map<string, string>();
  /** Classes of which a record was. */
  private readonly described = new Set<string>();

  /** Called with every record that the shop has answered, in their order. */
  foresee(record: CatalogueRecord, answer: Answer): Answer {
    const keys = keysOf(record);
    const isMade = keys.some((key) => this.made.has(key));
    const foreseen = this.answerTo(record, answer, isMade);
    if (typeof foreseen !== 'string') return foreseen;
    if (record.type === 'class') this.describe(record);
    // A record that gets its name is known by it from here on.
    if (foreseen === 'created' || record.type === 'record') for (const key of keys) this.made.add(key);
    if (foreseen !== 'created') return foreseen;
    if (record.type === 'customer') this.made.add(usernameKey(record));
    if (record.type === 'warehouse_entity' || record.type === 'product' || record.type === 'content') {
      const parent = 'variation_of' in record ? this.classes.get(objectKey(record.variation_of)) : undefined;
      this.classes.set(keys[0]!, record.class || (parent ?? ''));
    }
    return foreseen;
  }

  private describe({ name, attributes = [] }: ClassRecord): void {
    this.described.add(name);
    for (const attribute of attributes)
      for (const key of attributeKeys(name, attribute.name, attribute.type)) this.made.add(key);
  }

  private answerTo(record: CatalogueRecord, answer: Answer, isMade: boolean): Answer {
    if (answer === 'created' && isMade) return 'updated';
    if (answer === 'created' && record.type === 'customer' && this.made.has(usernameKey(record)))
      return { ...toldOf(refuse('USERNAME_IN_USE', 'username')), there: false };
    if (typeof answer === 'string' || answer.lacks === undefined || !this.areMet(answer.lacks)) return answer;
    return answer.there || isMade ? 'updated' : 'created';
  }

  private areMet({ keys, of, attributes }: Lacks): boolean {
    if (keys.length === 0 || !keys.every((key) => this.made.has(key))) return false;
    const className = this.classes.get(of) ?? '';
    // A class that the file does not describe is the shop's, and what it has is not known here.
    return !this.described.has(className) || attributes.every((name) => this.made.has(attributeKey(className, name)));
  }
}
