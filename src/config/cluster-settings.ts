// Settings of a node that shares its shop with others over a log.
import { flag, text, whole } from './setting.ts';

export const CLUSTER_SETTINGS = {
  log: text('', 'members of the etcd cluster that holds the log; none: the shop is this one process', {
    pattern: /^$|^etcds?:\/\/[^/\s@?#]+$/,
    expected: 'etcd://host:port,host:port… or etcds://… for TLS',
    when: 'For a shop on several machines: docs/operate/cluster.md. Every node has the same members.',
  }),
  logInClear: flag(false, 'etcd:// may name other hosts than those of this machine', {
    when: 'On a network that nobody else is on, such as that of containers: log and logUser pass it in clear.',
  }),
  logTls: text('', 'directory with ca.pem, and cert.pem and key.pem where etcd asks for a certificate', {
    pattern: /^.*$/s,
    expected: 'a path',
    when: 'With etcds://.',
  }),
  logUser: text('', 'user of etcd; the variable KONTOR_LOG_PASSWORD has the password', {
    pattern: /^\S*$/,
    expected: 'a name',
    when: 'Where etcd has authentication on. Certificates do not name users at its JSON gateway.',
  }),
  shop: text('main', 'name of the shop in the log', {
    pattern: /^[a-z0-9][a-z0-9_.-]{0,62}$/,
    expected: 'up to 63 small letters, digits and _ . -',
    when: 'Where one etcd cluster has the logs of several shops.',
  }),
  node: text('', 'name of this node in its shop', {
    pattern: /^$|^[a-z0-9][a-z0-9_.-]{0,62}$/,
    expected: 'up to 63 small letters, digits and _ . -',
    when: 'With log. Each node has another one, and keeps it.',
  }),
  inner: text('', 'address at which other nodes reach this one', {
    pattern: /^$|^(?:\[[0-9a-fA-F:.]+\]|[^\s:/[\]]+):\d{1,5}$/,
    expected: 'host:port',
    when: 'With log. It is for nodes alone: no client may reach it.',
  }),
  innerTls: text('', 'directory with ca.pem, cert.pem and key.pem, by which nodes know each other', {
    pattern: /^.*$/s,
    expected: 'a path',
    when: 'With log, on one machine too: deploy/certificates.sh makes the files. SIGHUP reads them again.',
  }),
  leaseMs: whole(2000, 'time for which a leader may answer reads without hearing from the log', {
    unit: 'ms',
    min: 200,
    max: 60_000,
    when:
      'Longer on networks with pauses; a failover takes this and a quarter of it, a second, and up to 0.3 s. ' +
      'The same at every node; 4000 asks half as much of etcd.',
  }),
  logGiveUpMs: whole(5000, 'time after which a change that the log does not answer is told to be unknown', {
    unit: 'ms',
    min: 500,
    max: 600_000,
    when: 'Longer where elections of etcd take longer than its defaults.',
  }),
  logCopiesMin: whole(2, 'nodes that must have a record on their disks before the log may lose it', {
    unit: 'nodes',
    min: 1,
    max: 7,
    when: 'With fewer nodes known, all of them must. 1 lets a shop with two nodes work on while one is away for days.',
  }),
  logKeepMb: whole(256, 'size of the log beyond which it is trimmed early, so that nodes that lag ask other nodes', {
    unit: 'MB',
    min: 1,
    max: 65_536,
    when: 'More on an etcd with a large quota, where nodes are restarted under load.',
  }),
  logQuotaMb: whole(2048, 'quota of etcd, where it does not tell it', {
    unit: 'MB',
    min: 16,
    max: 1_048_576,
    when: 'As --quota-backend-bytes of etcd before 3.6. Changes are refused from three quarters of it on.',
  }),
};
