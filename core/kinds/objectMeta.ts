/** The fields that all kinds have in common. */
import * as l10n from '@vscode/l10n';
import type { FieldTable } from './field.ts';

/** The `metadata` fields that users write. */
export const objectMetaFields: FieldTable = {
  metadata: { summary: () => l10n.t`Name, labels, and annotations of the object.` },
  'metadata.name': {
    summary: () => l10n.t`Name of the object, unique among objects of its kind in the namespace (or cluster).`,
  },
  'metadata.generateName': {
    summary: () => l10n.t('Prefix for a unique name that the API server generates. Only for `oc create`.'),
  },
  'metadata.labels': {
    type: 'object',
    summary: () =>
      l10n.t('Labels: key-value pairs for selecting objects. Values are strings: write `"true"`, not `true`.'),
  },
  'metadata.annotations': {
    type: 'object',
    summary: () =>
      l10n.t('Annotations: key-value pairs for tools and people. Values are strings: write `"true"`, not `true`.'),
  },
};
