// Catches a start with another currency, or other decimals, that makes something else of what carts, coupons, prices
// and reports hold, and one that is refused although nothing is in it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import type { Config } from '../../../src/config/config.ts';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { decimal } from '../../../src/domain/money.ts';
import { endCoupons } from '../../../src/domain/coupons/change-coupons.ts';
import { planReport } from '../../../src/domain/reports/report.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { recordedCurrency } from '../../../src/domain/shop/shop-currency.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { openConfiguredStore } from '../../../src/server/start/open-store.ts';
import { runToEnd } from '../../../src/kernel/steps.ts';
import { recordCurrency } from '../../../src/server/start/shop-currency.ts';
import { CommandPlace } from '../../harness/commands.ts';
import { addPiece, fillShop, make, startSession } from '../../engine/shop.ts';

let place: CommandPlace;
beforeEach(() => void (place = new CommandPlace()));
afterEach(() => place.clean());

const configOf = (given: Partial<Config>): Config => ({
  ...loadConfig({ data: place.path('data'), snapshots: place.path('snapshots'), durability: 'commit' }, {}, undefined),
  ...given,
});

/** As a start leads; `use` is what the shop does then. */
const started = async (given: Partial<Config>, use: (engine: Engine) => void = () => {}): Promise<void> => {
  const store = await openConfiguredStore(configOf(given));
  try {
    recordCurrency(store.engine);
    use(store.engine);
    await store.engine.whenDurable(store.engine.headSeq);
  } finally {
    await store.close();
  }
};

const THREE = { currencyDigits: 3 };
const DOLLARS = { currency: 'USD' };

const openCart = (engine: Engine): number => {
  const id = make(engine, startSession);
  make(engine, (tx) => addPiece(tx, id, 1, false));
  return id;
};

const batch = (engine: Engine, percentage: boolean): number =>
  make(engine, (tx) =>
    createCoupons(tx, {
      count: 1,
      code: percentage ? 'TENTH' : 'TEN',
      terms: {
        name: 'ten',
        unique: false,
        percentage,
        amount: 1000,
        startDay: null,
        endDay: null,
        combineable: false,
        currency: '',
        promotionId: 0,
      },
    }),
  );

/** Sales of today as a report shows them. */
const salesIn = (engine: Engine): unknown => {
  const shop = engine.readContext();
  const planned = planReport(shop, {
    statistic: 'sales',
    fromDay: undefined,
    toDay: undefined,
    channel: '',
    currency: '',
  });
  const report = planned.ok ? runToEnd(planned.value.steps()) : planned;
  return report.ok && decimal(report.value.sum, report.value.digits);
};

describe('a start with another currency, or other decimals', () => {
  test('is refused in one line that names what would be worth something else', async () => {
    await started({}, (engine) => {
      fillShop(engine);
      openCart(engine);
      const sold = openCart(engine);
      make(engine, (tx) => checkout(tx, sold));
      batch(engine, false);
      batch(engine, true);
    });
    await expect(started(THREE)).rejects.toThrow(
      'the shop counts its amounts in EUR with 2 decimals, and the settings say EUR with 3 decimals: ' +
        '1 cart, 1 batch of coupons would be worth something else',
    );
    await expect(started(DOLLARS)).rejects.toThrow(
      'the settings say USD with 2 decimals: 1 cart, 1 batch of coupons, 3 prices would be worth something else',
    );
    // Nothing has changed, and the settings of before open it.
    await started({}, (engine) =>
      expect(recordedCurrency(engine.readContext())).toMatchObject({ currency: 'EUR', digits: 2 }),
    );
  });

  test('is taken where nothing is in the way, and is that of the shop from then on', async () => {
    await started({});
    await started(DOLLARS, (engine) => {
      fillShop(engine);
      expect(recordedCurrency(engine.readContext())).toMatchObject({ currency: 'USD', digits: 2 });
    });
    // Prices have four decimals whatever the currency has.
    await started({ ...DOLLARS, ...THREE }, openCart);
    await expect(started({})).rejects.toThrow('counts its amounts in USD with 3 decimals');
    await expect(started(DOLLARS)).rejects.toThrow(': 1 cart would be worth something else');
  });

  test('is taken once the batch of coupons has ended', async () => {
    let id = 0;
    await started({}, (engine) => void (id = batch(engine, false)));
    await expect(started(THREE)).rejects.toThrow(': 1 batch of coupons would be');
    await started({}, (engine) => void make(engine, (tx) => endCoupons(tx, id, undefined)));
    await started(THREE);
  });

  test('of more or fewer decimals leaves sales as they are, to the last decimal', async () => {
    const sell = (engine: Engine): void => {
      const id = openCart(engine);
      make(engine, (tx) => checkout(tx, id));
    };
    await started({}, (engine) => {
      fillShop(engine);
      sell(engine);
      expect(salesIn(engine)).toBe(10.99);
    });
    for (const currencyDigits of [3, 1]) {
      await started({ currencyDigits }, (engine) => {
        expect(salesIn(engine)).toBe(10.99);
      });
    }
    await started({ currencyDigits: 0 }, (engine) => {
      sell(engine);
      expect(salesIn(engine)).toBe(21.99);
    });
  });

  test('is not noticed by a store of before there was a record of it; from its next start on it is', async () => {
    const store = await openConfiguredStore(configOf({}));
    openCart((fillShop(store.engine), store.engine));
    await store.close();
    await started({});
    await expect(started(THREE)).rejects.toThrow('1 cart');
  });
});
