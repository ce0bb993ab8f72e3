// Catches a reply that denies a change which was made, a fault that is logged twice or not at all, and a call that is
// answered twice, whatever fails while replies are made.
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { EncodedReply } from '../../../src/kernel/json.ts';
import { toXml } from '../../../src/outside/xml.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { runs } from '../../harness/effort.ts';
import { CREDENTIALS, freeLine, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const XML = { licence_username: 'xml', licence_password: 'password-xml' };
const NOT_CHANGED = 'Nothing was changed.';

const broken = (): never => {
  throw new RangeError('broken on purpose');
};

/** Replaces the view of an operation, which is declared once for all shops, until `restore`. */
const withView = (request: string, view: () => unknown): { restore(): void } => {
  const spied = vi.spyOn(OPERATIONS.get(request) as unknown as { view: () => unknown }, 'view');
  spied.mockImplementation(view);
  return { restore: () => spied.mockRestore() };
};

/** Where a reply fails: a part's view, the place where a part's reply is collected, the whole as XML. */
const PLACES = ['write view', 'read view', 'collect', 'join', 'xml', 'nowhere'] as const;
type Place = (typeof PLACES)[number];

const injected = (place: Place): { restore(): void } | undefined => {
  if (place === 'write view') return withView('add_to_cart', broken);
  if (place === 'read view') return withView('get_cart', broken);
  // The length of this is none that a buffer has.
  if (place === 'collect') return withView('add_to_cart', () => new EncodedReply({} as Buffer));
  // It has a length, and cannot be joined.
  if (place === 'join')
    return withView('add_to_cart', () => new EncodedReply(new DataView(new ArrayBuffer(2)) as unknown as Buffer));
  return undefined;
};

const sent = (shop: TestShop, fields: object): Promise<string[]> =>
  new Promise((resolve) => {
    const bodies: string[] = [];
    shop.dispatch.call({ ...fields }, '', (_status, body) => void bodies.push(String(body)));
    void shop.engine.whenDurable(shop.engine.headSeq).then(() => setImmediate(() => resolve(bodies)));
  });

const PARTS = ['write', 'read', 'refused'] as const;

test('no reply denies a change that was made, and every fault is logged once', async () => {
  const cases = fc.record({
    parts: fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 6 }),
    place: fc.constantFrom(...PLACES),
    isXml: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ parts, place, isXml }) => {
      const shop: TestShop = openShop({
        // However busy the machine is, the parts run in one turn.
        work: { budgetMs: Infinity },
        toXml: (json) => (place === 'xml' && json.startsWith('{"object":"aggregate"') ? broken() : toXml(json)),
      });
      shop.openChannel(XML, 'secret-xml', true, 'xml');
      const session = await shop.session();
      const calls = {
        write: { request: 'add_to_cart', args: freeLine(session, '1.50') },
        read: { request: 'get_cart', args: { session } },
        refused: { request: 'get_cart', args: { session: 'nobody' } },
      };
      const pipe = Object.fromEntries(parts.map((part, index) => [`p${index}`, calls[part]]));
      const before = shop.engine.headSeq;
      const fault = injected(place);
      const fields = { ...(isXml ? XML : CREDENTIALS), request: 'aggregate', pipe: JSON.stringify(pipe) };
      const bodies = await sent(shop, fields);
      fault?.restore();
      const { headSeq } = shop.engine;
      const hasFailed = bodies[0]?.includes('INTERNAL_ERROR') ?? false;
      const faults = shop.faults.splice(0);

      expect(bodies, JSON.stringify(faults)).toHaveLength(1);
      expect(faults).toHaveLength(hasFailed ? 1 : 0);
      if (headSeq > before) expect(bodies[0]).not.toContain(NOT_CHANGED);
      const written = parts.slice(0, parts.indexOf('refused') < 0 ? undefined : parts.indexOf('refused'));
      if (place === 'collect' && parts[0] === 'write') expect(bodies[0]).toContain('What its parts changed stays.');
      if (place === 'join' && written.includes('write')) {
        expect(headSeq - before).toBe(written.filter((part) => part === 'write').length);
        expect(bodies[0]).toContain('What its parts changed stays.');
      }
      if (place === 'write view' && parts[0] === 'write') expect(bodies[0]).toContain('The change was made.');
      if (place === 'write view' || place === 'collect')
        expect(headSeq - before).toBe(written.includes('write') ? 1 : 0);
      if (place === 'nowhere' || place === 'xml')
        expect(headSeq - before).toBe(written.filter((part) => part === 'write').length);
      if (place === 'xml' && isXml && written.length === parts.length) expect(hasFailed).toBe(true);
    }),
    { numRuns: runs(60) },
  );
});
