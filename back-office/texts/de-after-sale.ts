// What came off an order after it was placed, in German.
import type { afterSale as en } from './en-after-sale.ts';

export const afterSale: typeof en = {
  title: 'Nach dem Verkauf',
  now: 'Macht jetzt',
  received: 'Bezahlt',
  outstanding: 'Noch zu zahlen',
  owed: 'Zu erstatten',
  kinds: { canceled: 'Storniert', returned: 'Zurückgekommen', goodwill: 'Kulanz' },
  money: 'nur Geld',
  note: (number) => `Rechnungskorrektur ${number}`,
  cancel: 'Stücke stornieren',
  cancelTitle: (number) => `Stücke der Bestellung ${number} stornieren`,
  left: (quantity) => `${quantity} lassen sich stornieren`,
  delivery: 'Versand',
  reason: 'Grund',
  reasonHint: 'Ein eigenes Wort: a bis z, 0 bis 9, - und _',
  reasonWrong: 'Nur a bis z, 0 bis 9, - und _',
  nothing: 'Alles ist unterwegs. Was unterwegs ist, kann zurückkommen, aber nicht storniert werden.',
  empty: 'Geben Sie an, wie viele Stücke storniert werden.',
  off: (amount) => `${amount} gehen von der Bestellung ab.`,
  after: (total) => `Sie kostet dann ${total}.`,
  stock: 'Diese Stücke sind im Lager wieder frei.',
  owes: (amount) => `${amount} sind zu erstatten.`,
  hasNote: 'Die Rechnung ist ausgestellt: Dazu entsteht eine Rechnungskorrektur.',
  done: (number) => `Stücke der Bestellung ${number} sind storniert.`,
};
