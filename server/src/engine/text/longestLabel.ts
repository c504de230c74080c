/** Maximum length of a namespace name. Messages show names in full, because two names can differ at their ends. */
export const longestLabel = 63;

/**
 * Maximum length of a label key: a prefix of 253 characters, a slash, and a name of 63. Messages show keys in full: a
 * reader must recognize the label.
 */
export const longestLabelKey = 253 + 1 + 63;
