// Settings of the listeners: where the server listens, and what one request may be.
import { flag, origins, text, whole } from './setting.ts';

export const SERVER_SETTINGS = {
  port: whole(8080, 'port of the shop for calls over HTTP; 0 lets the system choose', {
    max: 65_535,
    when: 'Where another program has 8080.',
  }),
  host: text('127.0.0.1', 'address of this machine at which the shop listens', {
    when: 'Where a proxy or a storefront is on another machine: a private address. Every start warns of one without TLS.',
  }),
  legacyPort: whole(0, 'port of the listener that also speaks HTTP/1.0; 0 = off', {
    max: 65_535,
    when: 'For clients that speak HTTP/1.0. It serves about four tenths of the reads per second.',
  }),
  tlsCert: text('', 'file with the certificate, in PEM, by which the server speaks TLS; with tlsKey', {
    pattern: /^.*$/s,
    expected: 'a path',
    when: 'Where no proxy speaks TLS in front: docs/operate/tls.md. SIGHUP reads both files again.',
  }),
  tlsKey: text('', 'file with the key of the certificate, in PEM and without a password', {
    pattern: /^.*$/s,
    expected: 'a path',
    when: 'With tlsCert.',
  }),
  behindProxy: flag(false, 'callers come through a proxy that speaks TLS with them', {
    when:
      'As soon as such a proxy is in front. Webhooks and applications at private addresses are then refused ' +
      'unless webhookPrivateAddresses is on.',
  }),
  corsOrigins: origins('origins whose pages may call this server; none by default, * = any', {
    when: 'Only where a proxy adds the credentials, or where they may be public: docs/build/browser.md.',
  }),
  ioThreads: text('auto', 'threads that speak HTTP and TLS beside the one that decides; 0 = that one does it, too', {
    pattern: /^(auto|[0-9]|1[0-6])$/,
    expected: 'auto or a whole number from 0 to 16',
    when:
      'auto is 0 on two cores or fewer, else two fewer than there are, at most 8. Lower where others need the ' +
      'cores or each thread its 16 MB: docs/operate/cores.md.',
  }),
  ioCacheMb: whole(32, 'memory for cached replies that I/O threads send by themselves, shared by all of them', {
    unit: 'MiB',
    min: 1,
    max: 1024,
    when: 'More where many different pages are read often; the deciding thread answers what has no room.',
  }),
  connectionsMax: whole(
    0,
    'connections open at a time; 0 = as many as there are descriptors, less 256, at most 100,000',
    {
      unit: 'connections',
      max: 10_000_000,
      when: 'Above 100,000 connections, with enough descriptors; below, to leave memory of the kernel to others.',
    },
  ),
  bodyBytesMax: whole(1_048_576, 'size of one request body; a larger one is refused', {
    unit: 'bytes',
    min: 1024,
    max: 268_435_456,
    when: 'For bulk writes in one call. A larger one takes that much memory while it arrives.',
  }),
  bodyMemoryBytesMax: whole(268_435_456, 'size of all request bodies being received, less the first 16 KiB of each', {
    unit: 'bytes',
    when: 'With bodyBytesMax. Beyond it calls get 503.',
  }),
  chunkedBodies: flag(true, 'bodies in chunks are read; off: they are answered 411', {
    when: 'Off behind a proxy that sends lengths, such as nginx: no request then has two readings (docs/operate/proxy.md).',
  }),
  bodyTimeoutMs: whole(10_000, 'time within which a body must have arrived', {
    unit: 'ms',
    min: 100,
    when: 'Longer for callers with slow lines and large bodies. A slow attacker then holds memory for longer.',
  }),
  bodyFieldsMax: whole(200, 'fields that the form of one call may have', {
    unit: 'fields',
    min: 10,
    max: 10_000,
    when: 'Higher where clients send longer forms and get BODY_UNDECODABLE.',
  }),
  fieldNameBytesMax: whole(256, 'length of the name of one field of a form', {
    unit: 'bytes',
    min: 16,
    max: 65_536,
    when: 'For long names of nested fields, such as args[additional_attributes][…].',
  }),
  jsonValuesMax: whole(20_000, 'values in one text of JSON, which is a body or a field', {
    unit: 'values',
    min: 1000,
    max: 1_000_000,
    when: 'For calls with longer lists than that. Reading 20,000 values may hold the thread for a tenth of a second.',
  }),
  largeBodiesBytesMax: whole(67_108_864, 'size of all bodies of more than 16 KiB that wait for their turn to be read', {
    unit: 'bytes',
    min: 1_048_576,
    when: 'For many bulk writes at a time; one body is read in a turn. Beyond it the oldest get 503.',
  }),
  clientAddressHeader: text('', 'header in which storefronts send the shopper’s address; trusted as it is', {
    pattern: /^[a-z0-9-]*$/i,
    expected: 'the name of a header',
    when: 'Where every caller is a server of yours that sets it: failed logins and dear calls are then counted by shopper.',
  }),
  checkReplies: flag(
    false,
    'every reply is checked against what docs/reference/operations.md declares; one that differs fails',
    {
      when: 'For development of the engine. It costs time with every call.',
    },
  ),
  strictSecretKey: flag(false, 'also the reads that otherwise merely accept the secret key need it', {
    when: 'Where every client sends the secret key with them; docs/build/clients.md names clients that do not.',
  }),
  passOnMsMax: whole(6000, 'time that a standby lets a call wait while the server that it follows does not answer', {
    unit: 'ms',
    max: 600_000,
    when: 'Shorter where callers would rather try again: docs/operate/standby.md.',
  }),
  readStaleMsMax: whole(0, 'age that cacheable catalogue reads of a standby may have; 0: they are exact', {
    unit: 'ms',
    max: 60_000,
    when: 'Where a storefront reads the catalogue at a standby and a moment’s delay does no harm: docs/operate/standby.md.',
  }),
  shutdownTimeoutMs: whole(5000, 'time that a stop waits for calls that are being answered', {
    unit: 'ms',
    when: 'Longer where payment providers or applications answer late; shorter than what the service manager waits for.',
  }),
};
