// The rules of one delivery method as a table: finds the first that is for a cart without asking each.
//
// Rules are kept by country. Those of the same postal codes are a place, and a cart meets the places of its code and
// the one without codes, so that ten thousand rules cost some microseconds. Each rule is put where it belongs when it
// comes: little is left for the next cart.
import type { DeliveryFacts, NotFor, ReadRule } from './facts.ts';
import { WHY_NOT, whyNot, whyNotThere } from './facts.ts';
import { ZipTable } from './zip-table.ts';
import type { ZipSpan } from './zips.ts';
import { Zone, inOrder } from './zone.ts';

/** Rules of the same postal codes. */
class Place {
  readonly rules = new Map<number, ReadRule>();
  readonly zone = new Zone();
  readonly spans: readonly ZipSpan[];

  constructor(spans: readonly ZipSpan[]) {
    this.spans = spans;
  }

  set(rule: ReadRule): void {
    this.rules.set(rule.id, rule);
    this.zone.add(rule);
  }

  delete(rule: ReadRule): void {
    this.rules.delete(rule.id);
    this.zone.remove(rule);
  }
}

/** Rules that name a country, or those that name none. */
class CountryTable {
  readonly #everywhere = new Place([]);
  /** By the codes as one text. */
  readonly #places = new Map<string, Place>();
  readonly #byZip = new ZipTable<Place>();
  /** Codes of the place that is empty, if one is; '': none. */
  #emptied = '';
  /** How many rules. */
  size = 0;

  set(rule: ReadRule): void {
    const key = keyOf(rule);
    if (key !== this.#emptied) this.#forgetEmptied();
    this.#emptied = '';
    let place = key === '' ? this.#everywhere : this.#places.get(key);
    if (place === undefined) {
      this.#places.set(key, (place = new Place(rule.spans)));
      for (const span of place.spans) this.#byZip.add(span, place);
    }
    place.set(rule);
    this.size += 1;
  }

  /** Codes of the last rule stay until another one comes or goes: one that changes is taken out and put in again. */
  delete(rule: ReadRule): void {
    this.#forgetEmptied();
    const key = keyOf(rule);
    const place = key === '' ? this.#everywhere : this.#places.get(key)!;
    place.delete(rule);
    this.size -= 1;
    if (place.rules.size === 0) this.#emptied = key;
  }

  #forgetEmptied(): void {
    const place = this.#places.get(this.#emptied);
    if (place === undefined) return;
    for (const span of place.spans) this.#byZip.remove(span, place);
    this.#places.delete(this.#emptied);
    this.#emptied = '';
  }

  first(facts: DeliveryFacts, before: ReadRule | undefined): ReadRule | undefined {
    let best = this.#everywhere.zone.first(facts, before) ?? before;
    this.#byZip.find(facts.zip, ({ zone }) => {
      best = zone.first(facts, best) ?? best;
    });
    return best;
  }

  /** Places that a cart goes to. */
  there({ zip }: DeliveryFacts): ReadonlySet<Place> {
    const places = new Set([this.#everywhere]);
    this.#byZip.find(zip, (place) => void places.add(place));
    return places;
  }
}

const keyOf = ({ zips }: ReadRule): string => zips.join('\n');

const NO_COUNTRY = '';
const stageOf = ({ why }: NotFor): number => WHY_NOT.indexOf(why);

/** What became of a rule. */
export interface ConsideredRule {
  readonly rule: ReadRule;
  /** Undefined: it is for the cart. */
  readonly not: NotFor | undefined;
}

/** The rules of a method by country, while they come and go. */
export class MethodRules {
  private readonly rules = new Map<number, ReadRule>();
  private readonly byCountry = new Map<string, CountryTable>();
  private made: MethodTable | undefined;

  get size(): number {
    return this.rules.size;
  }

  /** The same one until a rule comes or goes. */
  get table(): MethodTable {
    return (this.made ??= new MethodTable([...this.rules.values()], this.byCountry));
  }

  set(rule: ReadRule): void {
    this.delete(rule.id);
    this.rules.set(rule.id, rule);
    for (const country of countriesOf(rule)) {
      const known = this.byCountry.get(country) ?? new CountryTable();
      this.byCountry.set(country, known);
      known.set(rule);
    }
  }

  delete(id: number): void {
    this.made = undefined;
    const rule = this.rules.get(id);
    this.rules.delete(id);
    if (rule !== undefined) for (const country of countriesOf(rule)) this.byCountry.get(country)?.delete(rule);
  }
}

const countriesOf = ({ countries }: ReadRule): readonly string[] => (countries.length === 0 ? [NO_COUNTRY] : countries);

/** Answers of the rules as they are now; `rules` are those of its making. */
export class MethodTable {
  private readonly given: readonly ReadRule[];
  private sorted: readonly ReadRule[] | undefined;
  private readonly byCountry: ReadonlyMap<string, CountryTable>;

  constructor(rules: readonly ReadRule[], byCountry: ReadonlyMap<string, CountryTable>) {
    this.given = rules;
    this.byCountry = byCountry;
  }

  /** By falling priority, then by id. */
  get rules(): readonly ReadRule[] {
    return (this.sorted ??= this.given.toSorted(inOrder));
  }

  private tablesOf({ country }: DeliveryFacts): readonly CountryTable[] {
    return [NO_COUNTRY, country].flatMap((key) => this.byCountry.get(key) ?? []);
  }

  /** The rule that decides for a cart; undefined: none is for it. */
  choose(facts: DeliveryFacts): ReadRule | undefined {
    let best: ReadRule | undefined;
    for (const table of this.tablesOf(facts)) best = table.first(facts, best);
    return best;
  }

  /** What became of each rule, in the order in which they are asked. */
  *considered(facts: DeliveryFacts): Generator<ConsideredRule> {
    for (const rule of this.rules) yield { rule, not: whyNot(rule, facts) };
  }

  /** Why none is for a cart: the reason of the one that came nearest to it. */
  whyNone(facts: DeliveryFacts): NotFor {
    const tables = this.tablesOf(facts);
    if (tables.every(({ size }) => size === 0)) return { why: 'other_country', about: 0 };
    let [nearest, stage, of]: [NotFor | undefined, number, ReadRule | undefined] = [undefined, -1, undefined];
    for (const table of tables)
      for (const { rules } of table.there(facts))
        for (const rule of rules.values()) {
          const not = whyNotThere(rule, facts);
          const reached = not === undefined ? -1 : stageOf(not);
          if (reached > stage || (reached === stage && of !== undefined && inOrder(rule, of) < 0))
            [nearest, stage, of] = [not, reached, rule];
        }
    return nearest ?? { why: facts.zip.whole === '' ? 'needs_zip' : 'other_zip', about: 0 };
  }
}
