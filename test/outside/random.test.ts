// Catches random texts that are too short, or come twice.
import { expect, test } from 'vitest';
import { SystemRandom } from '../../src/outside/random.ts';

// Catches a piece that is handed out twice, or one that was never filled.
test('gives text of as many bytes as asked for, never the same again', () => {
  const random = new SystemRandom();
  const texts = Array.from({ length: 5000 }, (_, at) => random.text(12 + (at % 3)));
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.map((text) => Buffer.from(text, 'base64url').length)).toEqual(texts.map((_, at) => 12 + (at % 3)));
  const zeros = texts.filter((text) => Buffer.from(text, 'base64url').every((byte) => byte === 0));
  expect(zeros).toEqual([]);
});
