// Catches an agent that changes what nobody has allowed, acts twice, cannot be told from others in the audit, sees a
// secret, or is left without a clear word by a long reply, wrong credentials or a shop that is gone.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import type { CallToolResult, JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import type { Env, Program } from '../harness/program.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const DATA = ['--data', 'data/demo'];
const AGENT = ['--credentials', 'agent.json'];

const place = new Place();
const clients: Client[] = [];
let url: string;

interface Agent {
  readonly client: Client;
  /** What it wrote to its standard error. */
  readonly err: string[];
}

/** Messages by lines, as clients send them to a process. */
class Lines implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  private readonly from: PassThrough;
  private readonly to: PassThrough;

  constructor(from: PassThrough, to: PassThrough) {
    this.from = from;
    this.to = to;
  }

  async start(): Promise<void> {
    const lines = createInterface({ input: this.from });
    lines.on('line', (line) => this.onmessage?.(JSON.parse(line) as JSONRPCMessage));
    lines.once('close', () => this.onclose?.());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => this.to.write(`${JSON.stringify(message)}\n`, () => resolve()));
  }

  async close(): Promise<void> {
    this.to.end();
    this.from.end();
    return Promise.resolve();
  }
}

/** Runs the command while the process has these as its standard input and output. */
const withStreams = async <T>(streams: { readonly stdin: PassThrough; readonly stdout: PassThrough }, run: () => T) => {
  const names = ['stdin', 'stdout'] as const;
  const own = names.map((name) => Object.getOwnPropertyDescriptor(process, name)!);
  for (const name of names) Object.defineProperty(process, name, { value: streams[name], configurable: true });
  try {
    return await run();
  } finally {
    names.forEach((name, at) => Object.defineProperty(process, name, own[at]!));
  }
};

const connected = async (transport: Transport, mode: 'legacy' | 'auto'): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  clients.push(client);
  return client;
};

/** `kontor mcp` in this process. */
const agent = async (args: readonly string[], env: Env = {}): Promise<Agent> => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { code, err } = await withStreams({ stdin, stdout }, () => place.run(['mcp', ...args], env));
  expect(code, err.join('\n')).toBe(0);
  return { client: await connected(new Lines(stdout, stdin), 'legacy'), err: [...err] };
};

