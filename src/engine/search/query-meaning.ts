// What a query means beside the records' own values: attributes of classes, names of classes, and categories, as far as
// the query names them. A search that is interrupted begins again where this has changed, and not for any other change
// of a class or a category.
import { attributeNamed } from '../../domain/attributes/attributes.ts';
import type { AttributeDefinition } from '../../domain/attributes/attributes.ts';
import type { KindName } from '../../domain/kind-types.ts';
import type { ComputedField, LinkedField } from '../../domain/listing/search-schema.ts';
import { leavesOf, withoutLanguage } from '../../domain/search/constraint.ts';
import type { Leaf } from '../../domain/search/constraint.ts';
import { facetFields, orderFields } from '../../domain/search/query.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import { isTextType } from './class-partition.ts';
import type { ClassPartition } from './class-partition.ts';
import type { SearchIndex } from './search-index.ts';

/** The pseudo field that stands for names, numbers and all text attributes. */
const SEARCH = 'search';
/** The fields whose value is that of a record's class, with their other names. */
const CLASS_FIELDS: ReadonlySet<string> = new Set(['main.class', 'main.type', 'class', 'type']);

/** What was read of a class. */
interface ClassMeaning {
  readonly definitions: readonly AttributeDefinition[];
  readonly names: string;
}

export interface QueryMeaning {
  readonly classes: ReadonlyMap<ClassPartition, ClassMeaning>;
  /** What computed values depend on besides records. */
  readonly computed: string;
}

const fieldsIn = (conditions: readonly Leaf[]): readonly string[] =>
  conditions.map(({ field }) => withoutLanguage(field)[0]);

interface Linked {
  readonly link: LinkedField;
  readonly member: string;
}

export class MeaningOfQuery {
  private readonly index: SearchIndex;
  private readonly shop: Reader;
  private readonly language: string;
  private readonly names: readonly string[];
  private readonly linked: readonly Linked[];
  private readonly computed: readonly ComputedField[];
  /** Whether a linked actor has changed in what the query names, since the meaning was read. */
  private hasLinkChanged = false;

  /** `field`: field whose distinct values are wanted; '' for records. */
  constructor(index: SearchIndex, shop: Reader, query: SearchQuery, field: string, computed: readonly ComputedField[]) {
    this.index = index;
    this.shop = shop;
    this.language = query.language;
    const conditions = [query.constraint, ...(query.scope ?? [])].flatMap((one) => leavesOf(one));
    this.computed = computed.filter(({ meant }) => meant !== undefined);
    const read = this.computed.map(({ meant }) => meant!.attribute(shop));
    const names = [...fieldsIn(conditions), ...orderFields(query), field, ...read, ...facetFields(query)];
    const linkedBy = (all: readonly string[]): readonly Linked[] =>
      [...new Set(all)].flatMap((name) =>
        Object.entries(index.searchable.linked).flatMap(([prefix, link]) =>
          name.startsWith(prefix) ? [{ link, member: name.slice(prefix.length) }] : [],
        ),
      );
    const links = new Set(linkedBy(names).map(({ link }) => link));
    const filled = shop.untracked(() => [...links].flatMap(({ filled: all }) => all?.(shop) ?? []));
    this.names = [...new Set([...names, ...fieldsIn(filled.flatMap(({ constraint }) => leavesOf(constraint)))])];
    // What fills an actor may name linked ones itself.
    this.linked = linkedBy(this.names);
  }

  /** The kinds whose changes are passed to `noteLinked`. */
  get linkedKinds(): readonly KindName[] {
    return [...new Set(this.linked.map(({ link }) => link.kind))];
  }

  /** Notes a change of an actor that records link to; undefined: it was not there before, or is not any more. */
  noteLinked(kind: KindName, before: object | undefined, after: object | undefined): void {
    const fallback = this.shop.untracked(() => this.shop.rules.language);
    const isSame = ({ link, member }: Linked): boolean =>
      link.kind !== kind ||
      (before !== undefined && after !== undefined && link.isSame(before, after, member, this.language, fallback));
    this.hasLinkChanged ||= !this.linked.every(isSame);
  }

  read(): QueryMeaning {
    this.hasLinkChanged = false;
    return this.shop.untracked(() => {
      const classes = new Map<ClassPartition, ClassMeaning>();
      for (const partition of this.index.partitions.values())
        classes.set(partition, { definitions: partition.definitions(), names: this.namesOf(partition) });
      return { classes, computed: this.depended() };
    });
  }

  /** Whether it still is what was read; of a class whose first record came later nothing was read. */
  isStill({ classes, computed }: QueryMeaning): boolean {
    if (this.hasLinkChanged) return false;
    return this.shop.untracked(() => {
      if (computed !== this.depended()) return false;
      for (const [partition, before] of classes) {
        if (before.names !== this.namesOf(partition)) return false;
        const definitions = partition.definitions();
        if (definitions !== before.definitions && this.told(definitions) !== this.told(before.definitions))
          return false;
      }
      return true;
    });
  }

  private depended(): string {
    return JSON.stringify(this.computed.map(({ meant }) => meant!.read(this.shop)));
  }

  private namesOf({ classId }: ClassPartition): string {
    if (classId === 0 || !this.names.some((name) => CLASS_FIELDS.has(name))) return '';
    const { name = '', type = '' } = this.shop.read('class', classId) ?? {};
    return JSON.stringify([name, type]);
  }

  /** The definitions that the query names, as a text. */
  private told(definitions: readonly AttributeDefinition[]): string {
    const named = this.names.map((name) => attributeNamed(definitions, name));
    const texts = this.names.includes(SEARCH) ? definitions.filter(({ type }) => isTextType(type)) : [];
    return JSON.stringify([named, texts]);
  }
}
