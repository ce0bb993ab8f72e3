// Stock of a product as calls send it: quantity, warning level, and whether it is managed.
import { ruleOf } from '../../domain/catalogue/new-object.ts';
import { parseDecimal } from '../../domain/money.ts';
import type { AvailabilityRule } from '../../domain/stock/sellable.ts';
import { UNMANAGED } from '../../domain/stock/sellable.ts';
import type { Param } from '../../kernel/params.ts';
import { FlagShape, Type, flagMember, isAbsent, json, map, optional } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';

const Quantity = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const sentAvailability = json(
  Type.Object(
    {
      quantity: Type.Optional(Quantity),
      quantity_warning: Type.Optional(Quantity),
      active: Type.Optional(FlagShape),
      allow_override: Type.Optional(FlagShape),
    },
    { description: 'quantity, quantity_warning, active and allow_override (1 or 0)' },
  ),
);

/** In 1/1,000 of a piece; undefined where it is absent. Refuses: PARAMETER_INVALID. */
const stockMilli = (raw: unknown, param: string, member: string): Result<number | undefined> => {
  if (isAbsent(raw)) return ok(undefined);
  const milli = parseDecimal(raw, 3);
  if (milli !== undefined && milli >= 0 && milli <= 1e12) return ok(milli);
  return refuse('PARAMETER_INVALID', param, `${param}.${member}: ${shown(raw)} is no number from 0 to 1,000,000,000.`);
};

export interface GivenAvailability<Rule = AvailabilityRule> {
  readonly availability: Rule;
  readonly quantityMilli: number | undefined;
}

/**
 * Only the members that were sent; null and empty text are nothing sent, so that a form's empty field sells nothing
 * out.
 */
export const availabilityChange: Param<GivenAvailability<Partial<AvailabilityRule>>> = optional(
  map(sentAvailability, (given, param) => {
    const quantity = stockMilli(given.quantity, param, 'quantity');
    if (!quantity.ok) return quantity;
    const warning = stockMilli(given.quantity_warning, param, 'quantity_warning');
    if (!warning.ok) return warning;
    const managed = flagMember(given.active, param, `${param}.active`, undefined);
    if (!managed.ok) return managed;
    const override = flagMember(given.allow_override, param, `${param}.allow_override`, undefined);
    if (!override.ok) return override;
    return ok({
      availability: {
        ...(managed.value !== undefined && { managed: managed.value }),
        ...(override.value !== undefined && { override: override.value }),
        ...(warning.value !== undefined && { warningMilli: warning.value }),
      },
      quantityMilli: quantity.value,
    });
  }),
  { availability: {}, quantityMilli: undefined },
);

/** Availability of a new object: without it the stock is not managed, with a quantity alone it is. */
export const availability: Param<GivenAvailability> = optional(
  map(availabilityChange, (given) => ok({ availability: ruleOf(given, false), quantityMilli: given.quantityMilli })),
  { availability: UNMANAGED, quantityMilli: undefined },
);
