// Who shops at the demo, and who works there: demo/people.json. Nobody of them exists; addresses end in `.example`,
// which no mail reaches. The passwords are printed in docs/start/demo.md: a demo listens on loopback only.
import { demoJson } from './demo-files.ts';

interface Town {
  readonly zip: string;
  readonly city: string;
  /** ISO 3166. */
  readonly country: string;
  readonly language: string;
}

export interface Person extends Town {
  readonly salutation: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly street: string;
  readonly number: string;
}

export interface Account extends Person {
  readonly username: string;
  readonly password: string;
  /** PHC text. */
  readonly passwordHash: string;
  /** Security level: 0 customers, 50 managers, 100 administrators. */
  readonly level: 0 | 50 | 100;
  /** Days before the end of the history on which the account was made. */
  readonly daysAgo: number;
  /** The account came from the system before, with what was bought there. */
  readonly cameOver?: true;
}

/** A role of the shop's own, as `create_role` takes it. */
interface OwnRole {
  readonly role: string;
  readonly description: string;
  readonly operations: readonly string[];
  /** Groups of fields. */
  readonly hidden?: readonly string[];
  /** Who has it sets up a second factor first. */
  readonly secondFactor?: true;
}

interface Invited {
  readonly email: string;
  readonly role: string;
}

interface People {
  readonly accounts: readonly Account[];
  readonly roles: readonly OwnRole[];
  /** Open at the end of the history, for six days. */
  readonly invited: readonly Invited[];
  /** Guests are drawn from these lists. */
  readonly guests: {
    readonly firstnames: readonly string[];
    readonly lastnames: readonly string[];
    readonly streets: readonly string[];
    readonly towns: readonly Town[];
  };
}

let read: People | undefined;
const people = (): People => (read ??= demoJson<People>('people.json'));

export const demoAccounts = (): readonly Account[] => people().accounts;
export const demoRoles = (): readonly OwnRole[] => people().roles;
export const demoInvited = (): readonly Invited[] => people().invited;

/** `int` draws a whole number below its argument. */
export const guest = (int: (below: number) => number): Person => {
  const { firstnames, lastnames, streets, towns } = people().guests;
  const drawn = <T>(list: readonly T[]): T => list[int(list.length)]!;
  const town = drawn(towns);
  const [firstname, lastname, street] = [drawn(firstnames), drawn(lastnames), drawn(streets)];
  return { salutation: '', firstname, lastname, street, number: String(1 + int(140)), ...town };
};

const ASCII: { readonly [letter: string]: string } = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ' ': '', '’': '' };
const plain = (name: string): string => name.toLowerCase().replace(/[äöüß ’]/g, (letter) => ASCII[letter]!);

export const emailOf = ({ firstname, lastname }: Pick<Person, 'firstname' | 'lastname'>): string =>
  `${plain(firstname)}.${plain(lastname)}@post.example`;
