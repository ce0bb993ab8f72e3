// Formats of the browser. Each is made once: to make one takes as long as to use it a hundred times.
const madeOnce = <O, F>(make: new (locale: string, options: O) => F): ((locale: string, options: O) => F) => {
  const made = new Map<string, F>();
  return (locale, options) => {
    const key = locale + JSON.stringify(options);
    const known = made.get(key) ?? new make(locale, options);
    made.set(key, known);
    return known;
  };
};

export const collator = madeOnce<Intl.CollatorOptions, Intl.Collator>(Intl.Collator);
export const dateFormat = madeOnce<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
export const displayNames = madeOnce<Intl.DisplayNamesOptions, Intl.DisplayNames>(Intl.DisplayNames);
export const numberFormat = madeOnce<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
export const relativeFormat = madeOnce<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  Intl.RelativeTimeFormat,
);
