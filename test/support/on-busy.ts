/** How long something may take (milliseconds) on a computer that has much else to do, if it takes `ms` at most on one that has not. */
export const onBusy = (ms: number): number => 3 * ms;
