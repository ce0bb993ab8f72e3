// Catches a start that takes what a person has changed for what the file says, or the other way round, and one after
// which a product has a tax class that there is not.
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfigError } from '../../../src/config/setting.ts';
import { loadSettings } from '../../../src/config/config.ts';
import type { GivenSettings } from '../../../src/config/config.ts';
import { changeSettings } from '../../../src/domain/shop/change-settings.ts';
import { shopState } from '../../../src/domain/shop/shop.ts';
import { taxClassesFrom } from '../../../src/domain/shop/tax-classes.ts';
import { NO_METADATA } from '../../../src/domain/attributes/metadata.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import { createWarehouseEntity } from '../../../src/domain/catalogue/create-warehouse-entity.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { beginToLead } from '../../../src/server/lifecycle/prepare-role.ts';
import { openConfiguredStore } from '../../../src/server/start/open-store.ts';
import { recordSettings } from '../../../src/server/start/shop-settings.ts';
import { CommandPlace } from '../../harness/commands.ts';
import { make } from '../../engine/shop.ts';

let place: CommandPlace;
beforeEach(() => void (place = new CommandPlace()));
afterEach(() => place.clean());

const written = (...classes: readonly (readonly [name: string, rate: number])[]) =>
  classes.map(([name, rate]) => ({ name, calculation: 'included', rates: { DE: rate } }));
const FULL = ['full', 0.19] as const;
const BOTH = written(FULL, ['reduced', 0.07]);

/** A store that is opened with these entries of the file. */
const led = async (file: object, use: (engine: Engine, settings: GivenSettings) => void): Promise<void> => {
  writeFileSync(place.path('kontor.config.json'), JSON.stringify(file));
  const given = { data: place.path('data'), snapshots: place.path('snapshots'), durability: 'commit' };
  const settings = loadSettings(given, {}, place.path('.'));
  const store = await openConfiguredStore(settings.config);
  try {
    use(store.engine, settings);
    await store.engine.whenDurable(store.engine.headSeq);
  } finally {
    await store.close();
  }
};

/** As a start leads; `use` is what the shop does then. */
const started = async (file: object, use: (engine: Engine) => void = () => {}): Promise<void> =>
  led(file, (engine, settings) => {
    recordSettings(engine, settings);
    use(engine);
  });

const namesIn = ({ rules }: Engine): string => rules.taxClasses.map(({ name }) => name).join();
const set = (engine: Engine, classes: typeof BOTH): object =>
  make(engine, (tx) =>
    changeSettings(tx, {
      values: { taxClasses: taxClassesFrom(classes) },
      effectiveMs: undefined,
      ifSeq: undefined,
    }),
  );
/** A warehouse entity of this tax class. */
const stock = (engine: Engine, taxclass: string): void => {
  make(engine, (tx) => createClass(tx, `part-${taxclass}`, 'warehouse_entity'));
  make(engine, (tx) =>
    createWarehouseEntity(tx, {
      className: `part-${taxclass}`,
      name: 'Screw',
      manufacturerId: 0,
      attributes: {},
      metadata: { ...NO_METADATA, taxclass },
    }),
  );
};

test('the file seeds the first start; what was changed since stays, and the same entry pins nothing', async () => {
  await started({ taxClasses: BOTH }, (engine) => {
    expect(namesIn(engine)).toBe('full,reduced');
    set(engine, written(FULL));
  });
  for (const file of [{ taxClasses: BOTH }, {}]) await started(file, (engine) => expect(namesIn(engine)).toBe('full'));
  const other = written(['other', 0.3]);
  await started({ taxClasses: other }, (engine) => expect(namesIn(engine)).toBe('other'));
  await started({}, (engine) => expect(namesIn(engine)).toBe('full'));
});

