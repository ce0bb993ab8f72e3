// German texts of orders that the shop prepares, of the details of an order, and of lists and slips.
import type {
  details as Details,
  drafts as Drafts,
  lists as Lists,
  orderDetails as OrderDetails,
  orderFile as OrderFile,
  payLink as PayLink,
  sendDraft as SendDraft,
  slips as Slips,
} from './en-orders.ts';

export const drafts: typeof Drafts = {
  make: 'Neue Bestellung',
  title: 'Neue Bestellung',
  list: 'Entwürfe',
  listHint: 'Bestellungen, die der Shop für Kunden vorbereitet und noch nicht aufgegeben hat',
  nothing: 'Kein Entwurf. Einer beginnt mit „Neue Bestellung“.',
  counting: 'Der Shop ist gerade gestartet und sucht noch nach Entwürfen; es können mehr werden.',
  who: 'Wer bestellt?',
  find: 'Kunden finden',
  findHint: 'Name, E-Mail oder Benutzername',
  noCustomer: 'Kein Konto passt dazu. Beginnen Sie die Bestellung ohne eines.',
  guest: 'Jemand ohne Konto',
  noCountry: 'Das Konto nennt ein Land, das der Shop nicht kennt: Wählen Sie eines in der Lieferadresse.',
  choose: (name) => `Bestellung für ${name} beginnen`,
  name: 'Name',
  email: 'E-Mail',
  lines: 'Positionen',
  total: 'Summe',
  madeBy: 'Begonnen von',
  made: 'Begonnen',
  ends: 'Aufbewahrt bis',
  channel: 'ein Kanal',
  unnamed: 'Noch niemand',
  customer: 'Kunde',
  saved: 'Alles, was Sie eingeben, ist sofort als Entwurf gespeichert.',
  unsaved: 'Etwas, das Sie eingegeben haben, ist noch nicht gespeichert.',
  goods: 'Waren',
  findGoods: 'Artikel finden',
  findGoodsHint: 'Name, Artikelnummer oder EAN',
  noGoods: 'Kein Artikel passt dazu.',
  add: (name) => `${name} hinzufügen`,
  addShort: 'Hinzufügen',
  stock: (pieces) => `${pieces} auf Lager`,
  notCounted: 'Bestand wird nicht gezählt',
  empty: 'Noch keine Waren.',
  quantityOf: (name) => `Stück von ${name}`,
  remove: (name) => `${name} entfernen`,
  coupon: 'Gutscheincode',
  addCoupon: 'Gutschein einlösen',
  couponAdded: (code) => `Der Gutschein ${code} ist in der Bestellung.`,
  methods: 'Lieferung und Zahlung',
  deliveryMethod: 'Lieferart',
  paymentMethod: 'Zahlungsart',
  none: 'Keine gewählt',
  deliveryCosts: 'Lieferkosten',
  deliveryCostsHint: 'Mit Steuer, wie der Kunde sie zahlt; leer: keine.',
  costsClass: 'Steuerklasse der Lieferung',
  place: 'Bestellung aufgeben',
  placeTitle: (total) => `Diese Bestellung aufgeben: ${total}`,
  placeWill: (total) => [
    `Die Bestellung wird mit der Summe ${total} aufgegeben.`,
    'Bestand und Gutscheine werden jetzt genommen.',
    'Webhooks für neue Bestellungen werden gerufen, wie bei einer Bestellung im Shop.',
  ],
  placed: (id) => `Die Bestellung ${id} ist aufgegeben.`,
  discard: 'Wegwerfen',
  discardTitle: 'Diesen Entwurf wegwerfen',
  discardWill: ['Was eingegeben wurde, ist weg.', 'Es entsteht keine Bestellung.'],
  discarded: 'Der Entwurf ist weggeworfen.',
  gone: 'Diesen Entwurf gibt es nicht: Er wurde bestellt, weggeworfen oder ist abgelaufen.',
  back: 'Alle Entwürfe',
};

export const details: typeof Details = {
  contact: 'Kontakt',
  email: 'E-Mail',
  phone: 'Telefon',
  note: 'Notiz des Käufers',
  deliveryTo: 'Lieferadresse',
  invoiceTo: 'Rechnungsadresse',
  otherInvoice: 'Die Rechnung geht an eine andere Adresse',
  choose: 'Land wählen',
};

export const payLink: typeof PayLink = {
  make: 'Zahlungslink',
  title: (id) => `Zahlungslink der Bestellung ${id}`,
  hint: (total) => `Die Seite dahinter nimmt ${total} für genau diese Bestellung.`,
  label: 'Adresse zum Zahlen',
  mail: 'Eine E-Mail damit schreiben',
  subject: (id) => `Ihre Bestellung ${id}`,
  lasting: 'Er gilt, solange die Bestellung bezahlt werden kann.',
  passing:
    'Er endet, wenn der Zahlungsanbieter es sagt, oft nach einem Tag. Mit der Einstellung paymentPage gilt er länger.',
  done: 'Fertig',
  byHand: 'Diese Zahlungsart hat keine Seite zum Zahlen: Der Kunde zahlt von Hand.',
};

