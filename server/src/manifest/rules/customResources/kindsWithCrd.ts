/** Lists the kinds whose objects are checked against the CRDs in the workspace. */
import { knownKinds } from '#core/kinds/index.ts';
import { customResourceId } from '#server/engine/workspace/crds/crdFields.ts';
import { crdGroups } from '#server/engine/workspace/crds/readCrds.ts';

/** IDs of the kinds that a CRD can define. */
export const kindsWithCrd: readonly string[] = [
  ...knownKinds.filter(({ group }) => crdGroups.includes(group)).map(({ id }) => id),
  customResourceId,
];
