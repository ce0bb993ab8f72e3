// The rules of one delivery method as a table: finds the first that is for a cart without asking each.
//
// Rules are kept by country. Those of the same postal codes are a zone, and a cart meets the zones of its code and the
// one without codes, so that ten thousand rules cost some microseconds.
import type { DeliveryFacts, NotFor, ReadRule } from './facts.ts';
import { WHY_NOT, whyNot, whyNotThere } from './facts.ts';
import { ZipTable } from './zip-table.ts';
import { Zone } from './zone.ts';
import type { Ranked } from './zone.ts';

/** Rules that name a country, or those that name none. */
class CountryTable {
  private readonly everywhere: Zone;
  private readonly zones: ZipTable<Zone>;

  constructor(ranked: readonly Ranked[]) {
    const byZips = new Map<string, Ranked[]>();
    for (const one of ranked) {
      const zips = one.rule.zips.join('\n');
      const known = byZips.get(zips);
      if (known === undefined) byZips.set(zips, [one]);
      else known.push(one);
    }
    this.everywhere = new Zone(byZips.get('') ?? []);
    this.zones = new ZipTable(
      [...byZips].flatMap(([zips, some]) => {
        if (zips === '') return [];
        const zone = new Zone(some);
        return some[0]!.rule.spans.map((span) => [span, zone] as const);
      }),
    );
  }

  first(facts: DeliveryFacts, before: Ranked | undefined): Ranked | undefined {
    let best = this.everywhere.first(facts, before?.rank ?? Infinity) ?? before;
    this.zones.find(facts.zip, (zone) => {
      best = zone.first(facts, best?.rank ?? Infinity) ?? best;
    });
    return best;
  }

  /** Zones that a cart goes to. */
  there({ zip }: DeliveryFacts): ReadonlySet<Zone> {
    const zones = new Set<Zone>([this.everywhere]);
    this.zones.find(zip, (zone) => void zones.add(zone));
    return zones;
  }
}

const NO_COUNTRY = '';
const stageOf = ({ why }: NotFor): number => WHY_NOT.indexOf(why);

/** What became of a rule. */
export interface ConsideredRule {
  readonly rule: ReadRule;
  /** Undefined: it is for the cart. */
  readonly not: NotFor | undefined;
}

export class MethodTable {
  /** By falling priority, then by id. */
  readonly rules: readonly ReadRule[];
  private readonly byCountry = new Map<string, CountryTable>();

  constructor(rules: readonly ReadRule[]) {
    this.rules = rules.toSorted((a, b) => b.priority - a.priority || a.id - b.id);
    const ranked = new Map<string, Ranked[]>();
    for (const [rank, rule] of this.rules.entries())
      for (const country of rule.countries.length === 0 ? [NO_COUNTRY] : rule.countries) {
        const known = ranked.get(country);
        if (known === undefined) ranked.set(country, [{ rule, rank }]);
        else known.push({ rule, rank });
      }
    for (const [country, some] of ranked) this.byCountry.set(country, new CountryTable(some));
  }

  private tablesOf({ country }: DeliveryFacts): readonly CountryTable[] {
    return [NO_COUNTRY, country].flatMap((key) => this.byCountry.get(key) ?? []);
  }

  /** The rule that decides for a cart; undefined: none is for it. */
  choose(facts: DeliveryFacts): ReadRule | undefined {
    let best: Ranked | undefined;
    for (const table of this.tablesOf(facts)) best = table.first(facts, best);
    return best?.rule;
  }

  /** What became of each rule, in the order in which they are asked. */
  *considered(facts: DeliveryFacts): Generator<ConsideredRule> {
    for (const rule of this.rules) yield { rule, not: whyNot(rule, facts) };
  }

  /** Why none is for a cart: the reason of the one that came nearest to it. */
  whyNone(facts: DeliveryFacts): NotFor {
    const tables = this.tablesOf(facts);
    if (tables.length === 0) return { why: 'other_country', about: 0 };
    let [nearest, stage, of]: [NotFor | undefined, number, number] = [undefined, -1, 0];
    for (const table of tables)
      for (const zone of table.there(facts))
        for (const { rule, rank } of zone.ranked) {
          const not = whyNotThere(rule, facts);
          const reached = not === undefined ? -1 : stageOf(not);
          if (reached > stage || (reached === stage && rank < of)) [nearest, stage, of] = [not, reached, rank];
        }
    return nearest ?? { why: facts.zip.whole === '' ? 'needs_zip' : 'other_zip', about: 0 };
  }
}
