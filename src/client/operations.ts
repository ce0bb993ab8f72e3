// Written by `npm run docs` from src/operations; do not edit.
import type { Constraint } from './constraints.ts';

/** A text parameter; numbers are sent as text. */
export type Text = string | number;
/** A flag: true and 1 are the same. */
export type Flag = boolean | 0 | 1;

/** Pieces of an order that its buyer sends back. */
export interface Return {
  /** number of the return */
  readonly id: number;
  /** order id */
  readonly id_order: number;
  /** what has become of it */
  readonly state: 'announced' | 'received' | 'withdrawn';
  /** when it was announced, or received if nobody announced it */
  readonly creation_date: string;
  /** 1: its buyer announced it; 0: the shop did */
  readonly by_buyer: 0 | 1;
  /** what the buyer wrote; empty: nothing, or the person was erased */
  readonly note: string;
  /** what was announced */
  readonly lines: readonly {
    /** cart element id */
    readonly id_element: number;
    /** pieces */
    readonly quantity: number;
    /** code of the reason; empty: none was given */
    readonly reason: string;
  }[];
  /** what the buyer wants for it; absent: nothing was said */
  readonly wish?: 'refund' | 'exchange';
  /** what the buyer wants instead; a product may have ended since; absent: none */
  readonly wished?: readonly number[];
  /** when it was received or withdrawn; absent: neither */
  readonly end_date?: string;
  /** what came; absent: nothing yet */
  readonly received?: readonly ({
    /** cart element id */
    readonly id_element: number;
    /** pieces */
    readonly quantity: number;
    /** code of the reason; empty: none was given */
    readonly reason: string;
    /** 1: they are stock again */
    readonly kept: 0 | 1;
    /** name of the storage that they were put in; absent: where they came from, or nowhere */
    readonly storage?: string;
  })[];
  /** pictures of what comes back; absent: none */
  readonly pictures?: readonly number[];
  /** the order of what the buyer wants instead; absent: none */
  readonly id_exchange_order?: number;
  /** number of its (first) credit within the order; absent: none yet */
  readonly id_credit?: number;
  /** record that changed it last, for if_seq; absent for shoppers */
  readonly seq?: number;
}

/** The cart of a session. */
export interface Cart {
  readonly object: 'cart';
  /** when it was begun */
  readonly creation_date: string;
  /** sum of all lines */
  readonly sum: number;
  /** of add_to_cart: the line that was added or raised */
  readonly last_inserted_element_id?: number;
  /** lines in the order in which they were added */
  readonly contents: readonly CartLine[];
  /** Attached coupons. */
  readonly coupons: {
    /** what they take off together */
    readonly sum: number;
    /** one by one */
    readonly positions: readonly CouponUse[];
  };
  /** Delivery costs. */
  readonly delivery_costs: {
    /** all positions together */
    readonly sum: number;
    /** one by one */
    readonly positions: readonly DeliveryPosition[];
  };
  /** what is to be paid: lines and delivery costs less coupons */
  readonly total: number;
  /** tax in the total */
  readonly sum_tax: number;
  /** the total by tax rate */
  readonly tax_positions: readonly TaxPosition[];
  /** currency of every amount: ISO 4217 */
  readonly currency: string;
  /** what promotions take off, in the order in which they are taken; absent: nothing */
  readonly promotions?: readonly {
    /** promotion id */
    readonly id: number;
    /** its name */
    readonly name: string;
    /** what shoppers read for the name, by language; absent: the name */
    readonly labels?: { readonly [name: string]: string };
    /** what it takes off, tax included */
    readonly amount: number;
    /** tax in that amount */
    readonly tax: number;
    /** by line; what it takes off delivery costs is in none */
    readonly allocations: readonly {
      /** cart element id */
      readonly id_element: number;
      /** pieces that it is for */
      readonly quantity: number;
      /** what it takes off them, tax included */
      readonly amount: number;
      /** tax in that amount */
      readonly tax: number;
    }[];
  }[];
  /** lines that the last change of the cart gave another price; absent: none */
  readonly repriced?: readonly ({
    /** cart element id */
    readonly id_element: number;
    /** price of one piece before */
    readonly from: number;
    /** price of one piece now */
    readonly to: number;
    /** what the price follows */
    readonly why: 'quantity' | 'login' | 'logout' | 'country' | 'currency' | 'hold';
  })[];
  /** promotions that more goods would bring; absent: none */
  readonly nearly?: readonly {
    /** promotion id */
    readonly id: number;
    /** its name */
    readonly name: string;
    /** what shoppers read for the name, by language; absent: the name */
    readonly labels?: { readonly [name: string]: string };
    /** What is missing: one of these. */
    readonly needs: {
      /** money that more goods come to */
      readonly sum?: number;
      /** pieces more */
      readonly pieces?: number;
    };
  }[];
  /** the checkout refuses the chosen delivery method; absent: it does not */
  readonly delivery_not_available?: {
    /** code of the reason, as get_delivery_methods has it */
    readonly why: string;
    /** the same in a sentence */
    readonly message: string;
  };
  /** How every amount came about, a sentence each. */
  readonly explain?: {
    /** the lines */
    readonly lines: readonly string[];
    /** promotions; of a cart also those that give nothing, and why; absent: none */
    readonly promotions?: readonly string[];
    /** the coupons */
    readonly coupons: readonly string[];
    /** the delivery costs */
    readonly delivery_costs: readonly string[];
    /** of a cart: the delivery rules that were asked, up to the one that decides; absent: none */
    readonly delivery_rules?: readonly string[];
    /** of a placed order: what each line is worth after all that is taken off it; else absent */
    readonly worth?: readonly string[];
    /** the total */
    readonly total: string;
  };
}

/** A line of a cart or an order; price and texts are as when it was added, tax is that of the delivery country. */
export interface CartLine {
  /** what it is */
  readonly type: 'PRODUCT' | 'FREE_ELEMENT' | 'DELIVERY_COSTS';
  /** cart element id, of its own within the cart */
  readonly id: number;
  /** product id; 0: a free element */
  readonly id_product: number;
  /** article number */
  readonly element_number: string;
  /** pieces */
  readonly quantity: number;
  /** price of one piece */
  readonly price: number;
  /** quantity times price; all lines of a product come to what one line would */
  readonly sum_price: number;
  /** tax in the price of one piece, rounded by itself */
  readonly tax: number;
  /** tax in the sum */
  readonly sum_tax: number;
  /** the price list of its price; absent: the attribute is the price */
  readonly price_list?: number;
  /** name */
  readonly name: string;
  /** description */
  readonly description: string;
  /** attributes by name: sys_tax is the tax rate, sys_weight, sys_length, sys_width and sys_height are of one piece */
  readonly attributes: { readonly [name: string]: {
      /** name of the attribute */
      readonly name: string;
      /** its value */
      readonly value: string | number;
    } };
  /** The lines that hang below this one. */
  readonly sub_elements?: {
    /** the lines, which have none below them */
    readonly contents: readonly CartLine[];
  };
}

/** A coupon that is attached to a cart, or a promotion, without a code. */
export interface CouponUse {
  /** name of the coupon */
  readonly name: string;
  /** its code */
  readonly code: string;
  /** what it gives: money, or percent */
  readonly amount: number;
  /** what it takes off this cart */
  readonly used_amount: number;
  /** tax in that amount */
  readonly tax: number;
}

/** A part of the delivery costs. */
export interface DeliveryPosition {
  /** name */
  readonly name: string;
  /** price, tax included */
  readonly price: number;
  /** tax rate */
  readonly tax: number;
}

/** The sums of one tax rate. */
export interface TaxPosition {
  /** tax rate */
  readonly rate: number;
  /** sum without tax */
  readonly net: number;
  /** tax */
  readonly tax: number;
  /** sum with tax */
  readonly gross: number;
}

/** What of an order no longer counts: its cart stays as it was placed. */
export interface Credit {
  /** number of the credit within its order, from 1 */
  readonly id: number;
  /** when it was made */
  readonly date: string;
  /** pieces that were cancelled, pieces that came back, or money alone */
  readonly kind: 'canceled' | 'returned' | 'goodwill' | 'edited';
  /** code of the reason; empty: none was given */
  readonly reason: string;
  /** what the order comes to less by it */
  readonly amount: number;
  /** tax in that amount */
  readonly tax: number;
  /** the lines that it is about */
  readonly lines: readonly {
    /** cart element id */
    readonly id_element: number;
    /** pieces; 0: money alone */
    readonly quantity: number;
    /** what they are worth */
    readonly amount: number;
    /** tax in that amount */
    readonly tax: number;
  }[];
  /** number of its credit note; absent: no invoice was issued */
  readonly credit_note_number?: string;
  /** the partial invoice that it credits; absent: none */
  readonly invoice_number?: string;
  /** 1: it was made with the credit before it, of what stands on another invoice; or absent */
  readonly continued?: 0 | 1;
}

/** Money that went back to a buyer, or goes. */
export interface Refund {
  /** its number */
  readonly id: number;
  /** the order whose money it is */
  readonly id_order: number;
  /** the attempt to pay that brought it; 0: it goes back by hand */
  readonly id_attempt: number;
  /** number within the order of the (first) credit that was made with it; 0: none was */
  readonly id_credit: number;
  /** what goes back */
  readonly amount: number;
  /** what of it counts, or will, in the balance: less where more went back than came */
  readonly counted: number;
  /** ISO 4217 */
  readonly currency: string;
  /** by the payment that brought it, by hand, or no money: to the exchange of a return */
  readonly to: 'payment' | 'manual' | 'exchange';
  /** who had it made: the shop, the provider’s own pages, or a buyer who disputes the payment */
  readonly origin: 'shop' | 'provider' | 'dispute';
  /** code of the reason; empty: none was given */
  readonly reason: string;
  /** for the staff */
  readonly note: string;
  /** the provider’s own number of the refund; empty: none was sent */
  readonly transaction: string;
  /** where it is in its life cycle */
  readonly state: 'asked' | 'pending' | 'done' | 'failed';
  /** why it failed, or why the provider has not taken it yet; empty: neither */
  readonly failure: string;
  /** calls of the provider that brought no answer */
  readonly attempts: number;
  /** when it was asked for */
  readonly creation_date: string;
  /** when the provider is asked again; empty: it is not */
  readonly next_date: string;
  /** when it was done, or failed; empty: neither yet */
  readonly end_date: string;
}

/** A category with everything in it and below it. */
export interface CategoryDump {
  readonly object: 'category_dump';
  /** only where the shop’s limit has cut the list: that limit */
  readonly records_max?: number;
  /** A category, with the categories that lead to it. */
  readonly parent_category: CategoryInTree;
  /** categories below it by name; where siblings share a name, the later ones get #id */
  readonly shop_categories: { readonly [name: string]: CategoryDump };
  /** Its products. */
  readonly products_in_category: {
    /** The category. */
    readonly category: {
      /** category id */
      readonly id_category: number;
      /** name */
      readonly name: string;
    };
    /** products by name, in their order; without metadata and categories */
    readonly products: { readonly [name: string]: Product };
  };
  /** Its contents. */
  readonly contents_in_category: {
    /** The category. */
    readonly category: {
      /** category id */
      readonly id_category: number;
      /** name */
      readonly name: string;
    };
    /** contents by name, in their order */
    readonly contents: { readonly [name: string]: Content };
  };
}

/** A category, with the categories that lead to it. */
export interface CategoryInTree {
  /** category id; 0 stands for the parent of the roots, which does not exist */
  readonly id: number;
  /** name */
  readonly name: string;
  /** place among its siblings; the lowest comes first */
  readonly prio: number;
  /** category that it stands below; 0: it is a root */
  readonly id_parent: number;
  /** name to show, in the language of the reply */
  readonly label: string;
  /** What search engines read, in the language of the reply. */
  readonly seo: Seo;
  /** attributes by name */
  readonly attributes: { readonly [name: string]: {
      /** name of the attribute */
      readonly name: string;
      /** its value in the language of the reply */
      readonly value: string | number;
    } };
  /** From the root to the category itself. */
  readonly path: {
    /** names, with / between them */
    readonly name: string;
    /** from the root on */
    readonly nodes: readonly {
      /** category id */
      readonly id: number;
      /** name */
      readonly name: string;
    }[];
  };
}

/** What search engines read, in the language of the reply. */
export interface Seo {
  /** last part of the address of its page; empty: none */
  readonly permalink: string;
  /** title of the page */
  readonly title: string;
  /** description of the page */
  readonly description: string;
  /** keywords, as they were entered */
  readonly keywords: string;
}

/** A product, or a variation of one with what it inherits. */
export interface Product {
  readonly object: 'product';
  /** id, of its own among products and contents */
  readonly id: number;
  /** name, of its own among products and contents */
  readonly name: string;
  /** when it was made */
  readonly creation_date: string;
  /** name of its class */
  readonly class: string;
  /** What search engines read, in the language of the reply. */
  readonly seo: Seo;
  /** How many pieces can be sold. */
  readonly availability: Availability;
  /** absent in lists of a category */
  readonly metadata?: Metadata;
  /** categories it is in; absent in lists of a category */
  readonly categories?: readonly Category[];
  /** attributes by name, in the order of the class */
  readonly attributes: { readonly [name: string]: Attribute };
  /** its variations in the order of creation; in the details of a variation: its product, its siblings, its own ones */
  readonly variations: readonly Product[];
  /** of a variation: the product it belongs to */
  readonly id_parent?: number;
  /** it is sold in multiples of it; absent: whole pieces */
  readonly quantity_step?: number;
  /** of a price list: what one piece costs the caller; absent: the attribute is the price */
  readonly price?: number;
  /** the price that it is shown beside */
  readonly compare_at?: number;
  /** of a price that is a discount: the lowest one that was shown within the 30 days before the discount began */
  readonly lowest_30d?: number;
  /** the price list of that price */
  readonly price_list?: number;
  /** quantities from which it costs another price by price lists, rising; absent: none, and in lists of a category */
  readonly quantity_prices?: readonly {
    /** pieces in the cart */
    readonly from_quantity: number;
    /** what one piece costs the caller then */
    readonly price: number;
    /** the price that it is shown beside */
    readonly compare_at?: number;
  }[];
  /** of that price, where it is not the shop’s: ISO 4217; without a price it is not sold in it */
  readonly currency?: string;
  /** 1: shoppers see it; shown to the back office */
  readonly shop_active?: 0 | 1;
}

/** How many pieces can be sold. */
export interface Availability {
  /** pieces in stock; for a product bound to warehouse entities what their stock suffices for */
  readonly quantity: number;
  /** stock below which the shop is to be warned */
  readonly quantity_warning: number;
  /** 1: is sold beyond its stock */
  readonly allow_override: 0 | 1;
  /** 1: its stock is counted; 0: it is always available */
  readonly active: 0 | 1;
}

/** What a shop needs to know of an article. */
export interface Metadata {
  /** article number */
  readonly element_number: string;
  /** bar code number */
  readonly ean: string;
  /** How a price is taxed. */
  readonly taxclass: TaxClass;
  /** length of one piece */
  readonly length: number;
  /** width of one piece */
  readonly width: number;
  /** height of one piece */
  readonly height: number;
  /** weight of one piece */
  readonly weight: number;
  /** notes for the back office */
  readonly notes: string;
  /** of a product: it is sold in multiples of it; absent: as its class, or the shop, says */
  readonly quantity_step?: number;
}

/** How a price is taxed. */
export interface TaxClass {
  /** name of the tax class */
  readonly name: string;
  /** how prices contain the tax */
  readonly calculation: 'included' | 'added' | 'subtracted';
  /** the rate in the country of the call */
  readonly value: number;
}

/** A category. */
export interface Category {
  /** category id; 0 stands for the parent of the roots, which does not exist */
  readonly id: number;
  /** name */
  readonly name: string;
  /** place among its siblings; the lowest comes first */
  readonly prio: number;
  /** category that it stands below; 0: it is a root */
  readonly id_parent: number;
  /** name to show, in the language of the reply */
  readonly label: string;
  /** What search engines read, in the language of the reply. */
  readonly seo: Seo;
  /** attributes by name */
  readonly attributes: { readonly [name: string]: {
      /** name of the attribute */
      readonly name: string;
      /** its value in the language of the reply */
      readonly value: string | number;
    } };
}

/** An attribute with its value in the language of the reply; `type` says which. */
export type Attribute =
  | {
    /** kind of value */
    readonly type: 'CHAR' | 'TXT' | 'HTML' | 'DATE';
    /** attribute id */
    readonly id: number;
    /** name of the attribute */
    readonly name: string;
    /** name to show, in the language of the reply */
    readonly label: string;
    /** the value; HTML is not escaped, a date is YYYY-MM-DD or YYYY-MM-DD HH:MM:SS */
    readonly value: string;
  }
  | {
    /** kind of value */
    readonly type: 'FLOAT' | 'INT' | 'BOOL';
    /** attribute id */
    readonly id: number;
    /** name of the attribute */
    readonly name: string;
    /** name to show, in the language of the reply */
    readonly label: string;
    /** the value; 1 or 0 for BOOL */
    readonly value: number;
  }
  | {
    /** kind of value */
    readonly type: 'IMG';
    /** attribute id */
    readonly id: number;
    /** name of the attribute */
    readonly name: string;
    /** name to show, in the language of the reply */
    readonly label: string;
    /** address of the image; empty: none */
    readonly value: string;
    /** pixels as digits; empty: not known */
    readonly width: string;
    /** pixels as digits; empty: not known */
    readonly height: string;
    /** what it shows, for those who do not see it; absent: nobody has said */
    readonly alt?: string;
    /** The point of an image that stays in sight where a frame cuts it. */
    readonly focus?: {
      /** per cent from the left, 0 to 100 */
      readonly x: number;
      /** per cent from the top, 0 to 100 */
      readonly y: number;
    };
  }
  | {
    /** kind of value */
    readonly type: 'PRODUCTS';
    /** attribute id */
    readonly id: number;
    /** name of the attribute */
    readonly name: string;
    /** name to show, in the language of the reply */
    readonly label: string;
    /** the products, active ones only unless the back office calls */
    readonly value: readonly Product[];
    /** products that are not shown, because the reply would be too large */
    readonly left_out?: number;
  }
  | {
    /** kind of value */
    readonly type: 'RECORDS';
    /** attribute id */
    readonly id: number;
    /** name of the attribute */
    readonly name: string;
    /** name to show, in the language of the reply */
    readonly label: string;
    /** the records, active ones of public classes only unless the back office calls */
    readonly value: readonly Record[];
    /** records that are not shown, because the reply would be too large */
    readonly left_out?: number;
  };

/** A content: a page, a teaser, a text. */
export interface Content {
  readonly object: 'content';
  /** id, of its own among products and contents */
  readonly id: number;
  /** name, of its own among products and contents */
  readonly name: string;
  /** when it was made */
  readonly creation_date: string;
  /** name of its class */
  readonly class: string;
  /** What search engines read, in the language of the reply. */
  readonly seo: Seo;
  /** attributes by name, in the order of the class */
  readonly attributes: { readonly [name: string]: Attribute };
  /** always empty */
  readonly variations: readonly Product[];
  /** 1: shoppers see it; shown to the back office */
  readonly shop_active?: 0 | 1;
}

/** What a price list says of a product, and whether that counts. */
export interface PriceReason {
  /** price list id */
  readonly id_price_list: number;
  /** name of the list */
  readonly name: string;
  /** currency of its prices: ISO 4217 */
  readonly currency: string;
  /** whether its days are to come, have come, or are over */
  readonly state: 'planned' | 'running' | 'ended';
  /** of several lists that fit, the highest counts */
  readonly priority: number;
  /** whether it counts, or else the first reason why not */
  readonly why: 'counts' | 'planned' | 'ended' | 'other_field' | 'other_currency' | 'other_groups' | 'other_channels' | 'other_countries' | 'too_few' | 'lower_priority' | 'dearer' | 'made_later';
  /** the product or variation whose prices the list has */
  readonly id_shopobject: number;
  /** what it says for the quantity; absent: that reaches none of its prices */
  readonly price?: number;
  /** the quantity from which this price counts; 0: any */
  readonly from_quantity?: number;
  /** all that it says, by rising quantity */
  readonly tiers: readonly {
    /** the least quantity; 0: any */
    readonly from_quantity: number;
    /** price of one piece, as the list has it */
    readonly price: number;
    /** the price that it is shown beside */
    readonly compare_at?: number;
  }[];
}

/** An account. */
export interface User {
  readonly object: 'user';
  /** user id */
  readonly id_user: number;
  /** username */
  readonly username: string;
  /** email address */
  readonly email: string;
  /** language of the account, such as de_DE */
  readonly default_language: string;
  /** when it was registered */
  readonly reg_date: string;
  /** first login */
  readonly first_login: string;
  /** last login */
  readonly last_login: string;
  /** state of the account */
  readonly status: 'unverified' | 'active' | 'locked';
  /** it came from another system, and nobody has set a password yet; else absent */
  readonly unclaimed?: 1;
  /** session id, where a session reads its own user; else empty */
  readonly session_id: string;
  /** 0: a customer, 50: a manager, 100: an administrator */
  readonly security_level: number;
  /** groups of customers that it is in; absent: none */
  readonly groups?: readonly number[];
  /** standard attributes by name */
  readonly attributes: { readonly [name: string]: {
      /** name */
      readonly name: string;
      /** its value; empty: none */
      readonly value: string;
    } };
  /** attributes of the user’s class by name */
  readonly additional_attributes: { readonly [name: string]: {
      /** kind of value, as for attributes of products */
      readonly type: string;
      /** name of the attribute */
      readonly name: string;
      /** its value: a text, a number, or a list of product ids */
      readonly value: unknown;
      /** of an image: pixels */
      readonly width?: number;
      /** of an image: pixels */
      readonly height?: number;
    } };
  /** distinct addresses of the newest orders, newest first */
  readonly addresses: readonly {
    /** companyname */
    readonly companyname: string;
    /** department */
    readonly department: string;
    /** salutation */
    readonly salutation: string;
    /** firstname */
    readonly firstname: string;
    /** lastname */
    readonly lastname: string;
    /** street */
    readonly street: string;
    /** number */
    readonly number: string;
    /** zip */
    readonly zip: string;
    /** state */
    readonly state: string;
    /** city */
    readonly city: string;
    /** country */
    readonly country: string;
  }[];
  /** record that changed it last, for if_seq; only get_user_by_id shows it to the back office */
  readonly seq?: number;
}

/** A placed order. */
export interface Order {
  readonly object: 'order';
  /** order id */
  readonly id: number;
  /** order number: the order id */
  readonly order_number: number;
  /** invoice number; empty: no invoice is issued */
  readonly invoice_number: string;
  /** its invoices by parcel, oldest first; absent: it has one over all of it */
  readonly invoices?: readonly OrderInvoice[];
  /** of the document that cancels its invoice; absent: there is none */
  readonly cancellation_number?: string;
  /** when it is cancelled unless it is paid; money on its way puts that off; absent: it waits for no money, or for ever */
  readonly pay_until?: string;
  /** it may be given a time to pay: unpaid, open, nothing sent, not free */
  readonly awaits_payment?: 1;
  /** it was cancelled because it was not paid in time */
  readonly expired?: 1;
  /** it tries the shop out: no figure counts it */
  readonly trial?: 1;
  /** language code in which the buyer is written to, where the checkout named one */
  readonly language?: string;
  /** when it was placed */
  readonly creation_date: string;
  /** when it was changed last */
  readonly modification_date: string;
  /** username of its owner; empty: a guest */
  readonly username: string;
  /** delivery address: companyname */
  readonly order_delivery_companyname: string;
  /** delivery address: department */
  readonly order_delivery_department: string;
  /** delivery address: salutation */
  readonly order_delivery_salutation: string;
  /** delivery address: firstname */
  readonly order_delivery_firstname: string;
  /** delivery address: lastname */
  readonly order_delivery_lastname: string;
  /** delivery address: street */
  readonly order_delivery_street: string;
  /** delivery address: number */
  readonly order_delivery_number: string;
  /** delivery address: zip */
  readonly order_delivery_zip: string;
  /** delivery address: state */
  readonly order_delivery_state: string;
  /** delivery address: city */
  readonly order_delivery_city: string;
  /** delivery address: country */
  readonly order_delivery_country: string;
  /** delivery address: country as two letters, as entered where ISO 3166 knows it not */
  readonly order_delivery_country_code: string;
  /** invoice address: companyname */
  readonly order_invoice_companyname: string;
  /** invoice address: department */
  readonly order_invoice_department: string;
  /** invoice address: salutation */
  readonly order_invoice_salutation: string;
  /** invoice address: firstname */
  readonly order_invoice_firstname: string;
  /** invoice address: lastname */
  readonly order_invoice_lastname: string;
  /** invoice address: street */
  readonly order_invoice_street: string;
  /** invoice address: number */
  readonly order_invoice_number: string;
  /** invoice address: zip */
  readonly order_invoice_zip: string;
  /** invoice address: state */
  readonly order_invoice_state: string;
  /** invoice address: city */
  readonly order_invoice_city: string;
  /** invoice address: country */
  readonly order_invoice_country: string;
  /** invoice address: country as two letters, as entered where ISO 3166 knows it not */
  readonly order_invoice_country_code: string;
  /** email address */
  readonly order_email: string;
  /** phone number */
  readonly order_phone: string;
  /** note of the buyer */
  readonly order_note: string;
  /** payment method, in the language of the reply */
  readonly payment_method: string;
  /** The state of the payment. */
  readonly payment_state: {
    /** the state */
    readonly name: 'PAYMENT_NOT_RECEIVED' | 'PAYMENT_RECEIVED';
    /** name to show, in the language of the reply */
    readonly label: string;
  };
  /** delivery method, in the language of the reply */
  readonly delivery_method: string;
  /** The state of the delivery. */
  readonly delivery_state: {
    /** the state */
    readonly name: 'PROCESSING' | 'PARTIAL' | 'CLOSED';
    /** name to show, in the language of the reply */
    readonly label: string;
  };
  /** the state of the order */
  readonly order_state: 'OPEN' | 'PROCESSING' | 'CLOSED' | 'CANCELED';
  /** attributes by name, as they were set */
  readonly attributes: { readonly [name: string]: {
      /** name of the attribute */
      readonly name: string;
      /** its value */
      readonly value: string;
    } };
  /** The cart that an order was made of. */
  readonly cart: OrderCart;
  /** currency that it was placed in, of every amount: ISO 4217 */
  readonly currency: string;
  /** decimals of its amounts */
  readonly currency_digits: number;
  /** parcels in the order in which they were sent */
  readonly parcels: readonly Parcel[];
  /** what is still to be sent, as packing slips show it; absent: nothing */
  readonly to_send?: readonly {
    /** cart element id */
    readonly id_element: number;
    /** pieces */
    readonly quantity: number;
  }[];
  /** what was sold beyond the stock; absent: nothing */
  readonly backordered?: readonly {
    /** product id */
    readonly id_product: number;
    /** pieces */
    readonly quantity: number;
  }[];
  /** what each line is worth, delivery costs among them: together the total of the cart */
  readonly worth: readonly {
    /** cart element id */
    readonly id_element: number;
    /** what was charged for them after all that was taken off, tax included */
    readonly amount: number;
    /** tax in that amount */
    readonly tax: number;
  }[];
  /** what of it no longer counts, oldest first; absent: nothing */
  readonly credits?: readonly Credit[];
  /** What it comes to now, and what of that is still to be paid. */
  readonly balance: {
    /** the total of the cart less the credits; 0: also of a cancelled order */
    readonly total: number;
    /** money that came for it, and what an exchange brought */
    readonly received: number;
    /** what is still to be paid; below 0: what is to be given back */
    readonly outstanding: number;
    /** money that went back, and what went to an exchange */
    readonly refunded: number;
    /** what of `received` is no money: the worth of what came back; absent: nothing */
    readonly exchanged?: number;
  };
  /** the return that it is the exchange of; absent: none */
  readonly id_return?: number;
  /** money that went back, or goes, oldest first; absent: none */
  readonly refunds?: readonly OrderRefund[];
  /** its returns, oldest first; absent: there is none, and in lists */
  readonly returns?: readonly BriefReturn[];
  /** record that changed it last, for if_seq; absent in lists, and for shoppers */
  readonly seq?: number;
}

/** An invoice over a part of an order. */
export interface OrderInvoice {
  /** its number, for get_invoice */
  readonly number: string;
  /** when it was made */
  readonly date: string;
  /** the parcel that it is over; 0: what was left when the order was closed */
  readonly id_parcel: number;
  /** what it comes to */
  readonly amount: number;
  /** tax in that amount */
  readonly tax: number;
  /** the lines that it is about */
  readonly lines: readonly {
    /** cart element id */
    readonly id_element: number;
    /** pieces; 0: money alone */
    readonly quantity: number;
    /** what they are worth */
    readonly amount: number;
    /** tax in that amount */
    readonly tax: number;
  }[];
}

/** The cart that an order was made of. */
export interface OrderCart {
  /** when it was begun */
  readonly creation_date: string;
  /** sum of all lines */
  readonly sum: number;
  /** lines in the order in which they were added */
  readonly contents: readonly CartLine[];
  /** Attached coupons. */
  readonly coupons: {
    /** what they take off together */
    readonly sum: number;
    /** one by one */
    readonly positions: readonly CouponUse[];
  };
  /** Delivery costs. */
  readonly delivery_costs: {
    /** all positions together */
    readonly sum: number;
    /** one by one */
    readonly positions: readonly DeliveryPosition[];
  };
  /** what is to be paid: lines and delivery costs less coupons */
  readonly total: number;
  /** tax in the total */
  readonly sum_tax: number;
  /** the total by tax rate */
  readonly tax_positions: readonly TaxPosition[];
  /** currency of every amount: ISO 4217 */
  readonly currency: string;
  /** what promotions take off, in the order in which they are taken; absent: nothing */
  readonly promotions?: readonly {
    /** promotion id */
    readonly id: number;
    /** its name */
    readonly name: string;
    /** what shoppers read for the name, by language; absent: the name */
    readonly labels?: { readonly [name: string]: string };
    /** what it takes off, tax included */
    readonly amount: number;
    /** tax in that amount */
    readonly tax: number;
    /** by line; what it takes off delivery costs is in none */
    readonly allocations: readonly {
      /** cart element id */
      readonly id_element: number;
      /** pieces that it is for */
      readonly quantity: number;
      /** what it takes off them, tax included */
      readonly amount: number;
      /** tax in that amount */
      readonly tax: number;
    }[];
  }[];
}

/** A parcel of an order. */
export interface Parcel {
  /** number of the parcel within its order, from 1 */
  readonly id: number;
  /** when it was sent */
  readonly creation_date: string;
  /** who carries it */
  readonly provider: string;
  /** the carrier’s number */
  readonly tracking_number: string;
  /** https URL where it can be followed, as it was made when it was sent; absent: none */
  readonly tracking_url?: string;
  /** what has become of it */
  readonly state: 'sent' | 'delivered' | 'returned';
  /** when it was delivered; absent: it has not been */
  readonly delivery_date?: string;
  /** by the scale, else the sum of what the goods in it weigh */
  readonly weight: number;
  /** those whose goods have no weight, and weigh 0 here */
  readonly weight_unknown?: readonly number[];
  /** Its sides, as given, else of the one piece in it; absent: not known. */
  readonly measures?: {
    /** length */
    readonly length: number;
    /** width */
    readonly width: number;
    /** height */
    readonly height: number;
  };
  /** what is in it */
  readonly lines: readonly {
    /** cart element id */
    readonly id_element: number;
    /** pieces */
    readonly quantity: number;
  }[];
}

/** Money of an order that went back, or goes. */
export interface OrderRefund {
  /** its number */
  readonly id: number;
  /** when it was asked for */
  readonly date: string;
  /** what goes back */
  readonly amount: number;
  /** by the payment that brought it, by hand, or no money: to the exchange of a return */
  readonly to: 'payment' | 'manual' | 'exchange';
  /** who had it made: the shop, the provider’s own pages, or a buyer who disputes the payment */
  readonly origin: 'shop' | 'provider' | 'dispute';
  /** where it is in its life cycle */
  readonly state: 'asked' | 'pending' | 'done' | 'failed';
}

/** A return of an order, in short. */
export interface BriefReturn {
  /** number of the return */
  readonly id: number;
  /** what has become of it */
  readonly state: 'announced' | 'received' | 'withdrawn';
  /** when it was announced, or received if nobody announced it */
  readonly creation_date: string;
  /** pieces that came, or are to come */
  readonly quantity: number;
}

/** An order about which the staff noted something. */
export interface NotedOrder {
  /** order id */
  readonly id_order: number;
  /** oldest first */
  readonly notes: readonly StaffNote[];
}

/** What somebody of the staff noted about an order. */
export interface StaffNote {
  /** when it was noted */
  readonly date: string;
  /** user who noted it; 0: a channel did */
  readonly id_user: number;
  /** their username; empty: a channel, or an account that is gone */
  readonly username: string;
  /** the note */
  readonly text: string;
}

/** An order of another shop system, as it was there: history, on which nothing of the shop hangs. */
export interface PastOrder {
  readonly object: 'past_order';
  /** its id among such orders; no number of an order of this shop */
  readonly id: number;
  /** the system that it comes from, such as shopify */
  readonly source: string;
  /** its number there, such as #1001 */
  readonly number: string;
  /** when it was placed there */
  readonly creation_date: string;
  /** when it was cancelled there; empty: it was not */
  readonly cancellation_date: string;
  /** the account that has it; 0: a guest’s */
  readonly id_user: number;
  /** email address; erased: of a person who was erased */
  readonly email: string;
  /** telephone number */
  readonly phone: string;
  /** what the customer wrote */
  readonly note: string;
  /** The delivery address. */
  readonly delivery: {
    /** name; empty: none */
    readonly name: string;
    /** companyname; empty: none */
    readonly companyname: string;
    /** street; empty: none */
    readonly street: string;
    /** zip; empty: none */
    readonly zip: string;
    /** city; empty: none */
    readonly city: string;
    /** state; empty: none */
    readonly state: string;
    /** country; empty: none */
    readonly country: string;
    /** phone; empty: none */
    readonly phone: string;
  };
  /** The invoice address. */
  readonly invoice: {
    /** name; empty: none */
    readonly name: string;
    /** companyname; empty: none */
    readonly companyname: string;
    /** street; empty: none */
    readonly street: string;
    /** zip; empty: none */
    readonly zip: string;
    /** city; empty: none */
    readonly city: string;
    /** state; empty: none */
    readonly state: string;
    /** country; empty: none */
    readonly country: string;
    /** phone; empty: none */
    readonly phone: string;
  };
  /** in the words of the other system, such as paid */
  readonly payment_state: string;
  /** in the words of the other system, such as fulfilled */
  readonly delivery_state: string;
  /** how it was paid */
  readonly payment_method: string;
  /** how it was delivered */
  readonly delivery_method: string;
  /** code of a discount */
  readonly discount_code: string;
  /** ISO 4217 code of its amounts */
  readonly currency: string;
  /** decimals of its amounts */
  readonly currency_digits: number;
  /** goods */
  readonly subtotal: number;
  /** delivery */
  readonly delivery_costs: number;
  /** all taxes */
  readonly tax: number;
  /** what was taken off */
  readonly discount: number;
  /** what was to be paid */
  readonly total: number;
  /** what was paid back */
  readonly refunded: number;
  /** taxes by name */
  readonly taxes: readonly {
    /** its name there */
    readonly name: string;
    /** its amount */
    readonly amount: number;
  }[];
  /** lines in their order */
  readonly lines: readonly {
    /** name of the product */
    readonly name: string;
    /** its article number there */
    readonly element_number: string;
    /** pieces */
    readonly quantity: number;
    /** of one piece */
    readonly price: number;
    /** taken off the line */
    readonly discount: number;
  }[];
}

/** A session of the user that has not expired. */
export interface UserSession {
  /** when it was opened */
  readonly creation_date: string;
  /** when it expires */
  readonly expiration_date: string;
  /** The cart that an order was made of. */
  readonly cart: OrderCart;
  /** what was entered for the next order, by field */
  readonly order_details: { readonly [name: string]: string };
  /** attributes for the next order, by name */
  readonly attributes: { readonly [name: string]: string };
}

/** Where a login in the back office was made. */
export interface UserOfficeLogin {
  /** network that it was made from; empty: unknown */
  readonly address: string;
  /** browser and system that it was made with; empty: unknown */
  readonly browser: string;
}

/** A field of an object that a call has changed. */
export interface Change {
  /** record of the journal */
  readonly seq: number;
  /** when */
  readonly date: string;
  /** kind and id, such as product/17 */
  readonly object: string;
  /** what became of the object */
  readonly change: 'created' | 'changed' | 'ended';
  /** what was called */
  readonly operation: string;
  /** name of the channel that called; empty: none */
  readonly channel: string;
  /** user who was logged in; 0: none */
  readonly id_user: number;
  /** session of the call; 0: none */
  readonly id_session: number;
  /** name of the field; empty: the object was created */
  readonly field: string;
  /** value before, any JSON */
  readonly before: unknown;
  /** value after, any JSON */
  readonly after: unknown;
}

/** A token with which an application logs a user in. */
export interface LoginToken {
  /** what revoke_application_tokens calls it; the token itself is shown to nobody */
  readonly id: string;
  /** user id */
  readonly id_user: number;
  /** username */
  readonly username: string;
  /** until when it holds */
  readonly end_date: string;
}

/** An application of the back office. */
export interface Application {
  /** name */
  readonly name: string;
  /** page that the back office opens */
  readonly url: string;
  /** when it was registered */
  readonly creation_date: string;
  /** login tokens that hold */
  readonly tokens: number;
}

/** Pieces of a warehouse entity that a product consists of. */
export interface Binding {
  /** product id */
  readonly id_product: number;
  /** name of the product */
  readonly product: string;
  /** warehouse entity id */
  readonly id_warehouse_entity: number;
  /** element number of the warehouse entity */
  readonly element_number: string;
  /** name of the warehouse entity */
  readonly warehouse_entity: string;
  /** pieces in one product */
  readonly quantity: number;
}

/** A channel, without its credentials. */
export interface Channel {
  /** channel id */
  readonly id: number;
  /** name */
  readonly name: string;
  /** what it is for */
  readonly description: string;
  /** 0: its calls are refused */
  readonly shop_active: 0 | 1;
  /** of its replies */
  readonly server_output: 'json' | 'xml';
  /** 1: it has the credentials of the demo, which everybody knows */
  readonly demo: 0 | 1;
  /** until when its credentials from before work as well; empty: they do not */
  readonly previous_until: string;
  /** name of its role; absent: none */
  readonly role?: string;
  /** record that changed it last, for if_seq */
  readonly seq: number;
}

/** A class, which gives objects their attributes. */
export interface Class {
  readonly object: 'class';
  /** class id */
  readonly id: number;
  /** name */
  readonly name: string;
  /** what has this class */
  readonly type: 'product' | 'content' | 'warehouse_entity' | 'user' | 'record' | 'order' | 'line' | 'category';
  /** when it was made */
  readonly creation_date: string;
  /** attributes by name, with their default values */
  readonly attributes: { readonly [name: string]: Attribute };
  /** its products are sold in multiples of it; absent: as the shop says */
  readonly quantity_step?: number;
  /** 1: shoppers see its records; absent: they do not */
  readonly public?: 0 | 1;
}

