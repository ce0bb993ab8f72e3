// The table of customers that Shopify exports: each row is an account, without a password.
import { isUsername } from '../domain/accounts/user-fields.ts';
import { caseless } from '../kernel/text.ts';
import { recordFormat } from './foreign-format.ts';
import type { ForeignRow } from './foreign-row.ts';

const FIELDS = {
  firstName: { columns: ['First Name'], fate: 'brought', becomes: '`firstname`', needed: true },
  lastName: { columns: ['Last Name'], fate: 'brought', becomes: '`lastname`' },
  email: {
    columns: ['Email'],
    fate: 'brought',
    becomes:
      'the address, by which an account is found again, and the user name; a row without one is refused, and so is the ' +
      'second row of one address, or of two that have one user name',
    needed: true,
  },
  company: { columns: ['Default Address Company', 'Company'], fate: 'brought', becomes: '`companyname`' },
  street: {
    columns: ['Default Address Address1', 'Address1'],
    fate: 'otherwise',
    becomes: '`street`, with the number as it stands there: `number` stays empty',
  },
  addition: {
    columns: ['Default Address Address2', 'Address2'],
    fate: 'otherwise',
    becomes: '`street`, behind the first line and a comma',
  },
  city: { columns: ['Default Address City', 'City'], fate: 'brought', becomes: '`city`' },
  state: {
    columns: ['Default Address Province Code', 'Province Code', 'Province'],
    fate: 'brought',
    becomes: '`state`',
  },
  country: {
    columns: ['Default Address Country Code', 'Country Code'],
    fate: 'brought',
    becomes: '`country`, as the two letters that it is',
  },
  zip: { columns: ['Default Address Zip', 'Zip'], fate: 'brought', becomes: '`zip`' },
  phone: {
    columns: ['Phone', 'Default Address Phone'],
    fate: 'otherwise',
    becomes: 'attribute `phone`: the first of both that is filled',
  },
  byEmail: {
    columns: ['Accepts Email Marketing', 'Accepts Marketing'],
    fate: 'otherwise',
    becomes: 'attribute `accepts_email_marketing`, which the customer can change',
  },
  bySms: { columns: ['Accepts SMS Marketing'], fate: 'otherwise', becomes: 'attribute `accepts_sms_marketing`' },
  staffWords: {
    columns: ['Note', 'Tags'],
    fate: 'left',
    becomes: 'words of the staff; customers see all that their account holds',
  },
  taxExempt: {
    columns: ['Tax Exempt'],
    fate: 'left',
    becomes: 'no place: who buys without tax is decided by the call',
  },
  sums: { columns: ['Total Spent', 'Total Orders'], fate: 'left', becomes: 'sums over orders' },
  number: { columns: ['Customer ID'], fate: 'left', becomes: 'accounts have numbers of their own' },
} as const;

type Row = ForeignRow<typeof FIELDS>;

const NAME_LENGTH_MAX = 60;

/** User names are plain: a character that they do not have is `_`, and what is too long is cut. */
const usernameOf = (email: string): string =>
  email === '' || isUsername(email) ? email : email.replaceAll(/[^A-Za-z0-9!@$._+-]/g, '_').slice(0, NAME_LENGTH_MAX);

/** Refuses a row that repeats a value of an earlier row. `first`: value → its first line. */
const onlyOne = (row: Row, first: Map<string, number>, key: string, why: (line: number) => string): void => {
  if (key === '') return;
  const line = first.get(key);
  if (line !== undefined) row.reject('email', why(line));
  else first.set(key, row.line);
};

/** Shopify puts a quote before what a spreadsheet would take for a number. */
const plain = (cell: string): string => cell.replace(/^'/, '');

const ATTRIBUTES = { phone: 'CHAR', accepts_email_marketing: 'BOOL', accepts_sms_marketing: 'BOOL' } as const;
type Attributes = { readonly [name in keyof typeof ATTRIBUTES]?: string | boolean };

/** Attributes of the class `user`; what a row does not say, stays. */
const attributesOf = (row: Row): Attributes => ({
  ...(row.has('phone') && { phone: plain(row.text('phone')) }),
  ...(row.has('byEmail') && { accepts_email_marketing: row.flag('byEmail', false) }),
  ...(row.has('bySms') && { accepts_sms_marketing: row.flag('bySms', false) }),
});

/** In one line, as accounts have it. */
const streetOf = (row: Row): string =>
  [row.text('street'), row.text('addition')]
    .filter((line) => line !== '')
    .join(', ')
    .replaceAll(/\s*[\r\n]+\s*/g, ', ');

export const SHOPIFY_CUSTOMERS = recordFormat({
  name: 'shopify-customers',
  system: 'Shopify',
  about:
    'The export of customers of the admin. Accounts come with their address and **without a password**: theirs stay at ' +
    'Shopify, and each owner sets one by the message of `reset_user_password` ([users.md](../sell/users.md)). Nobody is sent ' +
    'anything by the import.',
  delimiter: ',',
  what: 'customer',
  fields: FIELDS,

  groups: ({ rows }) => {
    const [addresses, usernames] = [new Map<string, number>(), new Map<string, number>()];
    for (const row of rows) {
      const email = row.knows('email') ? row.text('email') : '';
      onlyOne(row, addresses, caseless(email), (line) => `line ${line} has the same address`);
      const username = usernameOf(email);
      const both = (line: number): string =>
        `lines ${line} and ${row.line} have addresses of one user name, ${JSON.stringify(username)}`;
      onlyOne(row, usernames, caseless(username), both);
    }
    return rows.map((row) => [row]);
  },

  record: (rows) => {
    const row = rows[0]!;
    const email = row.text('email');
    if (email === '') row.reject('email', 'an account needs an e-mail address');
    const username = usernameOf(email);
    if (username !== email) row.suspect('email', `no user name: the account is called ${JSON.stringify(username)}`);
    return {
      type: 'customer',
      email,
      ...(username !== email && { username }),
      attributes: {
        // null takes away what an earlier file said.
        firstname: row.text('firstName') || null,
        lastname: row.text('lastName') || null,
        companyname: row.text('company') || null,
        street: streetOf(row) || null,
        zip: plain(row.text('zip')) || null,
        city: row.text('city') || null,
        state: row.text('state') || null,
        country: row.text('country').toUpperCase() || null,
        ...attributesOf(row),
      },
    };
  },

  before: (groups) => {
    const given = groups.flatMap((rows) => Object.keys(attributesOf(rows[0]!)));
    const attributes = Object.entries(ATTRIBUTES)
      .filter(([name]) => given.includes(name))
      .map(([name, type]) => ({ name, type }));
    return attributes.length === 0 ? [] : [{ type: 'class', name: 'user', class_type: 'user', attributes }];
  },
});
