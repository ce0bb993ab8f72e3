// Catches an address that docs/operate/addresses.md has and nobody answers, and a route that the page does not have.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import type { Route } from '../../../src/http/request-handler.ts';
import { paymentNoticesRoute } from '../../../src/http/routes/payment-notices.ts';
import type { RouteParts } from '../../../src/server/parts/routes.ts';
import { routesOf } from '../../../src/server/parts/routes.ts';
import type { MemoryShop } from '../../../src/testing/memory-shop.ts';
import { clockRoute } from '../../../src/testing/clock-route.ts';

const page = readFileSync(new URL('../../../docs/operate/addresses.md', import.meta.url), 'utf8');
const [, shop, office, others] = page.split(/^(?:On|A demo) /m);

/** Routes that are asked for a path alone are given nothing that they would use. */
const parts = { config: loadConfig({}, {}, undefined), dispatch: {}, feed: {}, following: undefined, demo: true };
const routes = routesOf({ ...parts, notices: paymentNoticesRoute(() => {}) } as unknown as RouteParts);

/** Methods and paths in a part of the page; names in capitals stand for what callers put there. */
const addressesOf = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/`(?:(GET|POST) )?(\/[^`\s…]+)`/g)].map(([, method = '', path]) => [
    method,
    path!.replace('ID', '8').replace('NAME', 'lamp.png'),
  ]);

/** `/srv/service/` is that of operations, the office's are tried by its own tests. */
const isRoute = ([, path]: readonly [string, string]): boolean =>
  !/^\/(?:srv\/service|back-office|admin|healthz|readyz|metrics)/.test(path);

const isAt = (route: Route, [method, path]: readonly [string, string]): boolean =>
  route.matches(path) && (method === '' || method === route.method);

describe('docs/operate/addresses.md', () => {
  test.each([
    ['the shop', routes.main.slice(0, -1), shop!],
    ['the administration', routes.admin, office!],
    ['a demo and a shop in memory', [...routes.main.slice(-1), clockRoute({} as MemoryShop)], others!],
  ])('has each address of %s, and no other', (_port, answering, text) => {
    const addresses = addressesOf(text).filter(isRoute);
    expect(addresses.filter((address) => !answering.some((route) => isAt(route, address)))).toEqual([]);
    expect(answering.filter((route) => !addresses.some((address) => isAt(route, address)))).toEqual([]);
    expect(addresses).toHaveLength(answering.length);
  });
});
