// The columns of a file of labels, which the server and the back office write each in its own form.
const LABEL_COLUMNS = [
  'reference',
  'company',
  'name',
  'street',
  'number',
  'zip',
  'city',
  'state',
  'country',
  'email',
  'phone',
  'weight',
  'provider',
  'tracking_number',
] as const;
export const LABEL_SIDES = ['length', 'width', 'height'] as const;

type Sides = { readonly [side in (typeof LABEL_SIDES)[number]]: number };
type Label = { readonly [column in (typeof LABEL_COLUMNS)[number]]: string | number } & {
  readonly measures?: Sides | undefined;
};

/** A row for each parcel below the names of the columns; kilograms and centimetres. */
export const labelRows = (labels: readonly Label[]): readonly (readonly (string | number)[])[] => [
  [...LABEL_COLUMNS, ...LABEL_SIDES],
  ...labels.map((label) => [
    ...LABEL_COLUMNS.map((name) => label[name]),
    ...LABEL_SIDES.map((side) => label.measures?.[side] ?? ''),
  ]),
];
