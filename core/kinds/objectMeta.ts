/** The part of a manifest that every kind shares. */
import * as l10n from '@vscode/l10n';
import type { FieldTable } from './field.ts';

/** Fields of `metadata` that people write by hand. */
export const objectMetaFields: FieldTable = {
  metadata: { summary: () => l10n.t`The name, labels and annotations of the object.` },
  'metadata.name': {
    summary: () => l10n.t`The name of the object, unique among its kind in its namespace (or cluster).`,
  },
  'metadata.generateName': {
    summary: () => l10n.t`A prefix from which the API server makes a unique name. Only for \`oc create\`.`,
  },
  'metadata.labels': {
    type: 'object',
    summary: () =>
      l10n.t`Labels: keys and values by which objects are selected. Values are strings: write \`"true"\`, not \`true\`.`,
  },
  'metadata.annotations': {
    type: 'object',
    summary: () =>
      l10n.t`Annotations: keys and values for tools and people. Values are strings: write \`"true"\`, not \`true\`.`,
  },
};
