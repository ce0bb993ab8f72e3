// Who shops at the demo, and who works there. Nobody of them exists; addresses end in `.example`, which no mail
// reaches. The passwords are printed in docs/start/demo.md: a demo listens on loopback only.

interface Address {
  readonly street: string;
  readonly number: string;
  readonly zip: string;
  readonly city: string;
  /** ISO 3166. */
  readonly country: 'DE' | 'AT' | 'CH' | 'NL' | 'GB';
}

export interface Person extends Address {
  readonly salutation: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly language: 'de_DE' | 'en_GB';
}

export interface Account extends Person {
  readonly username: string;
  readonly password: string;
  /** Security level: 0 customers, 50 managers, 100 administrators. */
  readonly level: 0 | 50 | 100;
  /** Days before the end of the history on which the account was made. */
  readonly daysAgo: number;
  /** The account came from the system before, with what was bought there. */
  readonly cameOver?: true;
}

type Row = readonly [first: string, last: string, street: string, number: string, zip: string, city: string];

const person = (row: Row, country: Address['country'] = 'DE', salutation = 'Frau'): Person => {
  const [firstname, lastname, street, number, zip, city] = row;
  const language = country === 'GB' || country === 'NL' ? 'en_GB' : 'de_DE';
  return { salutation, firstname, lastname, street, number, zip, city, country, language };
};

/** All have the one rule: the name of a thing of the shop, and the number of the account. */
export const ACCOUNTS: readonly Account[] = [
  {
    ...person(['Greta', 'Kontor', 'Speicherweg', '7', '20457', 'Hamburg']),
    username: 'greta',
    password: 'walnut1001',
    level: 100,
    daysAgo: 90,
  },
  {
    ...person(['Mattis', 'Brandt', 'Speicherweg', '7', '20457', 'Hamburg'], 'DE', 'Herr'),
    username: 'mattis',
    password: 'lantern1002',
    level: 50,
    daysAgo: 90,
  },
  {
    ...person(['Ada', 'Winter', 'Lindenallee', '14', '10115', 'Berlin']),
    username: 'ada.winter',
    password: 'notebook1003',
    level: 0,
    daysAgo: 89,
    cameOver: true,
  },
  {
    ...person(['Jonas', 'Ebel', 'Am Mühlbach', '3', '79098', 'Freiburg'], 'DE', 'Herr'),
    username: 'jonas.ebel',
    password: 'kettle1004',
    level: 0,
    daysAgo: 86,
  },
  {
    ...person(['Clara', 'Moser', 'Getreidegasse', '21', '5020', 'Salzburg'], 'AT'),
    username: 'clara.moser',
    password: 'teapot1005',
    level: 0,
    daysAgo: 80,
  },
  {
    ...person(['Ben', 'Hartley', 'Orchard Lane', '5', 'BS1 4RW', 'Bristol'], 'GB', 'Mr'),
    username: 'ben.hartley',
    password: 'beanie1006',
    level: 0,
    daysAgo: 77,
  },
  {
    ...person(['Sanne', 'de Wit', 'Grachtkade', '88', '3511', 'Utrecht'], 'NL', 'Ms'),
    username: 'sanne.dewit',
    password: 'basket1007',
    level: 0,
    daysAgo: 63,
  },
  {
    ...person(['Luzia', 'Ammann', 'Seestrasse', '40', '8002', 'Zürich'], 'CH'),
    username: 'luzia.ammann',
    password: 'cushion1008',
    level: 0,
    daysAgo: 59,
  },
  {
    ...person(['Emil', 'Sorge', 'Hafenstraße', '112', '28195', 'Bremen'], 'DE', 'Herr'),
    username: 'emil.sorge',
    password: 'lamp1009',
    level: 0,
    daysAgo: 44,
  },
  {
    ...person(['Nora', 'Vogt', 'Katharinenstraße', '9', '04109', 'Leipzig']),
    username: 'nora.vogt',
    password: 'candle1010',
    level: 0,
    daysAgo: 31,
  },
  {
    ...person(['Tarek', 'Aydin', 'Rosengarten', '2', '50667', 'Köln'], 'DE', 'Herr'),
    username: 'tarek.aydin',
    password: 'trowel1011',
    level: 0,
    daysAgo: 18,
  },
  {
    ...person(['Ida', 'Lorenz', 'Bergstraße', '61', '01069', 'Dresden']),
    username: 'ida.lorenz',
    password: 'blanket1012',
    level: 0,
    daysAgo: 6,
  },
];

const FIRST = [
  'Anna',
  'Bruno',
  'Carla',
  'David',
  'Elif',
  'Felix',
  'Gesa',
  'Henrik',
  'Ilse',
  'Jakob',
  'Katja',
  'Leon',
  'Mira',
  'Nils',
  'Olga',
  'Paul',
  'Rike',
  'Samir',
  'Thea',
  'Uwe',
  'Vera',
  'Wim',
  'Yara',
  'Zeno',
] as const;
const LAST = [
  'Ahrens',
  'Bischof',
  'Cordes',
  'Dietz',
  'Engel',
  'Falk',
  'Gruber',
  'Heise',
  'Iversen',
  'Jansen',
  'Krüger',
  'Lampe',
  'Menzel',
  'Nowak',
  'Ostermann',
  'Petersen',
  'Quast',
  'Richter',
  'Stein',
  'Thoma',
  'Ulrich',
  'Wolff',
] as const;
const STREETS = [
  'Gartenweg',
  'Marktplatz',
  'Birkenallee',
  'Schulstraße',
  'Wiesengrund',
  'Bahnhofstraße',
  'Am Hang',
  'Kirchgasse',
  'Ahornweg',
  'Uferstraße',
  'Neue Straße',
  'Ziegelei',
] as const;
const TOWNS: readonly (readonly [zip: string, city: string, country: Address['country']])[] = [
  ...([
    ['20095', 'Hamburg', 'DE'],
    ['10997', 'Berlin', 'DE'],
    ['80331', 'München', 'DE'],
    ['50674', 'Köln', 'DE'],
    ['04229', 'Leipzig', 'DE'],
    ['70173', 'Stuttgart', 'DE'],
    ['48143', 'Münster', 'DE'],
    ['24103', 'Kiel', 'DE'],
    ['60311', 'Frankfurt', 'DE'],
    ['90402', 'Nürnberg', 'DE'],
    ['1070', 'Wien', 'AT'],
    ['8010', 'Graz', 'AT'],
    ['3011', 'Bern', 'CH'],
    ['1012', 'Amsterdam', 'NL'],
  ] as const),
];

/** Guests, made of the lists above; `int` draws a whole number below its argument. */
export const guest = (int: (below: number) => number): Person => {
  const [zip, city, country] = TOWNS[int(TOWNS.length)]!;
  const row = [FIRST[int(FIRST.length)]!, LAST[int(LAST.length)]!, STREETS[int(STREETS.length)]!] as const;
  return person([...row, String(1 + int(140)), zip, city], country, '');
};

const ASCII: { readonly [letter: string]: string } = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ' ': '', '’': '' };
const plain = (name: string): string => name.toLowerCase().replace(/[äöüß ’]/g, (letter) => ASCII[letter]!);

export const emailOf = ({ firstname, lastname }: Pick<Person, 'firstname' | 'lastname'>): string =>
  `${plain(firstname)}.${plain(lastname)}@post.example`;