/** A coupon of a batch. */
export interface Coupon {
  /** coupon id */
  readonly id: number;
  /** what shoppers enter */
  readonly code: string;
  /** one without a limit of uses stays OPEN until it is ENDED */
  readonly state: 'OPEN' | 'REDEEMED' | 'FREED' | 'ENDED';
  /** orders placed with it; of a unique one those that are not cancelled */
  readonly uses: number;
}

/** A country that the shop delivers to. */
export interface Country {
  /** number of ISO 3166-1 */
  readonly id: number;
  /** name in capitals, in the language of the reply */
  readonly name: string;
  /** code of two letters */
  readonly iso: string;
  /** name, in the language of the reply */
  readonly printable_name: string;
}

/** A delivery method for a cart or a product. */
export interface OfferedDeliveryMethod {
  /** delivery method id */
  readonly id: number;
  /** name */
  readonly name: string;
  /** 1: it may be chosen */
  readonly available: 0 | 1;
  /** what it costs, tax included; absent: it may not be chosen, or has no rules */
  readonly price?: number;
  /** tax in the price */
  readonly tax?: number;
  /** name of the delivery position */
  readonly position?: string;
  /** When it arrives; absent: nothing is said. */
  readonly days?: {
    /** working days at least */
    readonly min: number;
    /** working days at most */
    readonly max: number;
    /** first day */
    readonly from: string;
    /** last day */
    readonly to: string;
  };
  /** where the buyer fetches the goods; absent: they are sent */
  readonly storage?: string;
  /** why it may not be chosen; no_rules: it may, and add_delivery_costs says what it costs */
  readonly why?: 'other_country' | 'needs_zip' | 'other_zip' | 'other_currency' | 'other_channels' | 'other_groups' | 'excluded_goods' | 'other_goods' | 'volume_unknown' | 'below_volume' | 'above_volume' | 'weight_unknown' | 'below_weight' | 'above_weight' | 'below_pieces' | 'above_pieces' | 'below_sum' | 'above_sum' | 'not_in_storage' | 'method_gone' | 'out_of_range' | 'no_quote' | 'no_rules';
  /** the same in a sentence */
  readonly message?: string;
}

/** For which carts a delivery method is offered, and what it costs them. */
export interface DeliveryRule {
  /** delivery rule id */
  readonly id: number;
  /** name of the delivery position, as shoppers read it */
  readonly name: string;
  /** delivery method id */
  readonly id_delivery_method: number;
  /** countries; none: all */
  readonly countries: readonly string[];
  /** postal codes; none: all */
  readonly zips: readonly string[];
  /** [from, to]: what the goods come to from the first on, to below the second; null: no bound */
  readonly sum: readonly (number | null)[];
  /** which sum counts: before, or after promotions and coupons */
  readonly basis: 'before' | 'after';
  /** [from, to]: kilograms of all goods from the first on, to below the second; null: no bound */
  readonly weight: readonly (number | null)[];
  /** [from, to]: litres of all goods from the first on, to below the second; null: no bound */
  readonly volume: readonly (number | null)[];
  /** [from, to]: pieces of all goods from the first on, to below the second; null: no bound */
  readonly pieces: readonly (number | null)[];
  /** constraint that every product of the cart meets; absent: none */
  readonly goods?: unknown;
  /** constraint that no product of the cart meets; absent: none */
  readonly unless?: unknown;
  /** channels; none: all */
  readonly channels: readonly number[];
  /** groups of customers; none: everybody */
  readonly groups: readonly number[];
  /** currency of its amounts: ISO 4217 */
  readonly currency: string;
  /** what delivery costs, as the tax class takes it */
  readonly price: number;
  /** what each kilogram costs besides */
  readonly per_kg: number;
  /** what each piece costs besides */
  readonly per_piece: number;
  /** sum of the goods from which it is free; 0: none */
  readonly free_from: number;
  /** tax class, or goods: at the tax rates of the goods; empty: the first class */
  readonly taxclass: string;
  /** working days until it arrives, at least */
  readonly days_min: number;
  /** working days until it arrives, at most */
  readonly days_max: number;
  /** until when an order counts as of that day, HH:MM; empty: none */
  readonly cutoff: string;
  /** storage where the buyer fetches the goods; empty: they are sent */
  readonly storage: string;
  /** of several rules that are for a cart the highest decides, then the oldest */
  readonly priority: number;
  /** when it was made */
  readonly creation_date: string;
  /** number of the record that changed it last */
  readonly seq: number;
}

/** A template of documents, as it counts now. */
export interface DocumentTemplate {
  /** document or mail, or a part of them */
  readonly name: 'invoice' | 'order_confirmation' | 'cancellation_invoice' | 'packing_slips' | 'pick_list' | 'head' | 'positions' | 'foot' | 'style' | 'credit_note' | 'mail_head' | 'mail_foot' | 'mail_order_confirmation' | 'mail_payment_received' | 'mail_parcel_shipped' | 'mail_invoice' | 'mail_credit_note' | 'mail_verification' | 'mail_password_reset' | 'mail_invitation' | 'mail_account_notice' | 'mail_cart_reminder';
  /** two letters; empty: it counts for all languages that have none of their own */
  readonly language: string;
  /** what is made by it; a PDF has a layout of its own */
  readonly formats: readonly 'html'[];
  /** where its text comes from */
  readonly source: 'built_in' | 'directory' | 'shop';
  /** the template, in Liquid */
  readonly text: string;
  /** record that changed the shop’s own last, for if_seq; 0: none ever did */
  readonly seq: number;
}

/** An order that the shop prepares. No list shows the code of its session. */
export interface Draft {
  /** for continue_draft and discard_draft */
  readonly id_draft: string;
  /** user whose order it will be; 0: a guest */
  readonly id_user: number;
  /** their name; empty: a guest */
  readonly username: string;
  /** company, or first and last name, of the delivery address; empty: none yet */
  readonly name: string;
  /** e-mail of the order, or else of the user; empty: none yet */
  readonly email: string;
  /** lines */
  readonly lines: number;
  /** to be paid, with coupons and delivery costs */
  readonly total: number;
  /** of the total: ISO 4217 */
  readonly currency: string;
  /** username of the person who began it; empty: a channel did */
  readonly made_by: string;
  /** when it was begun */
  readonly creation_date: string;
  /** when it is thrown away, unless it is used */
  readonly end_date: string;
}

/** A module of own logic. */
export interface Extension {
  /** as it names itself; empty until it was loaded */
  readonly name: string;
  /** its version, or the beginning of the SHA-256 of its file */
  readonly version: string;
  /** its path, as the setting extensions has it */
  readonly module: string;
  /** waiting: this server does not decide; resting: it failed several times in a row, and is not asked for some seconds */
  readonly state: 'waiting' | 'starting' | 'running' | 'resting' | 'failed';
  /** where it is asked */
  readonly points: readonly ('line_price' | 'cart_check' | 'delivery_price' | 'checkout_check' | 'order_attributes' | 'payment_provider' | 'message' | 'after')[];
  /** what follows where it fails */
  readonly on_failure: 'refuse' | 'skip';
  /** questions since the start of the server */
  readonly calls: number;
  /** those that it did not answer rightly in time */
  readonly failures: number;
  /** how often its thread had to be started again */
  readonly restarts: number;
  /** milliseconds within which 99 of 100 of the last 1,000 questions were answered */
  readonly p99_ms: number;
  /** what went wrong last; empty: nothing */
  readonly last_error: string;
}

/** A step of a new shop. */
export interface FirstStep {
  /** what it is about */
  readonly name: 'shop' | 'taxes' | 'currency' | 'languages' | 'product' | 'payment' | 'delivery' | 'trial';
  /** of a product and a trial order: `done` once there is one */
  readonly state: 'open' | 'done' | 'skipped';
}

/** A group of customers. */
export interface CustomerGroup {
  /** group id */
  readonly id: number;
  /** name */
  readonly name: string;
  /** when it was made */
  readonly creation_date: string;
  /** number of the record that changed it last */
  readonly seq: number;
}

/** An invitation to the back office that is open. */
export interface Invitation {
  /** invitation id */
  readonly id_invitation: number;
  /** email address */
  readonly email: string;
  /** name of the role */
  readonly role: string;
  /** until when it may be taken up */
  readonly expiration_date: string;
  /** when it was made */
  readonly creation_date: string;
  /** username of who invited; empty: a channel */
  readonly invited_by: string;
}

/** A login in the back office that holds. */
export interface OfficeLogin {
  /** login id, of this account */
  readonly id_login: number;
  /** when it was made */
  readonly creation_date: string;
  /** last call, to within sessionTouchIntervalMs */
  readonly last_used: string;
  /** network that it was made from; empty: unknown */
  readonly address: string;
  /** browser and system that it was made with, as the browser says; empty: unknown */
  readonly browser: string;
  /** 1: the login of this call */
  readonly current: 0 | 1;
}

/** A product or variation with little stock. */
export interface LowStockProduct {
  /** product id */
  readonly id_product: number;
  /** the product that it is a variation of; 0: none */
  readonly id_parent: number;
  /** name */
  readonly name: string;
  /** element number of the product */
  readonly element_number: string;
  /** 1: on sale */
  readonly active: 0 | 1;
  /** pieces that can be sold, those that carts hold included */
  readonly quantity: number;
  /** it is listed at this quantity and below */
  readonly quantity_warning: number;
  /** where the pieces are */
  readonly storages: readonly LowStockPlace[];
}

/** A storage with pieces of what a product is made of, or the stock of its own. */
export interface LowStockPlace {
  /** element number of the warehouse entity; empty: the stock of the product’s own */
  readonly element_number: string;
  /** name of the storage; empty: the stock of the product’s own */
  readonly storage: string;
  /** pieces in it */
  readonly quantity: number;
  /** of these, pieces that carts hold */
  readonly held: number;
}

/** A mail that waits, or failed for good. */
export interface MailMessage {
  /** mail */
  readonly id: number;
  /** which it is */
  readonly mail: 'order_confirmation' | 'payment_received' | 'parcel_shipped' | 'invoice' | 'credit_note' | 'verification' | 'password_reset' | 'invitation' | 'account_notice' | 'cart_reminder';
  /** order that it tells of; 0: none */
  readonly id_order: number;
  /** user that it goes to; 0: none */
  readonly id_user: number;
  /** when what it tells of happened */
  readonly creation_date: string;
  /** waiting: it is sent; failed: it is not, until retry_mail */
  readonly state: 'waiting' | 'failed';
  /** failed attempts */
  readonly attempts: number;
  /** why the last attempt failed, without addresses; empty: none was made yet */
  readonly last_answer: string;
  /** when it failed */
  readonly last_answer_date: string;
  /** when the next attempt is due */
  readonly next_attempt_date: string;
}

/** Open carts that were used within a time, those of shorter times included. */
export interface OpenCartAge {
  /** hours within which they were used; 0: at any time */
  readonly hours: number;
  /** carts */
  readonly count: number;
  /** goods of those in the shop’s currency, without coupons and delivery costs */
  readonly sum: number;
}

/** A cart that holds lines. No reply shows the code of its session. */
export interface OpenCart {
  /** user who is logged in; 0: nobody */
  readonly id_user: number;
  /** their name; empty: nobody is logged in */
  readonly username: string;
  /** e-mail of the order’s draft, or else of the user; empty: none is known */
  readonly email: string;
  /** lines */
  readonly lines: number;
  /** goods, without coupons and delivery costs */
  readonly sum: number;
  /** of the sum: ISO 4217 */
  readonly currency: string;
  /** when the cart was begun */
  readonly creation_date: string;
  /** when its session was used last, to within `sessionTouchIntervalMs` */
  readonly use_date: string;
  /** when the session ends, unless it is used */
  readonly end_date: string;
}

/** A line of goods before an edit and after it. */
export interface EditedLine {
  /** line id */
  readonly id_element: number;
  /** product; 0: a free element */
  readonly id_shopobject: number;
  /** its number */
  readonly element_number: string;
  /** its name */
  readonly name: string;
  /** pieces that are left in the order; 0: the edit adds the line */
  readonly quantity_before: number;
  /** pieces after the edit; 0: it takes the line out */
  readonly quantity: number;
  /** what the line comes to before promotions and coupons, cancelled pieces among it */
  readonly amount_before: number;
  /** what it will come to */
  readonly amount: number;
}

/** Pieces that an edit wants and the stock lacks. */
export interface LackingPieces {
  /** product */
  readonly id_shopobject: number;
  /** pieces that lack */
  readonly quantity: number;
}

/** What the label of a parcel says. */
export interface ParcelLabel {
  /** order id */
  readonly id_order: number;
  /** number of the parcel within its order */
  readonly id_parcel: number;
  /** both, as a carrier shows it: 10001-1 */
  readonly reference: string;
  /** the address as it is printed, the country last, in the language of the reply */
  readonly lines: readonly string[];
  /** company; empty: none */
  readonly company: string;
  /** first and last name */
  readonly name: string;
  /** street */
  readonly street: string;
  /** house number */
  readonly number: string;
  /** postal code */
  readonly zip: string;
  /** city */
  readonly city: string;
  /** state */
  readonly state: string;
  /** country as two letters, as entered where ISO 3166 knows it not */
  readonly country: string;
  /** email address of the buyer */
  readonly email: string;
  /** phone number of the buyer */
  readonly phone: string;
  /** who carries it */
  readonly provider: string;
  /** the carrier’s number */
  readonly tracking_number: string;
  /** by the scale, else the sum of what the goods in it weigh */
  readonly weight: number;
  /** those whose goods have no weight, and weigh 0 here */
  readonly weight_unknown?: readonly number[];
  /** Its sides, as given, else of the one piece in it; absent: not known. */
  readonly measures?: {
    /** length */
    readonly length: number;
    /** width */
    readonly width: number;
    /** height */
    readonly height: number;
  };
}

/** One attempt to collect the money of an order. */
export interface PaymentAttempt {
  /** number of the attempt */
  readonly id: number;
  /** what the payment provider knows it by */
  readonly reference: string;
  /** payment method, in the shop’s language */
  readonly payment_method: string;
  /** what is to be paid */
  readonly amount: number;
  /** ISO 4217 */
  readonly currency: string;
  /** where it is in its life cycle */
  readonly state: 'started' | 'pending' | 'received' | 'expired';
  /** the provider’s own number; empty: none was sent */
  readonly transaction: string;
  /** when it was begun */
  readonly creation_date: string;
  /** until when it may be paid */
  readonly end_date: string;
}

/** Money that came and that no order has a claim to. */
export interface UnclaimedMoney {
  /** its number */
  readonly id: number;
  /** the order that it came for; 0: none is known */
  readonly id_order: number;
  /** the attempt to pay that it came for; 0: none is known */
  readonly id_attempt: number;
  /** payment method, in the shop’s language */
  readonly payment_method: string;
  /** what the payment provider knows the payment by */
  readonly reference: string;
  /** the provider’s own number of what came */
  readonly transaction: string;
  /** what came, with the decimals of its currency */
  readonly amount: number;
  /** what of it is still here: refunds of a cancelled order take it back; 0 once it is settled */
  readonly left: number;
  /** ISO 4217 */
  readonly currency: string;
  /** why there is no claim: no such payment was begun, another amount was asked for, the order is paid already, the order is cancelled */
  readonly reason: 'payment_unknown' | 'amount_differs' | 'paid_already' | 'order_canceled';
  /** when it was reported */
  readonly creation_date: string;
  /** when somebody said what became of it; empty: nobody has */
  readonly settled_date: string;
  /** what became of it */
  readonly note: string;
}

/** A payment method. */
export interface PaymentMethod {
  /** number of the method */
  readonly id: number;
  /** name in the language of the reply */
  readonly name: string;
  /** what pages of the shop need to offer the method, such as a public key */
  readonly attributes: { readonly [name: string]: string };
  /** what a shopper who chose it is told after the order, in the language of the reply; absent: nothing */
  readonly instructions?: string;
}

/** Something to fetch for several orders together. */
export interface PickPosition {
  /** name of the storage; empty: the stock of a product’s own, or none is known */
  readonly storage: string;
  /** element number of the warehouse entity, or of the product */
  readonly element_number: string;
  /** its name */
  readonly name: string;
  /** pieces to fetch there */
  readonly quantity: number;
  /** orders that it is for */
  readonly orders: readonly number[];
}

/** A price list. */
export interface PriceList {
  /** price list id */
  readonly id: number;
  /** name */
  readonly name: string;
  /** FLOAT attribute whose price it gives */
  readonly field: string;
  /** currency of its prices: ISO 4217 */
  readonly currency: string;
  /** whether its days are to come, have come, or are over */
  readonly state: 'planned' | 'running' | 'ended';
  /** groups of customers that it is for; none: everybody */
  readonly groups: readonly number[];
  /** channels that it is for; none: all */
  readonly channels: readonly number[];
  /** delivery countries that it is for; none: all */
  readonly countries: readonly string[];
  /** of several lists that fit, the highest counts */
  readonly priority: number;
  /** first day */
  readonly start_date: string | null;
  /** last day */
  readonly end_date: string | null;
  /** products and variations that have a price in it */
  readonly products: number;
  /** when it was made */
  readonly creation_date: string;
  /** number of the record that changed it last */
  readonly seq: number;
}

/** A field, and in how many products each of its values is. */
export interface Facet {
  /** the field, as a constraint names it */
  readonly field: string;
  /** the label of the attribute in the language of the call; else the field */
  readonly label: string;
  /** by count, the highest first; ranges from the lowest */
  readonly values: readonly ({
    /** the value, as a constraint names it */
    readonly value?: string | number;
    /** of a range: the least number in it; absent: it has no least one */
    readonly from?: number;
    /** of a range: the first number above it; absent: it has no end */
    readonly to?: number;
    /** what people read, in the language of the call */
    readonly label: string;
    /** of a category: the one above it; 0: none */
    readonly id_parent?: number;
    /** products that the same search finds with this in place of the conditions on the field */
    readonly count: number;
    /** 1: it meets the conditions on the field */
    readonly selected: 0 | 1;
  })[];
  /** values that are not shown */
  readonly more: number;
}

/** A promotion, with how often it was used. */
export interface Promotion {
  /** promotion id */
  readonly id: number;
  /** name, as shoppers read it who have no label */
  readonly name: string;
  /** what shoppers read for the name, by language */
  readonly labels: { readonly [name: string]: string };
  /** whether its days are to come, have come, or are over */
  readonly state: 'planned' | 'running' | 'ended';
  /** automatic: every cart that meets it; code: one with a coupon that opens it */
  readonly by: 'automatic' | 'code';
  /** What a cart needs. */
  readonly when: {
    /** what the counted goods come to at least */
    readonly min_sum: number;
    /** pieces of them at least */
    readonly min_quantity: number;
    /** constraint of the goods that are counted; absent: all */
    readonly goods?: unknown;
    /** groups of customers; none: everybody */
    readonly groups: readonly number[];
    /** channels; none: all */
    readonly channels: readonly number[];
    /** delivery countries; none: all */
    readonly countries: readonly string[];
    /** 1: only the first order of an account */
    readonly first_order: 0 | 1;
  };
  /** What it takes off. */
  readonly gives: {
    /** how */
    readonly kind: 'percent' | 'amount' | 'price' | 'buy_get' | 'free_delivery';
    /** percent, or money */
    readonly value: number;
    /** what it is taken off */
    readonly per: 'piece' | 'order';
    /** constraint of the goods that it is taken off; absent: those of when */
    readonly goods?: unknown;
    /** pieces of a set that keep their price */
    readonly buy: number;
    /** pieces of a set that do not */
    readonly get: number;
    /** sets of one order; 0: as many as there are */
    readonly times_max: number;
  };
  /** currency of its amounts: ISO 4217; empty: it names none */
  readonly currency: string;
  /** promotions are taken from the highest on */
  readonly priority: number;
  /** a piece is discounted by one promotion of a stack */
  readonly stack: string;
  /** 1: nothing else takes anything off its pieces */
  readonly exclusive: 0 | 1;
  /** first day */
  readonly start_date: string | null;
  /** last day */
  readonly end_date: string | null;
  /** orders that may have it; 0: any number */
  readonly uses_max: number;
  /** orders of one person that may have it; 0: any number */
  readonly uses_per_person_max: number;
  /** what it may take off all orders together; 0: any sum */
  readonly budget_max: number;
  /** orders that have it and are not cancelled */
  readonly uses: number;
  /** by currency; orders in different currencies are never added up */
  readonly spent: readonly {
    /** ISO 4217 */
    readonly currency: string;
    /** what it has taken off them, tax included */
    readonly amount: number;
    /** what they come to, tax and delivery included */
    readonly revenue: number;
  }[];
  /** when it was made */
  readonly creation_date: string;
  /** number of the record that changed it last */
  readonly seq: number;
}

/** A record of a class of the shop’s own: a store, a company, a review. */
export interface Record {
  readonly object: 'record';
  /** record id */
  readonly id: number;
  /** name, of its own within the class; empty: none */
  readonly name: string;
  /** when it was made */
  readonly creation_date: string;
  /** name of its class */
  readonly class: string;
  /** attributes by name, in the order of the class */
  readonly attributes: { readonly [name: string]: Attribute };
  /** 1: shoppers see it, where its class is public; shown to the back office */
  readonly shop_active?: 0 | 1;
  /** record that changed it last, for if_seq; shown to the back office */
  readonly seq?: number;
}

/** A day of a report, or an entry of a list. */
export interface ReportRecord {
  /** the day; of a list, the day of the report */
  readonly date: string;
  /** how much, in the unit that `measurement` names */
  readonly value: number;
  /** of a list: the product, or the category; 0: none */
  readonly id?: number;
  /** of a list: name of the product or category, or the words that were searched for */
  readonly name?: string;
  /** of what was sold: what the lines come to, in `currency` */
  readonly amount?: number;
  /** of searches: how often shoppers searched for it */
  readonly searches?: number;
  /** of searches: how often they found nothing */
  readonly in_vain?: number;
  /** of searches: products that the last of them found */
  readonly hits?: number;
  /** of searches: how often a product was opened then, as the storefront says */
  readonly clicked?: number;
  /** of searches: how often it was ordered then, as the storefront says */
  readonly ordered?: number;
}

/** A role. */
export interface Role {
  /** name */
  readonly name: string;
  /** what it is for; empty for a built-in one */
  readonly description: string;
  /** 1: every shop has it, and nobody changes it */
  readonly built_in: 0 | 1;
  /** what it holds, what every role holds among it */
  readonly operations: readonly string[];
  /** 1: a person who has it and no second factor may only set one up */
  readonly second_factor: 0 | 1;
  /** groups of fields that it does not see */
  readonly hidden: readonly ('addresses' | 'contacts' | 'amounts')[];
  /** record that changed it last, for if_seq; absent for a built-in one */
  readonly seq?: number;
}

/** A currency that the shop sells in. */
export interface ShopCurrency {
  /** ISO 4217 code */
  readonly code: string;
  /** decimals of its amounts */
  readonly digits: number;
}

/** A delivery method. */
export interface DeliveryMethod {
  /** number of the method */
  readonly id: number;
  /** name in the language of the reply */
  readonly name: string;
}

/** A tax class of the shop. */
export interface ShopTaxClass {
  /** name, as products and free elements say it */
  readonly name: string;
  /** how prices contain the tax */
  readonly calculation: 'included' | 'added' | 'subtracted';
  /** by country code; a country without one pays the rate of the shop’s own */
  readonly rates: { readonly [name: string]: number };
}

/** A payment method, as settings have it. */
export interface PaymentMethodSettings {
  /** number of the method, by which the configuration names its provider */
  readonly id: number;
  /** name, for all languages or by language code */
  readonly name: string | { readonly [name: string]: string };
  /** milliseconds after which an order that is not paid is cancelled; absent: never */
  readonly unpaid_order_ms_max?: number;
  /** what a shopper is told after the order, for all languages or by language code */
  readonly instructions?: string | { readonly [name: string]: string };
}

/** A delivery method, as settings have it. */
export interface DeliveryMethodSettings {
  /** number of the method */
  readonly id: number;
  /** name, for all languages or by language code */
  readonly name: string | { readonly [name: string]: string };
}

/** A carrier of parcels, as settings have it. */
export interface CarrierSettings {
  /** as parcels name it, whatever the case of its letters */
  readonly name: string;
  /** https URL with {number} in place of a parcel’s number */
  readonly tracking_url: string;
}

/** What electronic invoices say of the shop; no name: none are made. */
export interface SellerSettings {
  /** name of the company */
  readonly name: string;
  /** street and number */
  readonly street: string;
  /** postal code */
  readonly zip: string;
  /** city */
  readonly city: string;
  /** code of two letters */
  readonly country: string;
  /** VAT id */
  readonly vat_id: string;
  /** number by which the tax office knows it at home */
  readonly tax_number: string;
  /** person or department that answers questions */
  readonly contact: string;
  /** its telephone number */
  readonly phone: string;
  /** its email address */
  readonly email: string;
  /** account to which invoices are paid */
  readonly iban: string;
  /** 1: it says no tax, because it is a small business */
  readonly small_business: 0 | 1;
  /** tax classes without tax */
  readonly exemptions: readonly SellerExemption[];
}

/** Why goods of a tax class have no tax in them. */
export interface SellerExemption {
  /** name of the tax class */
  readonly tax_class: string;
  /** why */
  readonly kind: 'zero' | 'exempt' | 'reverse_charge' | 'second_hand' | 'art' | 'antiques';
  /** words for an invoice; empty: those of the kind */
  readonly reason: string;
}

/** Accounts and numbers of exports for bookkeeping. */
export interface AccountingSettings {
  /** chart of accounts, for what nothing else says */
  readonly chart: 'skr03' | 'skr04';
  /** DATEV’s number of the tax consultant; 0: not told */
  readonly consultant: number;
  /** the consultant’s number of the shop; 0: not told */
  readonly client: number;
  /** month and day on which a fiscal year begins, MM-DD */
  readonly fiscal_year: string;
  /** digits of an account that is no debtor’s */
  readonly account_digits: number;
  /** account of all buyers */
  readonly debtor: string;
  /** account of money that the bank does not have yet; empty: that of the chart */
  readonly transit: string;
  /** the first that fits counts */
  readonly revenue: readonly RevenueAccountSettings[];
  /** methods with an account of their own */
  readonly money: readonly MoneyAccountSettings[];
}

/** An account of revenue; a member absent fits all. */
export interface RevenueAccountSettings {
  /** of the tax */
  readonly rate?: number;
  /** of the tax: standard, zero, exempt, reverse charge, within the Union, export */
  readonly category?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G';
  /** code of two letters: where the tax is owed */
  readonly country?: string;
  /** name of the tax class */
  readonly tax_class?: string;
  /** number of the account */
  readonly account: string;
  /** tax key of DATEV; empty: the account knows its tax */
  readonly tax_code: string;
}

/** The account of the money of a payment method. */
export interface MoneyAccountSettings {
  /** payment method; 0: by hand */
  readonly id_payment_method: number;
  /** number of the account */
  readonly account: string;
}

/** The mails that the shop sends. */
export interface MailSettings {
  /** those that it sends */
  readonly sends: readonly ('order_confirmation' | 'payment_received' | 'parcel_shipped' | 'invoice' | 'credit_note' | 'verification' | 'password_reset' | 'invitation' | 'account_notice' | 'cart_reminder')[];
  /** shown beside the address of the sender; empty: the first line of company */
  readonly sender_name: string;
  /** where answers go; empty: to the sender */
  readonly reply_to: string;
}

/** Settings that apply from a time on; those left out stay. */
export interface ScheduledSettings {
  /** when they apply */
  readonly effective_at: string;
  /** language of texts and calls that name none */
  readonly language?: string;
  /** that the shop offers, its own among them */
  readonly languages?: readonly string[];
  /** code of two letters: its taxes count where a call names none */
  readonly country?: string;
  /** IANA name of the zone in which a day of the shop begins */
  readonly time_zone?: string;
  /** code of three letters */
  readonly currency?: string;
  /** decimals of an amount */
  readonly currency_digits?: number;
  /** that the shop sells in besides its own */
  readonly currencies?: readonly ShopCurrency[];
  /** the first is that of products which name none */
  readonly tax_classes?: readonly ShopTaxClass[];
  /** in the order in which they are offered */
  readonly payment_methods?: readonly PaymentMethodSettings[];
  /** in the order in which they are offered */
  readonly delivery_methods?: readonly DeliveryMethodSettings[];
  /** those whose parcels can be followed */
  readonly carriers?: readonly CarrierSettings[];
  /** countries delivered to, in this order; none: all */
  readonly delivery_countries?: readonly string[];
  /** days on which orders are handed over and arrive */
  readonly working_days?: readonly number[];
  /** days on which nobody works */
  readonly holidays?: readonly string[];
  /** what a draft must say before it is checked out */
  readonly checkout_requires?: readonly string[];
  /** 1: a postal code that is none in its country is refused */
  readonly address_checks?: 0 | 1;
  /** milliseconds that a cart holds the stock of its lines; 0: it holds none */
  readonly cart_hold_ms?: number;
  /** milliseconds that a line keeps its price; 0: for its life */
  readonly price_hold_ms?: number;
  /** milliseconds that a session and its cart live after their last use */
  readonly session_ttl_ms?: number;
  /** milliseconds that a draft of the back office lives after its last use */
  readonly draft_ttl_ms?: number;
  /** those whose people need a second factor */
  readonly second_factor_roles?: readonly string[];
  /** name and address of the shop’s operator, line by line: the head of documents */
  readonly company?: string;
  /** tax number, register, bank account, line by line: the foot of documents */
  readonly company_foot?: string;
  /** What electronic invoices say of the shop; no name: none are made. */
  readonly seller?: SellerSettings;
  /** Accounts and numbers of exports for bookkeeping. */
  readonly accounting?: AccountingSettings;
  /** The mails that the shop sends. */
  readonly mail?: MailSettings;
  /** hours without use after which a shopper who agreed is reminded of a cart; 0: never */
  readonly cart_reminder_hours?: number;
  /** least number of an order */
  readonly order_id_first?: number;
  /** least number of an invoice */
  readonly invoice_number_first?: number;
  /** what has an invoice of its own, of orders that are placed: an order, or each parcel */
  readonly invoice_per?: 'order' | 'parcel';
  /** before the number of an invoice */
  readonly invoice_prefix?: string;
  /** before the number of a document that cancels an invoice */
  readonly cancellation_prefix?: string;
}

/** An account that opens the back office. */
export interface StaffMember {
  /** user id */
  readonly id_user: number;
  /** username */
  readonly username: string;
  /** email address */
  readonly email: string;
  /** first and last name; empty: neither is known */
  readonly name: string;
  /** 50: a manager, 100: an administrator */
  readonly level: number;
  /** name of the role; empty: none */
  readonly role: string;
  /** 1: logins want a code of an app as well */
  readonly second_factor: 0 | 1;
  /** state of the account */
  readonly status: 'unverified' | 'active' | 'locked';
  /** last login */
  readonly last_login: string;
}

/** What a start could not recover. */
export interface LastLoss {
  /** when the loss was found, ISO 8601 */
  readonly time: string;
  /** the last record that was recovered */
  readonly record: number;
  /** orders that were lost; null: not known */
  readonly orders: number | null;
  /** by currency */
  readonly money: { readonly [name: string]: string };
  /** order numbers that are never given again; null: none */
  readonly order_numbers: readonly number[] | null;
  /** invoice numbers that are never given again; null: none */
  readonly invoice_numbers: readonly number[] | null;
}

/** What a storage holds of a warehouse entity, or a product has itself. */
export interface StorageStock {
  /** name of the storage; empty: the stock of a product’s own */
  readonly storage: string;
  /** pieces in it */
  readonly quantity: number;
  /** of these, pieces that carts hold */
  readonly held: number;
}

/** Pieces that came or went. */
export interface StockMovement {
  /** when */
  readonly creation_date: string;
  /** name of the storage; empty: the stock of a product’s own */
  readonly storage: string;
  /** what it was: placed and returned add, taken and sold remove */
  readonly name: 'placed' | 'taken' | 'sold' | 'returned';
  /** what it added; below zero: what it removed */
  readonly quantity: number;
  /** order that it was for; 0: none */
  readonly id_order: number;
  /** why, as it was entered */
  readonly note: string;
}

/** A call of a webhook that was not accepted yet. */
export interface WebhookMessage {
  /** message id */
  readonly id: number;
  /** when what it tells of happened */
  readonly creation_date: string;
  /** it is not sent before this time */
  readonly due_date: string;
  /** what it tells; empty where it is for one person alone */
  readonly parameters: { readonly [name: string]: string };
  /** failed attempts; only the first message that waits is tried */
  readonly attempts: number;
  /** when the next attempt is due; empty: none was made yet */
  readonly next_attempt_date: string;
}

/** A webhook. */
export interface Webhook {
  /** name */
  readonly name: string;
  /** event that it is told of */
  readonly event: string;
  /** address that is called; empty: none */
  readonly url: string;
  /** id that a content or category must have to be told */
  readonly parameter: string;
  /** healthy: it is called; unhealthy, suspended: it is not until update_webhook */
  readonly health: 'healthy' | 'unhealthy' | 'suspended';
  /** what the receiver answered last; empty: it was not called yet */
  readonly last_answer: string;
  /** when it answered */
  readonly last_answer_date: string;
  /** messages that wait */
  readonly backlog: number;
  /** messages that found no place */
  readonly lost: number;
  /** record of the first lost message; 0: none is lost */
  readonly first_lost_seq: number;
  /** record that changed it last, for if_seq; a call of its receiver is one */
  readonly seq: number;
  /** form: the parameters of the event; view: JSON with the object */
  readonly body: 'form' | 'view';
  /** constraint that the object must meet; absent: none */
  readonly filter?: unknown;
  /** members of the object that a view holds; absent: all */
  readonly fields?: readonly string[];
}

/** Coupons that were made together, with the same terms. */
export interface CouponBatch {
  /** batch id */
  readonly id: number;
  /** name, as carts show it */
  readonly name: string;
  /** unique ones are redeemed once ever */
  readonly type: 'UNIQUE_NOMINAL' | 'UNIQUE_PERCENTAGE' | 'MULTIPLE_NOMINAL' | 'MULTIPLE_PERCENTAGE';
  /** percent, or money */
  readonly amount: number;
  /** of money: ISO 4217; empty: percent */
  readonly currency: string;
  /** first day on which they are valid; null: any */
  readonly start_date: string | null;
  /** last day on which they are valid; null: any */
  readonly end_date: string | null;
  /** the promotion that they open, instead of an amount */
  readonly id_promotion?: number;
  /** 1: they may stand beside others */
  readonly combineable: 0 | 1;
  /** coupons in it */
  readonly count: number;
  /** when it was made */
  readonly creation_date: string;
  /** when end_coupons ended all of them; null: they were not */
  readonly ended: string | null;
  /** code of the coupon that was made first */
  readonly first_code: string;
  /** record that changed it last, for if_seq */
  readonly seq: number;
}

/** What the words of the shop did to a query. */
export interface AppliedWords {
  /** where the query leads */
  readonly redirect?: string;
  /** products that the query shows first, as far as the rest of the search finds them */
  readonly pinned?: readonly number[];
  /** words that have synonyms */
  readonly synonyms?: readonly {
    /** words of the query, folded */
    readonly words: string;
    /** what was looked for besides */
    readonly finds: readonly string[];
  }[];
  /** words that the query does without */
  readonly ignored?: readonly string[];
}

/** What lies in a storage; products are bound to it. */
export interface WarehouseEntity {
  readonly object: 'warehouse_entity';
  /** warehouse entity id */
  readonly id: number;
  /** name */
  readonly name: string;
  /** when it was made */
  readonly creation_date: string;
  /** name of its class */
  readonly class: string;
  /** manufacturer id; 0: none */
  readonly id_manufacturer: number;
  /** Its stock. */
  readonly availability: {
    /** pieces in all storages */
    readonly quantity: number;
    /** always 0 */
    readonly quantity_warning: number;
  };
  /** What a warehouse needs to know of it. */
  readonly metadata: {
    /** article number */
    readonly element_number: string;
    /** bar code number */
    readonly ean: string;
    /** length of one piece */
    readonly length: number;
    /** width of one piece */
    readonly width: number;
    /** height of one piece */
    readonly height: number;
    /** weight of one piece */
    readonly weight: number;
    /** notes for the back office */
    readonly notes: string;
  };
  /** attributes by name, in the order of the class */
  readonly attributes: { readonly [name: string]: Attribute };
  /** record that changed it last, for if_seq; its stock is not part of it */
  readonly seq: number;
}

/** A setting of a change that another change which waits sets otherwise. */
export interface UndoneSetting {
  /** parameter of update_shop_settings */
  readonly setting: string;
  /** when the other change applies */
  readonly effective_at: string;
}

/** What a webhook with the body view is sent; `event` says which. */
export type WebhookPayload =
  | OrderCreatePayload
  | OrderExpiredPayload
  | DraftSentPayload
  | OrderCreditedPayload
  | OrderPartInvoicedPayload
  | OrderEditedPayload
  | ReturnAnnouncedPayload
  | ReturnReceivedPayload
  | ReturnWithdrawnPayload
  | OrderDeliveryChangePayload
  | OrderParcelShippedPayload
  | OrderParcelDeliveredPayload
  | OrderPaymentChangePayload
  | PaymentUnclaimedPayload
  | RefundChangePayload
  | SendMessageToUserPayload
  | SendNewPasswdToUserPayload
  | ContentUpdatePayload
  | CategoryUpdatePayload
  | RecordCreatedPayload
  | RecordChangedPayload
  | RecordDeletedPayload;

