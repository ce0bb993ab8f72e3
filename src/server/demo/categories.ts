// The tree of the demo shop: three levels for goods, two for what there is to read. The first one is category 1.

export interface Shelf {
  readonly key: string;
  readonly en: string;
  readonly de: string;
  /** One sentence for search engines. */
  readonly about?: { readonly en: string; readonly de: string };
  readonly below?: readonly Shelf[];
}

export const SHELVES: readonly Shelf[] = [
  {
    key: 'desk',
    en: 'Desk',
    de: 'Schreibtisch',
    about: {
      en: 'Things to think and write with.',
      de: 'Dinge zum Denken und Schreiben.',
    },
    below: [
      {
        key: 'furniture',
        en: 'Furniture',
        de: 'Möbel',
        below: [
          {
            key: 'tables',
            en: 'Desks and tables',
            de: 'Tische',
          },
          {
            key: 'seats',
            en: 'Seats and shelves',
            de: 'Sitze und Regale',
          },
        ],
      },
      {
        key: 'writing',
        en: 'Writing',
        de: 'Schreiben',
        below: [
          {
            key: 'pens',
            en: 'Pens and ink',
            de: 'Stifte und Tinte',
          },
          {
            key: 'paper',
            en: 'Paper and books',
            de: 'Papier und Bücher',
          },
        ],
      },
      {
        key: 'light-and-order',
        en: 'Light and order',
        de: 'Licht und Ordnung',
        below: [
          {
            key: 'lamps',
            en: 'Lamps',
            de: 'Lampen',
          },
          {
            key: 'trays',
            en: 'Mats and trays',
            de: 'Unterlagen und Schalen',
          },
        ],
      },
    ],
  },
  {
    key: 'home',
    en: 'Home',
    de: 'Zuhause',
    about: {
      en: 'For the kitchen, the bath and the long evening.',
      de: 'Für Küche, Bad und lange Abende.',
    },
    below: [
      {
        key: 'kitchen',
        en: 'Kitchen',
        de: 'Küche',
        below: [
          {
            key: 'tableware',
            en: 'Cups and bowls',
            de: 'Tassen und Schalen',
          },
          {
            key: 'kitchen-tools',
            en: 'Boards, pans and tea',
            de: 'Bretter, Töpfe und Tee',
          },
        ],
      },
      {
        key: 'textiles',
        en: 'Textiles',
        de: 'Textilien',
        below: [
          {
            key: 'blankets',
            en: 'Blankets and cushions',
            de: 'Decken und Kissen',
          },
          {
            key: 'linen',
            en: 'Towels and linen',
            de: 'Tücher und Leinen',
          },
        ],
      },
      {
        key: 'rooms',
        en: 'Rooms',
        de: 'Räume',
        below: [
          {
            key: 'candles',
            en: 'Candles and scents',
            de: 'Kerzen und Düfte',
          },
          {
            key: 'vases',
            en: 'Vases, plants and clocks',
            de: 'Vasen, Pflanzen und Uhren',
          },
        ],
      },
    ],
  },
  {
    key: 'outdoor',
    en: 'Outdoors',
    de: 'Draußen',
    about: {
      en: 'For paths, gardens and weather.',
      de: 'Für Wege, Gärten und Wetter.',
    },
    below: [
      {
        key: 'on-the-way',
        en: 'On the way',
        de: 'Unterwegs',
        below: [
          {
            key: 'bags',
            en: 'Bags and baskets',
            de: 'Taschen und Körbe',
          },
          {
            key: 'trail',
            en: 'For the trail',
            de: 'Für den Weg',
          },
        ],
      },
      {
        key: 'wear',
        en: 'Wear',
        de: 'Kleidung',
        below: [
          {
            key: 'jackets',
            en: 'Jackets and jumpers',
            de: 'Jacken und Pullover',
          },
          {
            key: 'hats',
            en: 'Hats and socks',
            de: 'Mützen und Socken',
          },
        ],
      },
      {
        key: 'garden',
        en: 'Garden',
        de: 'Garten',
        below: [
          {
            key: 'garden-tools',
            en: 'Garden tools',
            de: 'Gartenwerkzeug',
          },
          {
            key: 'pots',
            en: 'Pots, seeds and books',
            de: 'Töpfe, Samen und Bücher',
          },
        ],
      },
    ],
  },
  {
    key: 'journal',
    en: 'Journal',
    de: 'Journal',
    about: {
      en: 'Notes from the workshop.',
      de: 'Notizen aus der Werkstatt.',
    },
  },
  {
    key: 'help',
    en: 'Help',
    de: 'Hilfe',
    about: {
      en: 'Sizes, deliveries, returns, and who we are.',
      de: 'Größen, Versand, Rückgabe, und wer wir sind.',
    },
  },
];

/** Leaf, and what it stands below, the nearest first. */
export const pathTo = (key: string, shelves = SHELVES): readonly string[] => {
  for (const shelf of shelves) {
    if (shelf.key === key) return [key];
    const below = pathTo(key, shelf.below ?? []);
    if (below.length > 0) return [...below, shelf.key];
  }
  return [];
};
