// One call of a webhook as its receiver gets it: method, parameters, signature, and what counts as success.
import { describe, expect, test } from 'vitest';
import { Webhook as Verifier } from 'standardwebhooks';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import type { HttpCall } from '../../../src/kernel/http-call.ts';
import { SECRETS, aim, answer, fresh, tickUntilIdle, stateOf, tell } from './outbox-world.ts';
import { make } from '../shop.ts';
import { closeAndVerify } from '../store/stores.ts';

describe('a call', () => {
  test('GET: the parameters behind the configured query, signed as it is sent, with the number of its record', async () => {
    const world = fresh();
    const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    make(world.engine, (tx) =>
      fire(tx, 'ORDER_DELIVERY_CHANGE', { id_order: 7, state1: 'PROCESSING', state2: 'ä & b' }),
    );
    const seq = world.engine.headSeq;
    await tickUntilIdle(world);
    const [{ method, url, headers, body }] = world.calls as [HttpCall];
    expect([method, url, body]).toEqual([
      'GET',
      'https://receiver.example/hook?own=1&id_order=7&state1=PROCESSING&state2=%C3%A4+%26+b',
      '',
    ]);
    expect(headers).toMatchObject({ 'kontor-seq': String(seq), 'kontor-event': 'ORDER_DELIVERY_CHANGE' });
    const verifier = new Verifier(SECRETS.of(stateOf(world.engine, id).nonce));
    const verify = (query: string): unknown => verifier.verify(query, { ...headers }, { jsonParse: false });
    expect(() => verify(url.split('?')[1]!)).not.toThrow();
    for (const forged of [
      'id_order=7&state1=PROCESSING&state2=%C3%A4+%26+b',
      'own=1&id_order=8&state1=PROCESSING&state2=%C3%A4+%26+b',
      '',
    ])
      expect(() => verify(forged)).toThrow('No matching signature');
    await closeAndVerify(world.engine);
  });

  test('POST: a form, and nothing of it in the URL', async () => {
    const world = fresh();
    aim(world.engine, 'SEND_MESSAGE_TO_USER');
    make(world.engine, (tx) => fire(tx, 'SEND_MESSAGE_TO_USER', { email: 'a+b@c.example', message: 'x=1&y\nz' }));
    await tickUntilIdle(world);
    const [{ method, url, headers, body }] = world.calls as [HttpCall];
    expect([method, url]).toEqual(['POST', 'https://receiver.example/hook?own=1']);
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    const { nonce } = stateOf(
      world.engine,
      world.engine.readContext().index('webhook').byName.get('SEND_MESSAGE_TO_USER')!,
    );
    expect(() => new Verifier(SECRETS.of(nonce)).verify(body, { ...headers }, { jsonParse: false })).not.toThrow();
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ email: 'a+b@c.example', message: 'x=1&y\nz' });
    await closeAndVerify(world.engine);
  });

  test('white space around the expected body is no failure: PHP files often end with a line break', async () => {
    for (const right of ['WEBHOOK_EXECUTED', 'WEBHOOK_EXECUTED\n', '\r\n\t WEBHOOK_EXECUTED \r\n\r\n']) {
      const world = fresh();
      const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
      world.reply = () => answer(200, right);
      tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
      await tickUntilIdle(world);
      expect(stateOf(world.engine, id)).toMatchObject({ attempts: 0, health: 'healthy', answer: 'WEBHOOK_EXECUTED' });
      await closeAndVerify(world.engine);
    }
  });

  test('only HTTP 200 with the expected body is success', async () => {
    for (const wrong of [
      answer(200, 'webhook_executed'),
      answer(200, 'WEBHOOK_EXECUTED\n.'),
      answer(200, 'WEBHOOK_ EXECUTED'),
      answer(200, ''),
      answer(201, 'WEBHOOK_EXECUTED'),
      answer(302, ''),
      answer(500, 'WEBHOOK_EXECUTED'),
    ]) {
      const world = fresh();
      const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
      world.reply = () => wrong;
      tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
      await tickUntilIdle(world);
      expect(stateOf(world.engine, id)).toMatchObject({ attempts: 1, health: 'healthy' });
      expect(stateOf(world.engine, id).answer).not.toBe('WEBHOOK_EXECUTED');
      await closeAndVerify(world.engine);
    }
  });
});
