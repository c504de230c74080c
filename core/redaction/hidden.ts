/** Replaces a credential. */
export const hidden = '***';
