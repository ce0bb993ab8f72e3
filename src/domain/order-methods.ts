// How the methods of a placed order are called.
import type { Order } from './order.ts';
import type { Method, ShopRules } from './rules.ts';

const nameOf = (methods: readonly Method[], id: number): string => methods.find((one) => one.id === id)?.name ?? '';

export const paymentMethodName = ({ details }: Order, { paymentMethods }: ShopRules): string => nameOf(paymentMethods, details.paymentMethodId);
export const deliveryMethodName = ({ details }: Order, { deliveryMethods }: ShopRules): string => nameOf(deliveryMethods, details.deliveryMethodId);
