// Would catch an invitation that opens more than its maker may give, twice, to another person, or after its time; and
// an address that outlives an invitation that nobody took up.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/webhooks/message.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { ok } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { bringRecords } from '../../catalogue-files/catalogue-shop.ts';
import { freeLine, openShop } from '../shop.ts';
import { channel, raw } from '../channels/channel-calls.ts';
import { ORDER } from '../orders/past-order-records.ts';
import type { Given, Reply, ShopOptions, TestShop } from '../shop.ts';
import { Staff } from './staff.ts';

const DAY_MS = 86_400_000;
const ORIGIN = { clientAddress: 'admin 10.0.0.1', traceparent: '', browser: 'Firefox, Linux' };
const MAIL = 'new@example.org';

const open = ({ config = {} }: ShopOptions = {}): { shop: TestShop; staff: Staff } => {
  const shop = openShop({ config: { passwordCharset: 'any', ...config } });
  return { shop, staff: new Staff(shop) };
};

const invite = (shop: TestShop, role = 'support', email = MAIL): Promise<{ id_invitation: number; code: string }> =>
  shop.admin('invite_person', { email, role });

/** The cookie of who has taken an invitation up. */
const accept = (staff: Staff, code: string, more: Given = {}): Promise<Result<string>> =>
  new Promise((resolve) => {
    const sent = { code, username: 'newcomer', password: 'secret-1', password_again: 'secret-1', ...more };
    staff.office.accept(sent, ORIGIN, (login) => resolve(login.ok ? ok(login.value.cookie) : login));
  });

const invited = async (shop: TestShop): Promise<readonly Reply[]> =>
  (await shop.admin<{ invitations: readonly Reply[] }>('get_invitations')).invitations;

describe('an invitation', () => {
  test('makes an account with its role and logs it in; its code is then worth nothing', async () => {
    const { shop, staff } = open();
    const owner = await staff.enter('owner', 100, 'owner');
    const sent = { email: MAIL, role: 'SUPPORT' };
    const made = await staff.call<{ code: string; expiration_date: string }>(owner, 'invite_person', sent);
    const shown = { email: MAIL, role: 'support', expiration_date: '2026-01-09 03:04:05' };
    expect(made).toMatchObject({ status: 'success', id_invitation: 1, expiration_date: shown.expiration_date });
    expect(await invited(shop)).toMatchObject([{ id_invitation: 1, ...shown, invited_by: 'owner' }]);
    await shop.restart();
    const again = new Staff(shop);
    const { code } = made;
    expect(await shop.call('get_invitation', { code })).toEqual({ object: 'invitation', ...shown });
    const cookie = await accept(again, code);
    expect(cookie.ok).toBe(true);
    const rights = await again.call((cookie as { value: string }).value, 'get_rights');
    expect(rights).toMatchObject({ role: 'support', person: { username: 'newcomer', email: MAIL, level: 50 } });
    const { logins } = await again.call<{ logins: Reply[] }>((cookie as { value: string }).value, 'get_logins');
    expect(logins).toMatchObject([{ address: '10.0.0.1', browser: 'Firefox, Linux', current: 1 }]);
    expect(await invited(shop)).toEqual([]);
    expect(await accept(again, code, { username: 'another' })).toMatchObject({ code: 'INVITATION_NOT_VALID' });
    await shop.refused('get_invitation', { code }, 'INVITATION_NOT_VALID', 'code');
    await again.logIn('newcomer');
  });

  test('stays open where name or password are refused', async () => {
    const { shop, staff } = open();
    await staff.add('taken', 50);
    const { code } = await invite(shop);
    for (const [more, why] of [
      [{ username: 'x' }, 'USERNAME_IS_INVALID'],
      [{ username: 'taken' }, 'USERNAME_IN_USE'],
      [{ password: '', password_again: '' }, 'PASSWORD_IS_INVALID'],
      [{ password_again: 'other-1' }, 'PASSWORDS_DOES_NOT_MATCH'],
    ] as const)
      expect(await accept(staff, code, more)).toMatchObject({ code: why });
    expect((await accept(staff, code)).ok).toBe(true);
  });

  test('is sent by the webhook of messages, with a link where there is a page', async () => {
    const { shop } = open({ config: { inviteUrl: 'https://office.example/#/invitation/{code}' } });
    await shop.admin('create_webhook', { name: 'MAIL', event: 'SEND_MESSAGE_TO_USER' });
    await shop.admin('update_webhook', { name: 'MAIL', url: 'https://mail.example/', parameter: '' });
    const { code } = await invite(shop);
    const { secrets } = shop.engine.tables.message.peek(1) as Message;
    expect(secrets).toEqual({
      email: MAIL,
      message:
        'Sie sind eingeladen, im Back Office des Shops zu arbeiten, als support: ' +
        `https://office.example/#/invitation/${code}`,
    });
  });

  test('is refused for an address that has an account, and replaces an earlier one of its own', async () => {
    const { shop, staff } = open();
    await staff.add('customer', 0);
    const email = 'customer@example.org';
    await shop.adminRefused('invite_person', { email, role: 'reader' }, 'EMAIL_IS_IN_USE', 'email');
    await shop.adminRefused('invite_person', { email: 'x', role: 'reader' }, 'EMAIL_IS_INVALID', 'email');
    await shop.adminRefused('invite_person', { email: MAIL, role: 'nobody' }, 'ROLE_NOT_FOUND', 'nobody');
    const first = await invite(shop);
    const second = await invite(shop, 'reader', 'NEW@example.org');
    expect(await invited(shop)).toMatchObject([{ id_invitation: second.id_invitation, role: 'reader' }]);
    await shop.refused('get_invitation', { code: first.code }, 'INVITATION_NOT_VALID');
  });

  test('keeps its role in use', async () => {
    const { shop } = open();
    await shop.admin('create_role', { role: 'Packer', operations: [] });
    const { id_invitation: id } = await invite(shop, 'packer');
    const why = await shop.adminRefused('delete_role', { role: 'Packer' }, 'ROLE_IN_USE', 'Packer');
    expect(why['detail']).toContain(`invitation ${id}`);
    await shop.admin('withdraw_invitation', { id_invitation: id });
    expect(await shop.admin('delete_role', { role: 'Packer' })).toMatchObject({ status: 'success' });
  });
});

