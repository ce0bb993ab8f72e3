// Parameters that many operations take: language, country, names, attributes and search-engine texts per language.
import type { SeoChanges } from '../../domain/attributes/seo.ts';
import type { Param, TObjectOptions, TSchema } from '../../kernel/params.ts';
import { Type, json, named, optional, text } from '../../kernel/params.ts';

/** Language of a call; '' stands for the shop's own. */
export const language = optional(text('language code; the shop’s own by default', { max: 35 }), '');

/** Whose tax is meant; `taxCountry` understands it. */
export const country = optional(
  text('country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default'),
  '',
);

/** Longer and empty ones are read too, so that their refusal has a name of its own. */
export const name = text('name, 1 to 255 characters', { max: 100_000, empty: true });
export const nameChange = optional(
  text('name, 1 to 255 characters; stays when it is left out', { max: 100_000 }),
  undefined,
);

export const LANGUAGE_LENGTH_MAX = 35;

/** Members by language code. */
export const perLanguage = <S extends TSchema>(values: S, options?: TObjectOptions) =>
  named(LANGUAGE_LENGTH_MAX, values, options);

/** Per language, per attribute name. */
export const attributes = optional(
  json(
    perLanguage(Type.Record(Type.String(), Type.Unknown()), {
      description: 'attribute values per language: {"de_DE":{"price":9.9}}',
      maxProperties: 100,
    }),
  ),
  {},
);

const SeoText = Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]));

export const seo: Param<SeoChanges> = optional(
  json(
    perLanguage(
      Type.Union([
        Type.Object({
          permalink: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          title: SeoText,
          description: SeoText,
          keywords: SeoText,
        }),
        Type.Null(),
      ]),
      {
        description:
          'permalink, title, description and keywords per language; null takes one away, or all of a language',
        maxProperties: 100,
      },
    ),
  ),
  {},
);

/** Longer ones are read too: they belong to nothing. */
export const permalink = text('permalink', { max: 100_000 });
