/** How long a password is, in characters. */
export const PASSWORD = { min: 12, max: 256 };
