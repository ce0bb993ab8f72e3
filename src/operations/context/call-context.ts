// The context of one call: caller, shop, services, session.
import type { Session } from '../../domain/cart/session.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Actor } from '../../engine/actor-table.ts';
import { must } from '../../kernel/result.ts';
import type { Caller, Context, Services } from './operation.ts';

export class CallContext<R extends Reader> implements Context<R> {
  readonly channelId: number;
  readonly person: Caller['person'];
  readonly backOffice: boolean;
  readonly output: Caller['output'];
  readonly username: string;
  readonly address: string;
  readonly shop: R;
  readonly service: Services;
  emptySearchText = '';
  private readonly opened: Actor | undefined;

  constructor(
    { channelId, person, backOffice, output, username, address }: Caller,
    shop: R,
    service: Services,
    opened: Actor | undefined,
  ) {
    this.channelId = channelId;
    this.person = person;
    this.backOffice = backOffice;
    this.output = output;
    this.username = username;
    this.address = address;
    this.shop = shop;
    this.service = service;
    this.opened = opened;
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
