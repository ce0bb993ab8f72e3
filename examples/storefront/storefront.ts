// A shop's pages, rendered here and complete without JavaScript. The browser has a cookie with the code of its session,
// and once it has logged in one that makes it a known device; the channel's credentials stay in this process.
import { Hono } from 'hono';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { part } from '../../src/client/client.ts';
import type { Category, Client, Refused } from '../../src/client/client.ts';
import { checkoutPage } from './checkout-page.ts';
import { listingOf } from './listing.ts';
import * as pages from './pages.ts';
import type { Frame, Html, Language } from './pages.ts';
import { returnsPage } from './returns-page.ts';

const FOOT = 'help';
const DEVICE_SECONDS = 34_560_000;
/** What the shop takes, if its setting `returnPictureBytesMax` is not another; the texts name it. */
const PICTURE_BYTES_MAX = 600_000;

type Content = (frame: Frame) => Html | Promise<Html>;
class Refusal extends Error {}
const must = <T>(outcome: { ok: true; value: T } | Refused): T => {
  if (!outcome.ok) throw new Refusal(outcome.code);
  return outcome.value;
};

const languageOf = (c: Context): Language => (/^\/de(\/|$)/.test(c.req.path) ? 'de' : 'en');
const localeOf = (c: Context): string => pages.WORDS[languageOf(c)]('locale');
const cookieOf = (c: Context) =>
  ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: c.req.url.startsWith('https:') }) as const;
const fieldsOf = async (c: Context): Promise<(name: string) => string> => {
  const body = await c.req.parseBody();
  return (name) => (typeof body[name] === 'string' ? body[name] : '');
};

