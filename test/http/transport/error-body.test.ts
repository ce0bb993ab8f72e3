// Catches an error body of the transport that is not JSON, or has other members than a refusal of an operation.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../harness/any-character.ts';
import { errorBody } from '../../../src/http/transport/error-body.ts';
import { REFUSALS } from '../../../src/kernel/refusals.ts';
import type { Code } from '../../../src/kernel/refusals.ts';

test('has the five members of an error, in their documented order (D3)', () => {
  expect(errorBody('PARAMETER_MISSING', 'id_product', 'It is not there.')).toBe(
    '{"object":"error","status":"error","message":"PARAMETER_MISSING","param":"id_product","detail":"It is not there."}',
  );
});

// Would catch: a detail or parameter that breaks out of its JSON string, and a code without a sentence.
test('is one JSON object for every code, parameter and detail', () => {
  const code = fc.constantFrom(...(Object.keys(REFUSALS) as Code[]));
  fc.assert(
    fc.property(code, fc.string({ unit: ANY_CHARACTER }), fc.string({ unit: ANY_CHARACTER }), (code, param, detail) => {
      const body: unknown = JSON.parse(errorBody(code, param, detail));
      const expected = detail === '' ? REFUSALS[code].sentence : detail;
      expect(body).toEqual({ object: 'error', status: 'error', message: code, param, detail: expected });
    }),
  );
});
