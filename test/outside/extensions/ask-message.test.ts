// Mails that extensions write. Catches a mail that does not go because of one, and a header that one could add.
import { expect, test } from 'vitest';
import { askMessage } from '../../../src/outside/extensions/ask-message.ts';
import { FakeExtensions } from '../../operations/fake-extensions.ts';

const ASKED = { kind: 'order_confirmation', language: 'de_DE', view: { id_order: 1 }, subject: 'S', text: 'T' };

test('nobody is asked where there is nobody', async () => {
  expect(await askMessage(undefined, ASKED)).toBeUndefined();
  expect(await askMessage(new FakeExtensions({}), ASKED)).toBeUndefined();
});

test('what one says takes the place of what it names', async () => {
  const extensions = new FakeExtensions({
    message: ({ subject }: { subject: string }) => ({ subject: `${subject}!` }),
  });
  expect(await askMessage(extensions, ASKED)).toEqual({ by: ['fake', '1'], subject: 'S!' });
  expect(extensions.asked).toEqual([{ point: 'message', question: ASKED }]);
});

test.each([
  [{ subject: 'one\r\nBcc: all@shop.example' }],
  [{ subject: 7 }],
  [{ text: 'x'.repeat(200_001) }],
  ['a text'.length],
  [undefined],
])('the mail goes as it was where one says %j', async (answer) => {
  expect(await askMessage(new FakeExtensions({ message: () => answer }), ASKED)).toBeUndefined();
});
