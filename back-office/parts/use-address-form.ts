// Reads what an address of a country consists of, while somebody types it.
import { call } from '../api/call.ts';
import { Refused } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { useRef } from '../preact.ts';
import { addressTexts } from '../texts/address-texts.ts';
import { t } from '../texts/texts.ts';
import { addressForm } from './address-form.ts';
import type { AddressForm, CountryForm } from './address-form.ts';
import { useSettled } from './use-settled.ts';

/** The form of a country; undefined where the shop does not know it, or the person may not read it. */
export const readAddressForm = async (
  country: string,
  signal: AbortSignal,
): Promise<{ readonly form: CountryForm | undefined }> => {
  if (!may('get_address_form')) return { form: undefined };
  try {
    return { form: await call('get_address_form', { country, language: wireLanguage() }, signal) };
  } catch (error) {
    if (error instanceof Refused && error.code === 'COUNTRY_NOT_FOUND') return { form: undefined };
    throw error;
  }
};

/** `country`: its code, or its name as it is typed; '': the shop's own. The form before stays until another is read. */
export const useAddressForm = (country: string): AddressForm => {
  const asked = useSettled(country.trim());
  const data = useData(`address-form-${asked}-${wireLanguage()}`, (signal) => readAddressForm(asked, signal));
  const last = useRef<CountryForm | undefined>(undefined);
  if (data.value !== undefined) last.current = data.value.form;
  return addressForm(last.current, addressTexts(), t().customers.fields);
};
