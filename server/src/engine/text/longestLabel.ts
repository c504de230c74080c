/** Maximum length of a namespace name. Messages show names in full, because two names can differ only at the end. */
export const longestLabel = 63;

/**
 * Maximum length of a label key: a prefix of 253 characters, a slash, and a name of 63 characters. Messages show keys
 * in full, so that users recognize the label.
 */
export const longestLabelKey = 253 + 1 + 63;