describe('an invitation ends', () => {
  test('after seven days, with the keys of the person', async () => {
    const { shop } = open();
    const { code } = await invite(shop);
    shop.nowMs += 7 * DAY_MS - 1;
    expect(await shop.call('get_invitation', { code })).toMatchObject({ email: MAIL });
    shop.nowMs += 1;
    await shop.refused('get_invitation', { code }, 'INVITATION_NOT_VALID');
    expect(await invited(shop)).toEqual([]);
    const { subject } = shop.engine.readContext().read('invitation', 1)!;
    new ExpirySweeper(shop.engine).sweep(10);
    expect(shop.engine.readContext().read('invitation', 1)).toBeUndefined();
    await shop.engine.destruction.whenDone(shop.engine.headSeq);
    expect(shop.journal.cipher!.isDestroyed(subject * 2)).toBe(true);
    expect(JSON.stringify(await shop.admin('get_changelog'))).not.toContain(MAIL);
  });

  test('when it is withdrawn, and keeps nothing of the person then', async () => {
    const { shop } = open();
    const { id_invitation: id, code } = await invite(shop);
    expect(await shop.admin('withdraw_invitation', { id_invitation: id })).toMatchObject({ status: 'success' });
    await shop.refused('get_invitation', { code }, 'INVITATION_NOT_VALID');
    await shop.adminRefused('withdraw_invitation', { id_invitation: id }, 'INVITATION_NOT_FOUND', id);
  });

  test('a hundred are open at most', async () => {
    const { shop } = open();
    for (let at = 0; at < 100; at += 1) await invite(shop, 'reader', `person${at}@example.org`);
    await shop.adminRefused('invite_person', { email: MAIL, role: 'reader' }, 'INVITATION_LIMIT_REACHED');
    const again = { email: 'person7@example.org', role: 'support' };
    expect(await shop.admin('invite_person', again), 'in the place of another').toMatchObject({ status: 'success' });
  });
});

