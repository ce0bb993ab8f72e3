import type { AddressWords } from './en-address.ts';

export const address: AddressWords = {
  zip: { postal: 'Postleitzahl', zip: 'ZIP-Code', pin: 'PIN-Code', eircode: 'Eircode' },
  state: {
    area: 'Gebiet',
    county: 'Grafschaft',
    department: 'Departement',
    district: 'Distrikt',
    do_si: 'Do oder Si',
    emirate: 'Emirat',
    island: 'Insel',
    oblast: 'Oblast',
    parish: 'Parish',
    prefecture: 'Präfektur',
    province: 'Provinz',
    region: 'Region',
    state: 'Bundesstaat',
  },
  city: { city: 'Ort', district: 'Bezirk', post_town: 'Ort (Post Town)', suburb: 'Ort (Suburb)' },
  required: (country) => `Nötig in: ${country}`,
  unusual: (country) => `Gehört nicht zu einer Adresse in: ${country}`,
  otherZip: (country, example) =>
    `Nicht die Form einer Postleitzahl in: ${country}${example === '' ? '' : `, etwa ${example}`}`,
};