test('an entry that takes a class away is refused in one line that names it and what uses it', async () => {
  const line =
    'the configuration takes away what the shop uses: tax_classes: reduced would go, and it is used: ' +
    '1 warehouse entity. Say it there, or change what uses it first (docs/sell/settings.md)';
  await started({ taxClasses: BOTH }, (engine) => stock(engine, 'reduced'));
  await expect(started({ taxClasses: written(FULL) })).rejects.toThrow(new ConfigError(line));
  await started({ taxClasses: BOTH }, (engine) => expect(namesIn(engine)).toBe('full,reduced'));
  // What was pinned and used goes with its entry.
  await started({ taxClasses: [...BOTH, ...written(['books', 0.05])] }, (engine) => stock(engine, 'books'));
  await expect(started({})).rejects.toThrow('books would go, and it is used: 1 warehouse entity');
});

test('a node that begins to lead with such an entry leads, keeps the pins, and says so in one line', async () => {
  await started({ taxClasses: BOTH }, (engine) => stock(engine, 'reduced'));
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const ended: string[] = [];
  await led({ taxClasses: written(FULL) }, (engine, settings) => {
    beginToLead({ step: () => 'LEADING' }, engine, settings, (reason) => void ended.push(reason));
    expect(namesIn(engine)).toBe('full,reduced');
    expect(shopState(engine.readContext())!.pins).toEqual({});
  });
  expect(ended).toEqual([]);
  expect(said.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringMatching(/^kontor: settings of the shop stay pinned as they were: .* 1 warehouse entity/),
  ]);
  said.mockRestore();
});

describe('payment methods of the file', () => {
  const TRANSFER = { id: 2, name: 'Transfer' };
  const STRIPE = { id: 9, name: 'Card', provider: 'stripe', secretEnv: 'STRIPE' };
  const methodsIn = ({ rules }: Engine): string => rules.paymentMethods.map(({ id, name }) => `${id} ${name}`).join();
  const change = (engine: Engine, methods: readonly object[], effectiveMs?: number): object =>
    make(engine, (tx) =>
      changeSettings(tx, {
        values: { paymentMethods: methods as Engine['rules']['paymentMethods'] },
        effectiveMs,
        ifSeq: undefined,
      }),
    );
  const pinned = (engine: Engine): object => shopState(engine.readContext())!.pins;

  test('one that is added joins the list of the shop, also one that waits, and pins nothing', async () => {
    await started({ paymentMethods: [TRANSFER] }, (engine) => {
      change(engine, [{ id: 2, name: 'Vorkasse' }]);
      change(engine, [{ id: 2, name: 'Prepaid' }], Date.UTC(2099, 0, 1));
    });
    const file = { paymentMethods: [TRANSFER, STRIPE] };
    await started(file, (engine) => {
      expect(methodsIn(engine)).toBe('2 Vorkasse,9 Card');
      expect(pinned(engine)).toEqual({});
      expect(shopState(engine.readContext())!.scheduled[0]!.values.paymentMethods).toEqual([
        { id: 2, name: 'Prepaid' },
        { id: 9, name: 'Card' },
      ]);
    });
  });

  test('the first entry joins the defaults; one that the shop gave up stays away; a changed one pins', async () => {
    await started({});
    await started({ paymentMethods: [TRANSFER, STRIPE] }, (engine) => {
      expect(methodsIn(engine)).toBe('2 PrePayment,3 Cash,9 Card');
      change(engine, [{ id: 3, name: 'Cash' }]);
    });
    await started({ paymentMethods: [TRANSFER, STRIPE] }, (engine) => expect(methodsIn(engine)).toBe('3 Cash'));
    await started({ paymentMethods: [{ ...TRANSFER, name: 'Wire' }] }, (engine) => {
      expect(methodsIn(engine)).toBe('2 Wire');
      expect(pinned(engine)).toHaveProperty('paymentMethods');
    });
  });

  test('one whose name the shop has given to another is refused in one line', async () => {
    await started({ paymentMethods: [TRANSFER] }, (engine) => change(engine, [{ id: 2, name: 'Card' }]));
    await expect(started({ paymentMethods: [TRANSFER, STRIPE] })).rejects.toThrow(
      new ConfigError(
        'the configuration does not fit the settings of the shop: payment_methods: the name Card stands there twice. ' +
          '(docs/sell/settings.md)',
      ),
    );
  });
});
