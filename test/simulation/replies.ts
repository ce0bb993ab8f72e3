// What the simulation reads of a reply.
import type { SentCall } from './simulated-shop.ts';

export interface Reply {
  readonly object?: string;
  readonly status?: string;
  readonly message?: string;
  readonly id_order?: number;
  readonly id?: number | string;
  readonly code?: string;
  readonly session?: string;
  /** What an application was asked. */
  readonly made?: string | null;
  readonly id_promotion?: number;
  readonly id_delivery_rule?: number;
  readonly return?: { readonly id: number; readonly id_order: number };
  readonly refund?: { readonly id: number };
  readonly credit?: { readonly id: number };
  readonly coupons?: readonly { readonly code: string }[];
  readonly id_edit?: string;
  readonly lines?: readonly { readonly id_element: number; readonly id_shopobject: number }[];
  readonly total?: number;
  readonly seq?: number;
  readonly changed?: number;
  readonly balance?: { readonly total: number; readonly outstanding: number };
  readonly refunds?: readonly { readonly amount: number; readonly state: string }[];
  readonly result?: readonly { readonly id: number }[];
  readonly products?: readonly { readonly id: number }[];
  readonly texts?: readonly string[];
  readonly words?: { readonly redirect?: string };
}

/** Streams and texts are not looked into. */
export const replyOf = (text: string): Reply => {
  try {
    return JSON.parse(text) as Reply;
  } catch {
    return {};
  }
};

/**
 * What a call that comes again with its key is answered as well. The rest of a reply is as the shop is then, and a
 * refusal says in general why.
 */
export const outcomeOf = (reply: Reply, text: string): string => {
  if (isRefusal(reply)) return JSON.stringify({ ...reply, detail: '' });
  const { object, return: of, refund, credit } = reply;
  return object === 'refund' || object === 'receive_return' ? JSON.stringify([of?.id, refund?.id, credit?.id]) : text;
};

export const isRefusal = ({ object, status }: Reply): boolean => object === 'error' || status === 'error';

/** Whether a refused call may leave such an event. */
export const mayLeave = ({ message }: Reply, event: string): boolean => {
  switch (event) {
    // Its session lives on, and its refusal is repeated under its key.
    case 'session_extended':
    case 'idempotency_record_created':
      return true;
    // From now on the cart shows what it was refused for.
    case 'cart_promotions_set':
    case 'cart_delivery_set':
      return message === 'TOTAL_CHANGED' || message === 'DELIVERY_METHOD_NOT_AVAILABLE';
    default:
      return false;
  }
};

/** The application of the simulation answers with what it was asked. */
export const isOwnAnswer = ({ params }: SentCall, { made }: Reply): boolean => {
  const asked = (params['args'] as { readonly made?: unknown } | undefined)?.made;
  return asked === undefined || made === undefined || made === String(asked);
};
