// Catches mails that are not sent, sent to the wrong address, or say what they should not; and changes that go without
// their mail.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAILS } from '../../../src/domain/mail.ts';
import type { TestShop } from '../../../src/testing/test-shop.ts';
import { newDirectory } from '../../harness/directories.ts';
import { moduleOf } from '../../outside/extensions/modules.ts';
import { warmPrinting } from '../shop.ts';
import { open, order, settle } from './mail-shop.ts';

beforeAll(() => warmPrinting());

describe('mails of an order', () => {
  test('a placed order is confirmed once, with its number, lines and total, as HTML and as text', async () => {
    const shop = await open({ language: 'en_GB' });
    const id = await order(shop);
    await settle(shop);
    expect(shop.mails).toHaveLength(1);
    const [{ to, subject, html, text, attachments }] = shop.mails as [TestShop['mails'][number]];
    expect({ to, subject, attachments }).toEqual({
      to: 'buyer@example.org',
      subject: `Your order ${id}`,
      attachments: [],
    });
    expect(html).toContain(`<title>Your order ${id}</title>`);
    expect(text).toContain('Lamp');
    expect(text.replaceAll('\u00a0', ' ')).toContain('€ 20.00');
    expect(text).not.toMatch(/[<>]|&#/);
    await settle(shop);
    expect(shop.mails).toHaveLength(1);
    await shop.close();
  });

  test('money and a parcel are told of, with the link by which it is followed', async () => {
    const shop = await open({
      language: 'en_GB',
      carriers: [{ name: 'DHL', trackingUrl: 'https://dhl.example/{number}' }],
    });
    const id_order = await order(shop);
    await shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
    const lines = [{ id_element: 1, quantity: 1 }];
    await shop.admin('add_parcel', { id_order, lines, provider: 'dhl', tracking_number: '4 2' });
    await settle(shop);
    const subjects = shop.mails.map(({ subject }) => subject);
    expect(subjects).toEqual([
      `Your order ${id_order}`,
      `Your payment for the order ${id_order}`,
      `Your order ${id_order} is on its way`,
    ]);
    const { text } = shop.mails[2]!;
    expect(text).toContain('1 × Lamp');
    expect(text).toContain('Follow the parcel https://dhl.example/4%202');
    await shop.close();
  });

  test('a buyer is written to in the language that the checkout named', async () => {
    const shop = await open({ language: 'en_GB', languages: ['de_DE'] });
    const id_order = await order(shop, 'buyer@example.org', { language: 'de_DE' });
    await settle(shop);
    expect(shop.mails.map(({ subject }) => subject)).toEqual([`Ihre Bestellung ${id_order}`]);
    expect(await shop.admin('get_order_by_id', { id_order })).toMatchObject({ language: 'de_DE' });
    await shop.close();
  });

  test('nothing is queued without a server, without an address, or where the shop does not send it', async () => {
    const off = await open({ smtpHost: '' });
    await order(off);
    await settle(off);
    expect(off.mails).toEqual([]);
    expect(await off.admin('get_mail_messages')).toMatchObject({ is_on: 0, waiting: 0, failed: 0 });
    expect(await off.admin('send_test_mail', { mail: 'invoice', email: 'a@example.org' })).toMatchObject({
      message: 'MAIL_IS_OFF',
    });
    await off.close();
    const shop = await open();
    await order(shop, '');
    await shop.admin('update_shop_settings', { mail: { sends: ['invoice'] } });
    await order(shop);
    await settle(shop);
    expect(shop.mails).toEqual([]);
    await shop.close();
  });
});

describe('mails to persons', () => {
  const register = (shop: TestShop, more: object = {}): Promise<{ readonly id_user: number }> =>
    shop.call('register_user', {
      args: { username: 'john', email: 'john@example.org', passwd1: 'secret1', passwd2: 'secret1' },
      ...more,
    });

  test('tokens are in links that work, in the language of the account', async () => {
    const shop = await open({ verifyUrl: 'https://shop.example/verify?u={id_user}&t={session_id}' });
    const { id_user } = await register(shop, { language: 'en_GB' });
    await settle(shop);
    const { subject, text, to } = shop.mails[0]!;
    expect([to, subject]).toEqual(['john@example.org', 'Please confirm your e-mail address']);
    const link = /https:\S+/.exec(text)![0];
    const token = new URL(link).searchParams.get('t')!;
    expect(new URL(link).searchParams.get('u')).toBe(String(id_user));
    expect(await shop.call('verify_user', { id_user, session_id: token })).not.toMatchObject({ object: 'error' });
    await shop.call('reset_user_password', { args: { email: 'john@example.org' } });
    await settle(shop);
    expect(shop.mails[1]!.subject).toBe('A new password for your account');
    await shop.close();
  });

  test('an invitation goes to the address that it is for, and ends with it', async () => {
    const shop = await open({ language: 'en_GB' });
    await shop.admin('invite_person', { email: 'new@example.org', role: 'support' });
    await settle(shop);
    expect(shop.mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['new@example.org', 'Your invitation to the back office'],
    ]);
    await shop.close();
  });

  test('an account that is erased is written to no more', async () => {
    const shop = await open();
    const { id_user } = await register(shop);
    await shop.admin('erase_user', { id_user });
    await settle(shop);
    expect(shop.mails).toEqual([]);
    expect(await shop.admin('get_mail_messages')).toMatchObject({ waiting: 0, failed: 0 });
    await shop.close();
  });
});

