// Text of the confirmation mail: a paragraph more, in the language of the mail, below what the shop writes.
import { defineExtension } from 'kontor/extension';

const PARAGRAPHS = new Map([
  ['de', 'Unser Laden in Kiel ist sonntags zu. Fragen beantworten wir unter 0431 5550.'],
  ['en', 'Our shop in Kiel is closed on Sundays. Ask us: +49 431 5550.'],
]);

export default defineExtension({
  name: 'confirmation-text',
  message: ({ kind, language, text }) => {
    if (kind !== 'order_confirmation') return undefined;
    const paragraph = PARAGRAPHS.get(language.slice(0, 2)) ?? PARAGRAPHS.get('en')!;
    return { text: `${text.trimEnd()}\n\n${paragraph}\n` };
  },
});
