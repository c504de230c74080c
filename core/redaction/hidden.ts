/** Replacement for credentials. */
export const hidden = '***';
