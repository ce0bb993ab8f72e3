// What the calls of a webhook carry, and of which objects, as calls say it.
import { readFilter } from '../../domain/listing/webhook-filter.ts';
import { didYouMean } from '../../domain/search/nearest-name.ts';
import { WEBHOOK_BODIES } from '../../domain/webhooks/webhook.ts';
import type { WebhookContent, WebhookEvent } from '../../domain/webhooks/webhook.ts';
import { Type, json, oneOf, optional } from '../../kernel/params.ts';
import type { ArgsOf } from '../../kernel/params.ts';
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';

const FIELDS_MAX = 100;

/** `kept`: what an absent one means. */
export const contentParams = (kept: { readonly [name in 'body' | 'filter' | 'fields']: string }) => ({
  body: optional(
    oneOf(
      'form: the parameters of the event; view: a POST of JSON with the object as the API shows it',
      WEBHOOK_BODIES,
    ),
    undefined,
    kept.body,
  ),
  filter: optional(
    json(
      Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())], {
        description: 'a constraint that the object must meet, or nothing is sent; {}: none',
      }),
    ),
    undefined,
    kept.filter,
  ),
  fields: optional(
    json(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: FIELDS_MAX,
        description: 'members of the object that a view holds; []: all',
      }),
    ),
    undefined,
    kept.fields,
  ),
});

/** What an extension is told is an object. Refuses: PARAMETER_INVALID. */
export const checkBody = (url: string, { body }: WebhookContent): Result<void> =>
  url.startsWith('extension:') && body !== 'view'
    ? refuse('PARAMETER_INVALID', 'body', 'An extension is told by webhooks with body=view.')
    : DONE;

const checkedFields = (
  { service }: Context,
  event: WebhookEvent,
  fields: readonly string[],
): Result<readonly string[]> => {
  const members = service.webhooks.membersOf(event);
  const unknown = fields.find((field) => !members.includes(field));
  if (unknown === undefined) return ok([...new Set(fields)]);
  const hint = didYouMean(unknown, members);
  return refuse('PARAMETER_INVALID', 'fields', `What ${event} tells of has no member ${shown(unknown)}.${hint}`);
};

const readContent = (
  ctx: Context,
  event: WebhookEvent,
  given: ArgsOf<ReturnType<typeof contentParams>>,
  kept: WebhookContent,
): Result<WebhookContent> => {
  const body = given.body ?? kept.body;
  const filter = given.filter === undefined ? ok(kept.filter) : readFilter(ctx.shop, event, given.filter);
  if (!filter.ok) return filter;
  if (body === 'form') {
    if ((given.fields ?? []).length > 0) return refuse('PARAMETER_INVALID', 'fields', 'Only a view has fields.');
    return ok({ body, filter: filter.value, fields: [] });
  }
  const fields = given.fields === undefined ? ok(kept.fields) : checkedFields(ctx, event, given.fields);
  return fields.ok ? ok({ body, filter: filter.value, fields: fields.value }) : fields;
};

/**
 * Whether the caller may see what the calls show, or what a filter tells of it: who says where they go reads them
 * there. Refuses: PERMISSION_DENIED.
 */
const mayShow = ({ rights, service }: Context, event: WebhookEvent, { body, filter }: WebhookContent): Result<void> => {
  const operation = service.webhooks.operationShowing(event);
  if ((body === 'form' && filter === '') || rights.may(operation)) return DONE;
  const param = body === 'form' ? 'filter' : 'body';
  return refuse('PERMISSION_DENIED', param, `What ${event} tells of wants ${operation}, which you lack.`);
};

/** Refuses: CONSTRAINT_INVALID, PARAMETER_INVALID, PERMISSION_DENIED. */
export const contentOf = (
  ctx: Context,
  event: WebhookEvent,
  given: ArgsOf<ReturnType<typeof contentParams>>,
  kept: WebhookContent,
): Result<WebhookContent> => {
  const content = readContent(ctx, event, given, kept);
  const may = content.ok ? mayShow(ctx, event, content.value) : DONE;
  return may.ok ? content : may;
};