describe('nobody invites to more than they may do', () => {
  test('neither by the role, nor after their own rights were taken away', async () => {
    const { shop, staff } = open();
    await staff.add('owner', 100, 'owner');
    const operations = ['invite_person', 'withdraw_invitation', 'get_categories'];
    await shop.admin('create_role', { role: 'Lead', operations });
    await shop.admin('create_role', { role: 'Less', operations: ['get_categories'] });
    const id = await staff.add('lead', 50, 'Lead');
    const cookie = await staff.logIn('lead');
    for (const role of ['owner', 'support'])
      expect(await staff.call(cookie, 'invite_person', { email: MAIL, role }), role).toMatchObject({
        message: 'PERMISSION_DENIED',
        param: 'role',
      });
    const less = { email: MAIL, role: 'less' };
    const { code } = await staff.call<{ code: string }>(cookie, 'invite_person', less);
    const { id_invitation: other } = await invite(shop, 'owner', 'chief@example.org');
    const withdrawn = await staff.call(cookie, 'withdraw_invitation', { id_invitation: other });
    expect(withdrawn).toMatchObject({ message: 'PERMISSION_DENIED' });
    await shop.admin('lock_user', { id_user: id });
    expect(await accept(staff, code)).toMatchObject({ code: 'INVITATION_NOT_VALID' });
    await shop.admin('unlock_user', { id_user: id });
    await shop.admin('update_role', { role: 'Lead', operations: ['invite_person'] });
    expect(await accept(staff, code)).toMatchObject({ code: 'INVITATION_NOT_VALID' });
    await shop.admin('update_role', { role: 'Lead', operations });
    expect((await accept(staff, code)).ok).toBe(true);
  });

  test('nor does a channel, after its role was taken away, or after it was closed or deleted', async () => {
    const { shop, staff } = open();
    await shop.admin('create_role', { role: 'Desk', operations: ['invite_person', 'get_categories'] });
    await shop.admin('create_role', { role: 'Less', operations: ['get_categories'] });
    const desk = await channel(shop, 'json', { role: 'Desk' });
    const sent = { ...desk, request: 'invite_person', email: MAIL, role: 'Less' };
    const { code } = JSON.parse((await raw(shop, sent)).text) as { code: string };
    const isRefused = async (): Promise<void> => {
      await shop.refused('get_invitation', { code }, 'INVITATION_NOT_VALID', 'code');
      expect(await accept(staff, code)).toMatchObject({ code: 'INVITATION_NOT_VALID' });
    };
    await shop.admin('update_role', { role: 'Desk', operations: ['invite_person'] });
    await isRefused();
    await shop.admin('update_role', { role: 'Desk', operations: ['invite_person', 'get_categories'] });
    await shop.admin('update_channel', { id_channel: 2, shop_active: 0 });
    await isRefused();
    await shop.admin('update_channel', { id_channel: 2, shop_active: 1 });
    expect(await shop.call('get_invitation', { code })).toMatchObject({ email: MAIL, role: 'Less' });
    await shop.admin('delete_channel', { id_channel: 2 });
    await isRefused();
  });
});

