// English texts of the templates of documents.
export const templates = {
  title: 'Templates of documents',
  open: 'Templates of documents',
  how:
    'How documents look as HTML, in the language Liquid. A PDF has a layout of its own, which no template changes. ' +
    'What is saved counts for documents made from then on; an invoice that was issued stays as it is.',
  list: 'Template',
  names: {
    invoice: 'Invoice',
    order_confirmation: 'Order confirmation',
    cancellation_invoice: 'Cancellation',
    packing_slips: 'Packing slips',
    pick_list: 'Pick list',
    head: 'Part: addresses and facts',
    positions: 'Part: lines and sums',
    foot: 'Part: foot',
    style: 'Part: style sheet',
    credit_note: 'Credit note',
  },
  sources: {
    built_in: 'Built in',
    directory: 'From the directory of the server',
    shop: 'The shop’s own',
  },
  text: 'Text of the template',
  unsaved: 'It is not saved yet.',
  save: 'Save the template',
  saved: 'The template was saved.',
  drop: 'Drop what was typed',
  back: 'Back to the text before',
  backTitle: (name: string) => `Back to the text before: ${name}`,
  backWill: [
    'The shop’s own text is gone. That of the server counts again: from its directory, or the built-in one.',
    'The history still shows the text.',
  ],
  backDone: 'The text of the server counts again.',
  preview: 'Preview',
  order: 'Number of the order',
  orderHint: 'Empty: an order made up for it. Nothing is issued, and nothing is changed.',
  show: 'Show the preview',
};
