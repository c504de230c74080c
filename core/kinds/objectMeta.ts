/** The part of a manifest that every kind shares. */
import type { FieldTable } from './field.ts';

/** Fields of `metadata` that people write by hand. */
export const objectMetaFields: FieldTable = {
  metadata: { summary: 'The name, labels and annotations of the object.' },
  'metadata.name': { summary: 'The name of the object, unique among its kind in its namespace (or cluster).' },
  'metadata.generateName': { summary: 'A prefix from which the API server makes a unique name. Only for `oc create`.' },
  'metadata.labels': { type: 'object', summary: 'Labels: keys and values by which objects are selected. Values are strings: write `"true"`, not `true`.' },
  'metadata.annotations': { type: 'object', summary: 'Annotations: keys and values for tools and people. Values are strings: write `"true"`, not `true`.' },
};