/** `shopUrl`: of the shop, whose images are passed on. */
export const storefront = (client: Client, shopUrl: string): Hono => {
  /** `stays`: also while the browser is closed, for who agreed to a mail that leads back to the cart. */
  const keep = (c: Context, code: string, stays = getCookie(c, 'stays') === '1'): string => {
    const lasting = { ...cookieOf(c), ...(stays && { maxAge: DEVICE_SECONDS }) };
    setCookie(c, 'session', code, lasting);
    setCookie(c, 'stays', stays ? '1' : '0', lasting);
    return code;
  };
  /** What others guess delays no login by a device that has logged in before. It outlives sessions and logouts. */
  const logIn = async (c: Context, session: string, username: string, password: string): Promise<void> => {
    const device_token = getCookie(c, 'device') ?? '';
    const login = must(await client.login_user({ session, username, password, device_token }));
    keep(c, login.session_id);
    setCookie(c, 'device', login.device_token, { ...cookieOf(c), maxAge: DEVICE_SECONDS });
  };
  const sessionOf = async (c: Context): Promise<string> => {
    const session = getCookie(c, 'session') ?? '';
    if (session !== '' && (await client.get_cart({ session })).ok) return session;
    return keep(c, must(await client.get_new_session()).code);
  };
  const treeOf = async (language: string): Promise<Map<number, readonly Category[]>> => {
    const tree = new Map<number, readonly Category[]>();
    for (let ids = [0]; ids.length > 0; ids = ids.slice(0, 50)) {
      const levels = must(await client.aggregate(ids.map((id) => part('get_categories', { id_parent: id, language }))));
      for (const { categories } of levels) if (categories.length > 0) tree.set(categories[0]!.id_parent, categories);
      ids = levels.flatMap(({ categories }) => categories.map(({ id }) => id));
    }
    return tree;
  };
  const textsOf = async (tree: Frame['tree'], language: string): Promise<Frame['texts']> => {
    const foot = tree.get(0)?.find(({ name }) => name === FOOT);
    const texts = foot && (await client.get_contents_in_category({ id_category: foot.id, language }));
    return texts?.ok === true ? Object.values(texts.value.contents) : [];
  };
  const frameOf = async (c: Context, error: string | undefined): Promise<Frame> => {
    const session = getCookie(c, 'session') ?? '';
    const [shop, tree, cart] = await Promise.all([
      client.get_shop({ language: localeOf(c) }).then(must),
      treeOf(localeOf(c)),
      session === '' ? undefined : client.get_cart({ session }),
    ]);
    const { pathname, search } = new URL(c.req.url);
    const [language, path] = [languageOf(c), pathname.slice(3) + search];
    const texts = await textsOf(tree, localeOf(c));
    const filled = cart?.ok === true ? cart.value : undefined;
    return { language, say: pages.WORDS[language], shop, tree, texts, session, cart: filled, path, error };
  };
  const show = async (c: Context, content: Content, status: 200 | 404 = 200, error = c.req.query('error')) => {
    const frame = await frameOf(c, error);
    return c.html(pages.layout(frame, await content(frame)), status);
  };
  const list = (c: Context) =>
    show(c, async (frame) => {
      const category = Number.parseInt(c.req.param('id') ?? '', 10) || undefined;
      const listing = await listingOf(client, frame, localeOf(c), new URL(c.req.url).searchParams, category);
      if (listing === undefined) throw new Refusal('refused');
      if (listing.redirect) throw new HTTPException(302, { res: c.redirect(listing.redirect) });
      return pages.listPage(frame, listing);
    });
  /** Where the shopper pays, by a session or a link that was sent; thanks where nothing is to be paid elsewhere. */
  const pay = async (c: Context, order: number, by: { readonly session: string } | { readonly code: string }) => {
    const thanks = new URL(`/${languageOf(c)}/thanks`, c.req.url).href;
    // Who comes back unpaid may try again; a method without a page to pay on leads to no such address.
    const args = { success_url: thanks, cancel_url: `${thanks}?pay=again` };
    const begun = await client.do_payment({ ...by, id_order: order, args });
    return c.redirect(begun.ok ? begun.value.redirect || thanks : `${args.cancel_url}&error=${begun.code}`, 303);
  };
  const knownOf = async (session: string): Promise<(name: string) => string> => {
    const [order, user] = [must(await client.get_order_details({ session })), await client.get_user_data({ session })];
    const { attributes = {}, addresses = [], email = '' } = user.ok ? user.value : {};
    const address = pages.ADDRESS.map((name) => [name, order[`delivery_${name}`]] as const);
    const methods = { delivery: `${order.order_delivery_method.id}`, payment: `${order.order_payment_method.id}` };
    const rest = { ...methods, email: order.email, country: order.delivery_country_code };
    const draft = new Map(Object.entries({ ...Object.fromEntries(address), ...rest }));
    const account = new Map(Object.entries({ email, ...addresses[0] }));
    return (name) => draft.get(name) || account.get(name) || attributes[name]?.value || '';
  };
  /** The checkout's form: its fields are those of the country, its methods those that go there; one is chosen. */
  const checkoutForm = async (c: Context, session: string, value: (name: string) => string, error?: string) => {
    const { countries, country: own } = must(await client.get_shop());
    const country = countries.find(({ iso }) => iso === value('country'))?.iso ?? own;
    const form = must(await client.get_address_form({ country }));
    const zip = form.fields.some(({ name }) => name === 'zip') ? value('zip').slice(0, 50) : '';
    const { methods } = must(await client.get_delivery_methods({ session, country, zip, language: localeOf(c) }));
    const open = methods.filter(({ available }) => available === 1);
    const method = (open.find(({ id }) => `${id}` === value('delivery')) ?? open[0])?.id;
    const chosen = { delivery_country: country, delivery_zip: zip || null, id_delivery_method: method };
    const told = await client.set_order_details({ session, ...chosen });
    const content = (frame: Frame) => checkoutPage(frame, value, { form, methods, method });
    return show(c, content, 200, error ?? (told.ok ? undefined : told.code));
  };
  const placedOrder = async (c: Context) => {
    const session = getCookie(c, 'placed') ?? '';
    const details = await client.get_order_details({ session });
    if (!details.ok || details.value.order_type.id === 0) return undefined;
    const order = await client.get_order_by_id({ session, id_order: Number(details.value.order_number) });
    return order.ok ? ([details.value, order.value] as const) : undefined;
  };
  /** Of an order that a session of its buyer sees: one that is logged in, or the one that placed it. */
  const returnsOf = async (c: Context) => {
    const asked = { id_order: Number(c.req.param('order')), limit: 200 };
    const sessions = [getCookie(c, 'session') ?? '', getCookie(c, 'placed') ?? ''];
    const [own, placed] = await Promise.all(sessions.map((session) => client.get_returns({ session, ...asked })));
    return own!.ok ? ([sessions[0]!, own!.value] as const) : ([sessions[1]!, must(placed!)] as const);
  };

  const shop = new Hono({ strict: false })
    .get('/', list)
    .get('/c/:id', list)
    .get('/p/:id', (c) =>
      show(c, async (frame) => {
        const id = Number.parseInt(c.req.param('id'), 10);
        const wish = { id_product: id, language: localeOf(c), session: frame.session };
        const product = must(await client.get_product_details(wish));
        const [first = product, ...others] = product.variations;
        const chosen = others.find((one) => one.id === Number(c.req.query('v'))) ?? first;
        const together = await client.get_bought_together({ ...wish, limit: 4 });
        const bought = together.ok ? together.value.products.map((one) => one.product) : [];
        return pages.productPage(frame, product, chosen, bought);
      }),
    )
    .get('/i/:id', async (c) => {
      const asked = { id_content: Number.parseInt(c.req.param('id'), 10), language: localeOf(c) };
      return show(c, async () => pages.contentPage(must(await client.get_content_details(asked))));
    })
    .get('/imprint', (c) => show(c, pages.imprintPage))
    .get('/cart', (c) => show(c, pages.cartPage))
    .post('/cart/:action', async (c) => {
      const [field, session, action] = [await fieldsOf(c), await sessionOf(c), c.req.param('action')];
      const [quantity, code, line] = [field('quantity'), field('code'), { session, id_element: Number(field('line')) }];
      if (action === 'add') {
        const element = { id_shopobject: Number(field('product')), element_type: 'PRODUCT_GR' as const, quantity };
        const names = { price_field: pages.priceField(must(await client.get_shop())), name_field: 'name' };
        must(await client.add_to_cart({ session, ...element, ...names, language: localeOf(c) }));
      } else if (action === 'currency') {
        must(await client.set_context({ session, currency: field('currency') }));
        return c.redirect(c.req.header('Referer') ?? `/${languageOf(c)}/cart`, 303);
      } else if (action === 'coupon')
        must(await client.add_coupons({ session, coupons: code === '' ? [] : [[code, code]] }));
      else if (Number(quantity) > 0) must(await client.set_quantity({ ...line, quantity }));
      else must(await client.del_from_cart(line));
      return c.redirect(`/${languageOf(c)}/cart`, 303);
    })
    .get('/checkout', async (c) => {
      const session = await sessionOf(c);
      return checkoutForm(c, session, await knownOf(session));
    })
    .post('/checkout', async (c) => {
      const [field, session] = [await fieldsOf(c), await sessionOf(c)];
      if (field('show') !== '') return checkoutForm(c, session, field);
      // What this country's form does not ask for is cleared.
      const names = [...pages.ADDRESS, 'country'];
      const address = Object.fromEntries(names.map((it) => [`delivery_${it}`, field(it) || null]));
      const methods = { id_delivery_method: Number(field('delivery')), id_payment_method: Number(field('payment')) };
      const told = await client.set_order_details({ session, ...address, ...methods, email: field('email') });
      // Ordered at the total that the form showed: country and method may have changed it, and the form then asks once more.
      const [order, once] = [{ session, expected_total: field('total'), language: localeOf(c) }, { key: field('key') }];
      const placed = told.ok ? await client.checkout(order, once) : told;
      // Not back to the form's address: a refused draft keeps nothing, and what was typed must stay.
      if (!placed.ok) return checkoutForm(c, session, field, placed.code);
      setCookie(c, 'placed', session, cookieOf(c));
      return pay(c, placed.value.id_order, { session: keep(c, placed.value.session) });
    })
    .get('/thanks', (c) =>
      show(c, async (frame) => pages.thanksPage(frame, await placedOrder(c), c.req.query('pay') !== undefined)),
    )
    .post('/pay', async (c) => pay(c, (await placedOrder(c))?.[1].id ?? 0, { session: await sessionOf(c) }))
    .get('/pay/:order/:code', (c) => pay(c, Number(c.req.param('order')), { code: c.req.param('code') }))
    .get('/account', (c) =>
      show(c, async (frame) => {
        const session = getCookie(c, 'session') ?? '';
        const [user, orders] = [await client.get_user_data({ session }), await client.get_user_orders({ session })];
        if (!user.ok || !orders.ok) return pages.loginPage(frame);
        keep(c, session, pages.agreedTo(user.value));
        return pages.accountPage(frame, user.value, orders.value);
      }),
    )
    .post('/account/:action', async (c) => {
      const [field, session, action] = [await fieldsOf(c), await sessionOf(c), c.req.param('action')];
      const [username, password, email] = [field('username'), field('password'), field('email')];
      if (action === 'register') {
        const args = { username, passwd1: password, passwd2: password, email };
        const { id_user: user, session_id: token } = must(await client.register_user({ args, language: localeOf(c) }));
        must(await client.verify_user({ id_user: user, session_id: token }));
      }
      if (action === 'remind')
        must(await client.set_user_data({ session, attributes: { cart_reminder: field('remind') || 0 } }));
      else if (action === 'logout') must(await client.logout_user({ session: keep(c, session, false) }));
      else await logIn(c, session, username, password);
      return c.redirect(`/${languageOf(c)}/account`, 303);
    })
    .get('/returns/:order', async (c) => {
      const [session, found] = await returnsOf(c);
      const order = must(await client.get_order_by_id({ session, id_order: Number(c.req.param('order')) }));
      return show(c, (frame) => returnsPage(frame, order, found));
    })
    .get('/returns/:order/:return/:picture', async (c) => {
      const [[session], asked] = [await returnsOf(c), c.req.param()];
      const ids = { id_return: Number(asked.return), id_picture: Number(asked.picture) };
      const { picture, content_type: type } = must(await client.get_return_picture({ session, ...ids }));
      const headers = { 'Content-Type': type, 'Cache-Control': 'private, no-store' };
      return c.body(Buffer.from(picture, 'base64'), 200, headers);
    })
    .post('/returns/:order/:action', async (c) => {
      const [field, [session], { order, action }] = [await fieldsOf(c), await returnsOf(c), c.req.param()];
      const { picture: file, ...body } = await c.req.parseBody();
      const [id_return, once] = [Number(field('return')), { key: field('key') }];
      // A form that is sent twice counts once, by its key: its lines are what it says, not what may come back since.
      const sent = Object.keys(body).filter((n) => n.startsWith('line-') && Number(field(n)) !== 0);
      const line = (it: string) => ({ id_element: Number(it.slice(5)), quantity: field(it), reason: field('reason') });
      const announced = { session, id_order: Number(order), lines: sent.map(line), note: field('note') };
      if (file instanceof File) {
        if (file.size > PICTURE_BYTES_MAX) throw new Refusal('BODY_TOO_LARGE');
        const picture = Buffer.from(await file.arrayBuffer()).toString('base64');
        must(await client.add_return_picture({ session, id_return, picture }, once));
      } else if (action === 'withdraw') must(await client.withdraw_return({ session, id_return }));
      else if (sent.length === 0) throw new Refusal('nothingAnnounced');
      else must(await client.announce_return({ ...announced, wish: field('wish') as 'refund' }, once));
      return c.redirect(`/${languageOf(c)}/returns/${order}`, 303);
    })
    .get('/suggest', async (c) => {
      const asked = { text: (c.req.query('q') ?? '').slice(0, 200), language: localeOf(c) };
      const found = must(await client.suggest_products({ ...asked, session: getCookie(c, 'session') ?? '' }));
      return c.html(pages.suggestionsOf({ language: languageOf(c) }, found));
    })
    .post('/clicked', async (c) => {
      await client.search_clicked({ text: (c.req.query('q') ?? '').slice(0, 200) });
      return c.body(null, 204);
    })
    // A permalink leads to the page by id; only a former one for good: browsers remember 301.
    .get('/:permalink', async (c) => {
      const asked = { permalink: c.req.param('permalink'), language: localeOf(c) };
      const [product, content, category] = await Promise.all([
        client.seo_get_product_details({ ...asked, needed_attributes: ['name'] }),
        client.seo_get_content_details(asked),
        client.seo_get_shopobjects_in_category({ ...asked, right_limit: 1 }),
      ]);
      const present = [
        ...(product.ok ? [`p/${product.value.id}`] : []),
        ...(content.ok ? [`i/${content.value.id}`] : []),
        ...(category.ok ? [`c/${category.value.category.id}`] : []),
      ];
      const former = [product, content, category].flatMap((one) => (one.ok ? [] : (one.movedTo ?? [])));
      const [to] = [...present, ...former];
      if (to === undefined) throw new Refusal('SHOPOBJECT_NOT_FOUND');
      return c.redirect(`/${languageOf(c)}/${to}`, present.length > 0 ? 302 : 301);
    });

  const app = new Hono({ strict: false })
    .use(
      secureHeaders({
        contentSecurityPolicy: { defaultSrc: ["'self'"], imgSrc: ["'self'", 'https:'], frameAncestors: ["'none'"] },
        // A form that is refused leads back to the page that it stood on.
        referrerPolicy: 'same-origin',
      }),
    )
    .use(csrf())
    .use(bodyLimit({ maxSize: 33_554_432, onError: () => Promise.reject(new Refusal('BODY_TOO_LARGE')) }))
    .on('GET', ['/', '/cart'], (c) =>
      c.redirect(`/${accepts(c, { header: 'Accept-Language', supports: ['en', 'de'], default: 'en' })}${c.req.path}`),
    )
    .get('/style.css', (c) => c.body(pages.STYLE, 200, { 'Content-Type': 'text/css' }))
    .get('/browser.js', (c) => c.body(pages.SCRIPT, 200, { 'Content-Type': 'text/javascript' }))
    .get('/favicon.ico', (c) => c.body(null, 204))
    .get('/images/:name', async (c) => {
      const image = await fetch(new URL(c.req.path, shopUrl));
      const kept = { 'Content-Type': image.headers.get('content-type') ?? '', 'Cache-Control': 'max-age=3600' };
      return image.ok ? c.body(await image.arrayBuffer(), 200, kept) : c.notFound();
    })
    .route('/en', shop)
    .route('/de', shop)
    .notFound((c) => show(c, ({ say }) => pages.messagePage(say('lost')), 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (!(error instanceof Refusal)) {
      console.error(error);
      return c.text(pages.WORDS[languageOf(c)]('failed'), 503);
    }
    if (c.req.method === 'GET') return show(c, ({ say }) => pages.messagePage(say('lost')), 404);
    // Back to the page that the form stood on, which says why.
    const from = new URL(c.req.header('Referer') ?? `/${languageOf(c)}/cart`, c.req.url);
    from.searchParams.set('error', error.message);
    return c.redirect(from.pathname + from.search, 303);
  });
  return app;
};
