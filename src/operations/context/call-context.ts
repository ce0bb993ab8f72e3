// The context of one call: caller, shop, services, session.
import type { Session } from '../../domain/cart/session.ts';
import { contextOf } from '../../domain/prices/price-context.ts';
import type { PriceContext } from '../../domain/prices/price-context.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import type { Searched } from '../../engine/maintenance/usage-counter.ts';
import { must } from '../../kernel/result.ts';
import type { Answers } from './answers.ts';
import type { Caller, Context, Services } from './operation.ts';

export class CallContext<R extends Reader> implements Context<R> {
  readonly shop: R;
  readonly service: Services;
  searched: Searched | undefined = undefined;
  recordSeq = 0;
  /** Makes what extensions answer, at the first look at it. */
  answersBy: (() => Answers) | undefined = undefined;
  #prices: PriceContext | undefined = undefined;
  private readonly caller: Caller;
  private readonly opened: Actor | undefined;

  constructor(caller: Caller, shop: R, service: Services, opened: Actor | undefined) {
    this.caller = caller;
    this.shop = shop;
    this.service = service;
    this.opened = opened;
  }

  get answers(): Answers | undefined {
    return this.answersBy?.();
  }

  get prices(): PriceContext {
    const { country, currency } = this.shop.rules;
    return (this.#prices ??= contextOf(this.channelId, [], country, currency));
  }

  set prices(prices: PriceContext) {
    this.#prices = prices;
  }

  // Most calls ask for few of these, so that none is copied. A rest or a spread of a context lacks them (test/tidy).
  get channelId(): number {
    return this.caller.channelId;
  }

  get person(): Caller['person'] {
    return this.caller.person;
  }

  get rights(): Caller['rights'] {
    return this.caller.rights;
  }

  get backOffice(): boolean {
    return this.caller.backOffice;
  }

  get output(): Caller['output'] {
    return this.caller.output;
  }

  get username(): string {
    return this.caller.username;
  }

  get address(): string {
    return this.caller.address;
  }

  get browser(): string {
    return this.caller.browser;
  }

  get sessionId(): number {
    return this.opened?.id ?? 0;
  }

  get sessionActor(): Actor {
    must(this.opened !== undefined, 'the operation does not declare that it needs a session');
    return this.opened;
  }

  get session(): Session {
    return this.sessionActor.state as Session;
  }
}
