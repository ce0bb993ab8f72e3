// Would catch a body of somebody unknown that is decoded although it is long, and long calls of a person that are
// decoded together in one turn.
import { describe, expect, test } from 'vitest';
import { LargeBodies } from '../../../src/http/form/large-bodies.ts';
import { backOfficeRoutes } from '../../../src/http/routes/back-office.ts';
import type { BackOfficeOptions } from '../../../src/http/routes/back-office.ts';
import type { IncomingRequest, Reply } from '../../../src/http/transport/transport.ts';
import type { CallFields } from '../../../src/operations/context/operation.ts';
import type { SendToPage } from '../../../src/operations/dispatch/back-office.ts';
import { limitRefusals } from '../../../src/kernel/limits.ts';
import { DONE } from '../../../src/kernel/result.ts';

const HEADERS = new Map([['x-kontor-back-office', '1']]);

/** The routes of a back office that notes what reaches it; long bodies wait in `turns`. */
const opened = () => {
  const turns: (() => void)[] = [];
  const [reached, said]: [unknown[], string[]] = [[], []];
  const note = ({ username }: CallFields): void => void reached.push(username);
  const backOffice = {
    permits: () => DONE,
    login: note,
    accept: note,
    invitation: note,
    makeFirstOwner: note,
    call: ({ name }: CallFields, _key: string, _cookie: string, _origin: unknown, send: SendToPage) =>
      send(200, JSON.stringify({ message: name })),
  };
  const options = {
    bodyFieldsMax: 200,
    fieldNameBytesMax: 256,
    listener: 'admin',
    backOffice,
    isSecure: false,
    large: new LargeBodies(100_000, (run) => turns.push(run)),
  } as unknown as BackOfficeOptions;
  const routes = backOfficeRoutes(options);
  const send = (path: string, body: string): void => {
    const request = { path, headers: HEADERS, contentType: 'application/json', body: Buffer.from(body) };
    const taken = { ...request, idempotencyKey: '', clientAddress: '', socketAddress: '', traceparent: '' };
    routes
      .find(({ matches }) => matches(path))!
      .handle({ ...taken, method: 'POST', query: '', contentEncoding: '' } satisfies IncomingRequest, {
        send: (status: number, text: string) =>
          said.push(`${status} ${(JSON.parse(text) as { message: string }).message}`),
      } as unknown as Reply);
  };
  return { reached, said, send, turns };
};

describe('before a login', () => {
  test.each(['/admin/login', '/admin/invitation', '/admin/accept', '/admin/first-owner'])(
    'nothing of a body of more than 4 KiB is decoded: %s',
    (path) => {
      const { reached, said, send } = opened();
      const before = limitRefusals().get('login_bytes')!;
      const sent = { username: 'ä', password: 'x'.repeat(4000) };
      const body = JSON.stringify(sent);
      send(path, body + ' '.repeat(4096 - Buffer.byteLength(body)));
      expect(reached).toEqual(['ä']);
      send(path, 'x'.repeat(4097));
      expect([said, reached.length]).toEqual([['413 BODY_TOO_LARGE'], 1]);
      expect(limitRefusals().get('login_bytes')).toBe(before + 1);
    },
  );
});

describe('a call of a person', () => {
  const call = (name: string, bytes: number): string => JSON.stringify({ name, filler: 'x'.repeat(bytes) });

  test('is decoded in a turn of its own where it is long, and holds up no short one', () => {
    const { said, send, turns } = opened();
    for (const name of ['a', 'b', 'c']) send('/admin/call', call(name, 20_000));
    send('/admin/call', call('short', 10));
    expect(said.splice(0)).toEqual(['200 a', '200 short']);
    turns.shift()!();
    expect(said.splice(0)).toEqual(['200 b']);
    turns.shift()!();
    expect(said.splice(0)).toEqual(['200 c']);
  });

  test('is refused where more wait than may', () => {
    const { said, send } = opened();
    for (const name of ['a', 'b', 'c']) send('/admin/call', call(name, 60_000));
    expect(said).toEqual(['200 a', '503 OVERLOADED']);
  });
});
