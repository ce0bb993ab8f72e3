// Age check: goods whose article number begins with 18- are ordered by shoppers who say that they are of age.
//
// The storefront asks for the day of birth and sends it with the details of the order:
// set_order_details { attributes: { born: '2001-12-24' } }
import { defineExtension } from 'kontor/extension';

const FOR_ADULTS = /^18-/;
const YEARS = 18;

/** `born`, `today`: as 2001-12-24. */
export const isOfAge = (born: string, today: string): boolean => {
  const lastBirthday = `${Number(today.slice(0, 4)) - YEARS}${today.slice(4)}`;
  return /^\d{4}-\d{2}-\d{2}$/.test(born) && !Number.isNaN(Date.parse(born)) && born <= lastBirthday;
};

export default defineExtension({
  name: 'age-check',
  checkout_check: ({ cart, details }) => {
    if (!cart.contents.some(({ element_number: number }) => FOR_ADULTS.test(number))) return undefined;
    const { born } = details.attributes;
    if (born === undefined) return { refuse: 'AGE_NOT_CONFIRMED', detail: 'Say when you were born.' };
    // The date of UTC.
    const isFit = isOfAge(born.value, new Date().toISOString().slice(0, 10));
    return isFit ? undefined : { refuse: 'AGE_TOO_LOW', detail: `These goods are for persons of ${YEARS} or more.` };
  },
});