describe('a message with the code of an invitation ends with it', () => {
  /** A receiver that never answers: what is queued waits. */
  const openWithMail = async () => {
    const { shop, staff } = open();
    await shop.admin('create_webhook', { name: 'MAIL', event: 'SEND_MESSAGE_TO_USER' });
    await shop.admin('update_webhook', { name: 'MAIL', url: 'https://mail.example/', parameter: '' });
    const waiting = (): readonly string[] =>
      [...shop.engine.tables.message.resident.values('a test')]
        .filter(({ ended }) => !ended)
        .map(({ state }) => String((state as Message).secrets?.['email']));
    return { shop, staff, waiting };
  };

  test('that is withdrawn, replaced or taken up, and with no other', async () => {
    const { shop, waiting } = await openWithMail();
    await invite(shop, 'support', 'other@example.org');
    const withdrawn = await invite(shop);
    await shop.admin('withdraw_invitation', { id_invitation: withdrawn.id_invitation });
    expect(waiting()).toEqual(['other@example.org']);
    await invite(shop);
    const { code } = await invite(shop, 'reader');
    expect(waiting()).toEqual(['other@example.org', MAIL]);
    await shop.restart();
    expect((await accept(new Staff(shop), code)).ok).toBe(true);
    expect(waiting()).toEqual(['other@example.org']);
  });

  test('that is over', async () => {
    const { shop, waiting } = await openWithMail();
    await invite(shop);
    shop.nowMs += 7 * DAY_MS;
    new ExpirySweeper(shop.engine).sweep(10);
    expect(waiting()).toEqual([]);
  });

  test('of the address of an account that is erased', async () => {
    const { shop, staff, waiting } = await openWithMail();
    await invite(shop, 'support', 'customer@example.org');
    const id = await staff.add('customer', 0);
    expect(await shop.admin('erase_user', { id_user: id, dry_run: 1 })).toMatchObject({ messages: 1 });
    const { subject } = shop.engine.readContext().read('invitation', 1)!;
    expect(await shop.admin('erase_user', { id_user: id })).toMatchObject({ messages: 1 });
    expect([waiting(), await invited(shop)]).toEqual([[], []]);
    expect(shop.journal.cipher!.isDestroyed(subject * 2)).toBe(true);
  });

  test('of the address of a guest whose order is erased, here or of another system', async () => {
    const { shop, waiting } = await openWithMail();
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 5));
    await shop.call('set_order_details', { session, email: 'Guest@example.org' });
    const { id_order: ordered } = await shop.call<{ id_order: number }>('checkout', { session });
    await bringRecords(shop.engine, [{ ...ORDER, email: 'past@example.org' }]);
    for (const [operation, given, email] of [
      ['erase_order', { id_order: ordered }, 'guest@example.org'],
      ['erase_past_order', { id_past_order: 1 }, 'past@example.org'],
    ] as const) {
      const { id_invitation: id } = await invite(shop, 'support', email);
      const { subject } = shop.engine.readContext().read('invitation', id)!;
      await invite(shop, 'support', 'other@example.org');
      expect(await shop.admin(operation, { ...given, dry_run: 1 })).toMatchObject({ messages: 1 });
      expect(await invited(shop)).toHaveLength(2);
      expect(await shop.admin(operation, given)).toMatchObject({ messages: 1 });
      expect([waiting(), await invited(shop)]).toMatchObject([['other@example.org'], [{ email: 'other@example.org' }]]);
      expect(shop.journal.cipher!.isDestroyed(subject * 2)).toBe(true);
    }
  });
});

/** What is known of an invitation: its address, the end of its time, and how it ended before. */
interface Known {
  readonly email: string;
  readonly code: string;
  readonly untilMs: number;
  isOver: boolean;
}

const steps = fc.oneof(
  fc.record({ step: fc.constant('invite' as const), email: fc.constantFrom('a@x.org', 'A@x.org', 'b@x.org') }),
  fc.record({ step: fc.constantFrom('withdraw' as const, 'accept' as const), at: fc.nat(5) }),
  fc.record({ step: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 5 }), sweeps: fc.boolean() }),
);

test('whatever is invited, withdrawn and taken up, an address has one open invitation or one account', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 10 }), async (given) => {
      const { shop, staff } = open({ config: { messagesPerAddressBurst: 1000 } });
      const known: Known[] = [];
      const accounts = new Set<string>();
      const isOpen = ({ isOver, untilMs }: Known): boolean => !isOver && shop.nowMs < untilMs;
      for (const [number, one] of given.entries()) {
        if (one.step === 'wait') {
          shop.nowMs += one.days * DAY_MS;
          if (one.sweeps) new ExpirySweeper(shop.engine).sweep(10);
        } else if (one.step === 'invite') {
          const made = await shop.admin<Reply>('invite_person', { email: one.email, role: 'reader' });
          const hasAccount = accounts.has(one.email.toLowerCase());
          expect(made['message']).toBe(hasAccount ? 'EMAIL_IS_IN_USE' : undefined);
          if (hasAccount) continue;
          for (const other of known) if (other.email === one.email.toLowerCase()) other.isOver = true;
          const code = String(made['code']);
          known.push({ email: one.email.toLowerCase(), code, untilMs: shop.nowMs + 7 * DAY_MS, isOver: false });
        } else if (known.length > 0) {
          const at = one.at % known.length;
          const chosen = known[at]!;
          const wasOpen = isOpen(chosen);
          if (one.step === 'accept') {
            expect((await accept(staff, chosen.code, { username: `person-${number}` })).ok).toBe(wasOpen);
            if (wasOpen) accounts.add(chosen.email);
          } else if (wasOpen) await shop.admin('withdraw_invitation', { id_invitation: at + 1 });
          if (wasOpen) chosen.isOver = true;
        }
        const emails = (await invited(shop)).map(({ email }) => String(email).toLowerCase());
        expect(emails).toEqual(known.filter(isOpen).map(({ email }) => email));
        expect(new Set(emails).size).toBe(emails.length);
      }
    }),
    { numRuns: runs(30) },
  );
});