/** What a webhook of ORDER_CREATE with the body view is sent. */
export interface OrderCreatePayload {
  readonly event: 'ORDER_CREATE';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of ORDER_EXPIRED with the body view is sent. */
export interface OrderExpiredPayload {
  readonly event: 'ORDER_EXPIRED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of DRAFT_SENT with the body view is sent. */
export interface DraftSentPayload {
  readonly event: 'DRAFT_SENT';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of ORDER_CREDITED with the body view is sent. */
export interface OrderCreditedPayload {
  readonly event: 'ORDER_CREDITED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** id */
    readonly id_credit: number;
    /** as the event says it */
    readonly kind: string;
    /** as the event says it */
    readonly amount: string;
    /** as the event says it */
    readonly currency: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of ORDER_PART_INVOICED with the body view is sent. */
export interface OrderPartInvoicedPayload {
  readonly event: 'ORDER_PART_INVOICED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** as the event says it */
    readonly invoice_number: string;
    /** id */
    readonly id_parcel: number;
    /** as the event says it */
    readonly amount: string;
    /** as the event says it */
    readonly currency: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of ORDER_EDITED with the body view is sent. */
export interface OrderEditedPayload {
  readonly event: 'ORDER_EDITED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** as the event says it */
    readonly total: string;
    /** as the event says it */
    readonly before: string;
    /** as the event says it */
    readonly currency: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of RETURN_ANNOUNCED with the body view is sent. */
export interface ReturnAnnouncedPayload {
  readonly event: 'RETURN_ANNOUNCED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** id */
    readonly id_return: number;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_returns shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Return | null;
}

/** What a webhook of RETURN_RECEIVED with the body view is sent. */
export interface ReturnReceivedPayload {
  readonly event: 'RETURN_RECEIVED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** id */
    readonly id_return: number;
    /** id */
    readonly id_credit: number;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_returns shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Return | null;
}

/** What a webhook of RETURN_WITHDRAWN with the body view is sent. */
export interface ReturnWithdrawnPayload {
  readonly event: 'RETURN_WITHDRAWN';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** id */
    readonly id_return: number;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_returns shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Return | null;
}

/** What a webhook of ORDER_DELIVERY_CHANGE with the body view is sent. */
export interface OrderDeliveryChangePayload {
  readonly event: 'ORDER_DELIVERY_CHANGE';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** as the event says it */
    readonly state1: string;
    /** as the event says it */
    readonly state2: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of ORDER_PARCEL_SHIPPED with the body view is sent. */
export interface OrderParcelShippedPayload {
  readonly event: 'ORDER_PARCEL_SHIPPED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** id */
    readonly id_parcel: number;
    /** as the event says it */
    readonly provider: string;
    /** as the event says it */
    readonly tracking_number: string;
    /** as the event says it */
    readonly tracking_url: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of ORDER_PARCEL_DELIVERED with the body view is sent. */
export interface OrderParcelDeliveredPayload {
  readonly event: 'ORDER_PARCEL_DELIVERED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** id */
    readonly id_parcel: number;
    /** as the event says it */
    readonly provider: string;
    /** as the event says it */
    readonly tracking_number: string;
    /** as the event says it */
    readonly tracking_url: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of ORDER_PAYMENT_CHANGE with the body view is sent. */
export interface OrderPaymentChangePayload {
  readonly event: 'ORDER_PAYMENT_CHANGE';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** as the event says it */
    readonly state1: string;
    /** as the event says it */
    readonly state2: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_order_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Order | null;
}

/** What a webhook of PAYMENT_UNCLAIMED with the body view is sent. */
export interface PaymentUnclaimedPayload {
  readonly event: 'PAYMENT_UNCLAIMED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_money: number;
    /** id */
    readonly id_order: number;
    /** as the event says it */
    readonly reason: string;
    /** as the event says it */
    readonly amount: string;
    /** as the event says it */
    readonly currency: string;
    /** as the event says it */
    readonly transaction: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_unclaimed_money shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: UnclaimedMoney | null;
}

/** What a webhook of REFUND_CHANGE with the body view is sent. */
export interface RefundChangePayload {
  readonly event: 'REFUND_CHANGE';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_order: number;
    /** id */
    readonly id_refund: number;
    /** as the event says it */
    readonly state: string;
    /** as the event says it */
    readonly amount: string;
    /** as the event says it */
    readonly currency: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_refunds shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Refund | null;
}

/** What a webhook of SEND_MESSAGE_TO_USER with the body view is sent. */
export interface SendMessageToUserPayload {
  readonly event: 'SEND_MESSAGE_TO_USER';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** as the event says it */
    readonly email: string;
    /** as the event says it */
    readonly message: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_user_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: {
    readonly object: 'get_user_data';
    /** user id */
    readonly id_user: number;
    /** username */
    readonly username: string;
    /** email address */
    readonly email: string;
    /** language of the account, such as de_DE */
    readonly default_language: string;
    /** when it was registered */
    readonly reg_date: string;
    /** first login */
    readonly first_login: string;
    /** last login */
    readonly last_login: string;
    /** state of the account */
    readonly status: 'unverified' | 'active' | 'locked';
    /** it came from another system, and nobody has set a password yet; else absent */
    readonly unclaimed?: 1;
    /** session id, where a session reads its own user; else empty */
    readonly session_id: string;
    /** 0: a customer, 50: a manager, 100: an administrator */
    readonly security_level: number;
    /** groups of customers that it is in; absent: none */
    readonly groups?: readonly number[];
    /** standard attributes by name */
    readonly attributes: { readonly [name: string]: {
        /** name */
        readonly name: string;
        /** its value; empty: none */
        readonly value: string;
      } };
    /** attributes of the user’s class by name */
    readonly additional_attributes: { readonly [name: string]: {
        /** kind of value, as for attributes of products */
        readonly type: string;
        /** name of the attribute */
        readonly name: string;
        /** its value: a text, a number, or a list of product ids */
        readonly value: unknown;
        /** of an image: pixels */
        readonly width?: number;
        /** of an image: pixels */
        readonly height?: number;
      } };
    /** distinct addresses of the newest orders, newest first */
    readonly addresses: readonly {
      /** companyname */
      readonly companyname: string;
      /** department */
      readonly department: string;
      /** salutation */
      readonly salutation: string;
      /** firstname */
      readonly firstname: string;
      /** lastname */
      readonly lastname: string;
      /** street */
      readonly street: string;
      /** number */
      readonly number: string;
      /** zip */
      readonly zip: string;
      /** state */
      readonly state: string;
      /** city */
      readonly city: string;
      /** country */
      readonly country: string;
    }[];
    /** record that changed it last, for if_seq; only get_user_by_id shows it to the back office */
    readonly seq?: number;
  } | null;
}

/** What a webhook of SEND_NEW_PASSWD_TO_USER with the body view is sent. */
export interface SendNewPasswdToUserPayload {
  readonly event: 'SEND_NEW_PASSWD_TO_USER';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** as the event says it */
    readonly email: string;
    /** as the event says it */
    readonly passwd: string;
    /** that of the webhook */
    readonly parameter?: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_user_by_id shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: {
    readonly object: 'get_user_data';
    /** user id */
    readonly id_user: number;
    /** username */
    readonly username: string;
    /** email address */
    readonly email: string;
    /** language of the account, such as de_DE */
    readonly default_language: string;
    /** when it was registered */
    readonly reg_date: string;
    /** first login */
    readonly first_login: string;
    /** last login */
    readonly last_login: string;
    /** state of the account */
    readonly status: 'unverified' | 'active' | 'locked';
    /** it came from another system, and nobody has set a password yet; else absent */
    readonly unclaimed?: 1;
    /** session id, where a session reads its own user; else empty */
    readonly session_id: string;
    /** 0: a customer, 50: a manager, 100: an administrator */
    readonly security_level: number;
    /** groups of customers that it is in; absent: none */
    readonly groups?: readonly number[];
    /** standard attributes by name */
    readonly attributes: { readonly [name: string]: {
        /** name */
        readonly name: string;
        /** its value; empty: none */
        readonly value: string;
      } };
    /** attributes of the user’s class by name */
    readonly additional_attributes: { readonly [name: string]: {
        /** kind of value, as for attributes of products */
        readonly type: string;
        /** name of the attribute */
        readonly name: string;
        /** its value: a text, a number, or a list of product ids */
        readonly value: unknown;
        /** of an image: pixels */
        readonly width?: number;
        /** of an image: pixels */
        readonly height?: number;
      } };
    /** distinct addresses of the newest orders, newest first */
    readonly addresses: readonly {
      /** companyname */
      readonly companyname: string;
      /** department */
      readonly department: string;
      /** salutation */
      readonly salutation: string;
      /** firstname */
      readonly firstname: string;
      /** lastname */
      readonly lastname: string;
      /** street */
      readonly street: string;
      /** number */
      readonly number: string;
      /** zip */
      readonly zip: string;
      /** state */
      readonly state: string;
      /** city */
      readonly city: string;
      /** country */
      readonly country: string;
    }[];
    /** record that changed it last, for if_seq; only get_user_by_id shows it to the back office */
    readonly seq?: number;
  } | null;
}

/** What a webhook of WEBHOOK_CONTENT_UPDATE with the body view is sent. */
export interface ContentUpdatePayload {
  readonly event: 'WEBHOOK_CONTENT_UPDATE';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_shopobject: number;
    /** as the event says it */
    readonly language: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_content_details shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Content | null;
}

/** What a webhook of WEBHOOK_CATEGORY_UPDATE with the body view is sent. */
export interface CategoryUpdatePayload {
  readonly event: 'WEBHOOK_CATEGORY_UPDATE';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_category: number;
    /** as the event says it */
    readonly language: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_categories shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Category | null;
}

/** What a webhook of RECORD_CREATED with the body view is sent. */
export interface RecordCreatedPayload {
  readonly event: 'RECORD_CREATED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_record: number;
    /** as the event says it */
    readonly class: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_record_details shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Record | null;
}

/** What a webhook of RECORD_CHANGED with the body view is sent. */
export interface RecordChangedPayload {
  readonly event: 'RECORD_CHANGED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_record: number;
    /** as the event says it */
    readonly class: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_record_details shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Record | null;
}

/** What a webhook of RECORD_DELETED with the body view is sent. */
export interface RecordDeletedPayload {
  readonly event: 'RECORD_DELETED';
  /** name of the webhook */
  readonly webhook: string;
  /** the message: the same in every attempt */
  readonly id: string;
  /** record of the change */
  readonly seq: number;
  /** when it happened */
  readonly time: string;
  /** of test_webhook: nothing has happened */
  readonly test?: 1;
  /** What the event tells. */
  readonly parameters: {
    /** in a test alone */
    readonly kontor_test?: 1;
    /** id */
    readonly id_record: number;
    /** as the event says it */
    readonly class: string;
  };
  /** the object is as of this record */
  readonly view_seq: number;
  /** 1: there is no such object any more */
  readonly gone: 0 | 1;
  /** 1: the object would make the body longer than webhookBodyBytesMax */
  readonly too_large: 0 | 1;
  /** as get_record_details shows it to the secret key, or its fields alone; null: it is gone or too large */
  readonly object: Record | null;
}

/** Codes of refusals that any call may get, before it reaches its operation. */
export type ServerCode =
  | 'BODY_UNDECODABLE'
  | 'PATH_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'BODY_TOO_SLOW'
  | 'LENGTH_REQUIRED'
  | 'BODY_TOO_LARGE'
  | 'CHARSET_NOT_SUPPORTED'
  | 'CONTENT_ENCODING_NOT_SUPPORTED'
  | 'HOST_NOT_KNOWN'
  | 'OVERLOADED'
  | 'STARTING_UP'
  | 'SHUTTING_DOWN'
  | 'SECOND_FACTOR_REQUIRED'
  | 'IMAGES_FULL'
  | 'JOURNAL_FAILED'
  | 'NOT_LEADER'
  | 'LEADER_LOST'
  | 'DISK_FULL'
  | 'STORE_READ_ONLY'
  | 'RESUME_TOO_OLD'
  | 'FEED_LIMIT_REACHED';

/** What every operation takes, answers and refuses with. */
export interface Operations {
  /** Takes an invitation up: makes the account with its role, and logs it in. */
  readonly accept_invitation: {
    readonly params: {
      /** code of the invitation */
      readonly code: Text;
      /** username, in any case */
      readonly username: Text;
      /** password */
      readonly password: Text;
      /** the same again */
      readonly password_again: Text;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'accept_invitation';
      readonly status: 'success';
      /** session id of the login */
      readonly session_id: string;
      /** user id */
      readonly id_user: number;
      /** for the device to keep, as that of login_user */
      readonly device_token: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'CLASS_TYPE_NOT_VALID' | 'USERNAME_IS_INVALID' | 'USERNAME_IN_USE' | 'EMAIL_IS_IN_USE' | 'PASSWORD_IS_INVALID' | 'PASSWORDS_DOES_NOT_MATCH' | 'LOGIN_THROTTLED' | 'LOGIN_BUSY' | 'INVITATION_NOT_VALID';
  };
  /** Makes a product consist of pieces of a warehouse entity. */
  readonly add_binding: {
    readonly params: {
      /** product id */
      readonly id_product: number;
      /** element number of the warehouse entity */
      readonly element_number: Text;
      /** pieces in one product; 0 means 1 */
      readonly quantity?: number | undefined;
      /** 1: the stock of the product is managed from now on; 0: that stays as it is */
      readonly active?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'add_binding';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'WAREHOUSE_ENTITY_NOT_FOUND';
  };
  /** Attaches coupons to the cart, all or none; an empty list removes them. */
  readonly add_coupons: {
    readonly params: {
      readonly session: string;
      /** pairs [code, name]; [] removes all coupons */
      readonly coupons: readonly (Text | readonly [Text] | readonly [Text, Text | null])[];
    };
    readonly reply: {
      readonly object: 'add_coupons';
      readonly status: 'SUCCESS';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'COUPON_NOT_VALID' | 'COUPON_EXPIRED' | 'COUPON_NOT_YET_VALID' | 'COUPON_USED' | 'COUPON_NOT_COMBINEABLE' | 'COUPON_ALREADY_ADDED' | 'COUPON_LIMIT_REACHED' | 'COUPON_OTHER_CURRENCY' | 'CART_CHANGED';
  };
  /** Sets the delivery positions of the cart. */
  readonly add_delivery_costs: {
    readonly params: {
      readonly session: string;
      /** positions [name, amount, tax]: the rate as a fraction, or (extra) the name of a tax class; null (extra) = the delivery rules of the method say them again */
      readonly delivery_costs: readonly (readonly [Text, number | Text, number | Text])[] | null;
      /** extra: country whose rate of a tax class counts while the draft names no delivery country, as in addresses; the shop’s own by default */
      readonly country?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'add_delivery_costs';
      readonly status: 'SUCCESS';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'AMOUNT_OUT_OF_RANGE' | 'COUNTRY_NOT_FOUND' | 'CART_CHANGED';
  };
  /** Notes something about an order for the staff, which its buyer is not shown. */
  readonly add_order_note: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** the note */
      readonly text: Text;
    };
    readonly reply: {
      readonly object: 'add_order_note';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'NOTE_LIMIT_REACHED' | 'ORDER_ERASED';
  };
  /** Notes that pieces of an order left in a parcel; its delivery state follows unless it was set by hand. */
  readonly add_parcel: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** what is in it: [{id_element, quantity}], by the ids of the order’s lines */
      readonly lines: readonly ({
        readonly id_element: number | Text;
        readonly quantity: number | Text;
      })[];
      /** who carries it; one of the carriers of the settings gives it a link */
      readonly provider?: Text | undefined;
      /** the carrier’s number */
      readonly tracking_number?: Text | undefined;
      /** kilograms, by a scale: 2.45 */
      readonly weight?: Text | undefined;
      /** length, width and height in centimetres: [40, 30, 12.5] */
      readonly measures?: readonly (number | Text)[] | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'add_parcel';
      readonly status: 'success';
      /** number of the parcel within its order */
      readonly id_parcel: number;
      /** the state of the delivery */
      readonly order_delivery_state: 'PROCESSING' | 'PARTIAL' | 'CLOSED';
      /** by the scale, else the sum of what the goods in it weigh */
      readonly weight: number;
      /** those whose goods have no weight, and weigh 0 here */
      readonly weight_unknown?: readonly number[];
      /** Its sides, as given, else of the one piece in it; absent: not known. */
      readonly measures?: {
        /** length */
        readonly length: number;
        /** width */
        readonly width: number;
        /** height */
        readonly height: number;
      };
      /** https URL where it can be followed, as it was made when it was sent; absent: none */
      readonly tracking_url?: string;
      /** number of its invoice; absent: it has none of its own */
      readonly invoice_number?: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'QUANTITY_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'ORDER_LINE_NOT_FOUND' | 'PARCEL_QUANTITY_EXCEEDED' | 'PARCEL_LIMIT_REACHED';
  };
  /** Adds a picture to a return: its buyer does until the shop has it, the shop until it is withdrawn. */
  readonly add_return_picture: {
    readonly params: {
      readonly session?: string | undefined;
      /** number of the return */
      readonly id_return: number;
      /** the picture as base64: PNG, JPEG or WebP */
      readonly picture: Text;
    };
    readonly reply: {
      readonly object: 'add_return_picture';
      readonly status: 'success';
      /** number of the picture */
      readonly id_picture: number;
      /** Pieces of an order that its buyer sends back. */
      readonly return: Return;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'RETURN_NOT_FOUND' | 'RETURN_ENDED' | 'RETURN_PICTURE_LIMIT_REACHED' | 'ORDER_ERASED';
  };
  /** Adds a line, or raises the quantity of an equal one. */
  readonly add_to_cart: {
    readonly params: {
      readonly session: string;
      /** product id; 0 for a free element */
      readonly id_shopobject: number;
      /** kind of line; _GR raises the quantity of an equal line */
      readonly element_type: 'PRODUCT' | 'PRODUCT_GR' | 'FREE_ELEMENT' | 'FREE_ELEMENT_GR';
      /** pieces, more than 0, a multiple of the quantity step of the product: whole ones unless the shop says otherwise */
      readonly quantity: Text;
      /** attribute that holds the price; for a free element the price itself */
      readonly price_field: Text;
      /** attribute that holds the name; for a free element the name itself */
      readonly name_field?: Text | undefined;
      /** attribute that holds the description, or the description */
      readonly description_field?: Text | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** cart element that the new one hangs below; 0 = none */
      readonly id_parent_element?: number | undefined;
      /** attributes: [{lang,name,value}], [[name,value]] or {name:value} */
      readonly attributes?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
      /** extra: tax class of a free element; the first one by default */
      readonly taxclass?: Text | undefined;
    };
    readonly reply: Cart;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_AVAILABLE' | 'SHOPOBJECT_PRICE_MISSING' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'CART_LINE_NOT_FOUND' | 'CART_LINE_PARENT_NOT_VALID' | 'QUANTITY_INVALID' | 'SESSION_TOO_LARGE' | 'CART_LINE_LIMIT_REACHED' | 'AMOUNT_OUT_OF_RANGE' | 'PRICE_FIELD_INVALID' | 'COUNTRY_NOT_FOUND' | 'CART_CHANGED' | 'EXTENSION_REFUSED' | 'EXTENSION_UNAVAILABLE';
  };
  /** Announces that pieces of an order come back: by a session of its buyer, in time, or by the shop. Nothing is credited before the shop has them. */
  readonly announce_return: {
    readonly params: {
      readonly session?: string | undefined;
      /** order id */
      readonly id_order: number;
      /** what comes back: [{id_element, quantity, reason}], by the ids of the order’s lines; reason: a code such as too_small, or none */
      readonly lines: readonly ({
        readonly id_element: number | Text;
        readonly quantity: number | Text;
        readonly reason?: Text | undefined;
      })[];
      /** what the buyer writes about it */
      readonly note?: Text | undefined;
      /** what the buyer wants for it: the money, or other goods */
      readonly wish?: 'refund' | 'exchange' | undefined;
      /** with wish = exchange: ids of the products that the buyer wants instead */
      readonly wished?: readonly number[] | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'announce_return';
      readonly status: 'success';
      /** Pieces of an order that its buyer sends back. */
      readonly return: Return;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'QUANTITY_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'ORDER_LINE_NOT_FOUND' | 'RETURN_TOO_LATE' | 'RETURN_QUANTITY_EXCEEDED' | 'RETURN_LIMIT_REACHED' | 'ORDER_ERASED';
  };
  /** Forwards a call to an application; its answer, a JSON object, is the reply. */
  readonly application_api_call: {
    readonly params: {
      /** name of the application */
      readonly application: Text;
      /** request, as the application names it */
      readonly app_request: Text;
      /** further fields of the call */
      readonly args?: { readonly [name: string]: unknown } | undefined;
    };
    readonly reply: { readonly [name: string]: unknown };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'APPLICATION_NOT_FOUND' | 'APPLICATION_FAILED';
  };
  /** Begins an edit of a placed order: a session with what is left of its cart. The order stays as it is until commit_order_edit. */
  readonly begin_order_edit: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** extra: seq of the order that the caller has seen, from get_order_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'opened_edit';
      /** names it for the other operations of edits */
      readonly id_edit: string;
      /** session of its cart: add_to_cart and all others change it; checkout refuses it */
      readonly session: string;
      /** the order that it edits */
      readonly id_order: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_LIMIT_REACHED' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CURRENCY_NOT_FOUND' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'ORDER_COMPLETED' | 'ORDER_HAS_CREDITS' | 'ORDER_ERASED' | 'INVOICE_ISSUED' | 'MONTH_CLOSED' | 'CART_CHANGED' | 'CHANGED_MEANWHILE';
  };
  /** Begins a second factor for the account that is logged in: a secret for an app, shown this once; confirm_second_factor sets it up. */
  readonly begin_second_factor: {
    readonly params: {
      readonly session: string;
      /** password of the account */
      readonly password: Text;
    };
    readonly reply: {
      readonly object: 'begin_second_factor';
      /** the secret in Base32; it is shown this once */
      readonly secret: string;
      /** the same for a QR code: otpauth://totp/… */
      readonly url: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'OLD_PASSWORD_IS_WRONG' | 'USER_NOT_LOGGED_IN' | 'LOGIN_THROTTLED' | 'LOGIN_BUSY' | 'SECOND_FACTOR_ALREADY_SET';
  };
  /** Cancels pieces of an order that have not left: it comes to less by what they are worth; stock is free again. */
  readonly cancel_lines: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** what is cancelled: [{id_element, quantity}], by the ids of the order’s lines */
      readonly lines: readonly ({
        readonly id_element: number | Text;
        readonly quantity: number | Text;
      })[];
      /** code of the reason: damaged */
      readonly reason?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the order that the caller has seen, from get_order_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'cancel_lines';
      readonly status: 'success';
      /** What of an order no longer counts: its cart stays as it was placed. */
      readonly credit: Credit;
      /** where several invoices are credited: each credit, `credit` the first; or absent */
      readonly credits?: readonly Credit[];
      /** the state of the delivery */
      readonly order_delivery_state: 'PROCESSING' | 'PARTIAL' | 'CLOSED';
      /** What it comes to now, and what of that is still to be paid. */
      readonly balance: {
        /** the total of the cart less the credits; 0: also of a cancelled order */
        readonly total: number;
        /** money that came for it, and what an exchange brought */
        readonly received: number;
        /** what is still to be paid; below 0: what is to be given back */
        readonly outstanding: number;
        /** money that went back, and what went to an exchange */
        readonly refunded: number;
        /** what of `received` is no money: the worth of what came back; absent: nothing */
        readonly exchanged?: number;
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'QUANTITY_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'ORDER_LINE_NOT_FOUND' | 'CREDIT_QUANTITY_EXCEEDED' | 'CREDIT_AMOUNT_EXCEEDED' | 'CREDIT_LIMIT_REACHED' | 'LINE_SENT' | 'ORDER_EMPTIED' | 'ORDER_COMPLETED' | 'CHANGED_MEANWHILE';
  };
  /** Makes the cart an order: all of it or nothing, once. */
  readonly checkout: {
    readonly params: {
      readonly session: string;
      /** 1 = say what would happen, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: the total that the shopper was shown; another one is refused with TOTAL_CHANGED */
      readonly expected_total?: Text | undefined;
      /** extra: language code in which the buyer is written to; that of the account or the shop by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'checkout';
      readonly status: 'success';
      /** order id; 0 in a dry run */
      readonly id_order: number;
      /** session id that the client sends from now on; empty in a dry run */
      readonly session: string;
      /** always empty */
      readonly message: string;
      /** always empty */
      readonly param: string;
      /** of a dry run: the cart as the order would have it */
      readonly cart?: Cart;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_AVAILABLE' | 'CART_EMPTY' | 'QUANTITY_INVALID' | 'SESSION_TOO_LARGE' | 'CART_TOTAL_NEGATIVE' | 'TOTAL_CHANGED' | 'ORDER_DETAILS_MISSING' | 'AMOUNT_OUT_OF_RANGE' | 'COUPON_NOT_VALID' | 'COUPON_EXPIRED' | 'COUPON_NOT_YET_VALID' | 'COUPON_USED' | 'COUPON_NOT_COMBINEABLE' | 'CURRENCY_NOT_FOUND' | 'SESSION_IS_EDIT' | 'RETURN_ENDED' | 'PAYMENT_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_AVAILABLE' | 'COUNTRY_NOT_DELIVERED_TO' | 'CART_CHANGED' | 'EXTENSION_REFUSED' | 'EXTENSION_UNAVAILABLE' | 'USER_NOT_FOUND';
  };
  /** Removes lines, coupons and delivery costs. */
  readonly clear_cart: {
    readonly params: {
      readonly session: string;
    };
    readonly reply: Cart;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Closes the books of a month that is over: nothing is dated in it any more. */
  readonly close_month: {
    readonly params: {
      /** month, YYYY-MM */
      readonly month: Text;
    };
    readonly reply: {
      readonly object: 'close_month';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'MONTH_CLOSED' | 'MONTH_OUT_OF_ORDER';
  };
  /** Makes an edit, all or nothing: the order has the cart of the edit, stock and coupons change by the difference. Where an invoice was issued, a credit note takes it back, and the order gets another one. */
  readonly commit_order_edit: {
    readonly params: {
      /** edit, as begin_order_edit names it */
      readonly id_edit: Text;
      /** how money that is owed goes back: by the payment that brought it, or by hand */
      readonly settle?: 'payment' | 'manual' | undefined;
      /** code of the reason: damaged */
      readonly reason?: Text | undefined;
      /** the total that was shown; another one is refused with TOTAL_CHANGED */
      readonly expected_total?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** record of the order that the caller has seen, where it changed since the edit began */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'commit_order_edit';
      readonly status: 'success';
      /** the order */
      readonly id_order: number;
      /** What of an order no longer counts: its cart stays as it was placed. */
      readonly credit: Credit;
      /** number of its invoice */
      readonly invoice_number: string;
      /** What it comes to now, and what of that is still to be paid. */
      readonly balance: {
        /** the total of the cart less the credits; 0: also of a cancelled order */
        readonly total: number;
        /** money that came for it, and what an exchange brought */
        readonly received: number;
        /** what is still to be paid; below 0: what is to be given back */
        readonly outstanding: number;
        /** money that went back, and what went to an exchange */
        readonly refunded: number;
        /** what of `received` is no money: the worth of what came back; absent: nothing */
        readonly exchanged?: number;
      };
      /** money that goes back by it, one for each payment */
      readonly refunds?: readonly Refund[];
      /** for do_payment: opens the payment of this order to the one who has it, and nothing else */
      readonly code?: string;
      /** page of the storefront that begins the payment; empty: paymentPage names none, or no provider collects it */
      readonly link?: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_AVAILABLE' | 'QUANTITY_INVALID' | 'CART_TOTAL_NEGATIVE' | 'TOTAL_CHANGED' | 'AMOUNT_OUT_OF_RANGE' | 'COUPON_NOT_VALID' | 'COUPON_EXPIRED' | 'COUPON_NOT_YET_VALID' | 'COUPON_USED' | 'COUPON_NOT_COMBINEABLE' | 'CURRENCY_NOT_FOUND' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'CREDIT_LIMIT_REACHED' | 'REFUND_EXCEEDED' | 'REFUND_PENDING' | 'LINE_SENT' | 'ORDER_EMPTIED' | 'ORDER_COMPLETED' | 'ORDER_HAS_CREDITS' | 'ORDER_EDIT_NOT_FOUND' | 'ORDER_ERASED' | 'INVOICE_ISSUED' | 'MONTH_CLOSED' | 'ORDER_STATE_TRANSITION_INVALID' | 'PAYMENT_PENDING' | 'PAYMENT_NOT_FOUND' | 'DELIVERY_METHOD_NOT_AVAILABLE' | 'CHANGED_MEANWHILE';
  };
  /** Sets up the second factor that was begun, with a code of the app, and ends all other logins; shows ten recovery codes this once, each of which stands for one code. */
  readonly confirm_second_factor: {
    readonly params: {
      readonly session: string;
      /** code of the app, or a recovery code */
      readonly code: Text;
    };
    readonly reply: {
      readonly object: 'confirm_second_factor';
      readonly status: 'success';
      /** ten of them; they are shown this once */
      readonly recovery_codes: readonly string[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_LOGGED_IN' | 'LOGIN_THROTTLED' | 'SECOND_FACTOR_CODE_NOT_CORRECT' | 'SECOND_FACTOR_ALREADY_SET' | 'SECOND_FACTOR_NOT_SET';
  };
  /** The session of a draft, to go on with it; it lives `draftTtlMs` from now. */
  readonly continue_draft: {
    readonly params: {
      /** draft, as get_drafts names it */
      readonly id_draft: Text;
    };
    readonly reply: {
      readonly object: 'draft';
      /** names it in lists */
      readonly id_draft: string;
      /** session of its cart and its order’s details, which checkout makes an order; nobody is logged in */
      readonly session: string;
      /** user whose order it will be; 0: a guest */
      readonly id_user: number;
      /** 1: its order tries the shop out */
      readonly trial: 0 | 1;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'DRAFT_NOT_FOUND';
  };
  /** The session of an edit, to go on with it; it lives `draftTtlMs` from now. */
  readonly continue_order_edit: {
    readonly params: {
      /** edit, as begin_order_edit names it */
      readonly id_edit: Text;
    };
    readonly reply: {
      readonly object: 'opened_edit';
      /** names it for the other operations of edits */
      readonly id_edit: string;
      /** session of its cart: add_to_cart and all others change it; checkout refuses it */
      readonly session: string;
      /** the order that it edits */
      readonly id_order: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_EDIT_NOT_FOUND';
  };
  /** A token with which an application logs a user of the back office in for 24 hours; it is shown this once. */
  readonly create_application_token: {
    readonly params: {
      /** name of the application */
      readonly application: Text;
      /** manager or administrator */
      readonly username: Text;
    };
    readonly reply: {
      readonly object: 'create_application_token';
      readonly status: 'success';
      /** the token; it is shown this once */
      readonly token: string;
      /** what get_application_tokens and revoke_application_tokens call it */
      readonly id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND' | 'APPLICATION_NOT_FOUND';
  };
  /** Makes a category after its siblings. */
  readonly create_category: {
    readonly params: {
      /** parent category id; 0 = root */
      readonly id_parent: number;
      /** name, 1 to 255 characters */
      readonly name: Text;
      /** label per language */
      readonly labels?: { readonly [name: string]: Text } | undefined;
      /** attributes: {name: value} for every language, {language: {name: value}} for one; null takes one away */
      readonly attributes?: { readonly [name: string]: unknown } | undefined;
      /** permalink, title, description and keywords per language; null takes one away, or all of a language */
      readonly seo?: { readonly [name: string]: {
          readonly permalink?: Text | null | undefined;
          readonly title?: Text | null | undefined;
          readonly description?: Text | null | undefined;
          readonly keywords?: Text | null | undefined;
        } | null } | undefined;
      /** a constraint: its products are in the category besides those put into it, and come after them */
      readonly constraint?: Constraint | undefined;
    };
    readonly reply: {
      readonly object: 'create_category';
      /** id of the new category */
      readonly id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'CATEGORY_NAME_NOT_VALID' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SEO_ENTRY_PERMALINK_INVALID' | 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE' | 'CONSTRAINT_INVALID' | 'CONSTRAINT_CIRCULAR';
  };
  /** Makes a channel with credentials of its own, which are shown this once. */
  readonly create_channel: {
    readonly params: {
      /** name, 1 to 64 characters */
      readonly name: Text;
      /** what it is for */
      readonly description: Text;
      /** 0 = its calls are refused; also where it is absent */
      readonly shop_active?: Flag | undefined;
      /** of its replies */
      readonly server_output: 'json' | 'xml';
      /** name of its role */
      readonly role?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'create_channel';
      readonly status: 'success';
      /** what calls of the channel send */
      readonly licence_username: string;
      /** what calls of the channel send */
      readonly licence_password: string;
      /** what its back office sends */
      readonly licence_secret_key: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANNEL_NAME_NOT_VALID' | 'CHANNEL_NAME_ALREADY_IN_USE' | 'CHANNEL_LIMIT_REACHED' | 'ROLE_NOT_FOUND';
  };
  /** Makes a class without attributes. */
  readonly create_class: {
    readonly params: {
      /** name, 1 to 255 characters */
      readonly name: Text;
      /** what the class is for */
      readonly type: 'product' | 'content' | 'warehouse_entity' | 'user' | 'record' | 'order' | 'line' | 'category';
      /** extra: its products are sold in multiples of it, from 0.001; 0 = the shop’s */
      readonly quantity_step?: Text | undefined;
      /** extra: 1 = shoppers see the records of the class */
      readonly public?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'create_class';
      /** id of the new class */
      readonly id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NAME_NOT_VALID' | 'CLASS_NAME_ALREADY_IN_USE';
  };
  /** Adds attributes to a class, all or none. */
  readonly create_class_attributes: {
    readonly params: {
      /** class id */
      readonly id_class: number;
      /** attribute definitions: name, type (CHAR, TXT, HTML, FLOAT, INT, BOOL, DATE, IMG, PRODUCTS, RECORDS) and per language label and value, or labels and defaults by language; a name is a letter or _ and then at most 63 letters, digits, _ . and - */
      readonly attributes: readonly ({
        readonly name: Text;
        readonly type: Text;
        /** labels by language */
        readonly labels?: { readonly [name: string]: Text } | undefined;
        /** values by language */
        readonly defaults?: { readonly [name: string]: unknown } | undefined;
      } & { readonly [name: string]: unknown })[];
      /** extra: seq of the class that the caller has seen, from get_class_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'create_class_attributes';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE' | 'SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID' | 'CHANGED_MEANWHILE';
  };
  /** Makes a content. */
  readonly create_content: {
    readonly params: {
      /** name of a content class */
      readonly class: Text;
      /** name, 1 to 255 characters */
      readonly name: Text;
      /** 1 = to be seen and bought */
      readonly shop_active?: Flag | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
      /** permalink, title, description and keywords per language; null takes one away, or all of a language */
      readonly seo?: { readonly [name: string]: {
          readonly permalink?: Text | null | undefined;
          readonly title?: Text | null | undefined;
          readonly description?: Text | null | undefined;
          readonly keywords?: Text | null | undefined;
        } | null } | undefined;
      /** categories: ids, names or objects with id, id_category or name; one may stand alone */
      readonly categories?: readonly (number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      })[] | {
        readonly categories: readonly (number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        })[] | number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        };
      } | number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      } | undefined;
    };
    readonly reply: {
      readonly object: 'create_content';
      /** id of the new content */
      readonly id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'CLASS_NOT_FOUND' | 'CLASS_TYPE_NOT_VALID' | 'SHOPOBJECT_NAME_NOT_VALID' | 'SHOPOBJECT_NAME_ALREADY_IN_USE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SEO_ENTRY_PERMALINK_INVALID' | 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE';
  };
  /** Makes coupons of the same terms, all or none. */
  readonly create_coupons: {
    readonly params: {
      /** how many, 1 to 10,000; 1 with a code of its own */
      readonly count: number;
      /** name, as carts show it */
      readonly name: Text;
      /** percent, more than 0 to 100, or money, more than 0; left out with id_promotion */
      readonly amount?: Text | undefined;
      /** extra: the promotion by code that they open, instead of an amount */
      readonly id_promotion?: number | undefined;
      /** unique ones are redeemed once ever; UNIQUE_NOMINAL by default */
      readonly type?: 'UNIQUE_NOMINAL' | 'UNIQUE_PERCENTAGE' | 'MULTIPLE_NOMINAL' | 'MULTIPLE_PERCENTAGE' | undefined;
      /** code of a single coupon; generated otherwise */
      readonly code?: Text | undefined;
      /** extra: currency of an amount, ISO 4217 */
      readonly currency?: Text | undefined;
      /** start_date and end_date (YYYY-MM-DD), both days included; combineable (1 or 0: whether they may stand beside others) */
      readonly attributes?: {
        readonly start_date?: Text | null | undefined;
        readonly end_date?: Text | null | undefined;
        readonly combineable?: Flag | undefined;
      } | undefined;
    };
    readonly reply: {
      readonly object: 'create_coupons';
      readonly status: 'success';
      /** the coupons */
      readonly coupons: readonly {
        /** what shoppers enter */
        readonly code: string;
      }[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'AMOUNT_OUT_OF_RANGE' | 'COUPON_CODE_ALREADY_IN_USE' | 'CURRENCY_NOT_FOUND' | 'PROMOTION_NOT_FOUND';
  };
  /** Makes a delivery rule: for which carts a delivery method is offered, and what it costs them. */
  readonly create_delivery_rule: {
    readonly params: {
      /** name of the delivery position, as shoppers read it */
      readonly name: Text;
      /** delivery method id */
      readonly id_delivery_method: number;
      /** countries, as in addresses; none = all */
      readonly countries?: readonly Text[] | undefined;
      /** postal codes: one, a range such as 10000-19999, or a beginning such as SW1*; none = all */
      readonly zips?: readonly Text[] | undefined;
      /** [from, to]: what the goods come to from the first on, to below the second; null = no end */
      readonly sum?: readonly (number | Text | null)[] | undefined;
      /** which sum counts, for sum and free_from: before, or after promotions and coupons */
      readonly basis?: 'before' | 'after' | undefined;
      /** [from, to]: kilograms of all goods from the first on, to below the second; null = no end */
      readonly weight?: readonly (number | Text | null)[] | undefined;
      /** [from, to]: litres of all goods, whose sides are centimetres from the first on, to below the second; null = no end */
      readonly volume?: readonly (number | Text | null)[] | undefined;
      /** [from, to]: pieces of all goods from the first on, to below the second; null = no end */
      readonly pieces?: readonly (number | Text | null)[] | undefined;
      /** constraint of search_products that every product of the cart meets; [] = none */
      readonly goods?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
      /** constraint of search_products that no product of the cart meets; [] = none */
      readonly unless?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
      /** channel ids; none = all */
      readonly channels?: readonly number[] | undefined;
      /** group ids of customers; none = everybody */
      readonly groups?: readonly number[] | undefined;
      /** currency of its amounts: ISO 4217 */
      readonly currency?: Text | undefined;
      /** what delivery costs, as the tax class takes it */
      readonly price?: Text | undefined;
      /** what each kilogram costs besides */
      readonly per_kg?: Text | undefined;
      /** what each piece costs besides */
      readonly per_piece?: Text | undefined;
      /** sum of the goods from which delivery is free; 0 = none */
      readonly free_from?: Text | undefined;
      /** tax class, or goods: the price is spread over the tax rates of the goods by value */
      readonly taxclass?: Text | undefined;
      /** working days until it arrives, at least */
      readonly days_min?: number | undefined;
      /** working days until it arrives, at most */
      readonly days_max?: number | undefined;
      /** until when an order counts as of that day, HH:MM in the shop’s time zone */
      readonly cutoff?: Text | undefined;
      /** storage where the buyer fetches the goods, which must be there */
      readonly storage?: Text | undefined;
      /** of several rules that are for a cart the highest decides, then the oldest */
      readonly priority?: number | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'create_delivery_rule';
      readonly status: 'success';
      /** delivery rule id */
      readonly id_delivery_rule: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'STORAGE_NOT_FOUND' | 'CONSTRAINT_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'CURRENCY_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND' | 'DELIVERY_RULE_LIMIT_REACHED' | 'COUNTRY_NOT_FOUND' | 'CHANNEL_NOT_FOUND' | 'GROUP_NOT_FOUND';
  };
  /** Begins an order for a customer, a draft that is kept until it is placed or thrown away. */
  readonly create_draft: {
    readonly params: {
      /** user whose order it will be; 0: a guest */
      readonly id_user?: number | undefined;
      /** 1 = its order tries the shop out: it is placed as every other one, and no figure counts it */
      readonly trial?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'draft';
      /** names it in lists */
      readonly id_draft: string;
      /** session of its cart and its order’s details, which checkout makes an order; nobody is logged in */
      readonly session: string;
      /** user whose order it will be; 0: a guest */
      readonly id_user: number;
      /** 1: its order tries the shop out */
      readonly trial: 0 | 1;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_LIMIT_REACHED' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND';
  };
  /** Makes a group of customers, whom price lists can name. */
  readonly create_group: {
    readonly params: {
      /** name of the group, as people of the shop read it */
      readonly name: Text;
    };
    readonly reply: {
      readonly object: 'create_group';
      readonly status: 'success';
      /** group id */
      readonly id_group: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'GROUP_NAME_NOT_VALID' | 'GROUP_NAME_ALREADY_IN_USE' | 'GROUP_LIMIT_REACHED';
  };
  /** Makes a price list: for which customers, channels, countries and days its prices count. */
  readonly create_price_list: {
    readonly params: {
      /** name, as people of the shop read it */
      readonly name: Text;
      /** FLOAT attribute whose price the list gives */
      readonly field?: Text | undefined;
      /** currency of its prices: ISO 4217 */
      readonly currency?: Text | undefined;
      /** groups of customers that it is for; none: everybody */
      readonly groups?: readonly number[] | undefined;
      /** ids of channels that it is for; none: all */
      readonly channels?: readonly number[] | undefined;
      /** delivery countries that it is for, as in addresses; none: all */
      readonly countries?: readonly Text[] | undefined;
      /** of several lists that fit, the highest counts */
      readonly priority?: number | undefined;
      /** first day of the shop on which it counts, YYYY-MM-DD */
      readonly start_date?: Text | undefined;
      /** last day of the shop on which it counts, YYYY-MM-DD */
      readonly end_date?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'create_price_list';
      readonly status: 'success';
      /** price list id */
      readonly id_price_list: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND' | 'CHANNEL_NOT_FOUND' | 'GROUP_NOT_FOUND' | 'PRICE_LIST_NAME_ALREADY_IN_USE' | 'PRICE_LIST_LIMIT_REACHED';
  };
  /** Makes a product, with its stock and, if asked, its binding. */
  readonly create_product: {
    readonly params: {
      /** name of a product class */
      readonly class: Text;
      /** name, 1 to 255 characters */
      readonly name: Text;
      /** 1 = to be seen and bought */
      readonly shop_active?: Flag | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
      /** permalink, title, description and keywords per language; null takes one away, or all of a language */
      readonly seo?: { readonly [name: string]: {
          readonly permalink?: Text | null | undefined;
          readonly title?: Text | null | undefined;
          readonly description?: Text | null | undefined;
          readonly keywords?: Text | null | undefined;
        } | null } | undefined;
      /** article numbers, tax class and measures; null takes one away */
      readonly metadata?: {
        /** article number, a text */
        readonly element_number?: unknown | undefined;
        /** bar code number, a text */
        readonly ean?: unknown | undefined;
        /** name of a tax class, or {name} */
        readonly taxclass?: unknown | undefined;
        /** a number */
        readonly length?: unknown | undefined;
        /** a number */
        readonly width?: unknown | undefined;
        /** a number */
        readonly height?: unknown | undefined;
        /** a number */
        readonly weight?: unknown | undefined;
        /** the weight, where there is no `weight` */
        readonly kg?: unknown | undefined;
        /** a text */
        readonly notes?: unknown | undefined;
        /** extra: a product is sold in multiples of it; a number from 0.001 */
        readonly quantity_step?: unknown | undefined;
      } | undefined;
      /** quantity, quantity_warning, active and allow_override (1 or 0) */
      readonly availability?: {
        readonly quantity?: Text | number | boolean | null | undefined;
        readonly quantity_warning?: Text | number | boolean | null | undefined;
        readonly active?: Flag | undefined;
        readonly allow_override?: Flag | undefined;
      } | undefined;
      /** categories: ids, names or objects with id, id_category or name; one may stand alone */
      readonly categories?: readonly (number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      })[] | {
        readonly categories: readonly (number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        })[] | number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        };
      } | number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      } | undefined;
      /** bind to the warehouse entity of the same element number */
      readonly add_binding?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'create_product';
      /** id of the new product */
      readonly id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'CLASS_NOT_FOUND' | 'CLASS_TYPE_NOT_VALID' | 'SHOPOBJECT_NAME_NOT_VALID' | 'SHOPOBJECT_NAME_ALREADY_IN_USE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SEO_ENTRY_PERMALINK_INVALID' | 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE' | 'WAREHOUSE_ENTITY_NOT_FOUND';
  };
  /** Makes a promotion: what it takes off carts, for whom and on which days. */
  readonly create_promotion: {
    readonly params: {
      /** name, as shoppers read it who have no label */
      readonly name: Text;
      /** what shoppers read for the name, by language */
      readonly labels?: { readonly [name: string]: Text } | undefined;
      /** automatic: every cart that meets it; code: one with a coupon that opens it */
      readonly by?: 'automatic' | 'code' | undefined;
      /** what a cart needs: min_sum and min_quantity of goods (a constraint, all by default), groups and channels by id, delivery countries, first_order (1 or 0: of an account) */
      readonly when?: {
        readonly min_sum?: number | Text | undefined;
        readonly min_quantity?: number | Text | undefined;
        readonly goods?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
        readonly groups?: readonly number[] | undefined;
        readonly channels?: readonly number[] | undefined;
        readonly countries?: readonly Text[] | undefined;
        readonly first_order?: Flag | undefined;
      } | undefined;
      /** kind: percent, amount, price, buy_get or free_delivery; value: percent, or money; per: piece or order; goods: a constraint, those of when by default; of buy_get: buy, get and times_max sets, value is the percent off the got ones, 100 by default */
      readonly gives: {
        readonly kind: 'percent' | 'amount' | 'price' | 'buy_get' | 'free_delivery';
        readonly value?: number | Text | undefined;
        readonly per?: 'piece' | 'order' | undefined;
        readonly goods?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
        readonly buy?: number | undefined;
        readonly get?: number | undefined;
        readonly times_max?: number | undefined;
      };
      /** currency of its amounts: ISO 4217 */
      readonly currency?: Text | undefined;
      /** promotions are taken from the highest on */
      readonly priority?: number | undefined;
      /** a piece is discounted by one promotion of a stack */
      readonly stack?: Text | undefined;
      /** 1: nothing else takes anything off its pieces, no coupon either */
      readonly exclusive?: Flag | undefined;
      /** orders that may have it; 0: any number */
      readonly uses_max?: number | undefined;
      /** orders of one account, or of one e-mail address of guests, that may have it; 0: any number */
      readonly uses_per_person_max?: number | undefined;
      /** what it may take off all orders together; 0: any sum */
      readonly budget_max?: Text | undefined;
      /** first day of the shop on which it counts, YYYY-MM-DD */
      readonly start_date?: Text | undefined;
      /** last day of the shop on which it counts, YYYY-MM-DD */
      readonly end_date?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'create_promotion';
      readonly status: 'success';
      /** promotion id */
      readonly id_promotion: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CONSTRAINT_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND' | 'CHANNEL_NOT_FOUND' | 'GROUP_NOT_FOUND' | 'PROMOTION_LIMIT_REACHED';
  };
  /** Makes a record of a class of the shop’s own. */
  readonly create_record: {
    readonly params: {
      /** name of a class of records */
      readonly class: Text;
      /** name, of its own within the class */
      readonly name?: Text | undefined;
      /** 1 = shoppers see it, where its class is public */
      readonly shop_active?: Flag | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
    };
    readonly reply: {
      readonly object: 'create_record';
      /** id of the new record */
      readonly id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'CLASS_TYPE_NOT_VALID' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'RECORD_NAME_ALREADY_IN_USE' | 'RECORD_LIMIT_REACHED';
  };
  /** Makes a role: a named list of operations. */
  readonly create_role: {
    readonly params: {
      /** name of the role */
      readonly role: Text;
      /** what it is for */
      readonly description?: Text | undefined;
      /** names of operations, and of the other ways in: change_feed, upload_image, import, engine_room */
      readonly operations: readonly Text[];
      /** 1: a person who has it and no second factor may only set one up */
      readonly second_factor?: Flag | undefined;
      /** groups of fields that it does not see: addresses and names of customers, contacts (e-mail, telephone, username), amounts of orders, carts and payments */
      readonly hidden?: readonly ('addresses' | 'contacts' | 'amounts')[] | undefined;
    };
    readonly reply: {
      readonly object: 'create_role';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ROLE_NAME_NOT_VALID' | 'ROLE_NAME_ALREADY_IN_USE' | 'ROLE_SHOWS_HIDDEN' | 'ROLE_LIMIT_REACHED';
  };
  /** Makes a variation of a product: a product of its own, of the same class. */
  readonly create_variation: {
    readonly params: {
      /** product id */
      readonly id_product: number;
      /** name, 1 to 255 characters */
      readonly name: Text;
      /** 1 = to be seen and bought */
      readonly shop_active?: Flag | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
      /** permalink, title, description and keywords per language; null takes one away, or all of a language */
      readonly seo?: { readonly [name: string]: {
          readonly permalink?: Text | null | undefined;
          readonly title?: Text | null | undefined;
          readonly description?: Text | null | undefined;
          readonly keywords?: Text | null | undefined;
        } | null } | undefined;
      /** article numbers, tax class and measures; null takes one away */
      readonly metadata?: {
        /** article number, a text */
        readonly element_number?: unknown | undefined;
        /** bar code number, a text */
        readonly ean?: unknown | undefined;
        /** name of a tax class, or {name} */
        readonly taxclass?: unknown | undefined;
        /** a number */
        readonly length?: unknown | undefined;
        /** a number */
        readonly width?: unknown | undefined;
        /** a number */
        readonly height?: unknown | undefined;
        /** a number */
        readonly weight?: unknown | undefined;
        /** the weight, where there is no `weight` */
        readonly kg?: unknown | undefined;
        /** a text */
        readonly notes?: unknown | undefined;
        /** extra: a product is sold in multiples of it; a number from 0.001 */
        readonly quantity_step?: unknown | undefined;
      } | undefined;
      /** quantity, quantity_warning, active and allow_override (1 or 0) */
      readonly availability?: {
        readonly quantity?: Text | number | boolean | null | undefined;
        readonly quantity_warning?: Text | number | boolean | null | undefined;
        readonly active?: Flag | undefined;
        readonly allow_override?: Flag | undefined;
      } | undefined;
      /** categories: ids, names or objects with id, id_category or name; one may stand alone */
      readonly categories?: readonly (number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      })[] | {
        readonly categories: readonly (number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        })[] | number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        };
      } | number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      } | undefined;
    };
    readonly reply: {
      readonly object: 'create_variation';
      /** id of the new variation */
      readonly id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'SHOPOBJECT_NOT_FOUND' | 'SHOPOBJECT_NAME_NOT_VALID' | 'SHOPOBJECT_NAME_ALREADY_IN_USE' | 'VARIATION_TOO_DEEP' | 'VARIATION_LIMIT_REACHED' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SEO_ENTRY_PERMALINK_INVALID' | 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE';
  };
  /** Makes a warehouse entity without stock. */
  readonly create_warehouse_entity: {
    readonly params: {
      /** name of a warehouse entity class */
      readonly class: Text;
      /** name, 1 to 255 characters */
      readonly name: Text;
      /** manufacturer id */
      readonly id_manufacturer?: number | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
      /** article numbers, tax class and measures; null takes one away */
      readonly metadata?: {
        /** article number, a text */
        readonly element_number?: unknown | undefined;
        /** bar code number, a text */
        readonly ean?: unknown | undefined;
        /** name of a tax class, or {name} */
        readonly taxclass?: unknown | undefined;
        /** a number */
        readonly length?: unknown | undefined;
        /** a number */
        readonly width?: unknown | undefined;
        /** a number */
        readonly height?: unknown | undefined;
        /** a number */
        readonly weight?: unknown | undefined;
        /** the weight, where there is no `weight` */
        readonly kg?: unknown | undefined;
        /** a text */
        readonly notes?: unknown | undefined;
        /** extra: a product is sold in multiples of it; a number from 0.001 */
        readonly quantity_step?: unknown | undefined;
      } | undefined;
    };
    readonly reply: {
      readonly object: 'create_warehouse_entity';
      /** id of the new warehouse entity */
      readonly id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'CLASS_TYPE_NOT_VALID' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'WAREHOUSE_ENTITY_NAME_NOT_VALID' | 'ELEMENT_NUMBER_ALREADY_IN_USE';
  };
  /** Makes a webhook for an event; its signing secret is shown this once. */
  readonly create_webhook: {
    readonly params: {
      /** name of capital letters, digits and underscores */
      readonly name: Text;
      /** one of the events of docs/build/webhooks.md */
      readonly event: Text;
      /** extra: http or https address, or extension:NAME; empty: nothing is sent */
      readonly url?: Text | undefined;
      /** extra: id that a content or category must have to be told; sent along by other events */
      readonly parameter?: Text | undefined;
      /** form: the parameters of the event; view: a POST of JSON with the object as the API shows it */
      readonly body?: 'form' | 'view' | undefined;
      /** a constraint that the object must meet, or nothing is sent; {}: none */
      readonly filter?: Constraint | undefined;
      /** members of the object that a view holds; []: all */
      readonly fields?: readonly Text[] | undefined;
    };
    readonly reply: {
      readonly object: 'create_webhook';
      readonly status: 'success';
      /** signing secret; it is shown this once */
      readonly secret: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CONSTRAINT_INVALID' | 'WEBHOOK_NAME_NOT_VALID' | 'WEBHOOK_NAME_ALREADY_IN_USE' | 'WEBHOOK_EVENT_NOT_VALID' | 'WEBHOOK_URL_NOT_VALID' | 'WEBHOOK_LIMIT_REACHED';
  };
  /** Removes a line and what hangs below it. */
  readonly del_from_cart: {
    readonly params: {
      readonly session: string;
      /** cart element id */
      readonly id_element: number;
    };
    readonly reply: Cart;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CART_LINE_NOT_FOUND' | 'AMOUNT_OUT_OF_RANGE' | 'CART_CHANGED' | 'EXTENSION_REFUSED' | 'EXTENSION_UNAVAILABLE';
  };
  /** Ends an application and its login tokens; its name may be used again. */
  readonly delete_application: {
    readonly params: {
      /** name of the application */
      readonly application: Text;
    };
    readonly reply: {
      readonly object: 'delete_application';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'APPLICATION_NOT_FOUND';
  };
  /** Ends a product’s binding to a warehouse entity; without any it has its own stock again. */
  readonly delete_binding: {
    readonly params: {
      /** product id */
      readonly id_product: number;
      /** element number of the warehouse entity */
      readonly element_number: Text;
      /** extra: seq of the product that the caller has seen, from get_shopobject_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_binding';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'WAREHOUSE_ENTITY_NOT_FOUND' | 'BINDING_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Deletes a category and those below it; the objects in them stay. */
  readonly delete_category: {
    readonly params: {
      /** category id */
      readonly id_category: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the category that the caller has seen, from get_category_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_category';
      readonly status: 'success';
      /** with dry_run: categories below it, which go as well */
      readonly below?: number;
      /** with dry_run: products and contents that stay and are in these no longer */
      readonly objects?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CHANGED_MEANWHILE';
  };
  /** Ends a channel and its credentials; its name may be used again. */
  readonly delete_channel: {
    readonly params: {
      /** channel id */
      readonly id_channel: number;
      /** extra: seq of the channel that the caller has seen, from get_channels */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_channel';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANNEL_NOT_FOUND' | 'CHANNEL_IS_FIRST' | 'CHANGED_MEANWHILE';
  };
  /** Deletes a class of which there are no objects. */
  readonly delete_class: {
    readonly params: {
      /** class id */
      readonly id_class: number;
      /** extra: seq of the class that the caller has seen, from get_class_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_class';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'CLASS_IN_USE' | 'CHANGED_MEANWHILE';
  };
  /** Takes attributes out of a class, all or none, and with them their values in every object. */
  readonly delete_class_attributes: {
    readonly params: {
      /** class id */
      readonly id_class: number;
      /** attribute names; one may stand alone */
      readonly attributes: readonly Text[] | Text;
      /** extra: seq of the class that the caller has seen, from get_class_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_class_attributes';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'CHANGED_MEANWHILE';
  };
  /** Deletes a content. */
  readonly delete_content: {
    readonly params: {
      /** content id */
      readonly id_content: number;
      /** extra: seq of the content that the caller has seen, from get_shopobject_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_content';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Deletes a delivery rule; carts follow with their next change, orders stay. */
  readonly delete_delivery_rule: {
    readonly params: {
      /** delivery rule id */
      readonly id_delivery_rule: number;
      /** extra: seq of the delivery rule that the caller has seen, from get_delivery_rules */
      readonly if_seq?: number | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'delete_delivery_rule';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'DELIVERY_RULE_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Ends a group of customers that no price list names; accounts are in it no longer. */
  readonly delete_group: {
    readonly params: {
      /** group id */
      readonly id_group: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the group that the caller has seen, from get_groups */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_group';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'GROUP_NOT_FOUND' | 'GROUP_IN_USE';
  };
  /** Deletes a product or a variation, with its variations and its own stock. */
  readonly delete_product: {
    readonly params: {
      /** product id */
      readonly id_product: number;
      /** extra: seq of the product that the caller has seen, from get_shopobject_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_product';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Deletes a record; what names it shows it no longer. */
  readonly delete_record: {
    readonly params: {
      /** record id */
      readonly id_record: number;
      /** extra: seq of the record that the caller has seen, from get_record_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_record';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'RECORD_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Ends a role that nobody has; its name may be used again. */
  readonly delete_role: {
    readonly params: {
      /** name of the role */
      readonly role: Text;
      /** extra: seq of the role that the caller has seen, from get_roles */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_role';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'ROLE_NOT_FOUND' | 'ROLE_IS_BUILT_IN' | 'ROLE_IN_USE';
  };
  /** Deletes uploaded pictures that no record, template or setting names, a day after their last upload at the earliest; with dry_run it lists them. */
  readonly delete_unused_images: {
    readonly params: {
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** with dry_run: pictures to list */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_unused_images';
      readonly status: 'success';
      /** pictures that nothing names */
      readonly count: number;
      /** their bytes */
      readonly bytes: number;
      /** with dry_run: which, oldest first, as many as `limit` says; empty where they are deleted */
      readonly images: readonly {
        /** its address */
        readonly url: string;
        /** its size in bytes */
        readonly bytes: number;
        /** when it was uploaded last */
        readonly saved: string;
      }[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Deletes a warehouse entity without stock, bindings and open orders that took from it. */
  readonly delete_warehouse_entity: {
    readonly params: {
      /** warehouse entity id */
      readonly id_warehouse_entity: number;
      /** extra: seq of the warehouse entity that the caller has seen, from search_warehouse_entities */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_warehouse_entity';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'WAREHOUSE_ENTITY_NOT_FOUND' | 'WAREHOUSE_ENTITY_IN_USE' | 'CHANGED_MEANWHILE';
  };
  /** Deletes a webhook and what waits for it; its name may be used again. */
  readonly delete_webhook: {
    readonly params: {
      /** name of capital letters, digits and underscores */
      readonly name: Text;
      /** extra: seq of the webhook that the caller has seen, from get_webhooks */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delete_webhook';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'WEBHOOK_NOT_FOUND';
  };
  /** Throws a draft away, with its cart. */
  readonly discard_draft: {
    readonly params: {
      /** draft, as get_drafts names it */
      readonly id_draft: Text;
    };
    readonly reply: {
      readonly object: 'discard_draft';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'DRAFT_NOT_FOUND';
  };
  /** Throws an edit away; the order stays as it is. */
  readonly discard_order_edit: {
    readonly params: {
      /** edit, as begin_order_edit names it */
      readonly id_edit: Text;
    };
    readonly reply: {
      readonly object: 'discard_order_edit';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_EDIT_NOT_FOUND';
  };
  /** Begins the payment of a placed order: where the shopper is to be sent. */
  readonly do_payment: {
    readonly params: {
      readonly session?: string | undefined;
      /** order id; empty, or a number that a draft shows: nothing to do yet */
      readonly id_order?: number | undefined;
      /** where the shopper comes back to */
      readonly args?: {
        /** http or https URL, after a payment */
        readonly success_url?: unknown | undefined;
        /** http or https URL, after none */
        readonly cancel_url?: unknown | undefined;
      } | undefined;
      /** of get_payment_link: opens the payment of this order to the one who has the link */
      readonly code?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'do_payment';
      /** name of the payment method; empty: none was chosen */
      readonly method: string;
      readonly status: 'Success';
      /** where the shopper is to be sent; empty: nothing is to be paid there */
      readonly redirect: string;
      /** the provider’s token of the payment; empty: none */
      readonly token: string;
      /** which addresses of the call were not used, and why; absent: all were */
      readonly detail?: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'PAYMENT_ALREADY_RECEIVED' | 'PAYMENT_PENDING' | 'PAYMENT_PROVIDER_UNAVAILABLE' | 'PAYMENT_METHOD_NOT_FOUND';
  };
  /** A category with everything in it and below it. */
  readonly dump_category: {
    readonly params: {
      /** category id */
      readonly id_category: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
      /** levels below the category; 0 = all */
      readonly depth?: number | undefined;
    };
    readonly reply: CategoryDump;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'TOO_EXPENSIVE' | 'RESULT_TOO_LARGE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** Edits a placed order by one call, all or nothing: begin_order_edit, changes of its cart and commit_order_edit in one. */
  readonly edit_order: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** products to add: [{id_shopobject, quantity, price_field, name_field}], as add_to_cart; one that the order has at the same price raises its line */
      readonly add?: readonly ({
        readonly id_shopobject: number | Text;
        readonly quantity: number | Text;
        readonly price_field: Text;
        readonly name_field?: Text | undefined;
      })[] | undefined;
      /** quantities of lines: [{id_element, quantity}], by the ids of the order’s lines; 0 removes a line */
      readonly set?: readonly ({
        readonly id_element: number | Text;
        readonly quantity: number | Text;
      })[] | undefined;
      /** pairs [code, name]; [] removes all coupons */
      readonly coupons?: readonly (Text | readonly [Text] | readonly [Text, Text | null])[] | undefined;
      /** payment method id */
      readonly id_payment_method?: number | undefined;
      /** delivery method id */
      readonly id_delivery_method?: number | undefined;
      /** how money that is owed goes back: by the payment that brought it, or by hand */
      readonly settle?: 'payment' | 'manual' | undefined;
      /** code of the reason: damaged */
      readonly reason?: Text | undefined;
      /** the total that was shown; another one is refused with TOTAL_CHANGED */
      readonly expected_total?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the order that the caller has seen, from get_order_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'edit_order';
      readonly status: 'success';
      /** the order */
      readonly id_order: number;
      /** What of an order no longer counts: its cart stays as it was placed. */
      readonly credit: Credit;
      /** number of its invoice */
      readonly invoice_number: string;
      /** What it comes to now, and what of that is still to be paid. */
      readonly balance: {
        /** the total of the cart less the credits; 0: also of a cancelled order */
        readonly total: number;
        /** money that came for it, and what an exchange brought */
        readonly received: number;
        /** what is still to be paid; below 0: what is to be given back */
        readonly outstanding: number;
        /** money that went back, and what went to an exchange */
        readonly refunded: number;
        /** what of `received` is no money: the worth of what came back; absent: nothing */
        readonly exchanged?: number;
      };
      /** money that goes back by it, one for each payment */
      readonly refunds?: readonly Refund[];
      /** for do_payment: opens the payment of this order to the one who has it, and nothing else */
      readonly code?: string;
      /** page of the storefront that begins the payment; empty: paymentPage names none, or no provider collects it */
      readonly link?: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_LIMIT_REACHED' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_AVAILABLE' | 'SHOPOBJECT_PRICE_MISSING' | 'CART_LINE_NOT_FOUND' | 'QUANTITY_INVALID' | 'SESSION_TOO_LARGE' | 'CART_LINE_LIMIT_REACHED' | 'CART_TOTAL_NEGATIVE' | 'TOTAL_CHANGED' | 'AMOUNT_OUT_OF_RANGE' | 'COUPON_NOT_VALID' | 'COUPON_EXPIRED' | 'COUPON_NOT_YET_VALID' | 'COUPON_USED' | 'COUPON_NOT_COMBINEABLE' | 'COUPON_ALREADY_ADDED' | 'COUPON_LIMIT_REACHED' | 'COUPON_OTHER_CURRENCY' | 'CURRENCY_NOT_FOUND' | 'PRICE_FIELD_INVALID' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'CREDIT_LIMIT_REACHED' | 'REFUND_EXCEEDED' | 'REFUND_PENDING' | 'LINE_SENT' | 'ORDER_EMPTIED' | 'ORDER_COMPLETED' | 'ORDER_HAS_CREDITS' | 'ORDER_ERASED' | 'INVOICE_ISSUED' | 'MONTH_CLOSED' | 'ORDER_STATE_TRANSITION_INVALID' | 'PAYMENT_PENDING' | 'PAYMENT_NOT_FOUND' | 'PAYMENT_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_AVAILABLE' | 'CART_CHANGED' | 'CHANGED_MEANWHILE';
  };
  /** Ends the credentials that a channel had before the present ones, before their time. */
  readonly end_channel_overlap: {
    readonly params: {
      /** channel id */
      readonly id_channel: number;
    };
    readonly reply: {
      readonly object: 'end_channel_overlap';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANNEL_NOT_FOUND';
  };
  /** Ends all coupons of a batch for good, or one of them; orders that were placed with them stay as they are. */
  readonly end_coupons: {
    readonly params: {
      /** batch id */
      readonly id_batch: number;
      /** code of one of its coupons, in any case */
      readonly code?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the batch that the caller has seen, from search_coupons */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'end_coupons';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'COUPON_NOT_VALID' | 'CHANGED_MEANWHILE';
  };
  /** Ends one login of an account in the back office. */
  readonly end_login: {
    readonly params: {
      /** user id */
      readonly id_user?: number | undefined;
      /** login id */
      readonly id_login: number;
    };
    readonly reply: {
      readonly object: 'end_login';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND' | 'LOGIN_NOT_FOUND';
  };
  /** Ends all logins of an account but that of this call, those of storefronts and the tokens of devices among them. */
  readonly end_logins: {
    readonly params: {
      /** user id */
      readonly id_user?: number | undefined;
    };
    readonly reply: {
      readonly object: 'end_logins';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND';
  };
  /** Ends a price list for good; lines of open carts keep their prices. */
  readonly end_price_list: {
    readonly params: {
      /** price list id */
      readonly id_price_list: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the price list that the caller has seen, from get_price_lists */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'end_price_list';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'PRICE_LIST_NOT_FOUND';
  };
  /** Ends a promotion for good; orders that have it keep it. */
  readonly end_promotion: {
    readonly params: {
      /** promotion id */
      readonly id_promotion: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the promotion that the caller has seen, from get_promotions */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'end_promotion';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'PROMOTION_NOT_FOUND';
  };
  /** Ends the second factor of the account that is logged in, with a code of the app or a recovery code. */
  readonly end_second_factor: {
    readonly params: {
      readonly session: string;
      /** code of the app, or a recovery code */
      readonly code: Text;
    };
    readonly reply: {
      readonly object: 'end_second_factor';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_LOGGED_IN' | 'LOGIN_THROTTLED' | 'SECOND_FACTOR_CODE_REQUIRED' | 'SECOND_FACTOR_CODE_NOT_CORRECT' | 'SECOND_FACTOR_NOT_SET';
  };
  /** Destroys the keys of everything personal about the guest who placed an order, with their sessions; that cannot be undone. Invoices are kept as long as the law wants. */
  readonly erase_order: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'erase_order';
      readonly status: 'success';
      /** orders whose personal data are erased */
      readonly orders: number;
      /** orders of another system whose personal data are erased; absent: there are none */
      readonly past_orders?: number;
      /** sessions that have ended */
      readonly sessions: number;
      /** messages to the person that waited for a webhook and are not sent */
      readonly messages: number;
      /** until when the law has what stands on invoices kept; empty: there are none */
      readonly invoices_until: string;
      /** servers that do not answer; they destroy the keys when they follow again */
      readonly late: readonly string[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** Destroys the keys of everything personal about an order of another system that is nobody’s account, and of all others of its address; that cannot be undone. */
  readonly erase_past_order: {
    readonly params: {
      /** past order id */
      readonly id_past_order: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'erase_past_order';
      readonly status: 'success';
      /** orders whose personal data are erased */
      readonly orders: number;
      /** orders of another system whose personal data are erased; absent: there are none */
      readonly past_orders?: number;
      /** sessions that have ended */
      readonly sessions: number;
      /** messages to the person that waited for a webhook and are not sent */
      readonly messages: number;
      /** until when the law has what stands on invoices kept; empty: there are none */
      readonly invoices_until: string;
      /** servers that do not answer; they destroy the keys when they follow again */
      readonly late: readonly string[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** Destroys the keys of everything personal about a user, their orders, sessions and messages; that cannot be undone. Invoices are kept as long as the law wants. */
  readonly erase_user: {
    readonly params: {
      /** user id */
      readonly id_user: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'erase_user';
      readonly status: 'success';
      /** orders whose personal data are erased */
      readonly orders: number;
      /** orders of another system whose personal data are erased; absent: there are none */
      readonly past_orders?: number;
      /** sessions that have ended */
      readonly sessions: number;
      /** messages to the person that waited for a webhook and are not sent */
      readonly messages: number;
      /** until when the law has what stands on invoices kept; empty: there are none */
      readonly invoices_until: string;
      /** servers that do not answer; they destroy the keys when they follow again */
      readonly late: readonly string[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND' | 'LAST_OWNER';
  };
  /** Begins the order of what a buyer wants instead of what comes back: a draft with the buyer’s details. Once it is placed, return and order are bound, and what came back pays it. */
  readonly exchange_return: {
    readonly params: {
      /** number of the return */
      readonly id_return: number;
    };
    readonly reply: {
      readonly object: 'draft';
      /** names it in lists */
      readonly id_draft: string;
      /** session of its cart and its order’s details, which checkout makes an order; nobody is logged in */
      readonly session: string;
      /** user whose order it will be; 0: a guest */
      readonly id_user: number;
      /** 1: its order tries the shop out */
      readonly trial: 0 | 1;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_LIMIT_REACHED' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SESSION_TOO_LARGE' | 'CURRENCY_NOT_FOUND' | 'RETURN_NOT_FOUND' | 'RETURN_ENDED' | 'ORDER_ERASED' | 'USER_NOT_FOUND';
  };
  /** How every amount of a placed order came about, a sentence each. */
  readonly explain_order: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** language of the sentences: German for de_DE, English for others */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'order_explanation';
      /** order id */
      readonly id_order: number;
      /** ISO 4217 */
      readonly currency: string;
      /** How every amount came about, a sentence each. */
      readonly explain: {
        /** the lines */
        readonly lines: readonly string[];
        /** promotions; of a cart also those that give nothing, and why; absent: none */
        readonly promotions?: readonly string[];
        /** the coupons */
        readonly coupons: readonly string[];
        /** the delivery costs */
        readonly delivery_costs: readonly string[];
        /** of a cart: the delivery rules that were asked, up to the one that decides; absent: none */
        readonly delivery_rules?: readonly string[];
        /** of a placed order: what each line is worth after all that is taken off it; else absent */
        readonly worth?: readonly string[];
        /** the total */
        readonly total: string;
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** What a product costs a guest, an account or members of groups, and why: what each price list says. */
  readonly explain_price: {
    readonly params: {
      /** product or variation id */
      readonly id_shopobject: number;
      /** FLOAT attribute of the price */
      readonly field?: Text | undefined;
      /** pieces in the cart; 1 by default */
      readonly quantity?: Text | undefined;
      /** account whose groups count */
      readonly id_user?: number | undefined;
      /** groups instead of an account */
      readonly groups?: readonly number[] | undefined;
      /** channel at which it is bought */
      readonly id_channel?: number | undefined;
      /** currency of the price: ISO 4217 */
      readonly currency?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'price_explained';
      /** product or variation id */
      readonly id_shopobject: number;
      /** FLOAT attribute of the price */
      readonly field: string;
      /** currency of the price: ISO 4217 */
      readonly currency: string;
      /** groups that were asked for */
      readonly groups: readonly number[];
      /** price of one piece; absent: it has none */
      readonly price?: number;
      /** the price that it is shown beside */
      readonly compare_at?: number;
      /** of a price that is a discount: the lowest one that was shown within the 30 days before the discount began */
      readonly lowest_30d?: number;
      /** the list whose price counts; absent: the attribute is the price */
      readonly price_list?: number;
      /** what the attribute says in the language of the shop */
      readonly attribute?: number;
      /** every list with a price of it or of a product above it, in the order of their making */
      readonly lists: readonly PriceReason[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND' | 'CHANNEL_NOT_FOUND' | 'GROUP_NOT_FOUND' | 'USER_NOT_FOUND';
  };
  /** Products as the text of a file that other programs read: a table of Kontor’s own, one for Shopify, or a feed for the Google Merchant Center. */
  readonly export_products: {
    readonly params: {
      /** which file */
      readonly format: 'csv' | 'shopify' | 'google-merchant';
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** address of a product’s page, such as https://shop.example/{permalink}; a feed wants one */
      readonly link?: Text | undefined;
      /** attribute that holds the price */
      readonly price_field?: Text | undefined;
      /** name of the channel whose name and description a feed has */
      readonly channel?: Text | undefined;
      /** shows products made after the one of this id, which may be gone; 0: from the first one */
      readonly after?: number | undefined;
      /** products to show; 0 = all */
      readonly limit?: number | undefined;
      /** 0: nothing is counted, and `count` is -1 */
      readonly count?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'product_export';
      /** products that there are, without their variations; with count=0: -1 */
      readonly count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** what the file begins with */
      readonly head: string;
      /** products in the order in which they were made */
      readonly lines: readonly string[];
      /** what the file ends with */
      readonly foot: string;
      /** `after` for the next page; 0: there is none */
      readonly next: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CHANNEL_NOT_FOUND';
  };
  /** All that the shop holds about a user: account, orders, sessions with their carts, and changes of the account. */
  readonly export_user: {
    readonly params: {
      /** user id */
      readonly id_user: number;
    };
    readonly reply: {
      readonly object: 'user_export';
      /** An account. */
      readonly user: User;
      /** address with which another system brought the account, before it changed; absent: none */
      readonly former_email?: string;
      /** logins want a code of an app as well; absent: they do not */
      readonly second_factor?: 1;
      /** orders, newest first, those placed as a guest before a login among them */
      readonly orders: readonly Order[];
      /** notes of the staff about these orders, by order; absent: there are none */
      readonly order_notes?: readonly NotedOrder[];
      /** returns of these orders; absent: there are none */
      readonly returns?: readonly Return[];
      /** orders of another system, newest first; absent: there are none */
      readonly past_orders?: readonly PastOrder[];
      /** sessions of the user */
      readonly sessions: readonly UserSession[];
      /** the last logins in the back office, the oldest first; absent: there are none */
      readonly office_logins?: readonly UserOfficeLogin[];
      /** what was chosen in the back office, by name; absent: nothing was */
      readonly preferences?: { readonly [name: string]: string };
      /** changes of the account, oldest first */
      readonly changes: readonly Change[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND';
  };
  /** Bookings of some days as a file: documents by tax, and money received and refunded; a plain table, or one for DATEV. */
  readonly get_accounting_export: {
    readonly params: {
      /** first day, YYYY-MM-DD, or a month, YYYY-MM */
      readonly from: Text;
      /** last day, or month */
      readonly to?: Text | undefined;
      /** which file */
      readonly format?: 'datev' | 'plain' | undefined;
      /** 1: the documents of a day are added up by tax, and its money by method */
      readonly by_day?: Flag | undefined;
      /** of the bookings: ISO 4217 */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'accounting_export';
      /** first day */
      readonly from: string;
      /** last day */
      readonly to: string;
      /** 1: all of the days are in closed months */
      readonly closed: 0 | 1;
      /** in the file */
      readonly bookings: number;
      /** by currency; also of currencies that the file leaves out */
      readonly sums: readonly {
        /** ISO 4217 */
        readonly currency: string;
        /** documents, tax included */
        readonly gross: number;
        /** documents without tax */
        readonly net: number;
        /** tax of documents */
        readonly tax: number;
        /** money received */
        readonly received: number;
        /** money that went back */
        readonly refunded: number;
      }[];
      /** what the file is called */
      readonly name: string;
      /** the file as base64: UTF-8, or windows-1252 for DATEV */
      readonly file: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'AMOUNT_OUT_OF_RANGE' | 'CURRENCY_NOT_FOUND';
  };
  /** The fields of an address in a country, those that are required, its lines and the form of its postal code. */
  readonly get_address_form: {
    readonly params: {
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'address_form';
      /** code of two letters */
      readonly country: string;
      /** name of the country, in the language of the reply */
      readonly printable_name: string;
      /** fields that an address there has, in the order of its lines, the country last */
      readonly fields: readonly ({
        /** name of the field; delivery_ or invoice_ goes before it: zip, delivery_zip */
        readonly name: string;
        /** 1: the post of the country requires it */
        readonly required: 0 | 1;
      })[];
      /** the lines of a printed address */
      readonly lines: readonly string[];
      /** where an address in the country’s own script has others */
      readonly local_lines?: readonly string[];
      /** The postal code; absent: there is none. */
      readonly zip?: {
        /** what it is called there: postal, zip, pin or eircode */
        readonly name: string;
        /** regular expression for the whole of it, in either case; empty: none is known */
        readonly pattern: string;
        /** one that is real; empty: none is known */
        readonly example: string;
      };
      /** what a state is called there: state, province, county, prefecture and so on; absent: none */
      readonly state_name?: string;
      /** what a city is called there: city, post_town, suburb or district; absent: none */
      readonly city_name?: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'COUNTRY_NOT_FOUND';
  };
  /** The login tokens of an application that hold, without the tokens themselves. */
  readonly get_application_tokens: {
    readonly params: {
      /** name of the application */
      readonly application: Text;
    };
    readonly reply: {
      readonly object: 'application_tokens';
      /** tokens in the order in which they were issued */
      readonly tokens: readonly LoginToken[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'APPLICATION_NOT_FOUND';
  };
  /** All applications, without their tokens. */
  readonly get_applications: {
    readonly params: {};
    readonly reply: {
      readonly object: 'applications';
      /** all applications, in the order of registration */
      readonly applications: readonly Application[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What a product is made of, or which products a warehouse entity goes into, page by page. */
  readonly get_bindings: {
    readonly params: {
      /** product that is made of them */
      readonly id_product?: number | undefined;
      /** element number of the warehouse entity */
      readonly element_number?: Text | undefined;
      /** the `next` of the page before */
      readonly after?: number | undefined;
      /** products at most, 1 to 1000 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'bindings';
      /** `after` of the next page; 0: there is none */
      readonly next: number;
      /** by product; those of a product in the order in which they were made */
      readonly bindings: readonly Binding[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'WAREHOUSE_ENTITY_NOT_FOUND';
  };
  /** Products that orders have together with a product, those of most orders first. */
  readonly get_bought_together: {
    readonly params: {
      /** product id */
      readonly id_product: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** products at most */
      readonly limit?: number | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'bought_together';
      /** product id */
      readonly id: number;
      /** its latest orders that have another product, of which these are */
      readonly orders: number;
      /** those of most orders first */
      readonly products: readonly {
        /** orders that have both */
        readonly count: number;
        /** A product, or a variation of one with what it inherits. */
        readonly product: Product;
      }[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The document that cancels the issued invoice of a cancelled order, with a number of its own, as base64 of an HTML document, or of a PDF. The first call issues it, and none changes it. */
  readonly get_cancellation_invoice: {
    readonly params: {
      readonly session?: string | undefined;
      /** order id */
      readonly id_order: number;
      /** for people `html` or `pdf`, for programs `zugferd`, `xrechnung` or `ubl` */
      readonly format?: 'html' | 'pdf' | 'zugferd' | 'xrechnung' | 'ubl' | undefined;
      /** texts for `{{key}}` of the template, such as title, intro, closing; `invoice_link`: an http or https URL that a confirmation shows; `format`: `html` or `pdf`; of an invoice one of its formats */
      readonly args?: { readonly [name: string]: unknown } | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'cancellation_invoice';
      /** its number */
      readonly number: string;
      /** base64 of the document */
      readonly cancellation_invoice: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID' | 'INVOICE_NOT_CANCELED' | 'E_INVOICE_INCOMPLETE';
  };
  /** The cart of a session. */
  readonly get_cart: {
    readonly params: {
      readonly session: string;
      /** 1 = say in sentences how every amount came about */
      readonly explain?: Flag | undefined;
      /** extra: language of these sentences, German for de_DE, English for others */
      readonly language?: Text | undefined;
    };
    readonly reply: Cart;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE';
  };
  /** The categories below a category; 0 lists the roots. */
  readonly get_categories: {
    readonly params: {
      /** parent category id; 0 = the roots */
      readonly id_parent: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'shopcategories';
      /** A category. */
      readonly parent_category: Category;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** the categories below it, in their order */
      readonly categories: readonly Category[];
      /** record that changed the categories below it last, for if_seq of set_positions; absent for shoppers, and for more than 1,000 */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND';
  };
  /** A category with the labels and search-engine texts that it has itself, in all languages at once. */
  readonly get_category_languages: {
    readonly params: {
      /** category id */
      readonly id_category: number;
    };
    readonly reply: {
      readonly object: 'category_languages';
      /** category id */
      readonly id: number;
      /** name */
      readonly name: string;
      /** category that it stands below; 0: it is a root */
      readonly id_parent: number;
      /** when it was made */
      readonly creation_date: string;
      /** names to show, by language */
      readonly labels: { readonly [name: string]: string };
      /** search-engine texts by language */
      readonly seo: { readonly [name: string]: {
          /** last part of the address of its page */
          readonly permalink?: string;
          /** title of the page */
          readonly title?: string;
          /** description of the page */
          readonly description?: string;
          /** keywords */
          readonly keywords?: string;
        } };
      /** the products that it has besides those put into it, as update_category takes it */
      readonly constraint?: unknown;
      /** record that changed it last, for if_seq */
      readonly seq: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND';
  };
  /** Who changed what, from what, to what; oldest first, or newest first with `before`, page by page. A page ends after `limit` changes, before where they are large, and after 1,000 that were looked at; `next` is the `after` or `before` of the next page, 0 where there is none. */
  readonly get_changelog: {
    readonly params: {
      /** one object only, such as product/17 */
      readonly object?: Text | undefined;
      /** not before this day or moment, UTC: YYYY-MM-DD or YYYY-MM-DD HH:MM:SS */
      readonly since?: Text | undefined;
      /** the `next` of the page before */
      readonly after?: number | undefined;
      /** newest first: the `next` of the page before; 0: the first page */
      readonly before?: number | undefined;
      /** objects of one kind only, such as product or order */
      readonly kind?: Text | undefined;
      /** one field only, or all whose paths begin with it: states, details */
      readonly field?: Text | undefined;
      /** what this user did */
      readonly id_user?: number | undefined;
      /** what came through the channel of this name */
      readonly channel?: Text | undefined;
      /** what this operation did */
      readonly operation?: Text | undefined;
      /** changes of one page at most, 1 to 1000 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'changelog';
      /** `after` or `before` of the next page; 0: there is none */
      readonly next: number;
      /** changes, in the order asked for */
      readonly records: readonly Change[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANNEL_NOT_FOUND';
  };
  /** All channels, without their credentials. */
  readonly get_channels: {
    readonly params: {};
    readonly reply: {
      readonly object: 'channels';
      /** all channels, in the order of creation */
      readonly channels: readonly Channel[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** A class with its attributes. */
  readonly get_class_details: {
    readonly params: {
      /** class id */
      readonly id_class: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: Class;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND';
  };
  /** A class with the labels and defaults that its attributes have themselves, in all languages at once. */
  readonly get_class_languages: {
    readonly params: {
      /** class id */
      readonly id_class: number;
    };
    readonly reply: {
      readonly object: 'class_languages';
      /** class id */
      readonly id: number;
      /** name */
      readonly name: string;
      /** what has this class */
      readonly type: 'product' | 'content' | 'warehouse_entity' | 'user' | 'record' | 'order' | 'line' | 'category';
      /** when it was made */
      readonly creation_date: string;
      /** its products are sold in multiples of it; absent: as the shop says */
      readonly quantity_step?: number;
      /** 1: shoppers see its records; absent: they do not */
      readonly public?: 0 | 1;
      /** its attributes, in their order */
      readonly attributes: readonly ({
        /** name of the attribute */
        readonly name: string;
        /** kind of value */
        readonly type: 'CHAR' | 'TXT' | 'HTML' | 'FLOAT' | 'INT' | 'BOOL' | 'DATE' | 'IMG' | 'PRODUCTS' | 'RECORDS';
        /** names to show, by language */
        readonly labels: { readonly [name: string]: string };
        /** what objects without a value of their own show, by language */
        readonly defaults: { readonly [name: string]: unknown };
      })[];
      /** objects, warehouse entities, users and records of it */
      readonly objects: number;
      /** record that changed it last, for if_seq */
      readonly seq: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND';
  };
  /** The months whose books are closed; all months before the first of them are closed as well. */
  readonly get_closed_months: {
    readonly params: {};
    readonly reply: {
      readonly object: 'closed_months';
      /** the earliest first; only the last one is opened again */
      readonly months: readonly {
        /** YYYY-MM */
        readonly month: string;
        /** when it was closed */
        readonly closed: string;
      }[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** A content with everything about it. */
  readonly get_content_details: {
    readonly params: {
      /** content id */
      readonly id_content: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: Content;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The contents of a category, a page of them. */
  readonly get_contents_in_category: {
    readonly params: {
      /** category id */
      readonly id_category: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'contents_in_category';
      /** A category. */
      readonly category: Category;
      /** objects in the category, whatever the page shows */
      readonly count: number;
      /** contents in the category */
      readonly contents_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** contents by name, in their order */
      readonly contents: { readonly [name: string]: Content };
      /** record that changed what is listed last, for if_seq of set_positions; absent for shoppers, and for more than 1,000 */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The coupons of a batch, in the order in which they were made, page by page. */
  readonly get_coupons: {
    readonly params: {
      /** batch id */
      readonly id_batch: number;
      /** the `next` of the page before */
      readonly after?: number | undefined;
      /** coupons at most, 1 to 1000 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'coupons';
      /** `after` of the next page; 0: there is none */
      readonly next: number;
      /** coupons of the batch */
      readonly coupons: readonly Coupon[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'COUPON_NOT_VALID';
  };
  /** The credit note of a credit that an order with an issued invoice got, as base64 of an HTML document, or of a PDF. The first call makes it, and none changes it. */
  readonly get_credit_note: {
    readonly params: {
      readonly session?: string | undefined;
      /** order id */
      readonly id_order: number;
      /** for people `html` or `pdf`, for programs `zugferd`, `xrechnung` or `ubl` */
      readonly format?: 'html' | 'pdf' | 'zugferd' | 'xrechnung' | 'ubl' | undefined;
      /** texts for `{{key}}` of the template, such as title, intro, closing; `invoice_link`: an http or https URL that a confirmation shows; `format`: `html` or `pdf`; of an invoice one of its formats */
      readonly args?: { readonly [name: string]: unknown } | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** number of the credit within the order */
      readonly id_credit: number;
    };
    readonly reply: {
      readonly object: 'credit_note';
      /** its number */
      readonly number: string;
      /** base64 of the document */
      readonly credit_note: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'CREDIT_NOTE_NOT_FOUND' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID' | 'E_INVOICE_INCOMPLETE';
  };
  /** The countries that the shop delivers to. */
  readonly get_delivery_countries: {
    readonly params: {
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'get_delivery_countries';
      /** the countries, in the shop’s order */
      readonly countries: readonly Country[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What each delivery method costs a cart, or pieces of a product, when it arrives, or why it is not offered. */
  readonly get_delivery_methods: {
    readonly params: {
      readonly session?: string | undefined;
      /** product or variation id */
      readonly id_shopobject?: number | undefined;
      /** pieces in the cart; 1 by default */
      readonly quantity?: Text | undefined;
      /** kilograms of goods that are not named, in the place of id_shopobject: 2.4 */
      readonly weight?: Text | undefined;
      /** with weight, what the goods come to: 49.90 */
      readonly sum?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** postal code */
      readonly zip?: Text | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'delivery_methods';
      /** currency of the prices: ISO 4217 */
      readonly currency: string;
      /** in the order in which they are offered */
      readonly methods: readonly OfferedDeliveryMethod[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'SHOPOBJECT_PRICE_MISSING' | 'AMOUNT_OUT_OF_RANGE' | 'PRICE_FIELD_INVALID' | 'COUNTRY_NOT_FOUND' | 'CART_CHANGED';
  };
  /** The delivery rules, a page at a time, with the gaps and overlaps of each method’s table. */
  readonly get_delivery_rules: {
    readonly params: {
      /** delivery method id */
      readonly id_delivery_method?: number | undefined;
      /** rules to skip */
      readonly skip?: number | undefined;
      /** rules to show, 1 to 1000 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'delivery_rules';
      /** rules of these methods */
      readonly count: number;
      /** in the order in which they were made */
      readonly rules: readonly DeliveryRule[];
      /** methods that have rules, by rising id */
      readonly methods: readonly ({
        /** delivery method id */
        readonly id: number;
        /** name in the shop’s language; empty: the shop has the method no more */
        readonly name: string;
        /** 1: the shop has the method no more, and nobody can choose it */
        readonly gone: 0 | 1;
        /** rules */
        readonly rules: number;
        /** at most 100 */
        readonly gaps: readonly ({
          /** what is left open */
          readonly range: 'weight' | 'sum' | 'pieces' | 'volume';
          /** from this on */
          readonly from: number;
          /** to below this */
          readonly to: number;
          /** the rule that ends there */
          readonly below: number;
          /** the rule that begins there */
          readonly above: number;
          /** the same in a sentence */
          readonly text: string;
        })[];
        /** at most 100 */
        readonly overlaps: readonly {
          /** the rule that decides */
          readonly rule: number;
          /** the other one */
          readonly beats: number;
        }[];
      })[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE';
  };
  /** The templates of documents: their texts, and whose they are. */
  readonly get_document_templates: {
    readonly params: {};
    readonly reply: {
      readonly object: 'document_templates';
      /** documents and their parts, then mails; those of one language at the end */
      readonly templates: readonly DocumentTemplate[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Orders that the shop prepares for customers, the newest first. */
  readonly get_drafts: {
    readonly params: {
      /** drafts that are passed over, at most 10000 */
      readonly start?: number | undefined;
      /** drafts that are shown, 1 to 100 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'drafts';
      /** 0: sessions of before the start are still being counted */
      readonly complete: 0 | 1;
      /** drafts */
      readonly count: number;
      /** the page */
      readonly drafts: readonly Draft[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** The extensions of the shop, as the server that is asked has them: state, calls, failures. */
  readonly get_extensions: {
    readonly params: {};
    readonly reply: {
      readonly object: 'extensions';
      /** in the order of the setting */
      readonly extensions: readonly Extension[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** The first steps of a new shop, and which of them are done or passed over. */
  readonly get_first_steps: {
    readonly params: {};
    readonly reply: {
      readonly object: 'first_steps';
      /** 1: the back office shows the steps: they are begun, not put away, and not over */
      readonly shown: 0 | 1;
      /** 1: somebody has put them away */
      readonly put_away: 0 | 1;
      /** in their order */
      readonly steps: readonly FirstStep[];
      /** the trial order placed last, one that is not cancelled before all others; 0: there is none */
      readonly id_trial_order: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** All groups of customers. */
  readonly get_groups: {
    readonly params: {};
    readonly reply: {
      readonly object: 'groups';
      /** all groups, in the order in which they were made */
      readonly groups: readonly CustomerGroup[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What a code invites to. */
  readonly get_invitation: {
    readonly params: {
      /** code of the invitation */
      readonly code: Text;
    };
    readonly reply: {
      readonly object: 'invitation';
      /** email address */
      readonly email: string;
      /** name of the role */
      readonly role: string;
      /** until when it may be taken up */
      readonly expiration_date: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'INVITATION_NOT_VALID';
  };
  /** Invitations that are open, in the order in which they were made. */
  readonly get_invitations: {
    readonly params: {};
    readonly reply: {
      readonly object: 'invitations';
      /** all of them */
      readonly invitations: readonly Invitation[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** The invoice of an order as base64 of an HTML document, or of a PDF. The first call issues it, and none changes it. */
  readonly get_invoice: {
    readonly params: {
      readonly session?: string | undefined;
      /** order id */
      readonly id_order: number;
      /** for people `html` or `pdf`, for programs `zugferd`, `xrechnung` or `ubl` */
      readonly format?: 'html' | 'pdf' | 'zugferd' | 'xrechnung' | 'ubl' | undefined;
      /** texts for `{{key}}` of the template, such as title, intro, closing; `invoice_link`: an http or https URL that a confirmation shows; `format`: `html` or `pdf`; of an invoice one of its formats */
      readonly args?: { readonly [name: string]: unknown } | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** its number, also of an invoice that an edit has taken back */
      readonly invoice_number?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'invoice';
      /** base64 of the document */
      readonly invoice: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID' | 'INVOICE_NOT_FOUND' | 'E_INVOICE_INCOMPLETE';
  };
  /** The prices of one list, by product: a page of those that have one, or of the products that are named. */
  readonly get_list_prices: {
    readonly params: {
      /** price list id */
      readonly id_price_list: number;
      /** products or variations whose prices are wanted */
      readonly products?: readonly number[] | undefined;
      /** products to skip */
      readonly skip?: number | undefined;
      /** products to show, 1 to 1000 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'list_prices';
      /** price list id */
      readonly id_price_list: number;
      /** products and variations that have a price in it */
      readonly count: number;
      /** by rising id */
      readonly result: readonly {
        /** product or variation id */
        readonly id_shopobject: number;
        /** by rising quantity; none: the list has no price of it */
        readonly tiers: readonly {
          /** the least quantity; 0: any */
          readonly from_quantity: number;
          /** price of one piece, as the list has it */
          readonly price: number;
          /** the price that it is shown beside */
          readonly compare_at?: number;
        }[];
      }[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'PRICE_LIST_NOT_FOUND';
  };
  /** Logins of an account in the back office that hold, the oldest first. */
  readonly get_logins: {
    readonly params: {
      /** user id */
      readonly id_user?: number | undefined;
    };
    readonly reply: {
      readonly object: 'logins';
      /** the logins; at most 20 */
      readonly logins: readonly OfficeLogin[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND';
  };
  /** Products whose managed stock is at or below their warning quantity, newest first, page by page. */
  readonly get_low_stock: {
    readonly params: {
      /** the `next` of the page before */
      readonly after?: number | undefined;
      /** products of one page at most, 1 to 1000 */
      readonly limit?: number | undefined;
      /** 1: also products that are not on sale */
      readonly inactive?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'low_stock';
      /** `after` of the next page; 0: there is none */
      readonly next: number;
      /** products and variations, newest first */
      readonly products: readonly LowStockProduct[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'TOO_EXPENSIVE';
  };
  /** How the mail server does, and the mails that wait or failed for good: these first. */
  readonly get_mail_messages: {
    readonly params: {
      /** mails at most, 1 to 1000 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'mail_messages';
      /** 0: the settings name no server, and nothing is sent */
      readonly is_on: 0 | 1;
      /** address that mails come from; empty: none */
      readonly from: string;
      /** why the server took nothing last; empty: it did */
      readonly server_answer: string;
      /** when that was */
      readonly server_answer_date: string;
      /** failed attempts to reach it since it was reached last */
      readonly server_attempts: number;
      /** when it is tried again; empty: now */
      readonly server_next_date: string;
      /** mails that wait */
      readonly waiting: number;
      /** mails that failed for good */
      readonly failed: number;
      /** mails that found no place, or held a secret and failed, since retry_mail was called last */
      readonly lost: number;
      /** record of the first lost mail; 0: none is lost */
      readonly first_lost_seq: number;
      /** those that failed, the newest first, then those that wait, oldest first */
      readonly messages: readonly MailMessage[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Opens a session with an empty cart. */
  readonly get_new_session: {
    readonly params: {};
    readonly reply: {
      readonly object: 'session';
      /** when it was opened */
      readonly creation_date: string;
      /** when it ends unless it is used before */
      readonly expiration_date: string;
      /** session id, to be sent as `session` from now on */
      readonly code: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_LIMIT_REACHED' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** How many carts hold lines now, what is in them, how old they are, and a page of them. */
  readonly get_open_carts: {
    readonly params: {
      /** sum: the largest first; created, used: those begun, or used last, the longest ago */
      readonly order?: 'sum' | 'created' | 'used' | undefined;
      /** carts that are passed over, at most 10000 */
      readonly start?: number | undefined;
      /** carts that are shown, 1 to 100 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'open_carts';
      /** 0: sessions of before the start are still being counted */
      readonly complete: 0 | 1;
      /** ISO 4217 */
      readonly currency: string;
      /** carts that hold lines */
      readonly count: number;
      /** goods of all of them, without coupons and delivery costs */
      readonly sum: number;
      /** by the last use of the session: within an hour, a day, a week, whenever */
      readonly ages: readonly OpenCartAge[];
      /** the page, in the order that was asked for */
      readonly carts: readonly OpenCart[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'AMOUNT_OUT_OF_RANGE';
  };
  /** A placed order. */
  readonly get_order_by_id: {
    readonly params: {
      readonly session?: string | undefined;
      /** order id */
      readonly id_order: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: Order;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** What confirms an order to its buyer, as base64 of an HTML document, or of a PDF. */
  readonly get_order_confirmation: {
    readonly params: {
      readonly session?: string | undefined;
      /** order id */
      readonly id_order: number;
      /** texts for `{{key}}` of the template, such as title, intro, closing; `invoice_link`: an http or https URL that a confirmation shows; `format`: `html` or `pdf`; of an invoice one of its formats */
      readonly args?: { readonly [name: string]: unknown } | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'order_confirmation';
      /** base64 of the document */
      readonly order_confirmation: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID';
  };
  /** The draft order of a session, or the order it placed last. */
  readonly get_order_details: {
    readonly params: {
      readonly session: string;
    };
    readonly reply: {
      readonly object: 'order_details';
      /** Whose order it is. */
      readonly user: {
        /** user id; 0: a guest */
        readonly id_user: number;
        /** username; empty: a guest */
        readonly username: string;
      };
      /** The payment method. */
      readonly order_payment_method: {
        /** 0: not specified */
        readonly id: number;
        /** name in the shop’s language; not_specified: none was chosen */
        readonly name: string;
      };
      /** The delivery method. */
      readonly order_delivery_method: {
        /** 0: not specified */
        readonly id: number;
        /** name in the shop’s language; not_specified: none was chosen */
        readonly name: string;
      };
      /** The state of the payment. */
      readonly order_payment_state: {
        /** number of the state; 0: none yet */
        readonly id: number;
        /** the state */
        readonly name: 'not_specified' | 'PAYMENT_NOT_RECEIVED' | 'PAYMENT_RECEIVED';
      };
      /** The state of the delivery. */
      readonly order_delivery_state: {
        /** number of the state; 0: none yet */
        readonly id: number;
        /** the state */
        readonly name: 'not_specified' | 'PROCESSING' | 'PARTIAL' | 'CLOSED';
      };
      /** The state of the order. */
      readonly order_state: {
        /** number of the state; 0: none yet */
        readonly id: number;
        /** the state */
        readonly name: 'not_specified' | 'OPEN' | 'PROCESSING' | 'CLOSED' | 'CANCELED';
      };
      /** Whether it is placed, and by whom. */
      readonly order_type: {
        /** 0: a draft */
        readonly id: number;
        /** kind of order */
        readonly name: 'not_specified' | 'GUEST_ORDER' | 'MEMBER_ORDER';
      };
      /** number that the order has, or will have; empty: none is reserved yet */
      readonly order_number: string;
      /** of a placed order: who placed it; empty: a guest */
      readonly username_creator: string;
      /** of a placed order: when */
      readonly creation_date: string;
      /** of a placed order: the user or channel that changed it last */
      readonly username_modifier: string;
      /** of a placed order: when it was changed last */
      readonly modification_date: string;
      /** when it is cancelled unless it is paid; money on its way puts that off; absent: it waits for no money, or for ever */
      readonly pay_until?: string;
      /** delivery address: companyname */
      readonly delivery_companyname: string;
      /** delivery address: department */
      readonly delivery_department: string;
      /** delivery address: salutation */
      readonly delivery_salutation: string;
      /** delivery address: firstname */
      readonly delivery_firstname: string;
      /** delivery address: lastname */
      readonly delivery_lastname: string;
      /** delivery address: street */
      readonly delivery_street: string;
      /** delivery address: number */
      readonly delivery_number: string;
      /** delivery address: zip */
      readonly delivery_zip: string;
      /** delivery address: state */
      readonly delivery_state: string;
      /** delivery address: city */
      readonly delivery_city: string;
      /** delivery address: country */
      readonly delivery_country: string;
      /** delivery address: country as two letters, as entered where ISO 3166 knows it not */
      readonly delivery_country_code: string;
      /** invoice address: companyname */
      readonly invoice_companyname: string;
      /** invoice address: department */
      readonly invoice_department: string;
      /** invoice address: salutation */
      readonly invoice_salutation: string;
      /** invoice address: firstname */
      readonly invoice_firstname: string;
      /** invoice address: lastname */
      readonly invoice_lastname: string;
      /** invoice address: street */
      readonly invoice_street: string;
      /** invoice address: number */
      readonly invoice_number: string;
      /** invoice address: zip */
      readonly invoice_zip: string;
      /** invoice address: state */
      readonly invoice_state: string;
      /** invoice address: city */
      readonly invoice_city: string;
      /** invoice address: country */
      readonly invoice_country: string;
      /** invoice address: country as two letters, as entered where ISO 3166 knows it not */
      readonly invoice_country_code: string;
      /** note of the buyer */
      readonly note: string;
      /** email address */
      readonly email: string;
      /** phone number */
      readonly phone: string;
      /** attributes by name, as they were set */
      readonly attributes: { readonly [name: string]: {
          /** name of the attribute */
          readonly name: string;
          /** its value */
          readonly value: string;
        } };
      /** In replies of set_order_details: the delivery country taxed the cart anew; show it before the checkout. */
      readonly taxed_again?: {
        /** the delivery country, as two letters */
        readonly country: string;
        /** what the cart came to before */
        readonly total_before: number;
        /** what it comes to now */
        readonly total: number;
        /** of both: ISO 4217 */
        readonly currency: string;
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What an edit would change: lines, promotions, coupons, delivery, stock, and what is to be paid. */
  readonly get_order_edit: {
    readonly params: {
      /** edit, as begin_order_edit names it */
      readonly id_edit: Text;
    };
    readonly reply: {
      readonly object: 'order_edit';
      /** names it for the other operations of edits */
      readonly id_edit: string;
      /** the order */
      readonly id_order: number;
      /** record of the order as it is now, for `if_seq` */
      readonly seq: number;
      /** 1: the order has changed since the edit began */
      readonly changed: 0 | 1;
      /** of all amounts: ISO 4217 */
      readonly currency: string;
      /** what the order comes to */
      readonly total_before: number;
      /** what it will come to */
      readonly total: number;
      /** what it will come to more; below 0: less */
      readonly difference: number;
      /** what will still be to be paid; below 0: is to be given back */
      readonly outstanding: number;
      /** what its delivery costs */
      readonly delivery_before: number;
      /** what it will cost */
      readonly delivery: number;
      /** name of the payment method of the order; empty: none */
      readonly payment_method_before: string;
      /** that of the edit */
      readonly payment_method: string;
      /** name of its delivery method; empty: none */
      readonly delivery_method_before: string;
      /** that of the edit */
      readonly delivery_method: string;
      /** all lines of goods */
      readonly lines: readonly EditedLine[];
      /** that the order has and the edit lacks */
      readonly promotions_lost: readonly string[];
      /** that the edit has besides */
      readonly promotions_won: readonly string[];
      /** that the order has and the edit lacks */
      readonly coupons_removed: readonly string[];
      /** that the edit has besides */
      readonly coupons_added: readonly string[];
      /** for which commit_order_edit is refused */
      readonly lacking: readonly LackingPieces[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_EDIT_NOT_FOUND';
  };
  /** What the staff noted about an order, oldest first; empty after its erasure. */
  readonly get_order_notes: {
    readonly params: {
      /** order id */
      readonly id_order: number;
    };
    readonly reply: {
      readonly object: 'order_notes';
      /** oldest first */
      readonly notes: readonly StaffNote[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** Packing slips of orders, without prices, as base64 of one HTML document, or of one PDF: what is still to be sent, or what is in a parcel. */
  readonly get_packing_slips: {
    readonly params: {
      /** order ids, at most 200 */
      readonly orders: readonly (number | Text)[];
      /** texts for `{{key}}` of the template, such as title, intro, closing; `invoice_link`: an http or https URL that a confirmation shows; `format`: `html` or `pdf`; of an invoice one of its formats */
      readonly args?: { readonly [name: string]: unknown } | undefined;
      /** number of a parcel within each order: what is in it */
      readonly id_parcel?: number | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'packing_slips';
      /** base64 of the document, a page or more for each order; empty: nothing is to be sent */
      readonly packing_slips: string;
      /** orders that are in it, in the order of the call */
      readonly orders: readonly number[];
      /** orders of which nothing is to be sent: all has left, they are done or cancelled, or have no such parcel */
      readonly sent: readonly number[];
      /** orders that it has no room for, 500 lines at most: ask for these next */
      readonly left: readonly number[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID';
  };
  /** What the labels of parcels say: address, weight and reference, of one parcel or of all on their way. */
  readonly get_parcel_labels: {
    readonly params: {
      /** order ids, at most 200 */
      readonly orders: readonly (number | Text)[];
      /** number of a parcel within each order */
      readonly id_parcel?: number | undefined;
      /** 1 = also as a CSV file */
      readonly csv?: Flag | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'parcel_labels';
      /** by order as called, then by number */
      readonly labels: readonly ParcelLabel[];
      /** the same as a CSV file (RFC 4180) for a carrier’s program, a row for each label; only where csv=1 asks for it */
      readonly csv?: string;
      /** orders that it has no room for, 1,000 parcels at most: ask for these next */
      readonly left: readonly number[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** An order of another shop system. */
  readonly get_past_order: {
    readonly params: {
      /** past order id */
      readonly id_past_order: number;
    };
    readonly reply: PastOrder;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** The attempts to pay an order, oldest first, and what came for it without a claim. */
  readonly get_payment_attempts: {
    readonly params: {
      /** order id */
      readonly id_order: number;
    };
    readonly reply: {
      readonly object: 'payment_attempts';
      /** order id */
      readonly id_order: number;
      /** attempts, oldest first */
      readonly attempts: readonly PaymentAttempt[];
      /** money that came for the order and that it has no claim to, newest first */
      readonly unclaimed: readonly UnclaimedMoney[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** The link by which the customer pays an order without a login, as long as it can be paid: the page of the setting paymentPage, which begins the payment by do_payment and the code. */
  readonly get_payment_link: {
    readonly params: {
      /** order id */
      readonly id_order: number;
    };
    readonly reply: {
      readonly object: 'payment_link';
      /** for do_payment: opens the payment of this order to the one who has it, and nothing else */
      readonly code: string;
      /** page of the storefront that begins the payment; empty: paymentPage names none, or no provider collects it */
      readonly link: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'PAYMENT_ALREADY_RECEIVED';
  };
  /** The active payment methods, by name. */
  readonly get_payment_methods: {
    readonly params: {
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'payment_methods';
    } & { readonly [name: string]: unknown };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What is to be fetched from the storages to send these orders, summed: as data and as base64 of an HTML document or of a PDF. */
  readonly get_pick_list: {
    readonly params: {
      /** order ids, at most 200 */
      readonly orders: readonly (number | Text)[];
      /** texts for `{{key}}` of the template, such as title, intro, closing; `invoice_link`: an http or https URL that a confirmation shows; `format`: `html` or `pdf`; of an invoice one of its formats */
      readonly args?: { readonly [name: string]: unknown } | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'pick_list';
      /** base64 of the document; empty: nothing is to be sent */
      readonly pick_list: string;
      /** the same as data: by storage, then by number */
      readonly positions: readonly PickPosition[];
      /** orders that are in it, in the order of the call */
      readonly orders: readonly number[];
      /** orders of which nothing is to be sent: all has left, they are done or cancelled, or have no such parcel */
      readonly sent: readonly number[];
      /** orders that it has no room for, 500 lines at most: ask for these next */
      readonly left: readonly number[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID';
  };
  /** What a person has chosen in the back office, such as lists that are kept by name. */
  readonly get_preferences: {
    readonly params: {
      /** user id */
      readonly id_user?: number | undefined;
    };
    readonly reply: {
      readonly object: 'preferences';
      /** what was chosen, by name */
      readonly preferences: { readonly [name: string]: string };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND';
  };
  /** All price lists, ended ones included. */
  readonly get_price_lists: {
    readonly params: {};
    readonly reply: {
      readonly object: 'price_lists';
      /** in the order in which they were made */
      readonly price_lists: readonly PriceList[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What price lists say of a product or variation: all tiers, and the price that counts for somebody. */
  readonly get_prices: {
    readonly params: {
      /** product or variation id */
      readonly id_shopobject: number;
      /** FLOAT attribute of the price */
      readonly field?: Text | undefined;
      /** pieces in the cart; 1 by default */
      readonly quantity?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'prices';
      /** product or variation id */
      readonly id_shopobject: number;
      /** FLOAT attribute of the price */
      readonly field: string;
      /** currency of the price that counts: ISO 4217; lists have their own */
      readonly currency: string;
      /** the list whose price counts; absent: the attribute is the price */
      readonly price_list?: number;
      /** the price of that list for one piece */
      readonly price?: number;
      /** of a price that is a discount: the lowest one that was shown within the 30 days before the discount began */
      readonly lowest_30d?: number;
      /** every list with a price of it, ended ones included */
      readonly lists: readonly {
        /** price list id */
        readonly id_price_list: number;
        /** by rising quantity */
        readonly tiers: readonly {
          /** the least quantity; 0: any */
          readonly from_quantity: number;
          /** price of one piece, as the list has it */
          readonly price: number;
          /** the price that it is shown beside */
          readonly compare_at?: number;
        }[];
      }[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** A product with everything about it. */
  readonly get_product_details: {
    readonly params: {
      /** product id */
      readonly id_product: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: Product;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The products of a category, a page of them. */
  readonly get_products_in_category: {
    readonly params: {
      /** category id */
      readonly id_category: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
      /** fields whose values are counted, at most 16: "colour", "price:0,25,50" or {field, bounds} or {field, ranges}, see docs/sell/search-facets.md */
      readonly facets?: readonly (Text | {
        readonly field: Text;
        readonly bounds?: readonly number[] | undefined;
        readonly ranges?: number | undefined;
      })[] | Text | undefined;
      /** values shown of a facet, those of most products */
      readonly facet_values_max?: number | undefined;
    };
    readonly reply: {
      readonly object: 'products_in_category';
      /** A category. */
      readonly category: Category;
      /** objects in the category, whatever the page shows */
      readonly count: number;
      /** products in the category */
      readonly products_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** with the parameter facets: its fields, in their order */
      readonly facets?: readonly Facet[];
      /** products by name, in their order; without metadata and categories */
      readonly products: { readonly [name: string]: Product };
      /** record that changed what is listed last, for if_seq of set_positions; absent for shoppers, and for more than 1,000 */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** All promotions with how often they were used, ended ones included. */
  readonly get_promotions: {
    readonly params: {};
    readonly reply: {
      readonly object: 'promotions';
      /** in the order in which they were made */
      readonly promotions: readonly Promotion[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** A record with its attributes; without the secret key an active one of a public class. */
  readonly get_record_details: {
    readonly params: {
      /** record id */
      readonly id_record: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: Record;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'RECORD_NOT_FOUND' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** A record with the values that it has itself, in all languages at once. */
  readonly get_record_languages: {
    readonly params: {
      /** record id */
      readonly id_record: number;
    };
    readonly reply: {
      readonly object: 'record_languages';
      /** record id */
      readonly id: number;
      /** name; empty: none */
      readonly name: string;
      /** class */
      readonly class: string;
      /** 1: shoppers see it, where its class is public */
      readonly shop_active: 0 | 1;
      /** when it was made */
      readonly creation_date: string;
      /** values of its own by language, as a change takes them */
      readonly values: { readonly [name: string]: { readonly [name: string]: unknown } };
      /** record that changed it last, for if_seq */
      readonly seq: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'RECORD_NOT_FOUND';
  };
  /** Money that went back, or goes, newest first: of an order, or of the whole shop. */
  readonly get_refunds: {
    readonly params: {
      /** of one order only */
      readonly id_order?: number | undefined;
      /** only those in this state */
      readonly state?: 'asked' | 'pending' | 'done' | 'failed' | undefined;
      /** the `next` of the page before */
      readonly after?: number | undefined;
      /** 1 to 500 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'refunds';
      /** `after` of the next page; 0: there is none */
      readonly next: number;
      /** newest first */
      readonly refunds: readonly Refund[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** Sales, orders, carts, requests and traffic day by day, or lists: products and categories by what was sold of them, and searches. */
  readonly get_report: {
    readonly params: {
      /** what is wanted; the hotlists and the searchlist take no dates */
      readonly statistic: 'sales' | 'credits' | 'net_sales' | 'sales_orders' | 'orders' | 'canceled_orders' | 'expired_orders' | 'coupons' | 'promotions' | 'traffic' | 'requests' | 'returning_orders' | 'carts' | 'carts_ordered' | 'hotlist_all_time' | 'hotlist_month' | 'hotlist_last_month' | 'hotlist_week' | 'hotlist_last_week' | 'hotlist_today' | 'hotlist_yesterday' | 'searchlist_products_empty_all_time' | 'products_sold' | 'categories_sold' | 'searches' | 'searches_in_vain';
      /** first day, YYYY-MM-DD; the hotlists and the searchlist ignore it, whatever it is */
      readonly start_date?: Text | undefined;
      /** last day, YYYY-MM-DD; the hotlists and the searchlist ignore it, whatever it is */
      readonly end_date?: Text | undefined;
      /** name: what came by this channel only; `back office`: what a person placed there */
      readonly channel?: Text | undefined;
      /** of amounts, and of the orders that they add up: ISO 4217 */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'get_report';
      /** what is reported */
      readonly statistic: 'SALES' | 'CREDITS' | 'NET_SALES' | 'SALES_ORDERS' | 'ORDERS' | 'CANCELED_ORDERS' | 'EXPIRED_ORDERS' | 'COUPONS' | 'PROMOTIONS' | 'TRAFFIC' | 'REQUESTS' | 'RETURNING_ORDERS' | 'CARTS' | 'CARTS_ORDERED' | 'HOTLIST_ALL_TIME' | 'HOTLIST_MONTH' | 'HOTLIST_LAST_MONTH' | 'HOTLIST_WEEK' | 'HOTLIST_LAST_WEEK' | 'HOTLIST_TODAY' | 'HOTLIST_YESTERDAY' | 'SEARCHLIST_PRODUCTS_EMPTY_ALL_TIME' | 'PRODUCTS_SOLD' | 'CATEGORIES_SOLD' | 'SEARCHES' | 'SEARCHES_IN_VAIN';
      /** the unit of the values: a currency, orders, requests, MB, or what a list counts */
      readonly measurement: string;
      /** currency of values, or of amounts beside them, ISO 4217; absent: there is no money */
      readonly currency?: string;
      /** first day */
      readonly start_date: string;
      /** last day */
      readonly end_date: string;
      /** sum of all values of the range */
      readonly sum: number;
      /** of what was sold: sum of all amounts of the range */
      readonly amount_sum?: number;
      readonly status: 'SUCCESS';
      /** parts of the range in which the clock was wrong, so that days may be; absent: none */
      readonly uncertain_times?: readonly {
        /** from */
        readonly from: string;
        /** to */
        readonly to: string;
      }[];
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** day by day, or the entries of the list, the most frequent first */
      readonly records: readonly ReportRecord[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'AMOUNT_OUT_OF_RANGE' | 'CURRENCY_NOT_FOUND' | 'CHANNEL_NOT_FOUND';
  };
  /** A picture of what is sent back, as base64, for its buyer and the shop. */
  readonly get_return_picture: {
    readonly params: {
      readonly session?: string | undefined;
      /** number of the return */
      readonly id_return: number;
      /** number of the picture, as get_returns shows it */
      readonly id_picture: number;
    };
    readonly reply: {
      readonly object: 'return_picture';
      /** its type */
      readonly content_type: 'image/png' | 'image/jpeg' | 'image/webp';
      /** base64 of the picture */
      readonly picture: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'RETURN_NOT_FOUND' | 'RETURN_PICTURE_NOT_FOUND';
  };
  /** Returns in the order in which they began: those of one order, for its buyer as well, with what may still come back of it; one by its number; or those of the whole shop in one state. */
  readonly get_returns: {
    readonly params: {
      readonly session?: string | undefined;
      /** of one order, in whatever state */
      readonly id_order?: number | undefined;
      /** this one alone */
      readonly id_return?: number | undefined;
      /** of the shop: their state */
      readonly state?: 'announced' | 'received' | 'withdrawn' | undefined;
      /** the `next` of the page before */
      readonly after?: number | undefined;
      /** 1 to 200 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'returns';
      /** how many of the whole shop are still to come; absent for shoppers */
      readonly announced?: number;
      /** `after` of the next page; 0: there is none */
      readonly next: number;
      /** in the order in which they began */
      readonly returns: readonly Return[];
      /** of an order: what may still be announced; absent where no order is asked for */
      readonly returnable?: readonly {
        /** cart element id */
        readonly id_element: number;
        /** pieces */
        readonly quantity: number;
      }[];
      /** of an order: the last day on which its buyer may; absent: not all of it has left */
      readonly until?: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'RETURN_NOT_FOUND';
  };
  /** What the caller may call, and by which role. */
  readonly get_rights: {
    readonly params: {};
    readonly reply: {
      readonly object: 'rights';
      /** name of the role; empty: none */
      readonly role: string;
      /** what may be called with what the call has sent */
      readonly operations: readonly string[];
      /** groups of fields that replies do not show the caller */
      readonly hidden: readonly ('addresses' | 'contacts' | 'amounts')[];
      /** Who calls in the back office; else absent. */
      readonly person?: {
        /** user id */
        readonly id_user: number;
        /** username */
        readonly username: string;
        /** email address */
        readonly email: string;
        /** first and last name; empty: neither is known */
        readonly name: string;
        /** 50: a manager, 100: an administrator */
        readonly level: number;
        /** name of the role; empty: none */
        readonly role: string;
        /** 1: logins want a code of an app as well */
        readonly second_factor: 0 | 1;
        /** 1: the role wants a second factor, and until it is set up nothing else is open */
        readonly second_factor_missing: 0 | 1;
        /** recovery codes of the second factor that are left */
        readonly recovery_codes: number;
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** All roles with what they hold, the built-in ones first. */
  readonly get_roles: {
    readonly params: {};
    readonly reply: {
      readonly object: 'roles';
      /** all roles */
      readonly roles: readonly Role[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What the words of searches mean in a language. */
  readonly get_search_words: {
    readonly params: {
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'search_words';
      /** the language */
      readonly language: string;
      /** in their order */
      readonly synonyms: readonly {
        /** each of them finds the others, or what `finds` names */
        readonly words: readonly string[];
        /** what each of `words` finds besides; none: the others */
        readonly finds: readonly string[];
      }[];
      /** in their order */
      readonly pinned: readonly {
        /** what is searched for */
        readonly query: string;
        /** products that it shows first, in this order */
        readonly ids: readonly number[];
      }[];
      /** in their order */
      readonly redirects: readonly {
        /** what is searched for */
        readonly query: string;
        /** where it leads */
        readonly url: string;
      }[];
      /** words that a query does without */
      readonly ignored: readonly string[];
      /** number of the record that changed them last, for if_seq; 0: none ever did */
      readonly seq: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What a storefront must know of the shop: currency, languages, countries, methods, tax classes, limits. */
  readonly get_shop: {
    readonly params: {
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'shop';
      /** ISO 4217 code */
      readonly currency: string;
      /** decimals of its amounts */
      readonly currency_digits: number;
      /** for set_context: that the shop sells in, its own first; absent: its own alone */
      readonly currencies?: readonly ShopCurrency[];
      /** of calls that name none */
      readonly language: string;
      /** languages that the shop offers, its own first */
      readonly languages: readonly string[];
      /** of calls that name none: code of two letters */
      readonly country: string;
      /** IANA name: where a day of the shop begins */
      readonly time_zone: string;
      /** name and address of the shop’s operator, line by line */
      readonly company: string;
      /** tax number, register, bank account, line by line */
      readonly company_foot: string;
      /** countries that the shop delivers to, in its order */
      readonly countries: readonly Country[];
      /** in the shop’s order */
      readonly delivery_methods: readonly DeliveryMethod[];
      /** in the shop’s order */
      readonly payment_methods: readonly PaymentMethod[];
      /** the first is that of products which name none */
      readonly tax_classes: readonly ShopTaxClass[];
      /** attributes that add_to_cart takes as a price; none: any FLOAT attribute */
      readonly price_fields: readonly string[];
      /** who may add lines that name their own price */
      readonly free_elements: 'everyone' | 'secret-key' | 'nobody';
      /** what a draft must say before it is checked out */
      readonly checkout_requires: readonly string[];
      /** What calls may ask for. */
      readonly limits: {
        /** seconds that an unused session lives */
        readonly session_lifetime: number;
        /** lines of a cart */
        readonly cart_lines: number;
        /** seconds that a cart holds the stock of its lines; 0: it holds none */
        readonly cart_hold: number;
        /** records of one list; 0: all there are */
        readonly list_records: number;
        /** calls of one aggregate */
        readonly aggregate_calls: number;
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** The settings of the shop that change while it sells, and the changes that wait for their time. */
  readonly get_shop_settings: {
    readonly params: {};
    readonly reply: {
      readonly object: 'shop_settings';
      /** record that changed them last, for if_seq; 0: they are those of the configuration */
      readonly seq: number;
      /** settings that the configuration says, which no call changes */
      readonly pinned: readonly string[];
      /** language of texts and calls that name none */
      readonly language: string;
      /** that the shop offers, its own among them */
      readonly languages: readonly string[];
      /** code of two letters: its taxes count where a call names none */
      readonly country: string;
      /** IANA name of the zone in which a day of the shop begins */
      readonly time_zone: string;
      /** code of three letters */
      readonly currency: string;
      /** decimals of an amount */
      readonly currency_digits: number;
      /** that the shop sells in besides its own */
      readonly currencies: readonly ShopCurrency[];
      /** the first is that of products which name none */
      readonly tax_classes: readonly ShopTaxClass[];
      /** in the order in which they are offered */
      readonly payment_methods: readonly PaymentMethodSettings[];
      /** in the order in which they are offered */
      readonly delivery_methods: readonly DeliveryMethodSettings[];
      /** those whose parcels can be followed */
      readonly carriers: readonly CarrierSettings[];
      /** countries delivered to, in this order; none: all */
      readonly delivery_countries: readonly string[];
      /** days on which orders are handed over and arrive */
      readonly working_days: readonly number[];
      /** days on which nobody works */
      readonly holidays: readonly string[];
      /** what a draft must say before it is checked out */
      readonly checkout_requires: readonly string[];
      /** 1: a postal code that is none in its country is refused */
      readonly address_checks: 0 | 1;
      /** milliseconds that a cart holds the stock of its lines; 0: it holds none */
      readonly cart_hold_ms: number;
      /** milliseconds that a line keeps its price; 0: for its life */
      readonly price_hold_ms: number;
      /** milliseconds that a session and its cart live after their last use */
      readonly session_ttl_ms: number;
      /** milliseconds that a draft of the back office lives after its last use */
      readonly draft_ttl_ms: number;
      /** those whose people need a second factor */
      readonly second_factor_roles: readonly string[];
      /** name and address of the shop’s operator, line by line: the head of documents */
      readonly company: string;
      /** tax number, register, bank account, line by line: the foot of documents */
      readonly company_foot: string;
      /** What electronic invoices say of the shop; no name: none are made. */
      readonly seller: SellerSettings;
      /** Accounts and numbers of exports for bookkeeping. */
      readonly accounting: AccountingSettings;
      /** The mails that the shop sends. */
      readonly mail: MailSettings;
      /** hours without use after which a shopper who agreed is reminded of a cart; 0: never */
      readonly cart_reminder_hours: number;
      /** least number of an order */
      readonly order_id_first: number;
      /** least number of an invoice */
      readonly invoice_number_first: number;
      /** what has an invoice of its own, of orders that are placed: an order, or each parcel */
      readonly invoice_per: 'order' | 'parcel';
      /** before the number of an invoice */
      readonly invoice_prefix: string;
      /** before the number of a document that cancels an invoice */
      readonly cancellation_prefix: string;
      /** changes that wait, in the order of their times */
      readonly scheduled: readonly ScheduledSettings[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** A product or a content with the values that it has itself, in all languages at once. */
  readonly get_shopobject_languages: {
    readonly params: {
      /** product or content id */
      readonly id_shopobject: number;
    };
    readonly reply: {
      readonly object: 'shopobject_languages';
      /** product or content id */
      readonly id: number;
      /** kind of object */
      readonly type: 'product' | 'content';
      /** name */
      readonly name: string;
      /** class */
      readonly class: string;
      /** product that it is a variation of; 0: none */
      readonly id_product: number;
      /** 1: it may be seen and bought */
      readonly shop_active: 0 | 1;
      /** when it was made */
      readonly creation_date: string;
      /** values of its own by language, as a change takes them */
      readonly values: { readonly [name: string]: { readonly [name: string]: unknown } };
      /** search-engine texts by language */
      readonly seo: { readonly [name: string]: {
          /** last part of the address of its page */
          readonly permalink?: string;
          /** title of the page */
          readonly title?: string;
          /** description of the page */
          readonly description?: string;
          /** keywords */
          readonly keywords?: string;
        } };
      /** categories that it is in */
      readonly categories: readonly {
        /** category id */
        readonly id_category: number;
        /** its place there; the lowest comes first */
        readonly position: number;
      }[];
      /** record that changed it last, for if_seq; its stock is not part of it */
      readonly seq: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND';
  };
  /** The products and the contents of a category, a page of each. */
  readonly get_shopobjects_in_category: {
    readonly params: {
      /** category id */
      readonly id_category: number;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'shopobjects_in_category';
      /** A category. */
      readonly category: Category;
      /** objects in the category, whatever the page shows */
      readonly count: number;
      /** products in the category */
      readonly products_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** products by name, in their order; without metadata and categories */
      readonly products: { readonly [name: string]: Product };
      /** contents in the category */
      readonly contents_count: number;
      /** contents by name, in their order */
      readonly contents: { readonly [name: string]: Content };
      /** record that changed what is listed last, for if_seq of set_positions; absent for shoppers, and for more than 1,000 */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The accounts that open the back office, with their roles. */
  readonly get_staff: {
    readonly params: {};
    readonly reply: {
      readonly object: 'staff';
      /** all of them, in the order in which they were made */
      readonly staff: readonly StaffMember[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Whether the server runs, how much it holds, and whether it takes changes. */
  readonly get_status: {
    readonly params: {};
    readonly reply: {
      readonly object: 'status';
      readonly server_status: 'running';
      /** whether the company data for documents is set */
      readonly data_status: 'complete' | 'incomplete';
      /** products, variations included */
      readonly products_count: number;
      /** contents */
      readonly contents_count: number;
      /** records that no snapshot file holds yet */
      readonly changelog_count: number;
      /** warming_up: words are still being indexed, and MATCH waits */
      readonly search_status: 'ready' | 'warming_up';
      /** whether changes are taken */
      readonly write_status: 'ready' | 'disk_full' | 'read_only';
      /** seconds since the newest snapshot file was written; null: there is none */
      readonly snapshot_age: number | null;
      /** attempts to write one since then that failed */
      readonly snapshot_failures: number;
      /** whether the system’s clock agrees with the time of records */
      readonly clock_status: 'agreed' | 'jumped';
      /** seconds by which the system’s clock is ahead of it */
      readonly clock_jump: number;
      /** the true time is not before this; null: not known yet */
      readonly confirmed_time: string | null;
      /** what the last recovery lost, for the back office; null: nothing */
      readonly last_loss: LastLoss | null;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** What each storage holds of a warehouse entity, or the stock of a product’s own, with the latest movements. */
  readonly get_stock: {
    readonly params: {
      /** element number of the warehouse entity */
      readonly element_number?: Text | undefined;
      /** product whose own stock is meant */
      readonly id_product?: number | undefined;
      /** latest movements to show, at most 1000 */
      readonly movements?: number | undefined;
    };
    readonly reply: {
      readonly object: 'stock';
      /** pieces in all storages */
      readonly quantity: number;
      /** what each storage holds, in the order in which they were made */
      readonly storages: readonly StorageStock[];
      /** the latest movements, newest first */
      readonly movements: readonly StockMovement[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'WAREHOUSE_ENTITY_NOT_FOUND';
  };
  /** Money that came and that no order has a claim to: for an order that is paid or cancelled, in another amount, or for a payment that the shop does not know; newest first. */
  readonly get_unclaimed_money: {
    readonly params: {
      /** of one order only */
      readonly id_order?: number | undefined;
      /** 1: also what settle_unclaimed_money was called for */
      readonly settled?: Flag | undefined;
      /** the `next` of the page before */
      readonly after?: number | undefined;
      /** 1 to 500 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'unclaimed_money';
      /** how many of the whole shop nobody has settled */
      readonly open: number;
      /** `after` of the next page; 0: there is none */
      readonly next: number;
      /** newest first */
      readonly money: readonly UnclaimedMoney[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND';
  };
  /** The account of a user. */
  readonly get_user_by_id: {
    readonly params: {
      readonly session?: string | undefined;
      /** user id */
      readonly id_user: number;
    };
    readonly reply: {
      readonly object: 'get_user_data';
      /** user id */
      readonly id_user: number;
      /** username */
      readonly username: string;
      /** email address */
      readonly email: string;
      /** language of the account, such as de_DE */
      readonly default_language: string;
      /** when it was registered */
      readonly reg_date: string;
      /** first login */
      readonly first_login: string;
      /** last login */
      readonly last_login: string;
      /** state of the account */
      readonly status: 'unverified' | 'active' | 'locked';
      /** it came from another system, and nobody has set a password yet; else absent */
      readonly unclaimed?: 1;
      /** session id, where a session reads its own user; else empty */
      readonly session_id: string;
      /** 0: a customer, 50: a manager, 100: an administrator */
      readonly security_level: number;
      /** groups of customers that it is in; absent: none */
      readonly groups?: readonly number[];
      /** standard attributes by name */
      readonly attributes: { readonly [name: string]: {
          /** name */
          readonly name: string;
          /** its value; empty: none */
          readonly value: string;
        } };
      /** attributes of the user’s class by name */
      readonly additional_attributes: { readonly [name: string]: {
          /** kind of value, as for attributes of products */
          readonly type: string;
          /** name of the attribute */
          readonly name: string;
          /** its value: a text, a number, or a list of product ids */
          readonly value: unknown;
          /** of an image: pixels */
          readonly width?: number;
          /** of an image: pixels */
          readonly height?: number;
        } };
      /** distinct addresses of the newest orders, newest first */
      readonly addresses: readonly {
        /** companyname */
        readonly companyname: string;
        /** department */
        readonly department: string;
        /** salutation */
        readonly salutation: string;
        /** firstname */
        readonly firstname: string;
        /** lastname */
        readonly lastname: string;
        /** street */
        readonly street: string;
        /** number */
        readonly number: string;
        /** zip */
        readonly zip: string;
        /** state */
        readonly state: string;
        /** city */
        readonly city: string;
        /** country */
        readonly country: string;
      }[];
      /** record that changed it last, for if_seq; only get_user_by_id shows it to the back office */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND';
  };
  /** The account of the user who is logged in. */
  readonly get_user_data: {
    readonly params: {
      readonly session: string;
    };
    readonly reply: {
      readonly object: 'get_user_data';
      /** user id */
      readonly id_user: number;
      /** username */
      readonly username: string;
      /** email address */
      readonly email: string;
      /** language of the account, such as de_DE */
      readonly default_language: string;
      /** when it was registered */
      readonly reg_date: string;
      /** first login */
      readonly first_login: string;
      /** last login */
      readonly last_login: string;
      /** state of the account */
      readonly status: 'unverified' | 'active' | 'locked';
      /** it came from another system, and nobody has set a password yet; else absent */
      readonly unclaimed?: 1;
      /** session id, where a session reads its own user; else empty */
      readonly session_id: string;
      /** 0: a customer, 50: a manager, 100: an administrator */
      readonly security_level: number;
      /** groups of customers that it is in; absent: none */
      readonly groups?: readonly number[];
      /** standard attributes by name */
      readonly attributes: { readonly [name: string]: {
          /** name */
          readonly name: string;
          /** its value; empty: none */
          readonly value: string;
        } };
      /** attributes of the user’s class by name */
      readonly additional_attributes: { readonly [name: string]: {
          /** kind of value, as for attributes of products */
          readonly type: string;
          /** name of the attribute */
          readonly name: string;
          /** its value: a text, a number, or a list of product ids */
          readonly value: unknown;
          /** of an image: pixels */
          readonly width?: number;
          /** of an image: pixels */
          readonly height?: number;
        } };
      /** distinct addresses of the newest orders, newest first */
      readonly addresses: readonly {
        /** companyname */
        readonly companyname: string;
        /** department */
        readonly department: string;
        /** salutation */
        readonly salutation: string;
        /** firstname */
        readonly firstname: string;
        /** lastname */
        readonly lastname: string;
        /** street */
        readonly street: string;
        /** number */
        readonly number: string;
        /** zip */
        readonly zip: string;
        /** state */
        readonly state: string;
        /** city */
        readonly city: string;
        /** country */
        readonly country: string;
      }[];
      /** record that changed it last, for if_seq; only get_user_by_id shows it to the back office */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_LOGGED_IN';
  };
  /** The orders of the user who is logged in, newest first. */
  readonly get_user_orders: {
    readonly params: {
      readonly session: string;
    };
    readonly reply: {
      readonly object: 'get_user_orders';
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** the orders, newest first */
      readonly orders: readonly Order[];
      /** orders of another shop system, newest first; absent: there are none */
      readonly past_orders?: readonly PastOrder[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_LOGGED_IN';
  };
  /** How a webhook’s receiver does, and the messages that wait for it, oldest first. */
  readonly get_webhook_attempts: {
    readonly params: {
      /** name of capital letters, digits and underscores */
      readonly name: Text;
      /** messages at most, 1 to 1000 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'webhook_attempts';
      /** name */
      readonly name: string;
      /** healthy: it is called; unhealthy, suspended: it is not until update_webhook */
      readonly health: 'healthy' | 'unhealthy' | 'suspended';
      /** what the receiver answered last; empty: it was not called yet */
      readonly last_answer: string;
      /** when it answered */
      readonly last_answer_date: string;
      /** messages that wait */
      readonly backlog: number;
      /** messages that found no place */
      readonly lost: number;
      /** record of the first lost message; 0: none is lost */
      readonly first_lost_seq: number;
      /** messages that wait, oldest first */
      readonly messages: readonly WebhookMessage[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'WEBHOOK_NOT_FOUND';
  };
  /** All webhooks: where they go, how their receivers are doing, what waits for them. */
  readonly get_webhooks: {
    readonly params: {};
    readonly reply: {
      readonly object: 'webhooks';
      /** webhooks */
      readonly count: number;
      /** all webhooks, in the order of creation */
      readonly webhooks: readonly Webhook[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Logs the back-office user of an application’s token in to a new session. */
  readonly instant_login: {
    readonly params: {
      /** token that the frame was opened with */
      readonly token: Text;
      /** the application’s own token */
      readonly application_token: Text;
    };
    readonly reply: {
      readonly object: 'login_user';
      readonly status: 'SUCCESS';
      /** session id that the client sends from now on */
      readonly session_id: string;
      /** user id */
      readonly id_user: number;
      /** username */
      readonly username: string;
      /** email address */
      readonly email: string;
      /** language of the account, such as de_DE */
      readonly default_language: string;
      /** when it was registered */
      readonly reg_date: string;
      /** first login */
      readonly first_login: string;
      /** last login */
      readonly last_login: string;
      /** the same session id, under the name that applications ask for */
      readonly remote_session: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND' | 'USER_NOT_VERIFIED' | 'USER_LOCKED' | 'LOGIN_TOKEN_INVALID';
  };
  /** Puts pieces into a storage; the first placement makes the storage. */
  readonly inventory_place: {
    readonly params: {
      /** storage name */
      readonly storage: Text;
      /** element number of the warehouse entity */
      readonly element_number: Text;
      /** pieces, with up to three decimals */
      readonly quantity: number;
      /** why */
      readonly note?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'inventory_place';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'WAREHOUSE_ENTITY_NOT_FOUND' | 'STORAGE_NAME_NOT_VALID' | 'AMOUNT_OUT_OF_RANGE';
  };
  /** Takes pieces out of a storage, all or none. */
  readonly inventory_take: {
    readonly params: {
      /** storage name */
      readonly storage: Text;
      /** element number of the warehouse entity */
      readonly element_number: Text;
      /** pieces, with up to three decimals */
      readonly quantity: number;
      /** why */
      readonly note?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'inventory_take';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'WAREHOUSE_ENTITY_NOT_FOUND' | 'INSUFFICIENT_STOCK';
  };
  /** Invites a person to the back office: a code, shown this once and sent by the webhook SEND_MESSAGE_TO_USER, with which they make their account; an earlier invitation of the address ends. */
  readonly invite_person: {
    readonly params: {
      /** e-mail address of the person */
      readonly email: Text;
      /** name of the role that the person gets */
      readonly role: Text;
    };
    readonly reply: {
      readonly object: 'invite_person';
      readonly status: 'success';
      /** invitation id */
      readonly id_invitation: number;
      /** what takes the invitation up; it is shown this once */
      readonly code: string;
      /** until when it may be taken up */
      readonly expiration_date: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ROLE_NOT_FOUND' | 'EMAIL_IS_INVALID' | 'EMAIL_IS_IN_USE' | 'LOGIN_THROTTLED' | 'INVITATION_LIMIT_REACHED';
  };
  /** Refuses logins to an account and ends those it has; again is no harm. */
  readonly lock_user: {
    readonly params: {
      /** user id */
      readonly id_user: number;
      /** extra: seq of the account that the caller has seen, from get_user_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'lock_user';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'USER_NOT_FOUND' | 'LAST_OWNER';
  };
  /** Logs a user in to the session sent, or to a new one; renewSessionAtLogin gives the former a new code. */
  readonly login_user: {
    readonly params: {
      readonly session?: string | undefined;
      /** username, in any case */
      readonly username: Text;
      /** password */
      readonly password: Text;
      /** device_token of an earlier login of this user on this device; several with spaces between them */
      readonly device_token?: Text | undefined;
      /** where the account has a second factor: the code of its app, or a recovery code */
      readonly code?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'login_user';
      readonly status: 'SUCCESS';
      /** session id that the client sends from now on */
      readonly session_id: string;
      /** user id */
      readonly id_user: number;
      /** username */
      readonly username: string;
      /** email address */
      readonly email: string;
      /** language of the account, such as de_DE */
      readonly default_language: string;
      /** when it was registered */
      readonly reg_date: string;
      /** first login */
      readonly first_login: string;
      /** last login */
      readonly last_login: string;
      /** 0: a customer, 50: a manager, 100: an administrator */
      readonly security_level: number;
      /** for the device to keep, and to send with its next logins of this user: guesses of others do not delay them; empty: in the back office */
      readonly device_token: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_VERIFIED' | 'USER_LOCKED' | 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT' | 'LOGIN_THROTTLED' | 'LOGIN_BUSY' | 'SECOND_FACTOR_CODE_REQUIRED' | 'SECOND_FACTOR_CODE_NOT_CORRECT';
  };
  /** Takes the user out of a session, and what was entered in the draft order; the cart stays. */
  readonly logout_user: {
    readonly params: {
      readonly session: string;
    };
    readonly reply: {
      readonly object: 'logout_user';
      readonly status: 'SUCCESS';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Makes the first account that opens the back office, by the code of the link that a start of the server shows while there is none. */
  readonly make_first_owner: {
    readonly params: {
      /** the code of the link */
      readonly code: Text;
      /** username, in any case */
      readonly username: Text;
      /** e-mail address */
      readonly email: Text;
      /** the password, which is the person’s own: at least 8 characters */
      readonly password: Text;
    };
    readonly reply: {
      readonly object: 'make_first_owner';
      readonly status: 'success';
      /** user id */
      readonly id_user: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USERNAME_IS_INVALID' | 'FIRST_OWNER_CODE_NOT_VALID' | 'USERNAME_IN_USE' | 'EMAIL_IS_INVALID' | 'EMAIL_IS_IN_USE' | 'PASSWORD_IS_INVALID' | 'LOGIN_BUSY';
  };
  /** Opens the month that was closed last. */
  readonly open_month: {
    readonly params: {
      /** month, YYYY-MM */
      readonly month: Text;
    };
    readonly reply: {
      readonly object: 'open_month';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'MONTH_OUT_OF_ORDER';
  };
  /** A document or a mail made by a text in the place of a template, as base64 of HTML; nothing is changed or issued. */
  readonly preview_document: {
    readonly params: {
      /** a document or a mail, or a part of them */
      readonly name: 'invoice' | 'order_confirmation' | 'cancellation_invoice' | 'packing_slips' | 'pick_list' | 'head' | 'positions' | 'foot' | 'style' | 'credit_note' | 'mail_head' | 'mail_foot' | 'mail_order_confirmation' | 'mail_payment_received' | 'mail_parcel_shipped' | 'mail_invoice' | 'mail_credit_note' | 'mail_verification' | 'mail_password_reset' | 'mail_invitation' | 'mail_account_notice' | 'mail_cart_reminder';
      /** the template, in Liquid */
      readonly text?: Text | undefined;
      /** order id */
      readonly id_order?: number | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'preview_document';
      /** base64 of the document */
      readonly document: string;
      /** of a mail */
      readonly subject?: string;
      /** of a mail: what stands beside its HTML */
      readonly text?: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID';
  };
  /** Receives pieces that came back, announced or not: they are credited, and stock again where that is said. No money goes back by it. */
  readonly receive_return: {
    readonly params: {
      /** number of the return */
      readonly id_return?: number | undefined;
      /** order id, where nobody announced it */
      readonly id_order?: number | undefined;
      /** what came: [{id_element, quantity, reason, back, storage}]; back = 1: it is stock where it came from; storage: it is stock in the storage of this name; neither: it is no stock again */
      readonly lines: readonly ({
        readonly id_element: number | Text;
        readonly quantity: number | Text;
        readonly reason?: Text | undefined;
        readonly back?: Flag | undefined;
        readonly storage?: Text | undefined;
      })[];
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq that the caller has seen, of the return from get_returns, else of the order from get_order_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'receive_return';
      readonly status: 'success';
      /** Pieces of an order that its buyer sends back. */
      readonly return: Return;
      /** What of an order no longer counts: its cart stays as it was placed. */
      readonly credit: Credit;
      /** where several invoices are credited: each credit, `credit` the first; or absent */
      readonly credits?: readonly Credit[];
      /** What it comes to now, and what of that is still to be paid. */
      readonly balance: {
        /** the total of the cart less the credits; 0: also of a cancelled order */
        readonly total: number;
        /** money that came for it, and what an exchange brought */
        readonly received: number;
        /** what is still to be paid; below 0: what is to be given back */
        readonly outstanding: number;
        /** money that went back, and what went to an exchange */
        readonly refunded: number;
        /** what of `received` is no money: the worth of what came back; absent: nothing */
        readonly exchanged?: number;
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'STORAGE_NOT_FOUND' | 'QUANTITY_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'ORDER_LINE_NOT_FOUND' | 'CREDIT_QUANTITY_EXCEEDED' | 'CREDIT_AMOUNT_EXCEEDED' | 'CREDIT_LIMIT_REACHED' | 'RETURN_NOT_FOUND' | 'RETURN_ENDED' | 'RETURN_QUANTITY_EXCEEDED' | 'RETURN_LIMIT_REACHED' | 'CHANGED_MEANWHILE';
  };
  /** Gives money of an order back: what is owed, what pieces are worth, or an amount. What is above the debt, the order comes to less by. */
  readonly refund: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** money; what is owed already is taken first */
      readonly amount?: Text | undefined;
      /** in place of an amount: pieces whose worth is given back: [{id_element, quantity}], by the ids of the order’s lines */
      readonly lines?: readonly ({
        readonly id_element: number | Text;
        readonly quantity: number | Text;
      })[] | undefined;
      /** by the payment that brought it, by hand as noted here, or no money: a credit alone */
      readonly to: 'payment' | 'manual' | 'credit';
      /** code of the reason: damaged */
      readonly reason?: Text | undefined;
      /** for the staff: by which transfer, say */
      readonly note?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the order that the caller has seen, from get_order_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'refund';
      readonly status: 'success';
      /** What of an order no longer counts: its cart stays as it was placed. */
      readonly credit?: Credit;
      /** where several invoices are credited: each credit, `credit` the first; or absent */
      readonly credits?: readonly Credit[];
      /** Money that went back to a buyer, or goes. */
      readonly refund?: Refund;
      /** where several payments take a part back: each of them, `refund` the first; or absent */
      readonly refunds?: readonly Refund[];
      /** what these come to; absent without `refunds` */
      readonly sum?: number;
      /** What it comes to now, and what of that is still to be paid. */
      readonly balance: {
        /** the total of the cart less the credits; 0: also of a cancelled order */
        readonly total: number;
        /** money that came for it, and what an exchange brought */
        readonly received: number;
        /** what is still to be paid; below 0: what is to be given back */
        readonly outstanding: number;
        /** money that went back, and what went to an exchange */
        readonly refunded: number;
        /** what of `received` is no money: the worth of what came back; absent: nothing */
        readonly exchanged?: number;
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'QUANTITY_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'ORDER_LINE_NOT_FOUND' | 'CREDIT_QUANTITY_EXCEEDED' | 'CREDIT_AMOUNT_EXCEEDED' | 'CREDIT_LIMIT_REACHED' | 'REFUND_EXCEEDED' | 'REFUND_PENDING' | 'NOTHING_TO_REFUND' | 'PAYMENT_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Makes an account that waits for its verification; the same again while it waits gives a new token. */
  readonly register_user: {
    readonly params: {
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** username, passwords and e-mail address of the new account */
      readonly args: {
        /** a text */
        readonly username?: unknown | undefined;
        /** the password */
        readonly passwd1?: unknown | undefined;
        /** the same again */
        readonly passwd2?: unknown | undefined;
        /** e-mail address */
        readonly email?: unknown | undefined;
        /** name of a class of users; `user` by default */
        readonly class?: unknown | undefined;
      };
    };
    readonly reply: {
      readonly object: 'register_user';
      readonly status: 'SUCCESS';
      /** user id */
      readonly id_user: number;
      /** token that verifies the account */
      readonly session_id: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'CLASS_TYPE_NOT_VALID' | 'USERNAME_IS_INVALID' | 'USERNAME_IN_USE' | 'EMAIL_IS_INVALID' | 'EMAIL_IS_IN_USE' | 'PASSWORD_IS_INVALID' | 'PASSWORDS_DOES_NOT_MATCH' | 'LOGIN_THROTTLED' | 'LOGIN_BUSY';
  };
  /** Loads extensions again, without a stop; one that cannot be loaded leaves the earlier one at work. */
  readonly reload_extensions: {
    readonly params: {
      /** name of one */
      readonly name?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'reload_extensions';
      /** all, as they are by now */
      readonly extensions: readonly Extension[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Sends again what a webhook was sent, or should have been sent, by a range of records: as much as its backlog takes. Receivers know a repeated message by its id. */
  readonly replay_webhook: {
    readonly params: {
      /** name of capital letters, digits and underscores */
      readonly name: Text;
      /** number of the first record */
      readonly from: number;
      /** number of the last record */
      readonly to?: number | undefined;
    };
    readonly reply: {
      readonly object: 'replay_webhook';
      readonly status: 'success';
      /** messages that wait to be sent again */
      readonly queued: number;
      /** the first record whose messages did not fit into the backlog; 0: all did */
      readonly next: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'RESUME_TOO_OLD' | 'WEBHOOK_NOT_FOUND';
  };
  /** Takes the second factor away from somebody who has lost app and recovery codes; all logins of the account end. */
  readonly reset_second_factor: {
    readonly params: {
      /** user id */
      readonly id_user: number;
    };
    readonly reply: {
      readonly object: 'reset_second_factor';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND' | 'SECOND_FACTOR_NOT_SET';
  };
  /** Gives an account a random password, shown this once and sent by the webhook SEND_NEW_PASSWD_TO_USER; all its logins end. */
  readonly reset_user: {
    readonly params: {
      /** user id */
      readonly id_user: number;
    };
    readonly reply: {
      readonly object: 'reset_user';
      readonly status: 'success';
      /** the new password; it is shown this once */
      readonly password: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND' | 'LOGIN_BUSY';
  };
  /** Begins or finishes the setting of a forgotten password; the token lives one hour and works once; the one in the message verifies the address, too; the one in the reply may be withheld (resetTokenInReply). */
  readonly reset_user_password: {
    readonly params: {
      /** email to begin; session_id, id_user, new_passwd1, new_passwd2 to finish */
      readonly args: {
        /** of the account, to begin */
        readonly email?: unknown | undefined;
        /** the token that the message held */
        readonly session_id?: unknown | undefined;
        /** the account */
        readonly id_user?: unknown | undefined;
        /** the new password */
        readonly new_passwd1?: unknown | undefined;
        /** the same again */
        readonly new_passwd2?: unknown | undefined;
      };
    };
    readonly reply: {
      readonly object: 'reset_user_password';
      /** init: a token was made; success: the password is set */
      readonly status: 'init' | 'success';
      /** user id; 0 where the reply does not tell whether the address has an account */
      readonly id_user: number;
      /** token that finishes the reset; empty once it is used, or where only the message has it */
      readonly session_id: string;
      /** username; empty where id_user is 0 */
      readonly username: string;
      /** email address */
      readonly email: string;
      /** language of the account */
      readonly default_language: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'EMAIL_IS_INVALID' | 'PASSWORD_IS_INVALID' | 'PASSWORDS_DOES_NOT_MATCH' | 'USER_NOT_FOUND' | 'LOGIN_THROTTLED' | 'LOGIN_BUSY';
  };
  /** Sends mails again that failed for good or wait for their next attempt, and tries the server at once. */
  readonly retry_mail: {
    readonly params: {
      /** mail */
      readonly id_message?: number | undefined;
    };
    readonly reply: {
      readonly object: 'retry_mail';
      readonly status: 'success';
      /** mails that are sent again */
      readonly retried: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'MAIL_NOT_FOUND';
  };
  /** Ends login tokens of an application: all, those of a user, or one. */
  readonly revoke_application_tokens: {
    readonly params: {
      /** name of the application */
      readonly application: Text;
      /** user id; absent: of every user */
      readonly id_user?: number | undefined;
      /** of one token, as get_application_tokens shows it; absent: all */
      readonly id?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'revoke_application_tokens';
      readonly status: 'success';
      /** tokens that were ended */
      readonly count: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'APPLICATION_NOT_FOUND';
  };
  /** Gives a channel new credentials, shown this once; for the hours of an overlap the present ones work as well. */
  readonly rotate_channel: {
    readonly params: {
      /** channel id */
      readonly id_channel: number;
      /** for so long the present credentials work, too, up to 720 */
      readonly overlap_hours?: number | undefined;
    };
    readonly reply: {
      readonly object: 'rotate_channel';
      readonly status: 'success';
      /** what calls of the channel send */
      readonly licence_username: string;
      /** what calls of the channel send */
      readonly licence_password: string;
      /** what its back office sends */
      readonly licence_secret_key: string;
      /** when the credentials before these end; empty: they have ended */
      readonly previous_until: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANNEL_NOT_FOUND';
  };
  /** The classes that meet a constraint, a page of them. */
  readonly search_classes: {
    readonly params: {
      /** conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md */
      readonly constraint: Constraint;
      /** 1: refuses a field that nothing here can have, or a parameter that there is not */
      readonly strict?: Flag | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'search_classes_result';
      /** records that meet the constraint */
      readonly count: number;
      /** records of this page */
      readonly limit_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** the records of this page, in their order */
      readonly result: readonly Class[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID';
  };
  /** Counts that what a search found was opened, or ordered; without a person, for the report of searches. */
  readonly search_clicked: {
    readonly params: {
      /** what was searched for, as the search was sent */
      readonly text: Text;
      /** 1: it was ordered; 0: it was opened */
      readonly ordered?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'search_clicked';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** The contents that meet a constraint, a page of them. */
  readonly search_contents: {
    readonly params: {
      /** conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md */
      readonly constraint: Constraint;
      /** 1: refuses a field that nothing here can have, or a parameter that there is not */
      readonly strict?: Flag | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'search_contents_result';
      /** records that meet the constraint */
      readonly count: number;
      /** records of this page */
      readonly limit_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** the records of this page, in their order */
      readonly result: readonly Content[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** Batches of coupons by a code, a part of their name, or their promotion, newest first, page by page. */
  readonly search_coupons: {
    readonly params: {
      /** code of one of the coupons, in any case */
      readonly code?: Text | undefined;
      /** part of the name, in any case */
      readonly name?: Text | undefined;
      /** the promotion that they open */
      readonly id_promotion?: number | undefined;
      /** the `next` of the page before */
      readonly before?: number | undefined;
      /** coupons at most, 1 to 1000 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'coupon_batches';
      /** `before` of the next page; 0: there is none */
      readonly next: number;
      /** batches, newest first */
      readonly batches: readonly CouponBatch[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE';
  };
  /** The different values of a field over the products that meet a constraint, in order. */
  readonly search_distinct_products: {
    readonly params: {
      /** conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md */
      readonly constraint: Constraint;
      /** 1: refuses a field that nothing here can have, or a parameter that there is not */
      readonly strict?: Flag | undefined;
      /** attribute name, or a system field with its prefix */
      readonly field: Text;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'search_distinct_products_result';
      /** different values */
      readonly count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** the values, in order */
      readonly result: readonly (string | number)[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID';
  };
  /** The orders that meet a constraint, a page of them. */
  readonly search_orders: {
    readonly params: {
      /** conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md */
      readonly constraint: Constraint;
      /** 1: refuses a field that nothing here can have, or a parameter that there is not */
      readonly strict?: Flag | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** shows what is older than the record of this id, newest first, whatever `order` says; 0: the newest of all */
      readonly after?: number | undefined;
      /** shows what is next newer than the record of this id, newest first, whatever `order` says */
      readonly before?: number | undefined;
      /** 0, with after or before: nothing is counted, and `count` is -1 */
      readonly count?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'search_orders_result';
      /** records that meet the constraint; with count=0: -1 */
      readonly count: number;
      /** records of this page */
      readonly limit_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** with after or before: the value of the same parameter for the next page; 0: there is none */
      readonly next?: number;
      /** the records of this page, in their order */
      readonly result: readonly Order[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID' | 'ORDER_NOT_FOUND';
  };
  /** Orders of another shop system, brought in as history: by number, address or account, or all of them, in the order in which they came, page by page. */
  readonly search_past_orders: {
    readonly params: {
      /** its number there, in any case, with or without a # before it */
      readonly number?: Text | undefined;
      /** e-mail address, in any case */
      readonly email?: Text | undefined;
      /** of one account */
      readonly id_user?: number | undefined;
      /** the `next` of the page before */
      readonly after?: number | undefined;
      /** orders at most, 1 to 500 */
      readonly limit?: number | undefined;
    };
    readonly reply: {
      readonly object: 'past_orders';
      /** `after` of the next page; 0: there is none */
      readonly next: number;
      /** the orders, in the order in which they came */
      readonly orders: readonly PastOrder[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** The products that meet a constraint, a page of them. */
  readonly search_products: {
    readonly params: {
      /** conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md */
      readonly constraint: Constraint;
      /** 1: refuses a field that nothing here can have, or a parameter that there is not */
      readonly strict?: Flag | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** fields whose values are counted, at most 16: "colour", "price:0,25,50" or {field, bounds} or {field, ranges}, see docs/sell/search-facets.md */
      readonly facets?: readonly (Text | {
        readonly field: Text;
        readonly bounds?: readonly number[] | undefined;
        readonly ranges?: number | undefined;
      })[] | Text | undefined;
      /** values shown of a facet, those of most products */
      readonly facet_values_max?: number | undefined;
      /** 1: says why the first products stand where they do */
      readonly explain?: Flag | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'search_products_result';
      /** records that meet the constraint */
      readonly count: number;
      /** records of this page */
      readonly limit_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** with the parameter facets: its fields, in their order */
      readonly facets?: readonly Facet[];
      /** where the constraint has the group "variation": of the first 1,000 products of the page */
      readonly matched?: readonly {
        /** the product */
        readonly id_shopobject: number;
        /** the oldest of its variations that meets the group; 0: the product does itself */
        readonly id_variation: number;
      }[];
      /** with explain=1: the first 24 of the page; none where words do not decide the order */
      readonly ranking?: readonly ({
        /** the product */
        readonly id_shopobject: number;
        /** of its variations the one that ranks it; 0: itself */
        readonly id_variation: number;
        /** the sum over the conditions with MATCH */
        readonly rank: number;
        /** what the field searchBoost has of it; absent: no number */
        readonly boost?: number;
        /** its conditions with MATCH */
        readonly matches: readonly ({
          /** what ranks it */
          readonly because: 'pinned' | 'whole' | 'beginning' | 'in_order' | 'words';
          /** the field that is the query, begins with it or has its words side by side */
          readonly field?: string;
          /** the words of the query that it has */
          readonly words: readonly {
            /** as words are compared */
            readonly word: string;
            /** 4: the same; 3: it begins one; 2: one typo; 1: two typos */
            readonly quality: number;
            /** where it is worth most */
            readonly field: string;
          }[];
        })[];
      })[];
      /** What the words of the shop did to a query. */
      readonly words?: AppliedWords;
      /** the records of this page, in their order */
      readonly result: readonly Product[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The records of a class that meet a constraint, a page of them; without the secret key of a public one. */
  readonly search_records: {
    readonly params: {
      /** name of a class of records */
      readonly class: Text;
      /** conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md */
      readonly constraint?: Constraint | undefined;
      /** 1: refuses a field that nothing here can have, or a parameter that there is not */
      readonly strict?: Flag | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'search_records_result';
      /** records that meet the constraint */
      readonly count: number;
      /** records of this page */
      readonly limit_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** the records of this page, in their order */
      readonly result: readonly Record[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'CLASS_TYPE_NOT_VALID' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The users that meet a constraint, a page of them. */
  readonly search_users: {
    readonly params: {
      /** conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md */
      readonly constraint: Constraint;
      /** 1: refuses a field that nothing here can have, or a parameter that there is not */
      readonly strict?: Flag | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** shows what is older than the record of this id, newest first, whatever `order` says; 0: the newest of all */
      readonly after?: number | undefined;
      /** shows what is next newer than the record of this id, newest first, whatever `order` says */
      readonly before?: number | undefined;
      /** 0, with after or before: nothing is counted, and `count` is -1 */
      readonly count?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'search_users_result';
      /** records that meet the constraint; with count=0: -1 */
      readonly count: number;
      /** records of this page */
      readonly limit_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** with after or before: the value of the same parameter for the next page; 0: there is none */
      readonly next?: number;
      /** the records of this page, in their order */
      readonly result: readonly User[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID' | 'USER_NOT_FOUND';
  };
  /** The warehouse entities that meet a constraint, a page of them. */
  readonly search_warehouse_entities: {
    readonly params: {
      /** conditions: {field: value} or {field: [operator, value]}, see docs/sell/search.md */
      readonly constraint: Constraint;
      /** 1: refuses a field that nothing here can have, or a parameter that there is not */
      readonly strict?: Flag | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
    };
    readonly reply: {
      readonly object: 'search_warehouse_entities_result';
      /** records that meet the constraint */
      readonly count: number;
      /** records of this page */
      readonly limit_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** the records of this page, in their order */
      readonly result: readonly WarehouseEntity[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID' | 'COUNTRY_NOT_FOUND';
  };
  /** Places the order of a draft for its customer to pay: prices, stock and coupons are fixed; it ends at a given time without its money. The reply has the link that pays it; the webhook DRAFT_SENT asks for the mail. */
  readonly send_draft: {
    readonly params: {
      /** draft, as get_drafts names it */
      readonly id_draft: Text;
      /** YYYY-MM-DD or YYYY-MM-DD HH:MM:SS, UTC; none: it waits for ever */
      readonly valid_until?: Text | undefined;
      /** the total that the customer was told; another one is refused with TOTAL_CHANGED */
      readonly expected_total?: Text | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'send_draft';
      /** the order that it is; 0 in a dry run */
      readonly id_order: number;
      /** what the customer is asked to pay */
      readonly total: number;
      /** when it ends unless it is paid; absent: it waits for ever */
      readonly pay_until?: string;
      /** e-mail of the order; empty: none */
      readonly email: string;
      /** for do_payment: opens the payment of this order to the one who has it, and nothing else */
      readonly code: string;
      /** page of the storefront that begins the payment; empty: paymentPage names none, or no provider collects it */
      readonly link: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_AVAILABLE' | 'CART_EMPTY' | 'QUANTITY_INVALID' | 'CART_TOTAL_NEGATIVE' | 'TOTAL_CHANGED' | 'ORDER_DETAILS_MISSING' | 'AMOUNT_OUT_OF_RANGE' | 'COUPON_NOT_VALID' | 'COUPON_EXPIRED' | 'COUPON_NOT_YET_VALID' | 'COUPON_USED' | 'COUPON_NOT_COMBINEABLE' | 'CURRENCY_NOT_FOUND' | 'DRAFT_NOT_FOUND' | 'SESSION_IS_EDIT' | 'RETURN_ENDED' | 'PAYMENT_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_AVAILABLE' | 'COUNTRY_NOT_DELIVERED_TO' | 'CART_CHANGED' | 'USER_NOT_FOUND';
  };
  /** Sends a mail of made-up values, without attachments, now and outside of the queue, and shows what the server says. */
  readonly send_test_mail: {
    readonly params: {
      /** which mail */
      readonly mail: 'order_confirmation' | 'payment_received' | 'parcel_shipped' | 'invoice' | 'credit_note' | 'verification' | 'password_reset' | 'invitation' | 'account_notice' | 'cart_reminder';
      /** where it goes */
      readonly email: Text;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'send_test_mail';
      /** 1: the server has taken it */
      readonly accepted: 0 | 1;
      /** what the server said, or why it was not reached; without addresses */
      readonly answer: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID' | 'EMAIL_IS_INVALID' | 'MAIL_IS_OFF';
  };
  /** The content with this permalink, in the permalink’s language unless another is asked for. */
  readonly seo_get_content_details: {
    readonly params: {
      /** permalink */
      readonly permalink: Text;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: Content;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The contents of the category with this permalink, in its language unless another is asked for. */
  readonly seo_get_contents_in_category: {
    readonly params: {
      /** permalink */
      readonly permalink: Text;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'contents_in_category';
      /** A category. */
      readonly category: Category;
      /** objects in the category, whatever the page shows */
      readonly count: number;
      /** contents in the category */
      readonly contents_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** contents by name, in their order */
      readonly contents: { readonly [name: string]: Content };
      /** record that changed what is listed last, for if_seq of set_positions; absent for shoppers, and for more than 1,000 */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The product with this permalink, in the permalink’s language unless another is asked for. */
  readonly seo_get_product_details: {
    readonly params: {
      /** permalink */
      readonly permalink: Text;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
    };
    readonly reply: Product;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** The products of the category with this permalink, in its language unless another is asked for. */
  readonly seo_get_products_in_category: {
    readonly params: {
      /** permalink */
      readonly permalink: Text;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
      /** fields whose values are counted, at most 16: "colour", "price:0,25,50" or {field, bounds} or {field, ranges}, see docs/sell/search-facets.md */
      readonly facets?: readonly (Text | {
        readonly field: Text;
        readonly bounds?: readonly number[] | undefined;
        readonly ranges?: number | undefined;
      })[] | Text | undefined;
      /** values shown of a facet, those of most products */
      readonly facet_values_max?: number | undefined;
    };
    readonly reply: {
      readonly object: 'products_in_category';
      /** A category. */
      readonly category: Category;
      /** objects in the category, whatever the page shows */
      readonly count: number;
      /** products in the category */
      readonly products_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** with the parameter facets: its fields, in their order */
      readonly facets?: readonly Facet[];
      /** products by name, in their order; without metadata and categories */
      readonly products: { readonly [name: string]: Product };
      /** record that changed what is listed last, for if_seq of set_positions; absent for shoppers, and for more than 1,000 */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** Products and contents of the category with this permalink, in its language unless another is asked for. */
  readonly seo_get_shopobjects_in_category: {
    readonly params: {
      /** permalink */
      readonly permalink: Text;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** columns to sort by */
      readonly order_columns?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** ASC or DESC, in any case; anything else = ASC */
      readonly order?: Text | undefined;
      /** records to skip; what is no number = 0 */
      readonly left_limit?: number | undefined;
      /** records to show; 0, or what is no number = all */
      readonly right_limit?: number | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'shopobjects_in_category';
      /** A category. */
      readonly category: Category;
      /** objects in the category, whatever the page shows */
      readonly count: number;
      /** products in the category */
      readonly products_count: number;
      /** only where the shop’s limit has cut the list: that limit */
      readonly records_max?: number;
      /** products by name, in their order; without metadata and categories */
      readonly products: { readonly [name: string]: Product };
      /** contents in the category */
      readonly contents_count: number;
      /** contents by name, in their order */
      readonly contents: { readonly [name: string]: Content };
      /** record that changed what is listed last, for if_seq of set_positions; absent for shoppers, and for more than 1,000 */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'TOO_EXPENSIVE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** Gives a channel a role, or takes it away: without one, its credentials say what it may call. */
  readonly set_channel_role: {
    readonly params: {
      /** channel id */
      readonly id_channel: number;
      /** name of the role; empty: none */
      readonly role: Text;
      /** extra: seq of the channel that the caller has seen, from get_channels */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'set_channel_role';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANNEL_NOT_FOUND' | 'CHANGED_MEANWHILE' | 'ROLE_NOT_FOUND';
  };
  /** Chooses the currency and the country of a session; its cart is priced and taxed by them, all or nothing. */
  readonly set_context: {
    readonly params: {
      readonly session: string;
      /** a currency of the shop, ISO 4217; null = its own */
      readonly currency?: Text | null | undefined;
      /** country whose prices and taxes count until the draft names one, in any form; null = none, and the cart is taxed as in the shop’s own */
      readonly country?: Text | null | undefined;
    };
    readonly reply: Cart;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_PRICE_MISSING' | 'AMOUNT_OUT_OF_RANGE' | 'CURRENCY_NOT_FOUND' | 'CART_KEEPS_CURRENCY' | 'PRICE_FIELD_INVALID' | 'COUNTRY_NOT_FOUND' | 'CART_CHANGED';
  };
  /** Sets until when an order must be paid; then it is cancelled, and its stock and coupons are free again. */
  readonly set_order_deadline: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** YYYY-MM-DD or YYYY-MM-DD HH:MM:SS, UTC; none: it waits for ever */
      readonly until: Text;
      /** extra: seq of the order that the caller has seen, from get_order_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'set_order_deadline';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Sets addresses, methods and attributes of the draft order. */
  readonly set_order_details: {
    readonly params: {
      readonly session: string;
      /** payment method id; 0 = not sent, null = none */
      readonly id_payment_method?: number | null | undefined;
      /** delivery method id; 0 = not sent, null = none */
      readonly id_delivery_method?: number | null | undefined;
      /** order field delivery_companyname */
      readonly delivery_companyname?: Text | null | undefined;
      /** order field delivery_department */
      readonly delivery_department?: Text | null | undefined;
      /** order field delivery_salutation */
      readonly delivery_salutation?: Text | null | undefined;
      /** order field delivery_firstname */
      readonly delivery_firstname?: Text | null | undefined;
      /** order field delivery_lastname */
      readonly delivery_lastname?: Text | null | undefined;
      /** order field delivery_street */
      readonly delivery_street?: Text | null | undefined;
      /** order field delivery_number */
      readonly delivery_number?: Text | null | undefined;
      /** order field delivery_zip */
      readonly delivery_zip?: Text | null | undefined;
      /** order field delivery_state */
      readonly delivery_state?: Text | null | undefined;
      /** order field delivery_city */
      readonly delivery_city?: Text | null | undefined;
      /** order field delivery_country: a code of ISO 3166, or the name of a country */
      readonly delivery_country?: Text | null | undefined;
      /** order field invoice_companyname */
      readonly invoice_companyname?: Text | null | undefined;
      /** order field invoice_department */
      readonly invoice_department?: Text | null | undefined;
      /** order field invoice_salutation */
      readonly invoice_salutation?: Text | null | undefined;
      /** order field invoice_firstname */
      readonly invoice_firstname?: Text | null | undefined;
      /** order field invoice_lastname */
      readonly invoice_lastname?: Text | null | undefined;
      /** order field invoice_street */
      readonly invoice_street?: Text | null | undefined;
      /** order field invoice_number */
      readonly invoice_number?: Text | null | undefined;
      /** order field invoice_zip */
      readonly invoice_zip?: Text | null | undefined;
      /** order field invoice_state */
      readonly invoice_state?: Text | null | undefined;
      /** order field invoice_city */
      readonly invoice_city?: Text | null | undefined;
      /** order field invoice_country: a code of ISO 3166, or the name of a country */
      readonly invoice_country?: Text | null | undefined;
      /** order field note */
      readonly note?: Text | null | undefined;
      /** order field email */
      readonly email?: Text | null | undefined;
      /** order field phone */
      readonly phone?: Text | null | undefined;
      /** attributes: [{lang,name,value}], [[name,value]] or {name:value}; null takes one away */
      readonly attributes?: readonly unknown[] | { readonly [name: string]: unknown } | null | undefined;
    };
    readonly reply: {
      readonly object: 'order_details';
      /** Whose order it is. */
      readonly user: {
        /** user id; 0: a guest */
        readonly id_user: number;
        /** username; empty: a guest */
        readonly username: string;
      };
      /** The payment method. */
      readonly order_payment_method: {
        /** 0: not specified */
        readonly id: number;
        /** name in the shop’s language; not_specified: none was chosen */
        readonly name: string;
      };
      /** The delivery method. */
      readonly order_delivery_method: {
        /** 0: not specified */
        readonly id: number;
        /** name in the shop’s language; not_specified: none was chosen */
        readonly name: string;
      };
      /** The state of the payment. */
      readonly order_payment_state: {
        /** number of the state; 0: none yet */
        readonly id: number;
        /** the state */
        readonly name: 'not_specified' | 'PAYMENT_NOT_RECEIVED' | 'PAYMENT_RECEIVED';
      };
      /** The state of the delivery. */
      readonly order_delivery_state: {
        /** number of the state; 0: none yet */
        readonly id: number;
        /** the state */
        readonly name: 'not_specified' | 'PROCESSING' | 'PARTIAL' | 'CLOSED';
      };
      /** The state of the order. */
      readonly order_state: {
        /** number of the state; 0: none yet */
        readonly id: number;
        /** the state */
        readonly name: 'not_specified' | 'OPEN' | 'PROCESSING' | 'CLOSED' | 'CANCELED';
      };
      /** Whether it is placed, and by whom. */
      readonly order_type: {
        /** 0: a draft */
        readonly id: number;
        /** kind of order */
        readonly name: 'not_specified' | 'GUEST_ORDER' | 'MEMBER_ORDER';
      };
      /** number that the order has, or will have; empty: none is reserved yet */
      readonly order_number: string;
      /** of a placed order: who placed it; empty: a guest */
      readonly username_creator: string;
      /** of a placed order: when */
      readonly creation_date: string;
      /** of a placed order: the user or channel that changed it last */
      readonly username_modifier: string;
      /** of a placed order: when it was changed last */
      readonly modification_date: string;
      /** when it is cancelled unless it is paid; money on its way puts that off; absent: it waits for no money, or for ever */
      readonly pay_until?: string;
      /** delivery address: companyname */
      readonly delivery_companyname: string;
      /** delivery address: department */
      readonly delivery_department: string;
      /** delivery address: salutation */
      readonly delivery_salutation: string;
      /** delivery address: firstname */
      readonly delivery_firstname: string;
      /** delivery address: lastname */
      readonly delivery_lastname: string;
      /** delivery address: street */
      readonly delivery_street: string;
      /** delivery address: number */
      readonly delivery_number: string;
      /** delivery address: zip */
      readonly delivery_zip: string;
      /** delivery address: state */
      readonly delivery_state: string;
      /** delivery address: city */
      readonly delivery_city: string;
      /** delivery address: country */
      readonly delivery_country: string;
      /** delivery address: country as two letters, as entered where ISO 3166 knows it not */
      readonly delivery_country_code: string;
      /** invoice address: companyname */
      readonly invoice_companyname: string;
      /** invoice address: department */
      readonly invoice_department: string;
      /** invoice address: salutation */
      readonly invoice_salutation: string;
      /** invoice address: firstname */
      readonly invoice_firstname: string;
      /** invoice address: lastname */
      readonly invoice_lastname: string;
      /** invoice address: street */
      readonly invoice_street: string;
      /** invoice address: number */
      readonly invoice_number: string;
      /** invoice address: zip */
      readonly invoice_zip: string;
      /** invoice address: state */
      readonly invoice_state: string;
      /** invoice address: city */
      readonly invoice_city: string;
      /** invoice address: country */
      readonly invoice_country: string;
      /** invoice address: country as two letters, as entered where ISO 3166 knows it not */
      readonly invoice_country_code: string;
      /** note of the buyer */
      readonly note: string;
      /** email address */
      readonly email: string;
      /** phone number */
      readonly phone: string;
      /** attributes by name, as they were set */
      readonly attributes: { readonly [name: string]: {
          /** name of the attribute */
          readonly name: string;
          /** its value */
          readonly value: string;
        } };
      /** In replies of set_order_details: the delivery country taxed the cart anew; show it before the checkout. */
      readonly taxed_again?: {
        /** the delivery country, as two letters */
        readonly country: string;
        /** what the cart came to before */
        readonly total_before: number;
        /** what it comes to now */
        readonly total: number;
        /** of both: ISO 4217 */
        readonly currency: string;
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SESSION_TOO_LARGE' | 'AMOUNT_OUT_OF_RANGE' | 'SESSION_IS_EDIT' | 'ZIP_NOT_VALID' | 'PAYMENT_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND' | 'COUNTRY_NOT_FOUND' | 'COUNTRY_NOT_DELIVERED_TO' | 'CART_CHANGED' | 'EMAIL_IS_INVALID';
  };
  /** Notes that a parcel of an order was delivered; one that has been stays as it is. */
  readonly set_parcel_delivered: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** number of the parcel within its order */
      readonly id_parcel: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the order that the caller has seen, from get_order_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'set_parcel_delivered';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'PARCEL_NOT_FOUND' | 'PARCEL_RETURNED' | 'CHANGED_MEANWHILE';
  };
  /** Puts categories below a category, or products and contents in it, into the order given; those not named keep their places. */
  readonly set_positions: {
    readonly params: {
      /** category id; 0 = root */
      readonly id_category: number;
      /** ids of categories below it in their new order, at most 1000 */
      readonly categories?: readonly number[] | undefined;
      /** ids of products and contents in it in their new order, at most 1000 */
      readonly shopobjects?: readonly number[] | undefined;
      /** extra: seq of the list that the caller has seen, from get_categories or a list of what is in the category */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'set_positions';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'SHOPOBJECT_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Keeps what a person has chosen in the back office; at most 30 names and 30,000 characters of a person. */
  readonly set_preference: {
    readonly params: {
      /** user id */
      readonly id_user?: number | undefined;
      /** small letters, `.` and `_` */
      readonly name: Text;
      /** the choice, which Kontor does not read; empty: there is none any more */
      readonly value: Text;
    };
    readonly reply: {
      readonly object: 'set_preference';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_NOT_FOUND' | 'PREFERENCES_FULL';
  };
  /** Sets prices of a price list, all or none; what is not named stays. */
  readonly set_prices: {
    readonly params: {
      /** price list id */
      readonly id_price_list: number;
      /** id_shopobject; from_quantity: the least quantity, any by default; price of one piece, null takes it away; compare_at: the price that it is shown beside */
      readonly prices: readonly ({
        readonly id_shopobject: number;
        readonly from_quantity?: number | Text | undefined;
        readonly price: number | Text | null;
        readonly compare_at?: number | Text | null | undefined;
      })[];
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'set_prices';
      readonly status: 'success';
      /** prices that may be mistakes */
      readonly warnings: readonly {
        /** what may be wrong: more pieces come to less money than fewer */
        readonly code: 'TIER_INVERTED';
        /** product or variation id */
        readonly id_shopobject: number;
        /** the quantity from which it is so */
        readonly from_quantity: number;
      }[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'AMOUNT_OUT_OF_RANGE' | 'PRICE_LIST_NOT_FOUND' | 'PRICE_LIST_ENDED';
  };
  /** Sets the quantity of a line; its price and what hangs below it stay. del_from_cart removes a line. */
  readonly set_quantity: {
    readonly params: {
      readonly session: string;
      /** cart element id */
      readonly id_element: number;
      /** pieces, more than 0, a multiple of the quantity step of the product: whole ones unless the shop says otherwise */
      readonly quantity: Text;
    };
    readonly reply: Cart;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_AVAILABLE' | 'CART_LINE_NOT_FOUND' | 'QUANTITY_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'CART_CHANGED' | 'EXTENSION_REFUSED' | 'EXTENSION_UNAVAILABLE';
  };
  /** Says what the words of searches mean in a language: synonyms, pinned products, redirects, ignored words. */
  readonly set_search_words: {
    readonly params: {
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** all synonyms: each of words finds the others; with finds, each of words also finds those, and they do not find it */
      readonly synonyms?: readonly ({
        readonly words: readonly Text[];
        readonly finds?: readonly Text[] | undefined;
      })[] | undefined;
      /** all pinned products: a query shows those of ids first, in this order */
      readonly pinned?: readonly {
        readonly query: Text;
        readonly ids: readonly number[];
      }[] | undefined;
      /** all redirects: a search for query is told url, which begins with / or https:// */
      readonly redirects?: readonly {
        readonly query: Text;
        readonly url: Text;
      }[] | undefined;
      /** all words that a query does without, where others are left */
      readonly ignored?: readonly Text[] | undefined;
      /** extra: seq of the words that the caller has seen, from get_search_words */
      readonly if_seq?: number | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'set_search_words';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'CHANGED_MEANWHILE' | 'SEARCH_WORDS_LIMIT_REACHED';
  };
  /** Changes what was sent of the account of the user who is logged in. */
  readonly set_user_data: {
    readonly params: {
      readonly session: string;
      /** values by name: email, the standard attributes, those of the user’s class; empty text leaves one, null clears it */
      readonly attributes: { readonly [name: string]: unknown };
    };
    readonly reply: {
      readonly object: 'set_user_data';
      readonly status: 'SUCCESS';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'COUNTRY_NOT_FOUND' | 'EMAIL_IS_INVALID' | 'EMAIL_IS_IN_USE' | 'USER_NOT_LOGGED_IN';
  };
  /** Says which groups of customers an account is in. */
  readonly set_user_groups: {
    readonly params: {
      /** user id */
      readonly id_user: number;
      /** group ids; none: it is in no group */
      readonly groups: readonly number[];
      /** extra: seq of the account that the caller has seen, from get_user_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'set_user_groups';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'GROUP_NOT_FOUND' | 'USER_NOT_FOUND';
  };
  /** Changes the password, and ends the logins of all other sessions and the tokens of all devices; this one gets a new token. */
  readonly set_user_password: {
    readonly params: {
      readonly session: string;
      /** old password */
      readonly old_passwd: Text;
      /** new password */
      readonly new_passwd1: Text;
      /** new password again */
      readonly new_passwd2: Text;
      /** device_token of an earlier login of this user on this device; several with spaces between them */
      readonly device_token?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'set_user_password';
      readonly status: 'SUCCESS';
      /** for the device to keep, and to send with its next logins of this user: guesses of others do not delay them; empty: in the back office */
      readonly device_token: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'PASSWORD_IS_INVALID' | 'PASSWORDS_DOES_NOT_MATCH' | 'OLD_PASSWORD_IS_WRONG' | 'USER_NOT_LOGGED_IN' | 'LOGIN_THROTTLED' | 'LOGIN_BUSY';
  };
  /** Gives an account of the back office a role, or takes it away: without one, its level says what the person may do. */
  readonly set_user_role: {
    readonly params: {
      /** user id */
      readonly id_user: number;
      /** name of the role; empty: none */
      readonly role: Text;
      /** extra: seq of the account that the caller has seen, from get_user_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'set_user_role';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'ROLE_NOT_FOUND' | 'USER_NOT_FOUND' | 'LAST_OWNER';
  };
  /** Says what became of a refund that the provider says no more about: the money went back, or did not. */
  readonly settle_refund: {
    readonly params: {
      /** id in get_refunds */
      readonly id_refund: number;
      /** what became of it */
      readonly state: 'done' | 'failed';
    };
    readonly reply: {
      readonly object: 'settle_refund';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'REFUND_PENDING' | 'REFUND_NOT_FOUND' | 'REFUND_ENDED';
  };
  /** Notes what became of money without a claim: that it was sent back, say. */
  readonly settle_unclaimed_money: {
    readonly params: {
      /** id in get_unclaimed_money */
      readonly id_money: number;
      /** what became of it */
      readonly note?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'settle_unclaimed_money';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'MONEY_NOT_FOUND' | 'MONEY_SETTLED';
  };
  /** Takes one piece, or one quantity step, off a line; the last one takes the line. */
  readonly sub_from_cart: {
    readonly params: {
      readonly session: string;
      /** cart element id */
      readonly id_element: number;
    };
    readonly reply: Cart;
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CART_LINE_NOT_FOUND' | 'AMOUNT_OUT_OF_RANGE' | 'CART_CHANGED' | 'EXTENSION_REFUSED' | 'EXTENSION_UNAVAILABLE';
  };
  /** What a search box suggests while somebody types: products, categories and words. */
  readonly suggest_products: {
    readonly params: {
      /** what was typed so far */
      readonly text: Text;
      /** products shown */
      readonly products_max?: number | undefined;
      /** language code; the shop’s own by default */
      readonly language?: Text | undefined;
      /** country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default */
      readonly country?: Text | undefined;
      /** attribute names to show; none, or a number = all */
      readonly needed_attributes?: readonly (Text | readonly Text[])[] | Text | undefined;
      /** extra: session code of the person whose prices are shown */
      readonly session?: Text | undefined;
      /** extra: currency of the prices that are shown, of a call that names no session */
      readonly currency?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'suggest_products';
      /** how names of what was found go on with its last word */
      readonly texts: readonly string[];
      /** categories that the text begins to name */
      readonly categories: readonly Category[];
      /** What the words of the shop did to a query. */
      readonly words?: AppliedWords;
      /** what a search for the text finds first */
      readonly products: readonly Product[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'TOO_EXPENSIVE' | 'SEARCH_WARMING_UP' | 'CONSTRAINT_INVALID' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND';
  };
  /** Calls the receiver of a webhook once, now, with content that is marked as a test, and shows its answer. */
  readonly test_webhook: {
    readonly params: {
      /** name of capital letters, digits and underscores */
      readonly name: Text;
    };
    readonly reply: {
      readonly object: 'test_webhook';
      /** name */
      readonly name: string;
      /** 1: the same answer to a real call would count as delivered */
      readonly accepted: 0 | 1;
      /** WEBHOOK_EXECUTED, or why a real call would have failed */
      readonly answer: string;
      /** status of HTTP; 0: there was no answer */
      readonly status: number;
      /** beginning of the answer’s body */
      readonly body: string;
      /** milliseconds until the last byte of the answer */
      readonly duration_ms: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'WEBHOOK_NOT_FOUND' | 'WEBHOOK_URL_NOT_VALID';
  };
  /** What a promotion would give a cart, and would have given the orders of some days; nothing is made. */
  readonly try_promotion: {
    readonly params: {
      /** name, as explanations have it */
      readonly name?: Text | undefined;
      /** automatic: every cart that meets it; code: one with a coupon that opens it */
      readonly by?: 'automatic' | 'code' | undefined;
      /** what a cart needs: min_sum and min_quantity of goods (a constraint, all by default), groups and channels by id, delivery countries, first_order (1 or 0: of an account) */
      readonly when?: {
        readonly min_sum?: number | Text | undefined;
        readonly min_quantity?: number | Text | undefined;
        readonly goods?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
        readonly groups?: readonly number[] | undefined;
        readonly channels?: readonly number[] | undefined;
        readonly countries?: readonly Text[] | undefined;
        readonly first_order?: Flag | undefined;
      } | undefined;
      /** kind: percent, amount, price, buy_get or free_delivery; value: percent, or money; per: piece or order; goods: a constraint, those of when by default; of buy_get: buy, get and times_max sets, value is the percent off the got ones, 100 by default */
      readonly gives: {
        readonly kind: 'percent' | 'amount' | 'price' | 'buy_get' | 'free_delivery';
        readonly value?: number | Text | undefined;
        readonly per?: 'piece' | 'order' | undefined;
        readonly goods?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
        readonly buy?: number | undefined;
        readonly get?: number | undefined;
        readonly times_max?: number | undefined;
      };
      /** currency of its amounts: ISO 4217 */
      readonly currency?: Text | undefined;
      /** promotions are taken from the highest on */
      readonly priority?: number | undefined;
      /** a piece is discounted by one promotion of a stack */
      readonly stack?: Text | undefined;
      /** 1: nothing else takes anything off its pieces, no coupon either */
      readonly exclusive?: Flag | undefined;
      /** orders that may have it; 0: any number */
      readonly uses_max?: number | undefined;
      /** orders of one account, or of one e-mail address of guests, that may have it; 0: any number */
      readonly uses_per_person_max?: number | undefined;
      /** what it may take off all orders together; 0: any sum */
      readonly budget_max?: Text | undefined;
      /** id_shopobject and quantity of each line */
      readonly lines?: readonly ({
        readonly id_shopobject: number;
        readonly quantity: number | Text;
      })[] | undefined;
      /** what delivery of that cart costs */
      readonly delivery_costs?: Text | undefined;
      /** first day of the orders, YYYY-MM-DD */
      readonly from_date?: Text | undefined;
      /** language of the sentences: German for de_DE, English for others */
      readonly language?: Text | undefined;
      /** last day of them, YYYY-MM-DD */
      readonly to_date?: Text | undefined;
    };
    readonly reply: {
      readonly object: 'promotion_trial';
      /** orders of the days that are not cancelled */
      readonly orders: number;
      /** those that it would be in */
      readonly uses: number;
      /** by currency; orders in different currencies are never added up */
      readonly sums: readonly {
        /** ISO 4217 */
        readonly currency: string;
        /** what it would have taken off */
        readonly amount: number;
        /** by how much more all promotions together would have taken off: some pieces would be others’ */
        readonly cost: number;
      }[];
      /** The sample cart; absent: there are no lines. */
      readonly cart?: {
        /** ISO 4217 */
        readonly currency: string;
        /** what the goods come to */
        readonly sum: number;
        /** what it takes off */
        readonly amount: number;
        /** what is left to pay, delivery included, after all promotions */
        readonly total: number;
        /** what became of each promotion */
        readonly explain: readonly string[];
      };
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_FOUND' | 'SHOPOBJECT_PRICE_MISSING' | 'TOO_EXPENSIVE' | 'CONSTRAINT_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'CURRENCY_NOT_FOUND' | 'PRICE_FIELD_INVALID' | 'COUNTRY_NOT_FOUND' | 'CHANNEL_NOT_FOUND' | 'GROUP_NOT_FOUND';
  };
  /** Lets a locked account log in again; of one that is not locked nothing changes. */
  readonly unlock_user: {
    readonly params: {
      /** user id */
      readonly id_user: number;
      /** extra: seq of the account that the caller has seen, from get_user_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'unlock_user';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'USER_NOT_FOUND';
  };
  /** Changes a category; what is left out stays, a parent moves it there. */
  readonly update_category: {
    readonly params: {
      /** category id */
      readonly id_category: number;
      /** new parent category id; 0 = root */
      readonly id_parent?: number | undefined;
      /** name, 1 to 255 characters; stays when it is left out */
      readonly name?: Text | undefined;
      /** label per language; null takes one away */
      readonly labels?: { readonly [name: string]: Text | null } | undefined;
      /** attributes: {name: value} for every language, {language: {name: value}} for one; null takes one away */
      readonly attributes?: { readonly [name: string]: unknown } | undefined;
      /** permalink, title, description and keywords per language; null takes one away, or all of a language */
      readonly seo?: { readonly [name: string]: {
          readonly permalink?: Text | null | undefined;
          readonly title?: Text | null | undefined;
          readonly description?: Text | null | undefined;
          readonly keywords?: Text | null | undefined;
        } | null } | undefined;
      /** a constraint: its products are in the category besides those put into it, and come after them; null takes it away */
      readonly constraint?: Constraint | null | undefined;
      /** extra: seq of the category that the caller has seen, from get_category_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_category';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'CATEGORY_NAME_NOT_VALID' | 'CATEGORY_PARENT_NOT_VALID' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SEO_ENTRY_PERMALINK_INVALID' | 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE' | 'CONSTRAINT_INVALID' | 'CONSTRAINT_CIRCULAR' | 'CHANGED_MEANWHILE';
  };
  /** Changes what a channel is called, what it is for, its output, and whether its calls are answered. */
  readonly update_channel: {
    readonly params: {
      /** channel id */
      readonly id_channel: number;
      /** name, 1 to 64 characters */
      readonly name?: Text | undefined;
      /** what it is for */
      readonly description?: Text | null | undefined;
      /** 0 = its calls are refused */
      readonly shop_active?: Flag | undefined;
      /** of its replies */
      readonly server_output?: 'json' | 'xml' | undefined;
      /** extra: seq of the channel that the caller has seen, from get_channels */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_channel';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANNEL_NAME_NOT_VALID' | 'CHANNEL_NAME_ALREADY_IN_USE' | 'CHANNEL_NOT_FOUND' | 'CHANGED_MEANWHILE';
  };
  /** Changes labels and defaults of attributes of a class, its quantity step and who sees its records, all or none; what is left out stays. */
  readonly update_class_attributes: {
    readonly params: {
      /** class id */
      readonly id_class: number;
      /** changes of attributes: name, and per language label and value, or labels and defaults by language; null takes one away, or both of a language; a language that is left out stays, name and type never change */
      readonly attributes?: readonly ({
        readonly name: Text;
        readonly type?: Text | undefined;
        /** labels by language */
        readonly labels?: { readonly [name: string]: Text | null } | undefined;
        /** values by language */
        readonly defaults?: { readonly [name: string]: unknown } | undefined;
      } & { readonly [name: string]: unknown })[] | undefined;
      /** extra: its products are sold in multiples of it, from 0.001; 0 = the shop’s */
      readonly quantity_step?: Text | undefined;
      /** extra: 1 = shoppers see the records of the class */
      readonly public?: Flag | undefined;
      /** extra: seq of the class that the caller has seen, from get_class_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_class_attributes';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CLASS_NOT_FOUND' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'CHANGED_MEANWHILE';
  };
  /** Changes a content; what is left out stays. */
  readonly update_content: {
    readonly params: {
      /** content id */
      readonly id_content: number;
      /** name, 1 to 255 characters; stays when it is left out */
      readonly name?: Text | undefined;
      /** 1 = to be seen and bought; stays when it is left out */
      readonly shop_active?: Flag | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
      /** permalink, title, description and keywords per language; null takes one away, or all of a language */
      readonly seo?: { readonly [name: string]: {
          readonly permalink?: Text | null | undefined;
          readonly title?: Text | null | undefined;
          readonly description?: Text | null | undefined;
          readonly keywords?: Text | null | undefined;
        } | null } | undefined;
      /** categories: ids, names or objects with id, id_category or name; one may stand alone */
      readonly categories?: readonly (number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      })[] | {
        readonly categories: readonly (number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        })[] | number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        };
      } | number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      } | undefined;
      /** extra: seq of the content that the caller has seen, from get_shopobject_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_content';
      readonly status: 'success';
      /** record that changed it last, for the next if_seq; absent where none was sent */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'SHOPOBJECT_NOT_FOUND' | 'SHOPOBJECT_NAME_NOT_VALID' | 'SHOPOBJECT_NAME_ALREADY_IN_USE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SEO_ENTRY_PERMALINK_INVALID' | 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE' | 'CHANGED_MEANWHILE';
  };
  /** Changes the name, the days and the combining of a batch; what is left out stays. Amount and type never change. */
  readonly update_coupons: {
    readonly params: {
      /** batch id */
      readonly id_batch: number;
      /** name, as carts show it from then on; stays when it is left out */
      readonly name?: Text | undefined;
      /** first day on which they are valid, YYYY-MM-DD; none, or null, takes it away; stays when it is left out */
      readonly start_date?: Text | null | undefined;
      /** last day on which they are valid, YYYY-MM-DD; none, or null, takes it away; stays when it is left out */
      readonly end_date?: Text | null | undefined;
      /** 1: they may stand beside others; stays when it is left out */
      readonly combineable?: Flag | undefined;
      /** extra: seq of the batch that the caller has seen, from search_coupons */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_coupons';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'COUPON_NOT_VALID' | 'CHANGED_MEANWHILE';
  };
  /** Changes a delivery rule; carts follow with their next change, orders stay. */
  readonly update_delivery_rule: {
    readonly params: {
      /** delivery rule id */
      readonly id_delivery_rule: number;
      /** name of the delivery position, as shoppers read it */
      readonly name?: Text | undefined;
      /** delivery method id */
      readonly id_delivery_method?: number | undefined;
      /** countries, as in addresses; none = all */
      readonly countries?: readonly Text[] | undefined;
      /** postal codes: one, a range such as 10000-19999, or a beginning such as SW1*; none = all */
      readonly zips?: readonly Text[] | undefined;
      /** [from, to]: what the goods come to from the first on, to below the second; null = no end */
      readonly sum?: readonly (number | Text | null)[] | undefined;
      /** which sum counts, for sum and free_from: before, or after promotions and coupons */
      readonly basis?: 'before' | 'after' | undefined;
      /** [from, to]: kilograms of all goods from the first on, to below the second; null = no end */
      readonly weight?: readonly (number | Text | null)[] | undefined;
      /** [from, to]: litres of all goods, whose sides are centimetres from the first on, to below the second; null = no end */
      readonly volume?: readonly (number | Text | null)[] | undefined;
      /** [from, to]: pieces of all goods from the first on, to below the second; null = no end */
      readonly pieces?: readonly (number | Text | null)[] | undefined;
      /** constraint of search_products that every product of the cart meets; [] = none */
      readonly goods?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
      /** constraint of search_products that no product of the cart meets; [] = none */
      readonly unless?: readonly unknown[] | { readonly [name: string]: unknown } | undefined;
      /** channel ids; none = all */
      readonly channels?: readonly number[] | undefined;
      /** group ids of customers; none = everybody */
      readonly groups?: readonly number[] | undefined;
      /** currency of its amounts: ISO 4217 */
      readonly currency?: Text | undefined;
      /** what delivery costs, as the tax class takes it */
      readonly price?: Text | undefined;
      /** what each kilogram costs besides */
      readonly per_kg?: Text | undefined;
      /** what each piece costs besides */
      readonly per_piece?: Text | undefined;
      /** sum of the goods from which delivery is free; 0 = none */
      readonly free_from?: Text | undefined;
      /** tax class, or goods: the price is spread over the tax rates of the goods by value */
      readonly taxclass?: Text | null | undefined;
      /** working days until it arrives, at least */
      readonly days_min?: number | undefined;
      /** working days until it arrives, at most */
      readonly days_max?: number | undefined;
      /** until when an order counts as of that day, HH:MM in the shop’s time zone */
      readonly cutoff?: Text | null | undefined;
      /** storage where the buyer fetches the goods, which must be there */
      readonly storage?: Text | null | undefined;
      /** of several rules that are for a cart the highest decides, then the oldest */
      readonly priority?: number | undefined;
      /** extra: seq of the delivery rule that the caller has seen, from get_delivery_rules */
      readonly if_seq?: number | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'update_delivery_rule';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'STORAGE_NOT_FOUND' | 'CONSTRAINT_INVALID' | 'AMOUNT_OUT_OF_RANGE' | 'CURRENCY_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND' | 'DELIVERY_RULE_NOT_FOUND' | 'DELIVERY_RULE_LIMIT_REACHED' | 'COUNTRY_NOT_FOUND' | 'CHANNEL_NOT_FOUND' | 'CHANGED_MEANWHILE' | 'GROUP_NOT_FOUND';
  };
  /** Gives the shop a template of documents or mails of its own; documents that were issued stay as they are. */
  readonly update_document_template: {
    readonly params: {
      /** a document or a mail, or a part of them */
      readonly name: 'invoice' | 'order_confirmation' | 'cancellation_invoice' | 'packing_slips' | 'pick_list' | 'head' | 'positions' | 'foot' | 'style' | 'credit_note' | 'mail_head' | 'mail_foot' | 'mail_order_confirmation' | 'mail_payment_received' | 'mail_parcel_shipped' | 'mail_invoice' | 'mail_credit_note' | 'mail_verification' | 'mail_password_reset' | 'mail_invitation' | 'mail_account_notice' | 'mail_cart_reminder';
      /** two letters, for mails alone: the template counts for this language */
      readonly language?: Text | undefined;
      /** the template, in Liquid; empty: that of the directory or the built-in one counts again */
      readonly text: Text;
      /** seq of the template that the caller has seen */
      readonly if_seq?: number | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'update_document_template';
      readonly status: 'success';
      /** document or mail, or a part of them */
      readonly name: 'invoice' | 'order_confirmation' | 'cancellation_invoice' | 'packing_slips' | 'pick_list' | 'head' | 'positions' | 'foot' | 'style' | 'credit_note' | 'mail_head' | 'mail_foot' | 'mail_order_confirmation' | 'mail_payment_received' | 'mail_parcel_shipped' | 'mail_invoice' | 'mail_credit_note' | 'mail_verification' | 'mail_password_reset' | 'mail_invitation' | 'mail_account_notice' | 'mail_cart_reminder';
      /** two letters; empty: it counts for all languages that have none of their own */
      readonly language: string;
      /** what is made by it; a PDF has a layout of its own */
      readonly formats: readonly 'html'[];
      /** where its text comes from */
      readonly source: 'built_in' | 'directory' | 'shop';
      /** the template, in Liquid */
      readonly text: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'DOCUMENT_BUSY' | 'DOCUMENT_TOO_SLOW' | 'DOCUMENT_TOO_LARGE' | 'TEMPLATE_INVALID' | 'CHANGED_MEANWHILE';
  };
  /** Marks one of the first steps of a new shop, or puts all of them away or back. */
  readonly update_first_steps: {
    readonly params: {
      /** which of them */
      readonly step?: 'shop' | 'taxes' | 'currency' | 'languages' | 'product' | 'payment' | 'delivery' | 'trial' | undefined;
      /** what it is from now on */
      readonly state?: 'open' | 'done' | 'skipped' | undefined;
      /** 1 = the back office shows them no more, 0 = it does again */
      readonly put_away?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'update_first_steps';
      readonly status: 'success';
      /** 1: the back office shows the steps: they are begun, not put away, and not over */
      readonly shown: 0 | 1;
      /** 1: somebody has put them away */
      readonly put_away: 0 | 1;
      /** in their order */
      readonly steps: readonly FirstStep[];
      /** the trial order placed last, one that is not cancelled before all others; 0: there is none */
      readonly id_trial_order: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE';
  };
  /** Renames a group of customers. */
  readonly update_group: {
    readonly params: {
      /** group id */
      readonly id_group: number;
      /** name of the group, as people of the shop read it */
      readonly name: Text;
      /** extra: seq of the group that the caller has seen, from get_groups */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_group';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'GROUP_NOT_FOUND' | 'GROUP_NAME_NOT_VALID' | 'GROUP_NAME_ALREADY_IN_USE';
  };
  /** Changes details and states of a placed order, all or none. */
  readonly update_order_details: {
    readonly params: {
      /** order id */
      readonly id_order: number;
      /** payment method id; 0 = not sent, null = none */
      readonly id_payment_method?: number | null | undefined;
      /** delivery method id; 0 = not sent, null = none */
      readonly id_delivery_method?: number | null | undefined;
      /** order field delivery_companyname */
      readonly delivery_companyname?: Text | null | undefined;
      /** order field delivery_department */
      readonly delivery_department?: Text | null | undefined;
      /** order field delivery_salutation */
      readonly delivery_salutation?: Text | null | undefined;
      /** order field delivery_firstname */
      readonly delivery_firstname?: Text | null | undefined;
      /** order field delivery_lastname */
      readonly delivery_lastname?: Text | null | undefined;
      /** order field delivery_street */
      readonly delivery_street?: Text | null | undefined;
      /** order field delivery_number */
      readonly delivery_number?: Text | null | undefined;
      /** order field delivery_zip */
      readonly delivery_zip?: Text | null | undefined;
      /** order field delivery_state */
      readonly delivery_state?: Text | null | undefined;
      /** order field delivery_city */
      readonly delivery_city?: Text | null | undefined;
      /** order field delivery_country: a code of ISO 3166, or the name of a country */
      readonly delivery_country?: Text | null | undefined;
      /** order field invoice_companyname */
      readonly invoice_companyname?: Text | null | undefined;
      /** order field invoice_department */
      readonly invoice_department?: Text | null | undefined;
      /** order field invoice_salutation */
      readonly invoice_salutation?: Text | null | undefined;
      /** order field invoice_firstname */
      readonly invoice_firstname?: Text | null | undefined;
      /** order field invoice_lastname */
      readonly invoice_lastname?: Text | null | undefined;
      /** order field invoice_street */
      readonly invoice_street?: Text | null | undefined;
      /** order field invoice_number */
      readonly invoice_number?: Text | null | undefined;
      /** order field invoice_zip */
      readonly invoice_zip?: Text | null | undefined;
      /** order field invoice_state */
      readonly invoice_state?: Text | null | undefined;
      /** order field invoice_city */
      readonly invoice_city?: Text | null | undefined;
      /** order field invoice_country: a code of ISO 3166, or the name of a country */
      readonly invoice_country?: Text | null | undefined;
      /** order field note */
      readonly note?: Text | null | undefined;
      /** order field email */
      readonly email?: Text | null | undefined;
      /** order field phone */
      readonly phone?: Text | null | undefined;
      /** attributes: [{lang,name,value}], [[name,value]] or {name:value}; null takes one away */
      readonly attributes?: readonly unknown[] | { readonly [name: string]: unknown } | null | undefined;
      /** state of the order */
      readonly order_state?: 'OPEN' | 'PROCESSING' | 'CLOSED' | 'CANCELED' | undefined;
      /** state of its payment */
      readonly order_payment_state?: 'PAYMENT_NOT_RECEIVED' | 'PAYMENT_RECEIVED' | undefined;
      /** state of its delivery */
      readonly order_delivery_state?: 'PROCESSING' | 'PARTIAL' | 'CLOSED' | undefined;
      /** money that came by hand, of what is outstanding */
      readonly received_amount?: Text | undefined;
      /** 1 = say whether it would be refused, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the order that the caller has seen, from get_order_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_order_details';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_NOT_AVAILABLE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'COUPON_NOT_VALID' | 'COUPON_USED' | 'ORDER_NOT_FOUND' | 'ORDER_CANCELED' | 'ORDER_HAS_RETURNS' | 'ZIP_NOT_VALID' | 'ORDER_ERASED' | 'INVOICE_CANCELED' | 'INVOICE_ISSUED' | 'ORDER_STATE_TRANSITION_INVALID' | 'PAYMENT_ALREADY_RECEIVED' | 'PAYMENT_AMOUNT_INVALID' | 'PAYMENT_METHOD_NOT_FOUND' | 'DELIVERY_METHOD_NOT_FOUND' | 'COUNTRY_NOT_FOUND' | 'COUNTRY_NOT_DELIVERED_TO' | 'CHANGED_MEANWHILE' | 'PROMOTION_USED_UP' | 'EMAIL_IS_INVALID';
  };
  /** Changes for whom, where and when a price list counts; lines of open carts keep their prices. */
  readonly update_price_list: {
    readonly params: {
      /** price list id */
      readonly id_price_list: number;
      /** name */
      readonly name?: Text | undefined;
      /** groups of customers that it is for; none: everybody */
      readonly groups?: readonly number[] | undefined;
      /** ids of channels that it is for; none: all */
      readonly channels?: readonly number[] | undefined;
      /** delivery countries that it is for, as in addresses; none: all */
      readonly countries?: readonly Text[] | undefined;
      /** of several lists that fit, the highest counts */
      readonly priority?: number | undefined;
      /** first day of the shop on which it counts, YYYY-MM-DD; none, or null, takes it away; stays when it is left out */
      readonly start_date?: Text | null | undefined;
      /** last day of the shop on which it counts, YYYY-MM-DD; none, or null, takes it away; stays when it is left out */
      readonly end_date?: Text | null | undefined;
      /** extra: seq of the price list that the caller has seen, from get_price_lists */
      readonly if_seq?: number | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'update_price_list';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CURRENCY_NOT_FOUND' | 'COUNTRY_NOT_FOUND' | 'CHANNEL_NOT_FOUND' | 'CHANGED_MEANWHILE' | 'GROUP_NOT_FOUND' | 'PRICE_LIST_NOT_FOUND' | 'PRICE_LIST_NAME_ALREADY_IN_USE' | 'PRICE_LIST_ENDED';
  };
  /** Changes a product or a variation; what is left out stays. */
  readonly update_product: {
    readonly params: {
      /** product id */
      readonly id_product: number;
      /** name, 1 to 255 characters; stays when it is left out */
      readonly name?: Text | undefined;
      /** 1 = to be seen and bought; stays when it is left out */
      readonly shop_active?: Flag | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
      /** permalink, title, description and keywords per language; null takes one away, or all of a language */
      readonly seo?: { readonly [name: string]: {
          readonly permalink?: Text | null | undefined;
          readonly title?: Text | null | undefined;
          readonly description?: Text | null | undefined;
          readonly keywords?: Text | null | undefined;
        } | null } | undefined;
      /** article numbers, tax class and measures; null takes one away */
      readonly metadata?: {
        /** article number, a text */
        readonly element_number?: unknown | undefined;
        /** bar code number, a text */
        readonly ean?: unknown | undefined;
        /** name of a tax class, or {name} */
        readonly taxclass?: unknown | undefined;
        /** a number */
        readonly length?: unknown | undefined;
        /** a number */
        readonly width?: unknown | undefined;
        /** a number */
        readonly height?: unknown | undefined;
        /** a number */
        readonly weight?: unknown | undefined;
        /** the weight, where there is no `weight` */
        readonly kg?: unknown | undefined;
        /** a text */
        readonly notes?: unknown | undefined;
        /** extra: a product is sold in multiples of it; a number from 0.001 */
        readonly quantity_step?: unknown | undefined;
      } | undefined;
      /** quantity, quantity_warning, active and allow_override (1 or 0) */
      readonly availability?: {
        readonly quantity?: Text | number | boolean | null | undefined;
        readonly quantity_warning?: Text | number | boolean | null | undefined;
        readonly active?: Flag | undefined;
        readonly allow_override?: Flag | undefined;
      } | undefined;
      /** categories: ids, names or objects with id, id_category or name; one may stand alone */
      readonly categories?: readonly (number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      })[] | {
        readonly categories: readonly (number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        })[] | number | Text | {
          readonly id?: number | Text | null | undefined;
          readonly id_category?: number | Text | null | undefined;
          readonly name?: number | Text | null | undefined;
        };
      } | number | Text | {
        readonly id?: number | Text | null | undefined;
        readonly id_category?: number | Text | null | undefined;
        readonly name?: number | Text | null | undefined;
      } | undefined;
      /** extra: seq of the product that the caller has seen, from get_shopobject_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_product';
      readonly status: 'success';
      /** record that changed it last, for the next if_seq; absent where none was sent */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CATEGORY_NOT_FOUND' | 'SHOPOBJECT_NOT_FOUND' | 'SHOPOBJECT_NAME_NOT_VALID' | 'SHOPOBJECT_NAME_ALREADY_IN_USE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'SEO_ENTRY_PERMALINK_INVALID' | 'SEO_ENTRY_PERMALINK_ALREADY_IN_USE' | 'AMOUNT_OUT_OF_RANGE' | 'CHANGED_MEANWHILE';
  };
  /** Changes the name, the days and the limits of a promotion; what it takes off never changes. */
  readonly update_promotion: {
    readonly params: {
      /** promotion id */
      readonly id_promotion: number;
      /** name, as shoppers read it who have no label */
      readonly name?: Text | undefined;
      /** what shoppers read for the name, by language */
      readonly labels?: { readonly [name: string]: Text } | undefined;
      /** first day of the shop on which it counts, YYYY-MM-DD; none, or null, takes it away; stays when it is left out */
      readonly start_date?: Text | null | undefined;
      /** last day of the shop on which it counts, YYYY-MM-DD; none, or null, takes it away; stays when it is left out */
      readonly end_date?: Text | null | undefined;
      /** orders that may have it; 0: any number */
      readonly uses_max?: number | undefined;
      /** orders of one account, or of one e-mail address of guests, that may have it; 0: any number */
      readonly uses_per_person_max?: number | undefined;
      /** what it may take off all orders together; 0: any sum */
      readonly budget_max?: Text | undefined;
      /** extra: seq of the promotion that the caller has seen, from get_promotions */
      readonly if_seq?: number | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'update_promotion';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'AMOUNT_OUT_OF_RANGE' | 'CHANGED_MEANWHILE' | 'PROMOTION_NOT_FOUND' | 'PROMOTION_ENDED';
  };
  /** Changes a record; what is left out stays. */
  readonly update_record: {
    readonly params: {
      /** record id */
      readonly id_record: number;
      /** name, of its own within the class */
      readonly name?: Text | null | undefined;
      /** 1 = shoppers see it, where its class is public */
      readonly shop_active?: Flag | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
      /** extra: seq of the record that the caller has seen, from get_record_languages */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_record';
      readonly status: 'success';
      /** record that changed it last, for the next if_seq; absent where none was sent */
      readonly seq?: number;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'RECORD_NOT_FOUND' | 'RECORD_NAME_ALREADY_IN_USE' | 'CHANGED_MEANWHILE';
  };
  /** Changes what a role is for and what it holds; it acts on the next call of everybody who has it. */
  readonly update_role: {
    readonly params: {
      /** name of the role */
      readonly role: Text;
      /** what it is for */
      readonly description?: Text | undefined;
      /** names of operations, and of the other ways in: change_feed, upload_image, import, engine_room */
      readonly operations?: readonly Text[] | undefined;
      /** 1: a person who has it and no second factor may only set one up */
      readonly second_factor?: Flag | undefined;
      /** groups of fields that it does not see: addresses and names of customers, contacts (e-mail, telephone, username), amounts of orders, carts and payments */
      readonly hidden?: readonly ('addresses' | 'contacts' | 'amounts')[] | undefined;
      /** extra: seq of the role that the caller has seen, from get_roles */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_role';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CHANGED_MEANWHILE' | 'ROLE_NOT_FOUND' | 'ROLE_IS_BUILT_IN' | 'ROLE_SHOWS_HIDDEN';
  };
  /** Changes settings of the shop, at once or at a time; what was priced and ordered before keeps its rates. */
  readonly update_shop_settings: {
    readonly params: {
      /** language of the shop: that of texts and calls which name none; it becomes one of languages */
      readonly language?: Text | undefined;
      /** all languages that the shop offers, its own among them: ["de_DE","en_GB"]; texts in others stay */
      readonly languages?: readonly Text[] | undefined;
      /** country of the shop, in any form: its taxes count where a call names none */
      readonly country?: Text | undefined;
      /** where a day of the shop begins: Europe/Berlin; counted days stay as they are */
      readonly time_zone?: Text | undefined;
      /** currency of all prices and orders; changed only before the first order, price, cart and coupon of an amount */
      readonly currency?: Text | undefined;
      /** decimals of an amount: 2 for EUR, 0 for JPY; only while there is no cart and no coupon of an amount */
      readonly currency_digits?: number | undefined;
      /** all currencies besides that of the shop, in which price lists say prices: [{"code":"USD","digits":2}] */
      readonly currencies?: readonly {
        readonly code: Text;
        readonly digits: number;
      }[] | undefined;
      /** all tax classes, the first is the default: [{"name":"full","calculation":"included","rates":{"DE":0.19}}] */
      readonly tax_classes?: readonly ({
        readonly name: Text;
        readonly calculation: 'included' | 'added' | 'subtracted';
        readonly rates: { readonly [name: string]: number };
      })[] | undefined;
      /** all payment methods, in the order in which they are offered: [{"id":2,"name":{"de_DE":"Vorkasse"},"unpaid_order_ms_max":604800000}] */
      readonly payment_methods?: readonly ({
        readonly id: number;
        readonly name: Text | { readonly [name: string]: Text };
        readonly unpaid_order_ms_max?: number | undefined;
        readonly instructions?: Text | { readonly [name: string]: Text } | undefined;
      })[] | undefined;
      /** all delivery methods, in the order in which they are offered: [{"id":1,"name":"Standard"}] */
      readonly delivery_methods?: readonly ({
        readonly id: number;
        readonly name: Text | { readonly [name: string]: Text };
      })[] | undefined;
      /** all carriers whose parcels can be followed, each with an https URL in which {number} stands once: [{"name":"DHL","tracking_url":"https://dhl.example/{number}"}] */
      readonly carriers?: readonly {
        readonly name: Text;
        readonly tracking_url: Text;
      }[] | undefined;
      /** countries delivered to, in this order: ["DE","AT"]; none = all */
      readonly delivery_countries?: readonly Text[] | undefined;
      /** days on which orders are handed over and arrive, from 1 for Monday to 7: [1,2,3,4,5] */
      readonly working_days?: readonly number[] | undefined;
      /** days on which nobody works: ["2026-12-25"] */
      readonly holidays?: readonly Text[] | undefined;
      /** what a draft must say before it is checked out: ["email","delivery_zip","id_payment_method"] */
      readonly checkout_requires?: readonly ('delivery_companyname' | 'delivery_department' | 'delivery_salutation' | 'delivery_firstname' | 'delivery_lastname' | 'delivery_street' | 'delivery_number' | 'delivery_zip' | 'delivery_state' | 'delivery_city' | 'delivery_country' | 'invoice_companyname' | 'invoice_department' | 'invoice_salutation' | 'invoice_firstname' | 'invoice_lastname' | 'invoice_street' | 'invoice_number' | 'invoice_zip' | 'invoice_state' | 'invoice_city' | 'invoice_country' | 'note' | 'email' | 'phone' | 'id_payment_method' | 'id_delivery_method')[] | undefined;
      /** 1 = a postal code that has not the form of its country is refused (ZIP_NOT_VALID) */
      readonly address_checks?: Flag | undefined;
      /** milliseconds that a cart holds the stock of its lines; 0 = it holds none */
      readonly cart_hold_ms?: number | undefined;
      /** milliseconds that a line of a cart keeps its price; 0 = for its life */
      readonly price_hold_ms?: number | undefined;
      /** milliseconds that a session and its cart live after their last use; it counts from the next use on */
      readonly session_ttl_ms?: number | undefined;
      /** milliseconds that a draft of the back office lives after its last use */
      readonly draft_ttl_ms?: number | undefined;
      /** built-in roles whose people need a second factor: ["owner","manager"]; none = nobody does */
      readonly second_factor_roles?: readonly ('owner' | 'manager' | 'warehouse' | 'support' | 'reader')[] | undefined;
      /** name and address of the shop’s operator, the head of documents, line by line; null = none */
      readonly company?: Text | null | undefined;
      /** tax number, register, bank account, the foot of documents, line by line; null = none */
      readonly company_foot?: Text | null | undefined;
      /** what electronic invoices say of the shop, as a whole; null = none are made: {"name":"Kontor GmbH","street":"Speicherweg 7","zip":"20457","city":"Hamburg","country":"DE","vat_id":"DE123456788"} */
      readonly seller?: {
        readonly name?: Text | undefined;
        readonly street?: Text | undefined;
        readonly zip?: Text | undefined;
        readonly city?: Text | undefined;
        readonly contact?: Text | undefined;
        readonly phone?: Text | undefined;
        readonly email?: Text | undefined;
        readonly iban?: Text | undefined;
        readonly country?: Text | undefined;
        readonly vat_id?: Text | undefined;
        readonly tax_number?: Text | undefined;
        readonly small_business?: 0 | 1 | undefined;
        readonly exemptions?: readonly ({
          readonly tax_class: Text;
          readonly kind: 'zero' | 'exempt' | 'reverse_charge' | 'second_hand' | 'art' | 'antiques';
          readonly reason?: Text | undefined;
        })[] | undefined;
      } | null | undefined;
      /** accounts and numbers of exports for bookkeeping, as a whole; null = those of SKR03: {"chart":"skr04","consultant":1001,"client":1,"revenue":[{"rate":0.19,"account":"4400"}],"money":[{"id_payment_method":3,"account":"1461"}]} */
      readonly accounting?: {
        readonly chart?: 'skr03' | 'skr04' | undefined;
        readonly consultant?: number | undefined;
        readonly client?: number | undefined;
        readonly debtor?: Text | undefined;
        readonly transit?: Text | undefined;
        readonly fiscal_year?: Text | undefined;
        readonly account_digits?: number | undefined;
        readonly revenue?: readonly ({
          readonly rate?: number | undefined;
          readonly category?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | undefined;
          readonly country?: Text | undefined;
          readonly tax_class?: Text | undefined;
          readonly account: Text;
          readonly tax_code?: Text | undefined;
        })[] | undefined;
        readonly money?: readonly {
          readonly id_payment_method: number;
          readonly account: Text;
        }[] | undefined;
      } | null | undefined;
      /** the mails that the shop sends, and what it says of itself in them: {"sends":["order_confirmation","parcel_shipped"],"sender_name":"Shop","reply_to":""} */
      readonly mail?: {
        readonly sends: readonly ('order_confirmation' | 'payment_received' | 'parcel_shipped' | 'invoice' | 'credit_note' | 'verification' | 'password_reset' | 'invitation' | 'account_notice' | 'cart_reminder')[];
        readonly sender_name?: Text | undefined;
        readonly reply_to?: Text | undefined;
      } | undefined;
      /** hours without use after which a shopper who agreed is reminded of a cart by mail; 0 = never */
      readonly cart_reminder_hours?: number | undefined;
      /** number of the next order that has none yet, above all numbers that were given; at once only */
      readonly order_id_first?: number | undefined;
      /** number of the next invoice, above all numbers that were given; at once only */
      readonly invoice_number_first?: number | undefined;
      /** what has an invoice of its own, of orders placed from then on: an order, or each parcel of it */
      readonly invoice_per?: 'order' | 'parcel' | undefined;
      /** text before the number of an invoice; null = none */
      readonly invoice_prefix?: Text | null | undefined;
      /** text before the number of a document that cancels an invoice; null = none */
      readonly cancellation_prefix?: Text | null | undefined;
      /** when it applies: a day, which begins where the shop is, or date and time in UTC */
      readonly effective_at?: Text | undefined;
      /** seq of the settings that the caller has seen */
      readonly if_seq?: number | undefined;
      /** 1 = what waits for effective_at waits no more */
      readonly withdraw?: Flag | undefined;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
    };
    readonly reply: {
      readonly object: 'update_shop_settings';
      readonly status: 'success';
      /** settings that the configuration says, which no call changes */
      readonly pinned: readonly string[];
      /** language of texts and calls that name none */
      readonly language: string;
      /** that the shop offers, its own among them */
      readonly languages: readonly string[];
      /** code of two letters: its taxes count where a call names none */
      readonly country: string;
      /** IANA name of the zone in which a day of the shop begins */
      readonly time_zone: string;
      /** code of three letters */
      readonly currency: string;
      /** decimals of an amount */
      readonly currency_digits: number;
      /** that the shop sells in besides its own */
      readonly currencies: readonly ShopCurrency[];
      /** the first is that of products which name none */
      readonly tax_classes: readonly ShopTaxClass[];
      /** in the order in which they are offered */
      readonly payment_methods: readonly PaymentMethodSettings[];
      /** in the order in which they are offered */
      readonly delivery_methods: readonly DeliveryMethodSettings[];
      /** those whose parcels can be followed */
      readonly carriers: readonly CarrierSettings[];
      /** countries delivered to, in this order; none: all */
      readonly delivery_countries: readonly string[];
      /** days on which orders are handed over and arrive */
      readonly working_days: readonly number[];
      /** days on which nobody works */
      readonly holidays: readonly string[];
      /** what a draft must say before it is checked out */
      readonly checkout_requires: readonly string[];
      /** 1: a postal code that is none in its country is refused */
      readonly address_checks: 0 | 1;
      /** milliseconds that a cart holds the stock of its lines; 0: it holds none */
      readonly cart_hold_ms: number;
      /** milliseconds that a line keeps its price; 0: for its life */
      readonly price_hold_ms: number;
      /** milliseconds that a session and its cart live after their last use */
      readonly session_ttl_ms: number;
      /** milliseconds that a draft of the back office lives after its last use */
      readonly draft_ttl_ms: number;
      /** those whose people need a second factor */
      readonly second_factor_roles: readonly string[];
      /** name and address of the shop’s operator, line by line: the head of documents */
      readonly company: string;
      /** tax number, register, bank account, line by line: the foot of documents */
      readonly company_foot: string;
      /** What electronic invoices say of the shop; no name: none are made. */
      readonly seller: SellerSettings;
      /** Accounts and numbers of exports for bookkeeping. */
      readonly accounting: AccountingSettings;
      /** The mails that the shop sends. */
      readonly mail: MailSettings;
      /** hours without use after which a shopper who agreed is reminded of a cart; 0: never */
      readonly cart_reminder_hours: number;
      /** least number of an order */
      readonly order_id_first: number;
      /** least number of an invoice */
      readonly invoice_number_first: number;
      /** what has an invoice of its own, of orders that are placed: an order, or each parcel */
      readonly invoice_per: 'order' | 'parcel';
      /** before the number of an invoice */
      readonly invoice_prefix: string;
      /** before the number of a document that cancels an invoice */
      readonly cancellation_prefix: string;
      /** changes that wait, in the order of their times */
      readonly scheduled: readonly ScheduledSettings[];
      /** settings of this call that count until then only; none: all stay */
      readonly undone: readonly UndoneSetting[];
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'COUNTRY_NOT_FOUND' | 'CHANGED_MEANWHILE' | 'SETTING_PINNED' | 'SETTING_IN_USE';
  };
  /** Changes what was sent of an account. */
  readonly update_user_data: {
    readonly params: {
      /** user id */
      readonly id_user: number;
      /** values by name: email, the standard attributes, those of the user’s class; empty text leaves one, null clears it */
      readonly attributes: { readonly [name: string]: unknown };
      /** extra: seq of the account that the caller has seen, from get_user_by_id */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_user_data';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'COUNTRY_NOT_FOUND' | 'CHANGED_MEANWHILE' | 'EMAIL_IS_INVALID' | 'EMAIL_IS_IN_USE' | 'USER_NOT_FOUND';
  };
  /** Changes a warehouse entity; what is left out stays. */
  readonly update_warehouse_entity: {
    readonly params: {
      /** warehouse entity id */
      readonly id_warehouse_entity: number;
      /** name, 1 to 255 characters; stays when it is left out */
      readonly name?: Text | undefined;
      /** manufacturer id; stays when it is left out */
      readonly id_manufacturer?: number | undefined;
      /** attribute values per language: {"de_DE":{"price":9.9}} */
      readonly attributes?: { readonly [name: string]: { readonly [name: string]: unknown } } | undefined;
      /** article numbers, tax class and measures; null takes one away */
      readonly metadata?: {
        /** article number, a text */
        readonly element_number?: unknown | undefined;
        /** bar code number, a text */
        readonly ean?: unknown | undefined;
        /** name of a tax class, or {name} */
        readonly taxclass?: unknown | undefined;
        /** a number */
        readonly length?: unknown | undefined;
        /** a number */
        readonly width?: unknown | undefined;
        /** a number */
        readonly height?: unknown | undefined;
        /** a number */
        readonly weight?: unknown | undefined;
        /** the weight, where there is no `weight` */
        readonly kg?: unknown | undefined;
        /** a text */
        readonly notes?: unknown | undefined;
        /** extra: a product is sold in multiples of it; a number from 0.001 */
        readonly quantity_step?: unknown | undefined;
      } | undefined;
      /** extra: seq of the warehouse entity that the caller has seen, from search_warehouse_entities */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_warehouse_entity';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' | 'SHOPOBJECT_ATTRIBUTE_INVALID' | 'WAREHOUSE_ENTITY_NOT_FOUND' | 'WAREHOUSE_ENTITY_NAME_NOT_VALID' | 'ELEMENT_NUMBER_ALREADY_IN_USE' | 'CHANGED_MEANWHILE';
  };
  /** Gives a webhook its target, makes it healthy and delivers what it missed. */
  readonly update_webhook: {
    readonly params: {
      /** name of capital letters, digits and underscores */
      readonly name: Text;
      /** http or https address, or extension:NAME; empty: nothing is sent */
      readonly url: Text;
      /** id that a content or category must have to be told; sent along by other events */
      readonly parameter: Text;
      /** 1 = a new signing secret, shown this once */
      readonly rotate_secret?: Flag | undefined;
      /** form: the parameters of the event; view: a POST of JSON with the object as the API shows it */
      readonly body?: 'form' | 'view' | undefined;
      /** a constraint that the object must meet, or nothing is sent; {}: none */
      readonly filter?: Constraint | undefined;
      /** members of the object that a view holds; []: all */
      readonly fields?: readonly Text[] | undefined;
      /** extra: seq of the webhook that the caller has seen, from get_webhooks */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'update_webhook';
      readonly status: 'success';
      /** healthy: it is called; unhealthy, suspended: it is not until update_webhook */
      readonly health: 'healthy' | 'unhealthy' | 'suspended';
      /** what the receiver answered last; empty: it was not called yet */
      readonly last_answer: string;
      /** when it answered */
      readonly last_answer_date: string;
      /** messages that wait */
      readonly backlog: number;
      /** messages that found no place */
      readonly lost: number;
      /** record of the first lost message; 0: none is lost */
      readonly first_lost_seq: number;
      /** the new signing secret, if it was rotated; it is shown this once */
      readonly secret?: string;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'CONSTRAINT_INVALID' | 'CHANGED_MEANWHILE' | 'WEBHOOK_NOT_FOUND' | 'WEBHOOK_URL_NOT_VALID';
  };
  /** Makes an account active; following the same link again is no harm. */
  readonly verify_user: {
    readonly params: {
      /** user id */
      readonly id_user: number;
      /** session_id of the registration */
      readonly session_id: Text;
    };
    readonly reply: {
      readonly object: 'verify_user';
      readonly status: 'SUCCESS';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'USER_LOCKED' | 'LOGIN_THROTTLED';
  };
  /** Ends an invitation: its code opens nothing any more. */
  readonly withdraw_invitation: {
    readonly params: {
      /** invitation id */
      readonly id_invitation: number;
    };
    readonly reply: {
      readonly object: 'withdraw_invitation';
      readonly status: 'success';
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ROLE_NOT_FOUND' | 'INVITATION_NOT_FOUND';
  };
  /** Withdraws a return that was announced: nothing of it comes. */
  readonly withdraw_return: {
    readonly params: {
      readonly session?: string | undefined;
      /** number of the return */
      readonly id_return: number;
      /** 1 = say what would happen or why not, and change nothing */
      readonly dry_run?: Flag | undefined;
      /** extra: seq of the return that the caller has seen, from get_returns */
      readonly if_seq?: number | undefined;
    };
    readonly reply: {
      readonly object: 'withdraw_return';
      readonly status: 'success';
      /** Pieces of an order that its buyer sends back. */
      readonly return: Return;
    };
    readonly code: 'PERMISSION_DENIED' | 'PARAMETER_MISSING' | 'PARAMETER_INVALID' | 'PARAMETER_UNKNOWN' | 'SESSION_INVALID' | 'IDEMPOTENCY_KEY_REUSED' | 'IDEMPOTENCY_LIMIT_REACHED' | 'IDEMPOTENCY_RESULT_GONE' | 'INTERNAL_ERROR' | 'AGGREGATE_TOO_LARGE' | 'ORDER_NOT_FOUND' | 'RETURN_NOT_FOUND' | 'RETURN_ENDED' | 'CHANGED_MEANWHILE';
  };
}

/** Operations that a line of a bulk call may name. */
export type BulkOperationName =
  | 'add_binding'
  | 'add_order_note'
  | 'add_parcel'
  | 'begin_order_edit'
  | 'cancel_lines'
  | 'close_month'
  | 'commit_order_edit'
  | 'continue_draft'
  | 'continue_order_edit'
  | 'create_application_token'
  | 'create_category'
  | 'create_channel'
  | 'create_class'
  | 'create_class_attributes'
  | 'create_content'
  | 'create_coupons'
  | 'create_delivery_rule'
  | 'create_draft'
  | 'create_group'
  | 'create_price_list'
  | 'create_product'
  | 'create_promotion'
  | 'create_record'
  | 'create_role'
  | 'create_variation'
  | 'create_warehouse_entity'
  | 'create_webhook'
  | 'delete_application'
  | 'delete_binding'
  | 'delete_category'
  | 'delete_channel'
  | 'delete_class'
  | 'delete_class_attributes'
  | 'delete_content'
  | 'delete_delivery_rule'
  | 'delete_group'
  | 'delete_product'
  | 'delete_record'
  | 'delete_role'
  | 'delete_unused_images'
  | 'delete_warehouse_entity'
  | 'delete_webhook'
  | 'discard_draft'
  | 'discard_order_edit'
  | 'edit_order'
  | 'end_channel_overlap'
  | 'end_coupons'
  | 'end_login'
  | 'end_logins'
  | 'end_price_list'
  | 'end_promotion'
  | 'erase_order'
  | 'erase_past_order'
  | 'erase_user'
  | 'exchange_return'
  | 'inventory_place'
  | 'inventory_take'
  | 'invite_person'
  | 'lock_user'
  | 'open_month'
  | 'receive_return'
  | 'refund'
  | 'reload_extensions'
  | 'replay_webhook'
  | 'reset_second_factor'
  | 'reset_user'
  | 'retry_mail'
  | 'revoke_application_tokens'
  | 'rotate_channel'
  | 'send_draft'
  | 'set_channel_role'
  | 'set_order_deadline'
  | 'set_parcel_delivered'
  | 'set_positions'
  | 'set_preference'
  | 'set_prices'
  | 'set_search_words'
  | 'set_user_groups'
  | 'set_user_role'
  | 'settle_refund'
  | 'settle_unclaimed_money'
  | 'unlock_user'
  | 'update_category'
  | 'update_channel'
  | 'update_class_attributes'
  | 'update_content'
  | 'update_coupons'
  | 'update_delivery_rule'
  | 'update_document_template'
  | 'update_first_steps'
  | 'update_group'
  | 'update_order_details'
  | 'update_price_list'
  | 'update_product'
  | 'update_promotion'
  | 'update_record'
  | 'update_role'
  | 'update_shop_settings'
  | 'update_user_data'
  | 'update_warehouse_entity'
  | 'update_webhook'
  | 'withdraw_invitation';

/** Operations that change the shop: each call gets an idempotency key. */
export const WRITES: ReadonlySet<string> = new Set(
  'accept_invitation add_binding add_coupons add_delivery_costs add_order_note add_parcel add_return_picture add_to_cart announce_return begin_order_edit begin_second_factor cancel_lines checkout clear_cart close_month commit_order_edit confirm_second_factor continue_draft continue_order_edit create_application_token create_category create_channel create_class create_class_attributes create_content create_coupons create_delivery_rule create_draft create_group create_price_list create_product create_promotion create_record create_role create_variation create_warehouse_entity create_webhook del_from_cart delete_application delete_binding delete_category delete_channel delete_class delete_class_attributes delete_content delete_delivery_rule delete_group delete_product delete_record delete_role delete_unused_images delete_warehouse_entity delete_webhook discard_draft discard_order_edit do_payment edit_order end_channel_overlap end_coupons end_login end_logins end_price_list end_promotion end_second_factor erase_order erase_past_order erase_user exchange_return get_cancellation_invoice get_credit_note get_invoice get_new_session instant_login inventory_place inventory_take invite_person lock_user login_user logout_user make_first_owner open_month receive_return refund register_user reload_extensions replay_webhook reset_second_factor reset_user reset_user_password retry_mail revoke_application_tokens rotate_channel send_draft set_channel_role set_context set_order_deadline set_order_details set_parcel_delivered set_positions set_preference set_prices set_quantity set_search_words set_user_data set_user_groups set_user_password set_user_role settle_refund settle_unclaimed_money sub_from_cart unlock_user update_category update_channel update_class_attributes update_content update_coupons update_delivery_rule update_document_template update_first_steps update_group update_order_details update_price_list update_product update_promotion update_record update_role update_shop_settings update_user_data update_warehouse_entity update_webhook verify_user withdraw_invitation withdraw_return'.split(' '),
);

/** Operations that are never sent twice. */
export const ONCE: ReadonlySet<string> = new Set(['application_api_call']);
