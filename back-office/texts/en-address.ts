// Words of addresses by country: what people there call a postal code, a state and a city, by the names of
// get_address_form.
export const address = {
  zip: { postal: 'Postcode', zip: 'ZIP code', pin: 'PIN code', eircode: 'Eircode' },
  state: {
    area: 'Area',
    county: 'County',
    department: 'Department (region)',
    district: 'District',
    do_si: 'Do or si',
    emirate: 'Emirate',
    island: 'Island',
    oblast: 'Oblast',
    parish: 'Parish',
    prefecture: 'Prefecture',
    province: 'Province',
    region: 'Region',
    state: 'State',
  },
  city: { city: 'Town', district: 'District (town)', post_town: 'Post town', suburb: 'Suburb' },
  required: (country: string) => `Required in ${country}`,
  unusual: (country: string) => `Not part of an address in ${country}`,
  otherZip: (country: string, example: string) =>
    `Not the form of a postal code in ${country}${example === '' ? '' : `, such as ${example}`}`,
};
export type AddressWords = typeof address;
