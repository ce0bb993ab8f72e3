// Who calls: a channel by its credentials, or a person of the back office by the cookie of a login.
import type { Channel } from '../../domain/channels/channel.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import { isAbsent } from '../../kernel/params.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { ChannelKeys, authorise, callerOf, isCurrent, textOf } from '../access/channel-keys.ts';
import type { OpenedChannel, Proven } from '../access/channel-keys.ts';
import { mayCall } from '../access/levels.ts';
import type { CallFields, Caller, Operation, Person } from '../context/operation.ts';
import { callerOfPerson, deviceOfCookie, personOfCookie } from './call-of-person.ts';
import type { KnownDevice } from './call-of-person.ts';
import type { ConvertReply, IncomingCall } from './incoming-call.ts';
import type { ReadOptions } from './read-calls.ts';
import { ROLES } from './role-table.ts';
import { nameOfCaller } from './work-balance.ts';

export interface CallersOptions extends Pick<ReadOptions, 'engine' | 'service'> {
  /** Reads that merely accept the secret key need it. */
  readonly strictSecretKey: boolean;
}

/**
 * The caller with the rights of the channel's role, which hold what is asked for. `way`: an operation or another way in
 * (role-table.ts); '': none yet. Refuses: PERMISSION_DENIED.
 */
const withRights = (
  opened: OpenedChannel,
  backOffice: boolean,
  address: string,
  way: string,
  reader: ReadContext,
): Result<Caller> => {
  const rights = ROLES.ofChannel(reader, (opened.actor.state as Channel).role);
  const allowed = way === '' ? DONE : mayCall(rights, way);
  return allowed.ok ? callerOf(opened, backOffice, rights, address) : allowed;
};

export class Callers {
  private readonly options: CallersOptions;
  private readonly channels = new ChannelKeys();
  private readonly toXml: ConvertReply;

  constructor(options: CallersOptions, toXml: ConvertReply) {
    this.options = options;
    this.toXml = toXml;
  }

  /** Gives the call its channel, usage meter and reply format. Refuses: PERMISSION_DENIED, NOT_LEADER. */
  authenticate(call: IncomingCall, operation: Operation | undefined): Result<Caller> {
    const { fields, reader, origin } = call;
    if (origin.personCookie !== undefined) return this.authenticatePerson(call, operation, origin.personCookie);
    const { licence_username: username, licence_password: password } = fields;
    const opened = this.channels.authenticate(textOf(username), textOf(password), reader, call.opened);
    // A reply in the cache by its bytes would outlive the previous credentials in them.
    if (opened?.isPrevious) call.bytes = '';
    const known = authorise(opened, fields, operation, this.options.strictSecretKey);
    const way = operation === undefined ? '' : call.name;
    const caller = known.ok ? withRights(opened!, known.value, origin.clientAddress, way, reader) : known;
    if (caller.ok) this.count(call, caller.value);
    // The refusal has the channel's format, too, and is not counted as usage.
    else if ((opened?.actor.state as Channel | undefined)?.output === 'xml') call.answerInXml(this.toXml, undefined);
    return caller;
  }

  /** Usage is counted by channel, so that of persons is not counted. */
  private authenticatePerson(call: IncomingCall, operation: Operation | undefined, cookie: string): Result<Caller> {
    const { engine, service } = this.options;
    const asked = {
      cookie,
      request: call.name,
      operation,
      address: call.origin.clientAddress,
      browser: call.origin.browser ?? '',
    };
    const caller = callerOfPerson(engine, service.codes, asked, call.reader);
    if (caller.ok) call.channelId = caller.value.channelId;
    return caller;
  }

  /** A channel of XML counts the bytes of the XML. */
  private count(call: IncomingCall, { channelId, output }: Caller): void {
    call.channelId = channelId;
    const meter = this.options.service.usage.meter(channelId);
    if (output === 'xml') call.answerInXml(this.toXml, meter);
    else call.meter = meter;
  }

  /** Who has sent a call that waits, before anybody asks whether it may do what it wants. */
  callerOf({ fields, reader, origin, opened: known }: IncomingCall): string {
    const { personCookie, clientAddress } = origin;
    // Routes let a cookie through whose login holds; before a login there is none.
    if (personCookie !== undefined && personCookie !== '') return `office ${clientAddress}`;
    const opened = known ?? this.open(fields, reader);
    return nameOfCaller(opened?.actor.id ?? 0, clientAddress);
  }

  /** The channel that username and password open; undefined for wrong ones. */
  open(
    { licence_username: username, licence_password: password }: CallFields,
    reader: ReadContext = this.options.engine.readContext(),
  ): Proven | undefined {
    return this.channels.authenticate(textOf(username), textOf(password), reader);
  }

  /** Whether the credentials that have opened a channel still do. */
  isOpen(opened: Proven, reader: ReadContext): boolean {
    return isCurrent(opened, reader.atMs);
  }

  /**
   * Returns the channel whose credentials these are, the secret key among them, and whose role holds `way`; '': none is
   * asked for yet. Refuses: PERMISSION_DENIED.
   */
  permits(fields: CallFields, way = '', reader: ReadContext = this.options.engine.readContext()): Result<Caller> {
    const { licence_username: username, licence_password: password, licence_secret_key: secretKey } = fields;
    const opened = this.channels.authenticate(textOf(username), textOf(password), reader);
    const known = authorise(opened, fields, undefined, false);
    if (!known.ok) return known;
    if (isAbsent(secretKey)) return refuse('PERMISSION_DENIED', 'licence_secret_key');
    return withRights(opened!, known.value, '', way, reader);
  }

  /** See personOfCookie. */
  personOf(cookie: string): Result<Person> {
    const { engine, service } = this.options;
    return personOfCookie(service.codes, cookie, engine.readContext());
  }

  /** See deviceOfCookie. */
  deviceOf(cookie: string): KnownDevice | undefined {
    const { engine, service } = this.options;
    return deviceOfCookie(service.codes, service.accounts.devices, cookie, engine.readContext());
  }
}
