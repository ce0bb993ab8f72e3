// npm run storefront -- --shop http://127.0.0.1:8080 --username … --password … --port 3000
// Without options: the demo shop of `npm start`.
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { createClient } from '../../src/client/client.ts';
import { paymentPage } from './payment-page.ts';
import { storefront } from './storefront.ts';

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { shop, username, password, port, ...pay } = parseArgs({
  options: {
    shop: text('http://127.0.0.1:8080'),
    username: text('demo_kontor'),
    password: text('demo-password'),
    port: text('3000'),
    'payment-method': text('4'),
    'payment-secret': text('demo-payment-secret'),
  },
}).values;
const app = storefront(createClient({ url: shop, username, password }), shop);
app.route('/test-payment', paymentPage(`${shop}/srv/payment/${pay['payment-method']}/notify`, pay['payment-secret']));
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, (at) => {
  console.log(`storefront: http://127.0.0.1:${at.port}/ of the shop at ${shop}`);
});
