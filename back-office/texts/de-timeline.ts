// German texts of what happened to an order.
import type { timeline as en } from './en-timeline.ts';

export const timeline: typeof en = {
  title: 'Ablauf',
  buyer: 'Käufer',
  placed: (money) => (money === '' ? 'Bestellt' : `Bestellt: ${money}`),
  paid: (money) => (money === '' ? 'Bezahlt' : `Bezahlt: ${money}`),
  unpaid: 'Auf nicht bezahlt gesetzt: alles Geld ging zurück',
  invoiced: (number) => `Rechnung ${number} ausgestellt`,
  state: { OPEN: 'Wieder geöffnet', PROCESSING: 'In Arbeit', CLOSED: 'Abgeschlossen', CANCELED: 'Storniert' },
  expired: 'Unbezahlt beendet',
  canceledBy: (document) => `Beleg ${document} nimmt die Rechnung zurück`,
  sent: (parcel, carrier) => `Paket ${parcel} gepackt und versandt${carrier === '' ? '' : `: ${carrier}`}`,
  delivered: (parcel) => `Paket ${parcel} zugestellt`,
  credited: {
    canceled: (pieces) => `Stücke storniert: ${pieces}`,
    returned: () => 'Was zurückkam, ist gutgeschrieben',
    goodwill: () => 'Nachlass auf die Bestellung',
    edited: () => 'Bearbeitet: Der Korb davor ist zurückgenommen',
  },
  less: (money) => `${money} weniger`,
  creditNote: (number) => `Rechnungskorrektur ${number}`,
  announced: (id, pieces) => `Rücksendung ${id} angekündigt: ${pieces}`,
  received: (id, pieces) => `Rücksendung ${id} angenommen: ${pieces}`,
  withdrawn: (id) => `Rücksendung ${id} zurückgezogen`,
  refund: (id, money) => `Erstattung ${id}${money === '' ? '' : ` über ${money}`}`,
  refundStates: { asked: 'angefragt', pending: 'unterwegs', done: 'erledigt', failed: 'gescheitert' },
};
