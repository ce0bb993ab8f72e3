// Countries whose addresses have no postal code, by ISO 3166 (addressing guides of the Universal Postal Union, 2026).
// One that has got codes since is asked for them by nobody: an address without a code arrives there as before.
const WITHOUT = new Set(
  (
    'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GM GQ GY HK KI KM KP ML MO MR NR NU PA QA ' +
    'RW SB SC SL SR ST SY TD TF TG TK TL TO TV UG VU YE ZW'
  ).split(' '),
);

/** `country`: two letters. One that is not known has codes. */
export const hasPostalCodes = (country: string): boolean => !WITHOUT.has(country);
