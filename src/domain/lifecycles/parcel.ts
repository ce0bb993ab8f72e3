// Life cycle of a parcel: sent, then delivered. It comes back from either when staff say that what was sent did; taken
// back before the next parcel, it is what it was.
import { Lifecycle } from './lifecycle.ts';

export const PARCEL_STATES = ['sent', 'delivered', 'returned'] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

/** `hand_over`: whom it was sent to has it. `retract…`: it has not come back after all. */
const PARCEL_EVENTS = ['hand_over', 'come_back', 'retract', 'retract_delivered'] as const;
type ParcelEvent = (typeof PARCEL_EVENTS)[number];

export const parcelLifecycle = new Lifecycle<ParcelState, ParcelEvent>(
  {
    id: 'parcel',
    initial: 'sent',
    states: {
      sent: { on: { hand_over: 'delivered', come_back: 'returned' } },
      delivered: { on: { come_back: 'returned' } },
      returned: { on: { retract: 'sent', retract_delivered: 'delivered' } },
    },
  },
  PARCEL_EVENTS,
);
