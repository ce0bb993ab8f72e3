// Forms sent by the thread that has decoded them, as structured clones, so that values stay as they were. JSON is sent
// as text: JSON.parse makes its values sooner than a clone does.
import { deserialize, serialize } from 'node:v8';
import { memberOrders, restoreMemberOrders } from '../../kernel/json-reader.ts';
import type { MemberOrders } from '../../kernel/json-reader.ts';
import { ok } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { emptyFields } from '../form/fields.ts';
import type { Fields } from '../form/fields.ts';

/** `form`: the fields themselves, or the text of an object that JSON.parse makes them of. */
type Sent = Refusal | { readonly ok: true; readonly form: Fields | string; readonly orders: MemberOrders };

/** `text`: JSON from which JSON.parse makes the fields; absent: there is none. */
export const bytesOfForm = (form: Result<Fields>, text?: string): Buffer =>
  serialize((form.ok ? { ok: true, form: text ?? form.value, orders: memberOrders(form.value) } : form) satisfies Sent);

/** Reads what `bytesOfForm` wrote. */
export const formOfBytes = (bytes: Uint8Array): Result<Fields> => {
  const sent = deserialize(bytes) as Sent;
  if (!sent.ok) return sent;
  const { form, orders } = sent;
  const fields = typeof form === 'string' ? (JSON.parse(form) as Fields) : form;
  restoreMemberOrders(fields, orders);
  // What is parsed or cloned inherits from Object.
  return ok(Object.assign(emptyFields(), fields));
};

/** The same for a few fields that are texts. */
export const bytesOfTexts = (texts: Result<Fields>): Buffer => Buffer.from(JSON.stringify(texts));

/** Reads what `bytesOfTexts` wrote. */
export const textsOfBytes = (bytes: Buffer): Result<Fields> => {
  const texts = JSON.parse(bytes.toString()) as { readonly ok: true; readonly value: Fields } | Refusal;
  return texts.ok ? ok(Object.assign(emptyFields(), texts.value)) : texts;
};
