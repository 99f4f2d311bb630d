/** The number that every organization can call from while the carrier is simulated. */
export const SIMULATED_NUMBER = '+15005550006';
