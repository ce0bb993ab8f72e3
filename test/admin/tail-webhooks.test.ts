// Catches a call of a webhook that `kontor webhooks tail` does not show, or shows of another webhook, and a command
// that goes on when nobody looks any more.
import { expect, test } from 'vitest';
import type { ServerActions, Shop } from '../../src/admin/command.ts';
import { tailWebhooks } from '../../src/admin/tail-webhooks.ts';
import { Terminal } from '../../src/admin/terminal.ts';
import type { Output } from '../../src/admin/terminal.ts';
import { ConfigError } from '../../src/config/setting.ts';
import { CallFollowers } from '../../src/engine/delivery/call-followers.ts';
import { answer } from '../engine/delivery/outbox-world.ts';
import { ViewWorld } from '../operations/channels/view-world.ts';
import { openShop } from '../operations/shop.ts';

class Watching extends Terminal {
  readonly input = (async function* (): AsyncGenerator<Buffer> {})();
  readonly shown: Output[] = [];
  private readonly until: number;

  /** Leaves once so many outputs have come. */
  constructor(until: number) {
    super();
    this.until = until;
  }

  override get isWatched(): boolean {
    return this.shown.length < this.until;
  }

  emit(output: Output): Promise<void> {
    this.shown.push(output);
    return Promise.resolve();
  }
}

test('shows each call with time, event, webhook, status and duration, of one webhook or of all', async () => {
  const shop = openShop();
  const followers = new CallFollowers();
  const world = new ViewWorld(shop, { followers });
  let following = 0;
  const followCalls: ServerActions['followCalls'] = (told) => {
    const end = followers.follow(told);
    following += 1;
    return () => {
      following -= 1;
      end();
    };
  };
  const given = { store: { engine: shop.engine }, server: { followCalls } } as unknown as Shop;
  await shop.make('create_class', { name: 'page', type: 'content' });
  await shop.admin('create_webhook', { name: 'OTHER', event: 'WEBHOOK_CATEGORY_UPDATE' });
  for (const name of ['WEBHOOK_CONTENT_UPDATE', 'OTHER']) await world.aim(name);
  world.reply = ({ headers }) =>
    headers['kontor-event'] === 'WEBHOOK_CONTENT_UPDATE' ? answer(500, '') : answer(200, 'WEBHOOK_EXECUTED');
  const [all, one] = [new Watching(2), new Watching(1)];
  const watched = [tailWebhooks(given, {}, all), tailWebhooks(given, { webhook: 'OTHER' }, one)];
  await shop.make('create_content', { class: 'page', name: 'first', shop_active: 1 });
  await shop.make('create_category', { id_parent: 0, name: 'goods' });
  await world.deliver();
  expect(await Promise.all(watched)).toEqual([true, true]);
  expect(following).toBe(0);
  const calls = world.taken();
  const dataOf = ({ shown }: Watching) => shown.map((output) => ('data' in output ? output.data : undefined));
  const of = (event: string) => calls.find(({ headers }) => headers['kontor-event'] === event)!.headers['webhook-id'];
  const failed = {
    date: '2026-01-02 03:04:15',
    event: 'WEBHOOK_CONTENT_UPDATE',
    webhook: 'WEBHOOK_CONTENT_UPDATE',
    id: of('WEBHOOK_CONTENT_UPDATE'),
    status: 500,
    answer: 'HTTP 500',
    duration_ms: expect.any(Number) as number,
  };
  const accepted = {
    ...failed,
    event: 'WEBHOOK_CATEGORY_UPDATE',
    webhook: 'OTHER',
    id: of('WEBHOOK_CATEGORY_UPDATE'),
    status: 200,
    answer: 'WEBHOOK_EXECUTED',
  };
  expect(dataOf(all)).toEqual(expect.arrayContaining([failed, accepted]));
  expect(dataOf(one)).toEqual([accepted]);
  expect((one.shown[0] as { line: string }).line).toMatch(
    /^2026-01-02 03:04:15 {2}WEBHOOK_CATEGORY_UPDATE {2}OTHER {2}200 {2}\d+ ms {2}msg_\w+ {2}WEBHOOK_EXECUTED$/,
  );
});

test('wants a running server, and a webhook that there is', async () => {
  const { engine } = openShop();
  const shop = { store: { engine }, server: undefined } as unknown as Shop;
  await expect(tailWebhooks(shop, {}, new Watching(1))).rejects.toThrow(ConfigError);
  const served = { ...shop, server: { followCalls: () => () => undefined } as unknown as ServerActions };
  await expect(tailWebhooks(served, { webhook: 'NONE' }, new Watching(1))).rejects.toThrow('there is no webhook NONE');
});
