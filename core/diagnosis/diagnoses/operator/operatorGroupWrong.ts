/**
 * Diagnoses a missing OperatorGroup, several of them, or one for another namespace. OLM doesn't report all of these
 * problems. Source: notes/cluster.md 5.3.
 */
import * as l10n from '@vscode/l10n';
import { listItems } from '#core/status/snapshotIndex.ts';
import { definePartDiagnosis } from '../partDiagnosis.ts';

export const operatorGroupWrong = definePartDiagnosis({
  id: 'operator-group-wrong',
  title: () => l10n.t`Missing or invalid OperatorGroup`,
  likelihood: 95,
  part: 'operatorGroup',
  from: 'operator',
  object: (snapshot) => {
    const [found] = listItems(snapshot, 'operatorGroups');
    return found === undefined ? undefined : { kind: 'operatorGroups', name: found.name };
  },
  lines: /^-?\s*(?:name|reason|message):|target ?namespaces:|^\s*-?\s*openshi?ft-/i,
});
