// Mails with a document. Catches one without its PDF, and one that goes twice.
import { expect, test } from 'vitest';
import type { TestShop } from '../../../src/testing/test-shop.ts';
import { open, order, settle } from './mail-shop.ts';

const paperOf = ({ subject, attachments }: TestShop['mails'][number]): readonly unknown[] => {
  expect(attachments).toHaveLength(1);
  const [{ name, type, bytes }] = attachments as [(typeof attachments)[number]];
  expect(name).toBe(`${subject.split(' ').at(-1)}.pdf`);
  return [type, Buffer.from(bytes).subarray(0, 5).toString()];
};

test('an invoice and a credit note are told of once, each with its PDF', async () => {
  const shop = await open({ language: 'en_GB', mail: { sends: ['invoice', 'credit_note'] } });
  const id_order = await order(shop);
  const lines = [{ id_element: 1, quantity: 1 }];
  for (const format of ['html', 'pdf']) await shop.admin('get_invoice', { id_order, args: { format } });
  const { credit } = await shop.admin<{ credit: { id: number } }>('cancel_lines', { id_order, lines });
  for (const format of ['html', 'pdf'])
    await shop.admin('get_credit_note', { id_order, id_credit: credit.id, args: { format } });
  await settle(shop);
  const subjects = shop.mails.map(({ subject }) => subject.replace(/\d+$/, '#'));
  expect(subjects).toEqual(['Your invoice R-#', 'Your credit note S-#']);
  for (const mail of shop.mails) expect(paperOf(mail)).toEqual(['application/pdf', '%PDF-']);
  await shop.close();
});
