// The contract of both transports: a reply that is written chunk by chunk. Would catch a cut reply that looks whole, a
// writer that runs ahead of its reader, and a shutdown that waits for no stream or for ever.
import { expect, test } from 'vitest';
import type { RequestHandler } from '../../../src/http/transport/transport.ts';
import type { ReplyStream } from '../../../src/kernel/reply-stream.ts';
import { JSON_TYPE } from '../../../src/http/transport/transport.ts';
import type { TransportUnderTest } from './both-transports.ts';
import { lull, until } from '../../harness/until.ts';
import type { Caller } from '../caller.ts';
import { post } from '../caller.ts';

export const CHUNK = 'äbcdefg\n'.repeat(8000);

/** Writes `count` chunks as the reader takes them, then ends. */
export const writing =
  (count: number, written: { chunks: number } = { chunks: 0 }): RequestHandler =>
  (_incoming, reply) => {
    const stream = reply.stream(JSON_TYPE)!;
    const more = (): void => {
      while (written.chunks < count) {
        written.chunks += 1;
        if (!stream.write(CHUNK)) return;
      }
      stream.end();
    };
    stream.onDrain = more;
    more();
  };

/** The body of a chunked reply; undefined while it has no end. */
const chunked = (heard: string): string | undefined => {
  const start = heard.indexOf('\r\n\r\n') + 4;
  const parts: string[] = [];
  if (start < 4) return undefined;
  for (let at = start; ;) {
    const end = heard.indexOf('\r\n', at);
    const length = end < 0 ? NaN : parseInt(heard.slice(at, end), 16);
    if (Number.isNaN(length) || heard.length < end + 4 + length) return undefined;
    if (length === 0) return Buffer.from(parts.join(''), 'latin1').toString();
    parts.push(heard.slice(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
};

const heardWhole = (caller: Caller): Promise<string> =>
  until('the end of a reply', () => {
    const body = caller.received.endsWith('\r\n0\r\n\r\n') ? chunked(caller.received) : undefined;
    if (body === undefined && caller.closed) throw new Error('closed before the end');
    return body;
  });

const heard = (caller: Caller, text: string): Promise<unknown> => until(text, () => caller.received.includes(text));

export const streamedReplies = ({ serve, call, stillServes, name }: TransportUnderTest): void => {
  test('arrives whole, chunked, and the connection goes on', async () => {
    const many = await serve((incoming, reply) =>
      incoming.path === '/' ? writing(40)(incoming, reply) : reply.send(200, 'and on'),
    );
    const reader = call(many).write(post('/', 'x'));
    const body = await heardWhole(reader);
    expect(body).toBe(CHUNK.repeat(40));
    const head = reader.received.slice(0, reader.received.indexOf('\r\n\r\n')).toLowerCase();
    expect(head).toContain('http/1.1 200 ok');
    expect(head).toContain(`content-type: ${JSON_TYPE}`.toLowerCase());
    expect(head).toContain('transfer-encoding: chunked');
    expect(head).not.toContain('connection: close');
    reader.clear();
    expect((await reader.write(post('/more', 'x')).reply()).body).toBe('and on');
  });

  test('a slow reader is not written ahead of', async () => {
    const written = { chunks: 0 };
    const server = await serve(writing(250, written));
    const caller = call(server);
    caller.socket.pause();
    caller.write(post('/', 'x'));
    const ahead = await until('the writer to pause', async () => {
      const { chunks } = written;
      await lull(100);
      return chunks > 0 && chunks === written.chunks && chunks;
    });
    expect(ahead).toBeLessThan(200);
    caller.socket.resume();
    expect((await heardWhole(caller)).length).toBe(250 * CHUNK.length);
    await stillServes(await serve((_incoming, reply) => reply.send(200, '')));
  });

  test('cut, it has no end and the connection is gone', async () => {
    const streams: ReplyStream[] = [];
    let gone = 0;
    const server = await serve((_incoming, reply) => {
      const stream = reply.stream(JSON_TYPE)!;
      stream.onClose = () => (gone += 1);
      stream.write('{"object":[1,2');
      streams.push(stream);
    });
    const caller = call(server).write(post('/', 'x'));
    // A reset may take back what has not been read.
    await heard(caller, '[1,2');
    streams[0]!.abort();
    streams[0]!.abort();
    streams[0]!.end();
    expect(streams[0]!.write('3]}')).toBe(false);
    await caller.close();
    expect(gone).toBe(1);
    expect(chunked(caller.received)).toBeUndefined();
  });

  test('a caller that goes away is heard of, once', async () => {
    let gone = 0;
    const server = await serve((_incoming, reply) => {
      const stream = reply.stream(JSON_TYPE)!;
      stream.onClose = () => (gone += 1);
      stream.write('{');
    });
    const caller = call(server).write(post('/', 'x'));
    await heard(caller, '{');
    await caller.cut();
    await expect.poll(() => gone).toBe(1);
    await lull(50);
    expect(gone).toBe(1);
  });

  test('a stop waits for its end, and for no longer than it may', async () => {
    const streams: ReplyStream[] = [];
    const receive: RequestHandler = (_incoming, reply) => void streams.push(reply.stream(JSON_TYPE)!);
    const server = await serve(receive);
    const caller = call(server).write(post('/', 'x'));
    await until('a stream', () => streams.length === 1);
    streams[0]!.write('{');
    let isClosed = false;
    const closing = server.close(5000).then((cut) => ((isClosed = true), cut));
    await lull(20);
    expect(isClosed).toBe(false);
    streams[0]!.write('}');
    streams[0]!.end();
    expect(await closing).toBe(0);
    await caller.close();
    expect(chunked(caller.received)).toBe('{}');

    const other = await serve(receive);
    const late = call(other).write(post('/', 'x'));
    await until('another stream', () => streams.length === 2);
    streams[1]!.write('{');
    expect(await other.close(50)).toBe(1);
    await late.close();
    expect(chunked(late.received)).toBeUndefined();
  });

  test('only one of send and stream answers', async () => {
    const server = await serve((_incoming, reply) => {
      const stream = reply.stream(JSON_TYPE)!;
      expect(reply.stream(JSON_TYPE)).toBeUndefined();
      reply.send(200, 'other');
      stream.write(name);
      stream.end();
    });
    expect(await heardWhole(call(server).write(post('/', 'x')))).toBe(name);
  });
};
