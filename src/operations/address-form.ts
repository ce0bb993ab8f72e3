// What an address of a country consists of, for forms of storefronts and for those who print addresses.
import { addressFormOf } from '../domain/cart/address-form.ts';
import type { AddressForm, ZipForm } from '../domain/cart/address-form.ts';
import type { Static } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import type { Shown } from '../kernel/json.ts';
import { read } from './context/operation.ts';
import { taxCountry } from './params/countries.ts';
import { country, language } from './params/shop-params.ts';
import { bit, group, list, maybe, reply, text } from './replies/members.ts';

const Form = reply('address_form', {
  country: text('code of two letters'),
  printable_name: text('name of the country, in the language of the reply'),
  fields: list(
    group('A field.', {
      name: text('name of the field; delivery_ or invoice_ goes before it: zip, delivery_zip'),
      required: bit('1: the post of the country requires it'),
    }),
    'fields that an address there has, in the order of its lines, the country last',
  ),
  lines: list(text('fields in braces, and what stands between them: {zip} {city}'), 'the lines of a printed address'),
  local_lines: maybe(list(text('as in lines'), 'where an address in the country’s own script has others')),
  zip: maybe(
    group('The postal code; absent: there is none.', {
      name: text('what it is called there: postal, zip, pin or eircode'),
      pattern: text('regular expression for the whole of it, in either case; empty: none is known'),
      example: text('one that is real; empty: none is known'),
    }),
  ),
  state_name: maybe(text('what a state is called there: state, province, county, prefecture and so on; absent: none')),
  city_name: maybe(text('what a city is called there: city, post_town, suburb or district; absent: none')),
});
type Form = Static<typeof Form>;

const viewZip = ({ name, pattern, example }: ZipForm) => ({ name, pattern, example });

const viewForm = (form: AddressForm, printableName: string): Shown<Form> => {
  const { country, fields, required, lines, localLines, zip, stateName, cityName } = form;
  return {
    object: 'address_form',
    country,
    printable_name: printableName,
    fields: fields.map((name) => ({ name, required: required.includes(name) ? 1 : 0 })),
    lines,
    ...(localLines.join() !== lines.join() && { local_lines: localLines }),
    ...(zip !== undefined && { zip: viewZip(zip) }),
    ...(stateName !== '' && { state_name: stateName }),
    ...(cityName !== '' && { city_name: cityName }),
  };
};

export const get_address_form = read({
  area: 'orders',
  isExtension: true,
  summary: 'The fields of an address in a country, those that are required, its lines and the form of its postal code.',
  credential: 'licence',
  session: 'none',
  params: { country, language },
  refusals: ['COUNTRY_NOT_FOUND'],
  reply: Form,
  cacheable: true,
  view: (given, ctx) => {
    const { shop, service } = ctx;
    const code = taxCountry(ctx, given.country);
    if (!code.ok) return code;
    const { countries } = service.documents;
    return ok(viewForm(addressFormOf(code.value), countries.name(code.value, given.language, shop.rules.language)));
  },
});