describe('templates', () => {
  const own = (text: string): string => `<html><head><title>${text} {{ number }}</title></head>{{ subject }}</html>`;

  test('one of a language counts for it, one for all for the others', async () => {
    const shop = await open({ language: 'de_DE', languages: ['en_GB'] });
    const name = 'mail_order_confirmation';
    expect(await shop.admin('update_document_template', { name, text: own('All') })).toMatchObject({ language: '' });
    expect(
      await shop.admin('update_document_template', { name, language: 'de', text: own('Ä "1" &amp;') }),
    ).toMatchObject({ status: 'success', language: 'de', source: 'shop' });
    const id = await order(shop);
    await settle(shop);
    expect(shop.mails.at(-1)!.subject).toBe(`Ä "1" & ${id}`);
    expect(await shop.admin('preview_document', { name, language: 'en_GB' })).toMatchObject({ subject: 'All 1000' });
    await shop.admin('update_document_template', { name, language: 'de', text: '' });
    expect(await shop.admin('preview_document', { name, language: 'de_DE' })).toMatchObject({ subject: 'All 1000' });
    await shop.close();
  });

  test('one that cannot be used is refused by name: no template, no subject, a part of documents for a language', async () => {
    const shop = await open();
    const set = (fields: object) => shop.admin('update_document_template', { name: 'mail_invoice', ...fields });
    expect(await set({ text: '{% if %}' })).toMatchObject({ message: 'TEMPLATE_INVALID' });
    expect(await set({ text: '<p>no subject</p>' })).toMatchObject({
      message: 'TEMPLATE_INVALID',
      param: 'mail_invoice',
    });
    expect(await set({ name: 'invoice', language: 'de', text: 'a' })).toMatchObject({ param: 'language' });
    expect(await set({ language: 'DEU', text: own('a') })).toMatchObject({ param: 'language' });
    await shop.close();
  });

  test('one that fails for an order alone is named by the mail that waits', async () => {
    const shop = await open({ language: 'en_GB' });
    const endless = `{% for line in lines %}{% if line.name == 'Lamp' %}{% for a in (1..999999999) %}{{ a }}{% endfor %}
      {% endif %}{% endfor %}`;
    const [name, text] = ['mail_order_confirmation', `${own('Fine')}${endless}`];
    expect(await shop.admin('update_document_template', { name, text })).toMatchObject({ status: 'success' });
    await order(shop);
    await settle(shop);
    const { messages } = await shop.admin<{ messages: readonly object[] }>('get_mail_messages');
    const last_answer = expect.stringContaining(`DOCUMENT_TOO_LARGE: ${name}:`) as string;
    expect(messages).toMatchObject([{ mail: 'order_confirmation', state: 'waiting', last_answer }]);
    await shop.close();
  });

  test.each([...MAILS.map((mail) => `mail_${mail}`), 'mail_head', 'mail_foot'])(
    '%s can be shown and changed; no mark stands in it for a value that is not there',
    async (name) => {
      const shop = await open({ language: 'en_GB' });
      const { templates } = await shop.admin<{ templates: readonly { name: string; text: string }[] }>(
        'get_document_templates',
      );
      const text = `${templates.find((one) => one.name === name)!.text}<p>Own</p>`;
      const shown = await shop.admin<{ subject: string; text: string }>('preview_document', { name, text });
      expect(shown.text).toContain('Own');
      expect(`${shown.subject} ${shown.text}`).not.toMatch(/undefined|NaN|\{/);
      expect(await shop.admin('update_document_template', { name, text })).toMatchObject({ source: 'shop' });
      await shop.close();
    },
  );

  test('a credit note is shown of an order that has one, of one that has none, and of nobody', async () => {
    const shop = await open({ language: 'en_GB' });
    const name = 'mail_credit_note';
    const id_order = await order(shop);
    expect(await shop.admin('preview_document', { name, id_order })).toMatchObject({ subject: 'Your credit note' });
    await shop.admin('get_invoice', { id_order, format: 'html' });
    await shop.admin('cancel_lines', { id_order, lines: [{ id_element: 1, quantity: 1 }] });
    await shop.admin('get_credit_note', { id_order, id_credit: 1 });
    const subject = expect.stringMatching(/^Your credit note \S+$/);
    expect(await shop.admin('preview_document', { name, id_order })).toMatchObject({ subject });
    expect(await shop.admin('preview_document', { name })).toMatchObject({ subject });
    await shop.close();
  });

  test('one of a language is listed although the shop does not have the language', async () => {
    const shop = await open({ language: 'en_GB' });
    await shop.admin('update_document_template', { name: 'mail_invoice', language: 'fr', text: own('F') });
    const listed = async () =>
      (
        await shop.admin<{ templates: readonly { name: string; language: string }[] }>('get_document_templates')
      ).templates.filter(({ language }) => language !== '');
    expect(await listed()).toMatchObject([{ name: 'mail_invoice', language: 'fr', source: 'shop' }]);
    await shop.admin('update_document_template', { name: 'mail_invoice', language: 'fr', text: '' });
    expect(await listed()).toEqual([]);
    await shop.close();
  });

  test('no value ends a header or begins markup', async () => {
    const shop = await open({ language: 'en_GB' });
    const text = '<title>{{ "a\r\nBcc: x@example.org" }} {{ "<b>" }}</title><p>{{ "<b>" }}</p>';
    await shop.admin('update_document_template', { name: 'mail_order_confirmation', text });
    await order(shop);
    await settle(shop);
    const { subject, html, text: plain } = shop.mails[0]!;
    expect(subject).toBe('a Bcc: x@example.org <b>');
    expect(html).toContain('&lt;b&gt;');
    expect(plain).toBe('<b>');
    await shop.close();
  });
});

test('a test mail is sent at once, to the address that the call names', async () => {
  const shop = await open({ language: 'en_GB' });
  for (const mail of MAILS)
    expect(await shop.admin('send_test_mail', { mail, email: 'me@example.org' })).toMatchObject({ accepted: 1 });
  expect(shop.mails.map(({ to }) => to)).toEqual(MAILS.map(() => 'me@example.org'));
  for (const email of ['nobody', 'a@b.de\r\nBcc: c@d.de', 'a@b.de, c@d.de', 'a b@c.de', '<a@b.de>', ''])
    expect(await shop.admin('send_test_mail', { mail: 'invoice', email })).toMatchObject({ object: 'error' });
  expect(shop.mails).toHaveLength(MAILS.length);
  await shop.close();
});

test('an extension writes a mail otherwise; one that fails leaves it as it was', async () => {
  const module = join(newDirectory(), 'writer.mjs');
  const message = `message({ kind, text, view }) {
    if (kind === 'payment_received') throw new Error('no');
    return { text: text + ' for ' + view.order_number };
  }`;
  writeFileSync(module, moduleOf('writer', message));
  const shop = await open({ language: 'en_GB' }, [module]);
  const id_order = await order(shop);
  await shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
  await settle(shop);
  const [first, second] = shop.mails;
  expect(first!.subject).toBe(`Your order ${id_order}`);
  expect(first!.text).toMatch(new RegExp(`Lamp[^]* for ${id_order}$`));
  expect(first!.html).not.toContain(` for ${id_order}`);
  expect(second!.subject).toBe(`Your payment for the order ${id_order}`);
  expect(second!.text).not.toMatch(/ for \d+$/);
  await shop.close();
});

test('a mail that was sent is not sent again', async () => {
  const shop = await open({ language: 'en_GB' });
  await shop.admin('invite_person', { email: 'new@example.org', role: 'support' });
  const { messages } = await shop.admin<{ messages: readonly { id: number }[] }>('get_mail_messages');
  expect(messages).toHaveLength(1);
  await settle(shop);
  expect(shop.mails).toHaveLength(1);
  const id_message = messages[0]!.id;
  expect(await shop.admin('retry_mail', { id_message })).toMatchObject({ message: 'MAIL_NOT_FOUND' });
  await shop.close();
});
