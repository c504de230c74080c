/** The fields that all kinds have in common. */
import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '../product/namespaces.ts';
import type { FieldKnowledge, FieldTable } from './field.ts';

/** The field `metadata.labels` or `metadata.annotations`. */
export const keyValuePairs: FieldKnowledge = {
  type: 'object',
  summary: () => l10n.t('Key-value pairs. Values are strings: write `"true"`, not `true`.'),
};

/** Describes a `spec` whose fields are self-explanatory. */
export const specSummary = () => l10n.t`Specification of the object.`;

/** Describes a field that must contain the operator namespace. */
export const onlyNamespace = () =>
  l10n.t('Must be `{0}`, the only namespace that the operator reads.', operatorNamespace);

/** The `metadata` fields that users write. */
export const objectMetaFields: FieldTable = {
  metadata: { summary: () => l10n.t`Name, labels, and annotations of the object.` },
  'metadata.name': {
    summary: () => l10n.t`Name of the object, unique among objects of its kind in the namespace (or cluster).`,
  },
  'metadata.generateName': {
    summary: () => l10n.t('Prefix for a unique name that the API server generates. Only for `oc create`.'),
  },
  'metadata.labels': keyValuePairs,
  'metadata.annotations': keyValuePairs,
};