const call = async ({ client }: Agent, name: string, args: object = {}): Promise<CallToolResult> =>
  (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
const said = ({ content }: CallToolResult): string =>
  content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
const valueOf = (result: CallToolResult): { readonly [name: string]: unknown } => {
  expect(result.isError, said(result)).not.toBe(true);
  return result.structuredContent as { readonly [name: string]: unknown };
};

const quantityOf = async (one: Agent): Promise<unknown> => {
  const { availability } = valueOf(await call(one, 'get_product_details', { id_product: 2 }));
  return (availability as { readonly quantity: number }).quantity;
};

beforeAll(async () => {
  ({ url } = await place.serveHere(['serve', '--demo', '--port', '0']));
  const { out } = await place.run(['channel', 'add', 'agent', '--json', ...DATA]);
  writeFileSync(place.path('agent.json'), out.join('\n'));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await place.clean();
});

describe('an agent without a grant', () => {
  let reader: Agent;
  beforeAll(async () => {
    reader = await agent(DATA);
  });

  test('finds the usual tools and the server that has the data directory open', async () => {
    const { tools } = await reader.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search_products', 'search_orders', 'find_operation', 'call_read_operation']),
    );
    expect(tools.length).toBeLessThan(20);
    for (const { name, annotations } of tools) expect([name, annotations?.readOnlyHint]).toEqual([name, true]);
    expect(reader.err.join('\n')).toMatch(
      /^kontor mcp: 16 tools over \d+ operations of http:\/\/127\.0\.0\.1:\d+, of /,
    );
  });

  test('reads, by a tool and by the operation', async () => {
    const found = valueOf(await call(reader, 'search_products', { constraint: {}, right_limit: 2 }));
    expect(found).toMatchObject({ object: 'search_products_result', limit_count: 2 });
    const named = await call(reader, 'call_read_operation', {
      operation: 'get_product_details',
      params: { id_product: 2 },
    });
    expect(valueOf(named)).toEqual(valueOf(await call(reader, 'get_product_details', { id_product: 2 })));
  });

  test('changes nothing', async () => {
    const before = await quantityOf(reader);
    const params = { id_product: 2, availability: { quantity: 1 } };
    for (const name of ['call_read_operation', 'call_write_operation']) {
      const tried = call(reader, name, { operation: 'update_product', params });
      if (name === 'call_write_operation') await expect(tried).rejects.toThrow('there is no tool');
      else
        expect(await tried).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('--allow') }] });
    }
    await expect(call(reader, 'update_product', params)).rejects.toThrow('--allow update_product');
    const many = { pipe: { a: { request: 'update_product', args: params } } };
    expect(said(await call(reader, 'call_read_operation', { operation: 'aggregate', params: many }))).toContain(
      'not offered',
    );
    expect(await quantityOf(reader)).toBe(before);
  });

  test('is told what is wrong with a call', async () => {
    const wrong: readonly (readonly [string, object, string])[] = [
      ['get_product_details', {}, 'PARAMETER_MISSING (id_product)'],
      ['get_product_details', { id_product: [1] }, 'PARAMETER_INVALID (id_product)'],
      ['get_product_details', { id_product: 2, langauge: 'en' }, 'Did you mean language?'],
      ['get_product_details', { id_product: 99_999 }, 'SHOPOBJECT_NOT_FOUND (99999)'],
      ['get_product_details', { id_product: 2, dry_run: true }, 'has no dry run'],
      ['get_product_details', { id_product: 2, request: 'x', licence_password: 'y' }, ''],
      ['call_read_operation', {}, 'operation is wanted'],
      ['call_read_operation', { operation: 'nothing' }, 'There is no operation "nothing"'],
      ['call_read_operation', { operation: '__proto__' }, 'There is no operation'],
      ['call_read_operation', { operation: 'get_shop', params: 'x' }, 'params is an object'],
      [
        'call_read_operation',
        { operation: 'get_shop', parameters: {} },
        'takes operation, params, and no "parameters"',
      ],
      ['read_documentation', { title: 'search' }, 'takes page, heading, and no "title"'],
      ['find_operation', { query: 1 }, 'query is a text'],
      ['find_operation', { area: 'toString' }, 'There is no area'],
      ['read_documentation', { page: '../package' }, 'There is no page'],
      ['read_documentation', { page: 'search', heading: 'Nothing' }, 'has no heading'],
    ];
    for (const [name, args, sentence] of wrong) {
      const result = await call(reader, name, args);
      expect([name, args, said(result)]).toEqual([name, args, expect.stringContaining(sentence)]);
      if (sentence !== '') expect(result.isError).toBe(true);
    }
    await expect(call(reader, 'constructor')).rejects.toThrow('there is no tool');
  });

  test('finds, describes and reads about operations', async () => {
    const found = said(await call(reader, 'find_operation', { query: 'the stock of a warehouse entity' }));
    expect(found.split('\n')[0]).toMatch(/^get_stock \(warehouse, read\): /);
    expect(said(await call(reader, 'find_operation', { query: 'new channel' }))).toContain('create_channel: its reply');
    const { parameters, refusals } = JSON.parse(
      said(await call(reader, 'describe_operation', { operation: 'get_stock' })),
    ) as { readonly parameters: object; readonly refusals: object };
    expect(parameters).toMatchObject({ type: 'object', properties: { element_number: {} } });
    expect(refusals).toMatchObject({ PARAMETER_UNKNOWN: expect.any(String) });
    const page = await reader.client.readResource({ uri: 'kontor://docs/sell/search.md' });
    expect(page.contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringMatching(/^# Search\n/) });
    expect(said(await call(reader, 'read_documentation', { page: 'search' }))).toMatch(/^# Search\n/);
    expect(said(await call(reader, 'read_documentation', { page: 'operations', heading: 'get_stock' }))).toMatch(
      /^### `?get_stock/,
    );
    await expect(reader.client.readResource({ uri: 'kontor://docs/../package.json' })).rejects.toThrow();
  });

  test('sees no credentials, not even those that it sends itself', async () => {
    const result = await call(reader, 'search_products', { constraint: { 'demo-password demo-secret-key': 1 } });
    expect(said(result)).toContain('***');
    expect(JSON.stringify(result)).not.toMatch(/demo-password|demo-secret-key/);
    const { tools } = await reader.client.listTools();
    expect(JSON.stringify(tools)).not.toMatch(/demo-password|demo-secret-key/);
  });
});

test('a client of the newest protocol is served as well, by the program', async () => {
  const parts = { command: process.execPath, args: [MAIN, 'mcp', ...DATA], env: {}, cwd: place.directory };
  const client = await connected(new StdioClientTransport({ ...parts, stderr: 'ignore' }), 'auto');
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  expect(valueOf(await call({ client, err: [] }, 'get_status'))).toMatchObject({ object: 'status' });
});

test('a result that is too long says how to ask for less', async () => {
  const reader = await agent([...DATA, '--result-max', '1000']);
  const result = await call(reader, 'search_products', { constraint: {} });
  expect(result.isError).toBe(true);
  expect(said(result)).toMatch(/\[cut: 1000 of \d+ characters\. Ask for less, or page by page, with right_limit, /);
  expect(said(result).length).toBeLessThan(1300);
  const one = await call(reader, 'search_products', { constraint: {}, right_limit: 1, needed_attributes: ['name'] });
  expect(valueOf(one)).toMatchObject({ limit_count: 1 });
});

describe('an agent that may change something', () => {
  test('acts once under its key, and the audit names its channel', async () => {
    const writer = await agent([...DATA, ...AGENT, '--allow', 'update_product,create_category']);
    const key = { idempotency_key: 'shelf-7' };
    const first = await call(writer, 'create_category', { id_parent: 0, name: 'shelves', ...key });
    const again = await call(writer, 'create_category', { id_parent: 0, name: 'shelves', ...key });
    expect(valueOf(again)).toEqual(valueOf(first));
    expect(said(first)).toContain('idempotency_key: shelf-7');
    const other = await call(writer, 'create_category', { id_parent: 0, name: 'other', ...key });
    expect(said(other)).toContain('IDEMPOTENCY_KEY_REUSED');
    const made = valueOf(await call(writer, 'get_categories', { id_parent: 0 }));
    expect(JSON.stringify(made).split('"shelves"')).toHaveLength(2);

    const changed = await call(writer, 'update_product', { id_product: 2, availability: { quantity: 3 } });
    expect(said(changed)).toMatch(/idempotency_key: [0-9a-f-]{36}/);
    expect(await quantityOf(writer)).toBe(3);
    valueOf(await call(writer, 'update_product', { id_product: 2, name: 'desk lamp' }));
    const { records } = valueOf(await call(writer, 'get_changelog', { object: 'product/2' }));
    const change = { operation: 'update_product', channel: 'agent', field: 'name', after: 'desk lamp' };
    expect((records as readonly object[]).at(-1)).toMatchObject(change);
    const { out } = await place.run(['log', '--object', 'product/2', ...DATA]);
    expect(out.join('\n')).toContain('agent');
  });

  test('asks by a dry run what would happen, and then lets it happen', async () => {
    const areas = ['--areas', 'orders,cart,sessions,products'];
    const writer = await agent([...DATA, ...AGENT, ...areas, '--allow-writes']);
    const { code: session } = valueOf(await call(writer, 'get_new_session'));
    const line = { id_shopobject: 2, element_type: 'PRODUCT', quantity: 1, price_field: 'price', name_field: 'name' };
    valueOf(await call(writer, 'add_to_cart', { session, ...line }));
    valueOf(await call(writer, 'set_order_details', { session, email: 'ada@example.org' }));
    const before = await quantityOf(writer);

    const reader = await agent([...DATA, ...AGENT, ...areas]);
    const refused = await call(reader, 'checkout', { session });
    expect([refused.isError, said(refused)]).toEqual([true, expect.stringContaining('With dry_run: true')]);
    for (const one of [reader, writer]) {
      const dry = await call(one, 'checkout', { session, dry_run: true });
      expect(valueOf(dry)).toMatchObject({ object: 'checkout', status: 'success' });
      expect(said(dry)).toContain('Dry run: nothing was changed.');
      expect(said(dry)).not.toContain('idempotency_key');
    }
    expect(await quantityOf(writer)).toBe(before);

    const operation = { operation: 'checkout', params: { session } };
    expect(valueOf(await call(writer, 'call_write_operation', operation))).toMatchObject({ id_order: 10_001 });
    expect(await quantityOf(writer)).toBe((before as number) - 1);
  });

  test('has a channel of its own: the credentials of the first one are not taken for it', async () => {
    const { code, out, err } = await place.run(['mcp', ...DATA, '--allow-writes']);
    expect([code, out, err.length]).toEqual([1, [], 1]);
    expect(err[0]).toContain('kontor channel add agent --json');
  });
});

test('wrong credentials are a refusal that says whose they are', async () => {
  const env = { KONTOR_LICENCE_USERNAME: 'nobody', KONTOR_LICENCE_PASSWORD: 'not the password' };
  const reader = await agent(['--url', url], env);
  const result = await call(reader, 'get_status');
  expect([result.isError, said(result)]).toEqual([true, expect.stringContaining('PERMISSION_DENIED')]);
  expect(said(result)).toContain('KONTOR_LICENCE_…');
  expect(JSON.stringify(result)).not.toContain('not the password');
});

test('persons can be left out', async () => {
  const reader = await agent([...DATA, '--no-persons']);
  const { tools } = await reader.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('search_orders');
  const result = await call(reader, 'call_read_operation', { operation: 'search_users', params: { constraint: {} } });
  expect(said(result)).toContain('--no-persons');
});

test('a shop that is gone is an error, and the same call with its key acts once when it is back', async () => {
  const port = String(await reservePort());
  const serve = (): Promise<Program> => place.serveHere(['serve', '--demo', '--port', port, '--data', 'other']);
  const first = await serve();
  const { out } = await place.run(['channel', 'add', 'agent', '--json', '--data', 'other']);
  writeFileSync(place.path('other.json'), out.join('\n'));
  const writer = await agent(['--data', 'other', '--credentials', 'other.json', '--allow', 'create_category']);
  await first.stop();
  const read = await call(writer, 'get_status');
  expect([read.isError, said(read)]).toEqual([true, expect.stringMatching(/gave no answer after 3 attempts: .*ECONN/)]);
  const args = { id_parent: 0, name: 'once' };
  const lost = said(await call(writer, 'create_category', args));
  const idempotency_key = /idempotency_key: ([0-9a-f-]{36});/.exec(lost)?.[1];
  expect(idempotency_key, lost).toBeDefined();
  const second = await serve();
  const done = await call(writer, 'create_category', { ...args, idempotency_key });
  expect(valueOf(await call(writer, 'create_category', { ...args, idempotency_key }))).toEqual(valueOf(done));
  await second.stop();
});

describe('the process', () => {
  test.each([
    [['--data', 'nowhere'], 'no server has'],
    [['--url', 'ftp://x'], 'is no address'],
    [['--url', 'http://a:b@127.0.0.1'], 'holds no credentials'],
    [['--url', 'http://127.0.0.1:1'], 'credentials are wanted'],
    [[...DATA, '--credentials', 'none.json'], 'cannot be read as credentials'],
    [[...DATA, '--allow', 'update_produkt'], 'there is no update_produkt'],
    [[...DATA, '--areas', 'orders,stuff'], 'there is no stuff'],
    [[...DATA, '--allow', 'update_product', '--allow-writes'], 'exclude each other'],
    [[...DATA, '--result-max', '10'], 'a number of characters from 1000 on'],
  ])('%j is refused in one line', async (args, line) => {
    const { code, out, err } = await place.run(['mcp', ...args]);
    expect([code, out, err]).toEqual([1, [], [expect.stringContaining(line)]]);
  });

  test('ends with its input, and takes a line that is no message', async () => {
    const child = spawn(process.execPath, [MAIN, 'mcp', ...DATA], { cwd: place.directory, env: {} });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [out, err] = [text(child.stdout), text(child.stderr)];
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin.write('no message\n{"jsonrpc":"2.0"}\n');
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    // It goes on behind them.
    child.stdout.once('data', () => child.stdin.end());
    expect(await ended).toBe(0);
    for (const line of (await out).split('\n').filter((one) => one !== ''))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(await err).toMatch(/^kontor mcp: /);
  });

  test('no other command loads the SDK', () => {
    const dist = new URL('../../dist/', import.meta.url);
    const loads = /(?:^|[;}\n])\s*import\s*(?:[^'"()]*?from\s*)?["']([^"']+)["']/g;
    const importsOf = (file: URL): string[] => [...readFileSync(file, 'utf8').matchAll(loads)].map(([, from]) => from!);
    const [seen, outside] = [new Set<string>(), new Set<string>()];
    const visit = (file: URL): void => {
      if (seen.has(file.href)) return;
      seen.add(file.href);
      for (const from of importsOf(file)) {
        if (from.startsWith('.')) visit(new URL(from, file));
        else outside.add(from);
      }
    };
    visit(new URL('main.js', dist));
    expect(seen.size).toBeGreaterThan(1);
    const isSdk = (name: string): boolean => name.startsWith('@modelcontextprotocol/');
    expect([...outside].filter(isSdk)).toEqual([]);
    const chunks = readdirSync(new URL('chunks/', dist)).filter((name) => name.endsWith('.js'));
    expect(chunks.filter((name) => importsOf(new URL(`chunks/${name}`, dist)).some(isSdk))).toHaveLength(1);
  });
});
