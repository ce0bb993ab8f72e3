// A call as its body has it.
import { CREDENTIALS } from '../../generated-shop/measure.ts';
import { bodyOf, textOf } from './bodies.ts';
import type { Call, Value } from './call.ts';

export type Credentials = typeof CREDENTIALS;

export interface WrittenCall {
  readonly text: string;
  readonly type: string;
}

/** `named`: what a name of the shop stands for, wherever it is a whole value. */
export const writtenCall = (call: Call, credentials: Credentials, named: (name: string) => Value): WrittenCall => {
  const { request, secret, caller, params, body } = call;
  const { username, password, secretKey } = credentials;
  const known = { licence_username: username, licence_password: caller === 'wrong' ? 'another' : password };
  const licence = caller === 'nobody' ? {} : { ...known, ...(secret && { licence_secret_key: secretKey }) };
  if (body !== undefined) return { text: bodyOf(body, licence), type: body.type };
  const text = JSON.stringify({ ...licence, request, ...params }, (_, value: unknown) => {
    if (typeof value !== 'string') return value;
    return value.startsWith('@') ? named(value) : textOf(value);
  });
  return { text, type: 'application/json' };
};

/** Characters of its body, about. */
export const lengthOf = (call: Call): number => writtenCall(call, CREDENTIALS, (name) => name).text.length;
