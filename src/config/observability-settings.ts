// Settings of logs and metrics: docs/operate/observability.md.
import { Type, json } from '../kernel/params.ts';
import { choice, flag, jsonSetting, text, whole } from './setting.ts';

export const OBSERVABILITY_SETTINGS = {
  adminPort: whole(0, 'port of the listener with /healthz, /readyz, /metrics and the back office; 0 = off', {
    max: 65_535,
    when: 'In production, for Prometheus and for probes of a container. Its pages but the back office want no credentials: keep it private.',
  }),
  adminHost: text('127.0.0.1', 'address of this machine at which the listener of adminPort listens', {
    when: 'Where Prometheus is on another machine: a private address. Metrics tell how much is sold.',
  }),
  adminNames: jsonSetting<readonly string[]>(
    [],
    'names by which the listener of adminPort is called, besides addresses, localhost, adminHost and the machine’s name',
    {
      shape: json(Type.Array(Type.String({ pattern: '^[A-Za-z0-9._-]+$' }), { uniqueItems: true, maxItems: 1000 })),
      when: 'Where Prometheus, a proxy or a browser calls it by a name: others get 421, against pages that rebind theirs.',
    },
  ),
  adminTls: choice(
    'auto',
    'whether the listener of adminPort speaks TLS; auto: with a certificate, on other addresses than loopback',
    {
      values: ['auto', 'on', 'off'],
      when: 'on where probes on this machine check certificates; off where a mesh encrypts between machines.',
    },
  ),
  backOffice: choice(
    'auto',
    'where persons find the back office; auto: at adminPort, if that is on loopback or speaks TLS',
    {
      values: ['auto', 'admin', 'public', 'off'],
      when: 'public: on the port of the shop as well, at /. off where nobody is to log in. admin is auto, and refuses to start without TLS on other addresses than loopback.',
    },
  ),
  logLevel: choice('info', 'level from which lines are logged; less important ones are left out', {
    values: ['debug', 'info', 'warn', 'error', 'silent'],
    when: 'warn where lines are paid for; silent where nothing may be.',
  }),
  logFormat: choice('auto', 'how lines are logged; auto: pretty on a terminal, JSON elsewhere', {
    values: ['auto', 'pretty', 'json'],
    when: 'Where the wrong one is chosen, such as a terminal inside a container.',
  }),
  logOneCallOf: whole(1000, 'one call of this number is logged, with an id that its reply carries; 0 = none', {
    unit: 'calls',
    when: '1 while one client is watched. Each line costs about ten microseconds.',
  }),
  traceSeq: flag(false, 'replies carry the header kontor-seq, with the records that they show and made', {
    when: 'In tests of a cluster. It costs a microsecond or two for each call, and tells how much is sold.',
  }),
  slowCallMs: whole(1000, 'calls that take longer are logged; 0 = none', {
    unit: 'ms',
    when: 'Lower, to find what is slow. At most ten lines are logged in a second.',
  }),
};
