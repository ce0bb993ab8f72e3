import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREDENTIALS, dispatchOf, openAlone } from './search/measure.ts';
import { fill } from './search/store.ts';
import { openFirstChannel } from '../src/server/credentials.ts';
const dir = mkdtempSync(join(tmpdir(), 'zz-'));
const store = await openAlone(dir);
openFirstChannel(store.engine, CREDENTIALS, false);
await fill(store.engine, 20000);
await store.engine.whenDurable(store.engine.headSeq);
for (let i = 0; i < 100; i++) {
  store.engine.tick();
  await new Promise((r) => setImmediate(r));
}
while (!store.engine.warmSearch(() => true));
const dispatch = dispatchOf(store, dir);
(dispatch as any).options.aggregateBytesMax = 16777216;
(dispatch as any).options.work.budgetMs = 50;
const page = (left: number) => ({
  request: 'search_products',
  args: { constraint: '[]', left_limit: left, right_limit: 10000, language: 'de_DE', country: 'DE' },
});
const pipe = JSON.stringify(Object.fromEntries(Array.from({ length: 43 }, (_, i) => [`p${i}`, page(i)])));
const creds = { licence_username: CREDENTIALS.username, licence_password: CREDENTIALS.password };
let last = performance.now();
const gaps: number[] = [];
let on = true;
const tick = () => {
  const n = performance.now();
  gaps.push(n - last);
  last = n;
  if (on) setImmediate(tick);
};
setImmediate(tick);
const one = (f: object) =>
  new Promise<string>((r) =>
    dispatch.call({ ...creds, ...f } as never, '', (s, b) =>
      r(
        s +
          ' ' +
          Buffer.from(b as string)
            .toString()
            .slice(0, 300) +
          ' …' +
          Buffer.from(b as string).length,
      ),
    ),
  );
for (const [n, f] of Object.entries({
  bundle: { request: 'aggregate', pipe },
  page: { request: 'search_products', constraint: '[]', right_limit: 10000, language: 'de_DE', country: 'DE' },
})) {
  for (let k = 0; k < 2; k++) {
    gaps.length = 0;
    const t = performance.now();
    const r = await one(f);
    await new Promise((r) => setTimeout(r, 20));
    gaps.sort((a, b) => b - a);
    console.log(
      n,
      r.slice(0, 120),
      r.slice(-20),
      (performance.now() - t).toFixed(0),
      'ms; longest turns',
      gaps
        .slice(0, 8)
        .map((x) => x.toFixed(1))
        .join(' '),
    );
  }
}
on = false;
await store.close();
process.exit(0);
