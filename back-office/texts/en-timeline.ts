// English texts of what happened to an order.
export const timeline = {
  title: 'Timeline',
  buyer: 'the buyer',
  placed: (money: string) => (money === '' ? 'Placed' : `Placed: ${money}`),
  paid: (money: string) => (money === '' ? 'Paid' : `Paid: ${money}`),
  unpaid: 'Set to not paid: all money went back',
  invoiced: (number: string) => `Invoice ${number} issued`,
  state: { OPEN: 'Opened again', PROCESSING: 'In progress', CLOSED: 'Closed', CANCELED: 'Cancelled' },
  expired: 'Ended unpaid',
  canceledBy: (document: string) => `Document ${document} takes its invoice back`,
  sent: (parcel: number, carrier: string) => `Parcel ${parcel} packed and sent${carrier === '' ? '' : `: ${carrier}`}`,
  delivered: (parcel: number) => `Parcel ${parcel} delivered`,
  credited: {
    canceled: (pieces: string) => `Pieces cancelled: ${pieces}`,
    returned: () => 'What came back is credited',
    goodwill: () => 'Money off the order',
    edited: () => 'Edited: the cart before is taken back',
  },
  less: (money: string) => `${money} less`,
  creditNote: (number: string) => `Credit note ${number}`,
  announced: (id: number, pieces: string) => `Return ${id} announced: ${pieces}`,
  received: (id: number, pieces: string) => `Return ${id} received: ${pieces}`,
  withdrawn: (id: number) => `Return ${id} withdrawn`,
  refund: (id: number, money: string) => `Refund ${id}${money === '' ? '' : ` of ${money}`}`,
  refundStates: { asked: 'asked for', pending: 'on its way', done: 'done', failed: 'failed' },
};

export type TimelineTexts = typeof timeline;
