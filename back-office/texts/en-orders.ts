// English texts of orders that the shop prepares, of the details of an order, and of lists and slips.
export const drafts = {
  make: 'New order',
  title: 'New order',
  list: 'Drafts',
  listHint: 'Orders that the shop prepares for customers, and has not placed yet',
  nothing: 'No draft. One begins with “New order”.',
  counting: 'The shop has just started and still looks for drafts; more may appear.',
  who: 'Who orders?',
  find: 'Find a customer',
  findHint: 'Name, e-mail or username',
  noCustomer: 'No account meets this. Begin the order without one.',
  guest: 'Somebody without an account',
  noCountry: 'The account names a country that the shop does not know: choose one in the delivery address.',
  choose: (name: string) => `Begin an order for ${name}`,
  name: 'Name',
  email: 'E-mail',
  lines: 'Lines',
  total: 'Total',
  madeBy: 'Begun by',
  made: 'Begun',
  ends: 'Kept until',
  channel: 'a channel',
  unnamed: 'Nobody yet',
  customer: 'Customer',
  saved: 'Everything that you enter is saved at once, as a draft.',
  unsaved: 'Something that you entered is not saved yet.',
  goods: 'Goods',
  findGoods: 'Find an article',
  findGoodsHint: 'Name, article number or EAN',
  noGoods: 'No article meets this.',
  add: (name: string) => `Add ${name}`,
  addShort: 'Add',
  stock: (pieces: string) => `${pieces} in stock`,
  notCounted: 'stock is not counted',
  empty: 'No goods yet.',
  quantityOf: (name: string) => `Pieces of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  coupon: 'Coupon code',
  addCoupon: 'Add coupon',
  couponAdded: (code: string) => `Coupon ${code} is in the order.`,
  methods: 'Delivery and payment',
  deliveryMethod: 'Delivery method',
  paymentMethod: 'Payment method',
  none: 'None chosen',
  deliveryCosts: 'Delivery costs',
  deliveryCostsHint: 'With tax, as the customer pays them; empty: none.',
  costsClass: 'Tax class of the delivery',
  place: 'Place order',
  placeTitle: (total: string) => `Place this order: ${total}`,
  placeWill: (total: string) => [
    `The order is placed with a total of ${total}.`,
    'Stock and coupons are taken now.',
    'Webhooks for new orders are called, as for an order in the shop.',
  ],
  placed: (id: number) => `Order ${id} is placed.`,
  discard: 'Throw away',
  discardTitle: 'Throw this draft away',
  discardWill: ['What was entered is gone.', 'No order is made.'],
  discarded: 'The draft is thrown away.',
  gone: 'There is no such draft: it was ordered, thrown away, or has expired.',
  back: 'All drafts',
};

export const details = {
  contact: 'Contact',
  email: 'E-mail',
  phone: 'Phone',
  note: 'Note of the buyer',
  deliveryTo: 'Delivery address',
  invoiceTo: 'Invoice address',
  otherInvoice: 'The invoice goes to another address',
  choose: 'Choose a country',
};

export const payLink = {
  make: 'Payment link',
  title: (id: number) => `Payment link of order ${id}`,
  hint: (total: string) => `The page behind it takes ${total} for just this order.`,
  label: 'Address to pay at',
  mail: 'Write an e-mail with it',
  subject: (id: number) => `Your order ${id}`,
  lasting: 'It holds as long as the order can be paid.',
  passing:
    'It ends when the provider of the payment says so, often after a day. With the setting paymentPage the link lasts.',
  done: 'Done',
  byHand: 'This payment method has no page to pay at: the customer pays by hand.',
};

export const orderDetails = {
  change: 'Change',
  title: (id: number) => `Addresses and contact of order ${id}`,
  invoiced: (number: string) =>
    `Once invoice ${number} was made, what it shows is no longer changed. Cancel the order then, which cancels the ` +
    'invoice by a document, and make it anew; what no invoice shows can still be changed.',
  save: 'Save',
  saved: 'The order is changed.',
  parcelsReturned: 'Parcels that came back',
  account: (name: string) => `Account ${name}`,
  allOrders: (orders: string) => `All ${orders} orders of this address`,
  place: (place: string, all: string, sum: string) => `Order ${place} of ${all}, ${sum} in all`,
  previous: (id: number) => `Previous order: ${id}`,
  next: (id: number) => `Next order: ${id}`,
  notes: 'Notes of the staff',
  newNote: 'New note',
  notesHint: 'The customer does not see notes; an export of the person has them.',
  addNote: 'Add note',
};

export const lists = {
  kept: 'Lists kept by name',
  keepThis: 'Keep this list',
  keepTitle: 'Keep this list by a name',
  keep: 'Keep it',
  keepHint:
    'Its filters and its order are kept with your account, and not the words searched for. At most 40 characters.',
  keptDone: (name: string) => `The list ${name} is kept.`,
  name: 'Name',
  full: (most: number) => `Not kept: there are ${most} lists already, some of them kept by another page.`,
  drop: (name: string) => `Forget the list ${name}`,
  columns: 'Columns',
  columnsHint: 'For wide windows; narrow ones show what fits. Kept with your account.',
  allColumns: 'All columns',
  sort: 'Sort',
  usualOrder: 'Back to the usual order',
  tooManyToSort: 'These are too many to sort. Search for some of them.',
  placed: 'Placed',
  periods: {
    '': 'At any time',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    month: 'This month',
    own: 'From … to …',
  },
  from: 'First day',
  to: 'Last day',
  showAll: 'Show all',
  noOrders: 'There is no order yet. The first comes from the storefront, or is taken on the phone.',
  noCustomers: 'There is no account yet. Customers make theirs in the storefront.',
  noCoupons: 'There are no coupons yet.',
  toStart: 'Go to the start',
  stockCount: 'Count stock',
};

export const slips = {
  slip: 'Packing slip',
  slips: 'Packing slips',
  pickList: 'Pick list',
  sent: (orders: string) => `Nothing is to be sent of: ${orders}`,
};

export const orderFile = {
  open: 'CSV',
  title: (orders: string) => `${orders} orders as a file`,
  rows: 'One row for each',
  kinds: { orders: 'Order', lines: 'Line' },
  about: {
    orders:
      'With invoice, country of the delivery, total, net and tax, and net and tax at each rate. The rates add up to the total.',
    lines:
      'With number, name, quantity, price, sum, tax rate and tax. Coupons and delivery costs are lines of their own, so that the lines add up to the total.',
  },
  go: 'Save the file',
  running: (percent: string) => `Reading … ${percent}`,
  done: (orders: string) => `${orders} orders are in the file.`,
};

export const sendDraft = {
  make: 'Send to the customer',
  title: (total: string) => `Let the customer pay ${total}`,
  send: 'Place it and make the link',
  last: 'Last day to pay',
  lastHint: 'Empty: it waits for ever.',
  will: (total: string, last: string) => [
    `The order is placed with a total of ${total}, and its prices stay as they are.`,
    'Stock and coupons are taken now.',
    last === ''
      ? 'It waits for its money for ever.'
      : `Unless it is paid by ${last}, it is cancelled by itself: stock and coupons are free again.`,
    'The webhook DRAFT_SENT asks your mail program for the message; the link is shown for you to copy.',
  ],
  sent: (id: number) => `Order ${id} waits for its customer.`,
};
