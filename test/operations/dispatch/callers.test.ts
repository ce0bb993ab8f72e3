// Would catch calls that wait under the name of a channel whose password they lack, and people of the back office who
// wait behind strangers.
import { expect, test } from 'vitest';
import type { CallOrigin } from '../../../src/operations/dispatch/call-observer.ts';
import { IncomingCall } from '../../../src/operations/dispatch/incoming-call.ts';
import { CREDENTIALS, openShop } from '../shop.ts';

test('a call that waits is that of its channel and shopper, of the back office, or of somebody unknown', () => {
  const { dispatch, engine } = openShop();
  const callerOf = (fields: object, origin: Partial<CallOrigin> = {}): string => {
    const call = new IncomingCall({ ...fields }, '', () => {}, '', engine.readContext(), 0, {
      clientAddress: '',
      traceparent: '',
      ...origin,
    });
    return dispatch.callers.callerOf(call);
  };
  expect(callerOf(CREDENTIALS)).toBe('1');
  expect(callerOf(CREDENTIALS, { clientAddress: '192.0.2.1' })).toBe('1 192.0.2.1');
  expect(callerOf({ ...CREDENTIALS, licence_password: 'wrong' })).toBe('0');
  expect(callerOf({ licence_username: 'wrong' }, { clientAddress: '192.0.2.1' })).toBe('0 192.0.2.1');
  expect(callerOf({}, { clientAddress: 'admin x', personCookie: 'of a login' })).toBe('office admin x');
  expect(callerOf({}, { clientAddress: 'admin x', personCookie: '' })).toBe('0 admin x');
});
