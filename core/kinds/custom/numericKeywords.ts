/** The keywords of schemas whose value is a number. Both CRDs and OpenAPI documents of clusters have them. */
export const numericKeywords = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;