export const orderDetails: typeof OrderDetails = {
  change: 'Ändern',
  title: (id) => `Adressen und Kontakt der Bestellung ${id}`,
  invoiced: (number) =>
    `Sobald die Rechnung ${number} erstellt wurde, ändert sich nicht mehr, was sie zeigt. Stornieren Sie dann die ` +
    'Bestellung, was die Rechnung durch ein Dokument storniert, und legen Sie sie neu an; was keine Rechnung zeigt, ' +
    'lässt sich noch ändern.',
  save: 'Speichern',
  saved: 'Die Bestellung ist geändert.',
  parcelsReturned: 'Pakete, die zurückkamen',
  account: (name) => `Konto ${name}`,
  allOrders: (orders) => `Alle ${orders} Bestellungen dieser Adresse`,
  place: (place, all, sum) => `Bestellung ${place} von ${all}, zusammen ${sum}`,
  previous: (id) => `Vorige Bestellung: ${id}`,
  next: (id) => `Nächste Bestellung: ${id}`,
  notes: 'Notizen des Teams',
  newNote: 'Neue Notiz',
  notesHint: 'Der Kunde sieht Notizen nicht; ein Export der Person enthält sie.',
  addNote: 'Notiz hinzufügen',
};

export const lists: typeof Lists = {
  kept: 'Listen mit Namen',
  keepThis: 'Diese Liste merken',
  keepTitle: 'Diese Liste unter einem Namen merken',
  keep: 'Merken',
  keepHint: 'Filter und Reihenfolge werden mit Ihrem Konto aufbewahrt, die Suchwörter nicht. Höchstens 40 Zeichen.',
  keptDone: (name) => `Die Liste ${name} ist gemerkt.`,
  name: 'Name',
  full: (most) => `Nicht gemerkt: Es gibt schon ${most} Listen, auch von einer anderen Seite aus.`,
  drop: (name) => `Die Liste ${name} vergessen`,
  columns: 'Spalten',
  columnsHint: 'Für breite Fenster; schmale zeigen, was hineinpasst. Mit Ihrem Konto aufbewahrt.',
  allColumns: 'Alle Spalten',
  sort: 'Sortieren',
  usualOrder: 'Zurück zur üblichen Reihenfolge',
  tooManyToSort: 'Das sind zu viele zum Sortieren. Suchen Sie nach einigen davon.',
  placed: 'Eingang',
  periods: {
    '': 'Jederzeit',
    today: 'Heute',
    yesterday: 'Gestern',
    week: 'Letzte 7 Tage',
    month: 'Dieser Monat',
    own: 'Von … bis …',
  },
  from: 'Erster Tag',
  to: 'Letzter Tag',
  showAll: 'Alle zeigen',
  noOrders: 'Noch gibt es keine Bestellung. Die erste kommt aus dem Shop oder wird am Telefon aufgenommen.',
  noCustomers: 'Noch gibt es kein Konto. Kunden legen ihres im Shop an.',
  noCoupons: 'Noch gibt es keine Gutscheine.',
  toStart: 'Zum Anfang',
  stockCount: 'Bestand zählen',
};

export const slips: typeof Slips = {
  slip: 'Packzettel',
  slips: 'Packzettel',
  pickList: 'Pickliste',
  sent: (orders) => `Nichts zu versenden ist von: ${orders}`,
};

export const orderFile: typeof OrderFile = {
  open: 'CSV',
  title: (orders) => `${orders} Bestellungen als Datei`,
  rows: 'Eine Zeile für jede',
  kinds: { orders: 'Bestellung', lines: 'Position' },
  about: {
    orders:
      'Mit Rechnung, Lieferland, Summe, Netto und Steuer, und Netto und Steuer zu jedem Satz. Die Sätze ergeben zusammen die Summe.',
    lines:
      'Mit Nummer, Name, Menge, Preis, Betrag, Steuersatz und Steuer. Gutscheine und Versandkosten sind eigene Zeilen, sodass die Zeilen zusammen die Summe ergeben.',
  },
  go: 'Datei speichern',
  running: (percent) => `Wird gelesen … ${percent}`,
  done: (orders) => `${orders} Bestellungen sind in der Datei.`,
};

export const sendDraft: typeof SendDraft = {
  make: 'An den Kunden senden',
  title: (total) => `Den Kunden ${total} zahlen lassen`,
  send: 'Aufgeben und Link erzeugen',
  last: 'Letzter Tag zum Zahlen',
  lastHint: 'Leer: Sie wartet unbefristet.',
  will: (total, last) => [
    `Die Bestellung wird mit der Summe ${total} aufgegeben, und ihre Preise bleiben, wie sie sind.`,
    'Bestand und Gutscheine werden jetzt genommen.',
    last === ''
      ? 'Sie wartet unbefristet auf ihr Geld.'
      : `Ist sie bis ${last} nicht bezahlt, wird sie von selbst storniert: Bestand und Gutscheine sind wieder frei.`,
    'Der Webhook DRAFT_SENT bittet Ihr Mailprogramm um die Nachricht; der Link wird zum Kopieren gezeigt.',
  ],
  sent: (id) => `Die Bestellung ${id} wartet auf ihren Kunden.`,
};
